"""Random tournaments from a seed: who enters, who stays away, who wins. The pairings are those of a real system.

The same seed and plan give the same tournament on every machine. Results follow FIDE's table of expected scores
(B.02 8.1.2) as it stands: that a difference counts as 400 points at most (8.3.1) belongs to the calculation of
ratings, and does not make the weaker player stronger.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from engine.chances import STRONGEST, USUAL, WEAKEST, Chances, SimulationPlan
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
    PointTable,
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
_ODD = (Result.HALF_TO_WHITE, Result.HALF_TO_BLACK, Result.BOTH_LOSE)
_UNRATED = {
    Result.WHITE_WINS: Result.UNRATED_WHITE_WINS,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.BLACK_WINS: Result.UNRATED_BLACK_WINS,
}
FEWEST_LEFT = 2  # so many never stay away: a round needs a game


class Simulated(Value, frozen=True):
    """The tournament as far as it was played; ``stopped`` says why it ended before its last round."""

    tournament: Tournament
    stopped: NoPairing | None = None


def simulate(system: System, players: int, rounds: int, seed: int, chances: Chances = USUAL) -> Simulated:
    """A tournament of which nothing else is agreed."""
    return simulate_plan(system, SimulationPlan(players, rounds, chances), seed)


def simulate_plan(system: System, plan: SimulationPlan, seed: int, points: PointTable | None = None) -> Simulated:
    """Play a whole tournament, or as many rounds as the field can be paired for."""
    chance = _Chance(seed, plan)
    t = chance.open_tournament(system.key, points)
    for _ in range(plan.rounds):
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
    """What happens, by lot. What is newer than old seeds takes nothing from the lot where it has no chance."""

    def __init__(self, seed: int, plan: SimulationPlan) -> None:
        self._seed = seed
        self._plan = plan
        self._chances = plan.chances
        self._lot = random.Random(seed)

    def _happens(self, percent: int) -> bool:
        return self._lot.randrange(100) < percent

    def _may_happen(self, percent: int) -> bool:
        return percent > 0 and self._happens(percent)

    def open_tournament(self, key: str, points: PointTable | None) -> Tournament:
        plan = self._plan
        entries = {
            number: self._entry(number, rating, plan.rounds) for number, rating in enumerate(self._ratings(), start=1)
        }
        rules = Rules(system=key, rounds=plan.rounds, tiebreaks=plan.tiebreaks)
        rules = replace(rules, options={"acceleration": "baku"}) if plan.is_baku else rules
        return Tournament(
            details=Details(name=f"Simulated {plan.players} players, {plan.rounds} rounds, seed {self._seed}"),
            rules=rules if points is None else replace(rules, points=points),
            entries=entries,
            start_order=tuple(entries),
            first_colour=self._lot.choice((Colour.WHITE, Colour.BLACK)),
        )

    def _ratings(self) -> list[int]:
        if self._plan.ratings:
            return list(self._plan.ratings)
        return sorted((self._lot.randint(WEAKEST, STRONGEST) for _ in range(self._plan.players)), reverse=True)

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
        bye = self._bye()
        return entry if bye is None else replace(entry, absences={**entry.absences, number: bye})

    def _bye(self) -> Outcome | None:
        if self._happens(self._chances.byes):
            return self._lot.choice(_BYES)
        kinds = (
            (self._chances.half_byes, Outcome.HALF_BYE),
            (self._chances.full_byes, Outcome.FULL_BYE),
            (self._chances.zero_byes, Outcome.ZERO_BYE),
        )
        return next((outcome for percent, outcome in kinds if self._may_happen(percent)), None)

    def play(self, t: Tournament, board: Board) -> Board:
        return replace(board, result=self._unusual() or self._over_the_board(t, board))

    def _unusual(self) -> Result | None:
        chances = self._chances
        if self._happens(chances.forfeits):
            return self._lot.choice(_FORFEITS)
        if self._may_happen(chances.forfeit_wins):
            return self._lot.choice(_FORFEITS[:2])
        if self._may_happen(chances.double_forfeits):
            return Result.DOUBLE_FORFEIT
        return self._lot.choice(_ODD) if self._may_happen(chances.odd_results) else None

    def _over_the_board(self, t: Tournament, board: Board) -> Result:
        white, black = (t.entries[player].player.rating or WEAKEST for player in (board.white, board.black))
        result = self._result(expected_percent(white - black))
        return _UNRATED[result] if self._may_happen(self._chances.unrated_games) else result

    def _result(self, expected: int) -> Result:
        """White scores what the ratings let expect; where one is much stronger, fewer games can be drawn."""
        draws = min(self._chances.draws, 2 * expected, 2 * (100 - expected))
        drawn = self._lot.randrange(200)  # of 200, so that half a draw is a whole number
        if drawn < 2 * expected - draws:
            return Result.WHITE_WINS
        return Result.DRAW if drawn < 2 * expected + draws else Result.BLACK_WINS
