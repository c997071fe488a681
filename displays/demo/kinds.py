"""The tournaments of the demonstration: one line each."""

from __future__ import annotations

from engine.model import DRAUGHTS_POINTS, Outcome, Rules, Value
from engine.tiebreaks.rankings import PRESETS
from ledger.acts.lots import DrawFirstColour, DrawLots


class TournamentKind(Value, frozen=True):
    """``players`` are there when registration ends; one more comes late."""

    key: str  # editions are called key-1, key-2 …
    name: str
    place: str
    players: int
    rules: Rules
    draw: type[DrawLots] | type[DrawFirstColour] | None = None  # what is drawn before round 1
    away: Outcome = Outcome.HALF_BYE  # what an absence counts as
    most_away: int = 0  # of an evening, besides the absence that every kind has: a club is never complete
    is_closed: bool = False  # nobody can enter after round 1: who comes late makes it be paired once more
    draws: int = 30  # of 100 games between equals

    def stream(self, edition: int) -> str:
        return f"{self.key}-{edition}"


def _chess(system: str, rounds: int, ranking: str, language: str) -> Rules:
    return Rules(system, rounds, tiebreaks=PRESETS[ranking], language=language)


def _draughts(system: str, rounds: int, language: str) -> Rules:
    ranking = PRESETS[system]
    return Rules(system, rounds, points=DRAUGHTS_POINTS, tiebreaks=ranking, game="draughts", language=language)


def _club(system: str, rounds: int, language: str, **options: int | str) -> Rules:
    return Rules(system, rounds, options={"rematch_gap": 4, **options}, language=language)


_OPEN = _chess("fide-dutch-2026", 7, "fide-swiss", "en")
_KNSB = _chess("knsb-2014", 6, "fide-swiss", "nl")
_ALL = _chess("round-robin", 7, "fide-round-robin", "de")
_ELO = _club("keizer-elo", 10, "de", k_factor=20)

KINDS = (
    TournamentKind("open", "Cambridge Open", "Cambridge", 40, _OPEN, DrawFirstColour),
    TournamentKind("kndb", "Damtoernooi Huissen", "Huissen", 20, _draughts("kndb", 7, "nl"), DrawLots, draws=55),
    TournamentKind("fmjd", "Tartu kabeturniir", "Tartu", 24, _draughts("fmjd-5.2", 7, "et"), DrawLots, draws=55),
    TournamentKind("knsb", "Weekendtoernooi Leiden", "Leiden", 18, _KNSB, DrawFirstColour),
    TournamentKind(
        "keizer", "Clubcompetitie Utrecht", "Utrecht", 13, _club("keizer", 12, "nl"), away=Outcome.ABSENT, most_away=2
    ),
    TournamentKind("keizer-elo", "Vereinspokal Köln", "Köln", 12, _ELO, away=Outcome.ABSENT, most_away=1),
    TournamentKind("round-robin", "Stadtmeisterschaft Lübeck", "Lübeck", 7, _ALL, away=Outcome.ABSENT, is_closed=True),
)
