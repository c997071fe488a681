"""The FMJD family of Swiss systems: 5.1 and 5.1a on rating, 5.2, 5.2a and 5.2b on Solkoff, 5.3 after the KNDB.

One engine over the axes of FMJD 3.2–3.8; a named system is a set of defaults, each of which the tournament may change.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.acceleration import check_groups
from engine.colour_reasons import rounds_with_colour
from engine.errors import Gathered
from engine.model import DRAUGHTS_POINTS, Board, PlayerId, PointTable, Rules, Tournament
from engine.pairing import Choice, Paired, Reason, about, read_options
from engine.reason_log import Journal
from engine.swiss import rounds_advice
from engine.systems.fmjd.colours import coloured
from engine.systems.fmjd.field import field
from engine.systems.fmjd.groups import Pairing
from engine.systems.fmjd.options import Axes, Kndb, PlayersCommittee, Rating, Solkoff
from engine.tiebreaks import PRESETS as RANKINGS


class FmjdSystem:
    """A named system of FMJD 5."""

    GAME = "draughts"

    def __init__(self, key: str, options: type[Axes]) -> None:
        self.KEY = key
        self.REGULATION = f"FMJD part 5: Swiss system {key.removeprefix('fmjd-')}"
        self.TIEBREAKS = RANKINGS[key]  # FMJD 3.1, in order
        self._options = options

    @property
    def Options(self) -> type[msgspec.Struct]:
        return self._options

    def usual_points(self, options: Mapping[str, Choice], /) -> PointTable:
        return DRAUGHTS_POINTS

    def check(self, rules: Rules, players: int, /) -> None:
        found = Gathered()
        axes = read_options(rules, self._options, found)
        with found:
            check_groups(axes.acceleration_groups)
        found.tell()

    def hints(self, rules: Rules, players: int, /) -> tuple[Reason, ...]:
        return rounds_advice(rules, players, self.REGULATION)

    def pair(self, t: Tournament, /) -> Paired:
        return self._paired(t, Journal(is_asked=False))

    def explain(self, t: Tournament, player: PlayerId | None = None, /) -> Paired:
        """The same pairing with its reasons: groups, floaters, who was tried and why not, colours."""
        return about(self._paired(t, Journal()), player)

    def axes(self, rules: Rules) -> Axes:
        """What the tournament has chosen, on top of what the system says."""
        axes = read_options(rules, self._options)
        check_groups(axes.acceleration_groups)
        return axes

    def _paired(self, t: Tournament, journal: Journal) -> Paired:
        axes = self.axes(t.rules)
        entered = field(t, axes)
        pairing = Pairing(entered, axes, journal)
        pairing.run()
        boards = []
        rounds = rounds_with_colour(t) if journal.is_asked else {}
        for number, (higher, lower) in enumerate(sorted(pairing.pairs), start=1):
            seats = coloured(axes, entered.round, number, entered.entrants[higher], entered.entrants[lower])
            boards.append(Board(seats.white.player, seats.black.player))
            if journal.is_asked:
                players = (seats.white.player, seats.black.player)
                journal.note("colours", "FMJD 3.7", players, by=seats.by, **seats.facts(rounds))
        bye = None if pairing.bye is None else entered.entrants[pairing.bye].player
        return Paired(tuple(boards), bye, journal.reasons)


PRESETS = (
    FmjdSystem("fmjd-5.1", Rating),
    FmjdSystem("fmjd-5.1a", PlayersCommittee),
    FmjdSystem("fmjd-5.2", Solkoff),
    FmjdSystem("fmjd-5.2a", Solkoff),
    FmjdSystem("fmjd-5.2b", Solkoff),
    FmjdSystem("fmjd-5.3", Kndb),
)
