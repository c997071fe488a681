"""Random tournaments from a seed: who enters, who stays away, who wins. The pairings are those of a real system.

Chances are whole per cent. The same seed gives the same tournament on every machine.
"""

from __future__ import annotations

import random

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
    PlayerId,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Value,
    Withdrawal,
)
from engine.pairing import PairingSystem
from engine.performance import expected_percent

_FORFEITS = (Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS, Result.DOUBLE_FORFEIT)
_BYES = (Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE)  # full-point byes are rarer
STRONGEST, WEAKEST = 2700, 1200
FEWEST_LEFT = 2  # so many never stay away: a round needs a game


class Chances(Value, frozen=True):
    """What may happen, in per cent: of games, of players in a round, or (late entries) of all players."""

    draws: int = 30
    forfeits: int = 2
    byes: int = 3
    withdrawals: int = 1
    late: int = 3


USUAL = Chances()


class Simulated(Value, frozen=True):
    """The tournament as far as it was played; ``stopped`` says why it ended before its last round."""

    tournament: Tournament
    stopped: NoPairing | None = None


def simulate(system: PairingSystem, players: int, rounds: int, seed: int, chances: Chances = USUAL) -> Simulated:
    """Play a whole tournament, or as many rounds as the field can be paired for."""
    lot = random.Random(seed)
    t = _opened(system.KEY, players, rounds, seed, chances, lot)
    for _ in range(rounds):
        t = _announced(t, chances, lot)
        try:
            paired = system.pair(t)
        except NoPairing as stopped:
            return Simulated(_forgetting_announcements(t), stopped)
        boards = tuple(_played(t, board, chances, lot) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, _round(t, boards, paired.sitouts)))
    return Simulated(t)


def _opened(key: str, players: int, rounds: int, seed: int, chances: Chances, lot: random.Random) -> Tournament:
    ratings = sorted((lot.randint(WEAKEST, STRONGEST) for _ in range(players)), reverse=True)
    entries = {n: _entry(n, rating, rounds, chances, lot) for n, rating in enumerate(ratings, start=1)}
    return Tournament(
        version=0,
        details=Details(name=f"Simulated {players} players, {rounds} rounds, seed {seed}"),
        rules=Rules(system=key, rounds=rounds),
        entries=entries,
        start_order=tuple(entries),
        first_colour=lot.choice((Colour.WHITE, Colour.BLACK)),
    )


def _entry(number: PlayerId, rating: int, rounds: int, chances: Chances, lot: random.Random) -> Entry:
    player = Player(number, f"Player {number:04}", rating)
    is_late = rounds > 1 and number > FEWEST_LEFT and _happens(chances.late, lot)
    return Entry(player, from_round=lot.randint(2, max(2, rounds // 2)) if is_late else 1)


def _announced(t: Tournament, chances: Chances, lot: random.Random) -> Tournament:
    """Who leaves for good before the next round, and who asks not to play in it."""
    number = t.next_round
    left = len(t.available(number))
    entries: dict[PlayerId, Entry] = {}
    for player, entry in t.entries.items():
        changed = entry
        if left > FEWEST_LEFT and entry.is_available_for(number):
            changed = _staying_away(entry, number, chances, lot)
            left -= changed is not entry
        entries[player] = changed
    return replace(t, entries=entries)


def _staying_away(entry: Entry, number: int, chances: Chances, lot: random.Random) -> Entry:
    if number > 1 and _happens(chances.withdrawals, lot):
        return replace(entry, withdrawals=(Withdrawal(number),))
    if _happens(chances.byes, lot):
        return replace(entry, absences={**entry.absences, number: lot.choice(_BYES)})
    return entry


def _forgetting_announcements(t: Tournament) -> Tournament:
    """Nobody can stay away from a round that did not take place."""
    number = t.next_round
    return replace(t, entries={player: _until(entry, number) for player, entry in t.entries.items()})


def _until(entry: Entry, number: int) -> Entry:
    absences = {r: outcome for r, outcome in entry.absences.items() if r < number}
    return replace(entry, absences=absences, withdrawals=tuple(w for w in entry.withdrawals if w.from_round < number))


def _round(t: Tournament, boards: tuple[Board, ...], given: tuple[SitOut, ...]) -> Round:
    number = t.next_round
    away = (SitOut(p, e.absences[number]) for p, e in t.entries.items() if number in e.absences)
    sitouts = tuple(sorted((*away, *given), key=lambda out: out.player))
    return Round(number, boards, sitouts, t.rules.system, Phase.CLOSED)


def _played(t: Tournament, board: Board, chances: Chances, lot: random.Random) -> Board:
    if _happens(chances.forfeits, lot):
        return replace(board, result=lot.choice(_FORFEITS))
    ratings = [t.entries[player].player.rating or WEAKEST for player in (board.white, board.black)]
    return replace(board, result=_result(expected_percent(ratings[0] - ratings[1]), chances.draws, lot))


def _result(expected: int, draws: int, lot: random.Random) -> Result:
    """White scores what his rating lets expect: the fewer draws are possible, the more uneven the game."""
    halves = min(draws, 2 * expected, 2 * (100 - expected))
    drawn = lot.randrange(200)  # of 200, so that half a draw is a whole number
    if drawn < 2 * expected - halves:
        return Result.WHITE_WINS
    return Result.DRAW if drawn < 2 * expected + halves else Result.BLACK_WINS


def _happens(percent: int, lot: random.Random) -> bool:
    return lot.randrange(100) < percent
