"""Seeded random tournaments: results, forfeits, absences and byes as they happen in a hall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace

from engine.errors import NoPairing
from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)
from engine.pairing import Paired
from engine.systems.knsb.pairing import pair

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
Outcomes = Callable[[Board], tuple[Result, ...]]
# Who wins. The extremes fill score groups with players who all want the same colour: C1, C12 and C13 at every turn.
MANNERS: dict[str, Outcomes] = {
    "anyhow": lambda board: (WHITE, DRAW, BLACK),
    "white": lambda board: (WHITE,),
    "black": lambda board: (BLACK,),
    "drawn": lambda board: (DRAW,),
    "higher": lambda board: (WHITE if board.white < board.black else BLACK,),
    "lower": lambda board: (BLACK if board.white < board.black else WHITE,),
}
FORFEITED = (Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS, Result.DOUBLE_FORFEIT)


def opened(seed: int, players: int, rounds: int) -> Tournament:
    chance = Random(seed)
    entries = {n: Entry(Player(n, f"Player {n:04}", 2500 - n)) for n in range(1, players + 1)}
    points = PointTable(pairing_bye=chance.choice((1, 2)))
    colour = chance.choice((Colour.WHITE, Colour.BLACK))
    rules = Rules("knsb-2014", rounds, points)
    return Tournament(Details(f"seed {seed}"), rules, entries, first_colour=colour)


def positions(
    seed: int,
    players: int,
    rounds: int,
    unplayed: float = 0.06,
    pairer: Callable[[Tournament], Paired] = pair,
    manner: str = "anyhow",
) -> Iterator[tuple[Tournament, Paired]]:
    """Each round before it is played, and its pairing; ends early when no legal pairing is left."""
    chance = Random(seed + 1)
    t = opened(seed, players, rounds)
    for _ in range(rounds):
        t = _with_absences(t, chance, unplayed)
        try:
            paired = pairer(t)
        except NoPairing:
            return
        yield t, paired
        t = _played(t, paired, chance, unplayed, MANNERS[manner])


def _with_absences(t: Tournament, chance: Random, unplayed: float) -> Tournament:
    away = {n for n in t.entries if chance.random() < unplayed}
    outcome = {n: chance.choice((Outcome.ZERO_BYE, Outcome.ABSENT, Outcome.HALF_BYE)) for n in sorted(away)}
    entries = {n: replace(e, absences={t.next_round: outcome[n]}) if n in away else e for n, e in t.entries.items()}
    return replace(t, entries=entries)


def _played(t: Tournament, paired: Paired, chance: Random, unplayed: float, outcomes: Outcomes) -> Tournament:
    boards = tuple(
        Board(b.white, b.black, chance.choice(FORFEITED if chance.random() < unplayed else outcomes(b)))
        for b in paired.boards
    )
    absent = tuple(SitOut(n, e.absences[t.next_round]) for n, e in t.entries.items() if t.next_round in e.absences)
    played = Round(t.next_round, boards, (*paired.sitouts, *absent), phase=Phase.CLOSED)
    return replace(t, rounds=(*t.rounds, played))
