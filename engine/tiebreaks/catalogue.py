"""The catalogue of tie-breaks: of each base its article, its unit, its modifiers, the function that works it out."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping

from engine.model import PlayerId, Value
from engine.tiebreaks import buchholz, draughts, own, ratings, sonneborn
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Working

Measure = Callable[[Table, PlayerId, TieBreak], Working]


class Unit(enum.Enum):
    """What a figure counts."""

    POINTS = "points"  # in the unit of the point table, like a score
    NUMBER = "number"  # rounds, games, places
    RATING = "rating"


class Definition(Value, frozen=True):
    """One base."""

    base: str
    article: str
    unit: Unit
    measure: Measure | None  # None: it looks at who is tied (direct encounter, play-off)
    modifiers: tuple[str, ...] = ()
    lowest_first: bool = False


_CUTS = ("C", "M")
_UNRATED = ("U", "UL", "UM")  # what a player without a rating counts as

_DEFINITIONS = (
    Definition("PTS", "FIDE C.07:2026 4.2", Unit.POINTS, own.score),
    Definition("DE", "FIDE C.07:2026 6", Unit.NUMBER, None, ("P",), lowest_first=True),
    Definition("WIN", "FIDE C.07:2026 7.1", Unit.NUMBER, own.wins),
    Definition("WON", "FIDE C.07:2026 7.2", Unit.NUMBER, own.games_won),
    Definition("BPG", "FIDE C.07:2026 7.3", Unit.NUMBER, own.games_with_black),
    Definition("BWG", "FIDE C.07:2026 7.4", Unit.NUMBER, own.wins_with_black),
    Definition("PS", "FIDE C.07:2026 7.5", Unit.POINTS, own.progressive, ("C",)),
    Definition("REP", "FIDE C.07:2026 7.6", Unit.NUMBER, own.rounds_elected),
    Definition("STD", "FIDE C.07:2026 7.7", Unit.NUMBER, own.standard_points),
    Definition("TPN", "FIDE C.07:2026 7.8", Unit.NUMBER, own.pairing_number, ("R",), lowest_first=True),
    Definition("BH", "FIDE C.07:2026 8.1", Unit.POINTS, buchholz.buchholz, (*_CUTS, "P")),
    Definition("AOB", "FIDE C.07:2026 8.2", Unit.POINTS, buchholz.average_of_buchholz, ("F", "P")),
    Definition("FB", "FIDE C.07:2026 8.3", Unit.POINTS, buchholz.fore_buchholz, (*_CUTS, "P")),
    Definition("SB", "FIDE C.07:2026 9.1", Unit.POINTS, sonneborn.sonneborn_berger, (*_CUTS, "P")),
    Definition("KS", "FIDE C.07:2026 9.2", Unit.POINTS, sonneborn.koya, ("L", "P")),
    Definition("ARO", "FIDE C.07:2026 10.1", Unit.RATING, ratings.average_rating, (*_CUTS, *_UNRATED)),
    Definition("TPR", "FIDE C.07:2026 10.2", Unit.RATING, ratings.tournament_performance, _UNRATED),
    Definition("PTP", "FIDE C.07:2026 10.3", Unit.RATING, ratings.perfect_tournament_performance, _UNRATED),
    Definition("APRO", "FIDE C.07:2026 10.4", Unit.RATING, ratings.average_performance, _UNRATED),
    Definition("APPO", "FIDE C.07:2026 10.5", Unit.RATING, ratings.average_perfect_performance, _UNRATED),
    Definition("RTNG", "FIDE C.07:2026 10.6", Unit.RATING, ratings.own_rating, (*_UNRATED, "R")),
    Definition("EXT", "FIDE C.07:2026 4.1", Unit.NUMBER, own.external_value, ("R",)),
    Definition("SOL", "FMJD 3.1 a", Unit.POINTS, draughts.solkoff, _CUTS),
    Definition("FTS", "FMJD 3.1 d", Unit.POINTS, draughts.full_truncated),
    Definition("PSOL", "FMJD 3.1 e", Unit.POINTS, draughts.plus_solkoff),
    Definition("BAL", "FMJD 3.1 f", Unit.POINTS, draughts.baliakin),
    Definition("SBD", "FMJD 3.1 g", Unit.POINTS, draughts.draughts_sonneborn_berger),
    Definition("MOR", "FMJD 3.1 h", Unit.RATING, draughts.mean_rating, ("G", *_UNRATED)),
    Definition("PRF", "FMJD 3.1 i", Unit.RATING, draughts.performance, ("LOG", *_UNRATED)),
    Definition("LOT", "FMJD 3.1 k", Unit.NUMBER, draughts.lot, ("R",), lowest_first=True),
    Definition("PO", "KNDB final ranking 1", Unit.NUMBER, None, lowest_first=True),
    Definition("WP", "KNDB ranking 2", Unit.POINTS, draughts.resistance),
)

DEFINITIONS: Mapping[str, Definition] = {definition.base: definition for definition in _DEFINITIONS}
