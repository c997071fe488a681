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
from engine.performance import expected_percent
from engine.system import System

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


def simulate(system: System, players: int, rounds: int, seed: int, chances: Chances = USUAL) -> Simulated:
    """Play a whole tournament, or as many rounds as the field can be paired for."""
    chance = _Chance(seed, chances)
    t = chance.open_tournament(system.key, players, rounds)
    for _ in range(rounds):
        announced = chance.announce_absences(t)
        try:
            paired = system.pair(announced)
        except NoPairing as stopped:
            return Simulated(t, stopped)
        boards = tuple(chance.play(announced, board) for board in paired.boards)
        t = replace(announced, rounds=(*t.rounds, _round(announced, boards, paired.sitouts)))
    return Simulated(t)


def _round(t: Tournament, boards: tuple[Board, ...], given: tuple[SitOut, ...]) -> Round:
    number = t.next_round
    away = (SitOut(p, e.absences[number]) for p, e in t.entries.items() if number in e.absences)
    sitouts = tuple(sorted((*away, *given), key=lambda out: out.player))
    return Round(number, boards, sitouts, t.rules.system, Phase.CLOSED)


class _Chance:
    """What happens, by lot."""

    def __init__(self, seed: int, chances: Chances) -> None:
        self._seed = seed
        self._chances = chances
        self._lot = random.Random(seed)

    def _happens(self, percent: int) -> bool:
        return self._lot.randrange(100) < percent

    def open_tournament(self, key: str, players: int, rounds: int) -> Tournament:
        ratings = sorted((self._lot.randint(WEAKEST, STRONGEST) for _ in range(players)), reverse=True)
        entries = {number: self._entry(number, rating, rounds) for number, rating in enumerate(ratings, start=1)}
        return Tournament(
            details=Details(name=f"Simulated {players} players, {rounds} rounds, seed {self._seed}"),
            rules=Rules(system=key, rounds=rounds),
            entries=entries,
            start_order=tuple(entries),
            first_colour=self._lot.choice((Colour.WHITE, Colour.BLACK)),
        )

    def _entry(self, number: PlayerId, rating: int, rounds: int) -> Entry:
        is_late = rounds > 1 and number > FEWEST_LEFT and self._happens(self._chances.late)
        from_round = self._lot.randint(2, max(2, rounds // 2)) if is_late else 1
        return Entry(Player(number, f"Player {number:04}", rating), from_round=from_round)

    def announce_absences(self, t: Tournament) -> Tournament:
        """Who leaves for good before the next round, and who asks not to play in it."""
        number = t.next_round
        left = len(t.available(number))
        entries: dict[PlayerId, Entry] = {}
        for player, entry in t.entries.items():
            entries[player] = entry
            if left > FEWEST_LEFT and entry.is_available_for(number):
                entries[player] = self._announcing(entry, number)
                left -= entries[player] is not entry
        return replace(t, entries=entries)

    def _announcing(self, entry: Entry, number: int) -> Entry:
        if number > 1 and self._happens(self._chances.withdrawals):
            return replace(entry, withdrawals=(Withdrawal(number),))
        if self._happens(self._chances.byes):
            return replace(entry, absences={**entry.absences, number: self._lot.choice(_BYES)})
        return entry

    def play(self, t: Tournament, board: Board) -> Board:
        if self._happens(self._chances.forfeits):
            return replace(board, result=self._lot.choice(_FORFEITS))
        white, black = (t.entries[player].player.rating or WEAKEST for player in (board.white, board.black))
        return replace(board, result=self._result(expected_percent(white - black)))

    def _result(self, expected: int) -> Result:
        """White scores what the ratings let expect; where one is much stronger, fewer games can be drawn."""
        draws = min(self._chances.draws, 2 * expected, 2 * (100 - expected))
        drawn = self._lot.randrange(200)  # of 200, so that half a draw is a whole number
        if drawn < 2 * expected - draws:
            return Result.WHITE_WINS
        return Result.DRAW if drawn < 2 * expected + draws else Result.BLACK_WINS
