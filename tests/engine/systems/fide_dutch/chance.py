"""Random tournaments for tests: seeded, with draws, forfeits and absences."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)
from engine.pairing import Paired

GAMES = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FORFEITS = (Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS, Result.DOUBLE_FORFEIT)
ABSENCES = (Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE)


class Chance:
    """What happens in a tournament, by lot. ``games``: the results from which a game's is drawn."""

    def __init__(
        self, seed: int, system: str, most_players: int = 9, games: Sequence[Result] = GAMES, least_players: int = 3
    ) -> None:
        self.lot, self.games = Random(seed), games
        self.players = self.lot.randint(least_players, most_players)
        self.rounds = self.lot.randint(2, max(2, min(9, self.players - 2)))
        self.trouble = self.lot.choice((0.0, 0.05, 0.2))
        entries = {n: Entry(Player(n, f"Player {n:02}", 2600 - 10 * n)) for n in range(1, self.players + 1)}
        self.start = Tournament(
            details=Details(f"seed {seed}"),
            rules=Rules(system, self.rounds),
            entries=entries,
            first_colour=self.lot.choice((Colour.WHITE, Colour.BLACK)),
        )

    def before_round(self, t: Tournament) -> Tournament:
        """Some announce that they will not play."""
        number = t.next_round
        entries = {n: self._announcing(entry, number) for n, entry in t.entries.items()}
        return msgspec.structs.replace(t, entries=entries)

    def _announcing(self, entry: Entry, number: int) -> Entry:
        if self.lot.random() >= self.trouble:
            return entry
        return msgspec.structs.replace(entry, absences={**entry.absences, number: self.lot.choice(ABSENCES)})

    def after_round(self, t: Tournament, paired: Paired) -> Tournament:
        """The games are played, or forfeited."""
        number = t.next_round
        boards = tuple(Board(board.white, board.black, self._result()) for board in paired.boards)
        away = tuple(SitOut(n, entry.absences[number]) for n, entry in t.entries.items() if number in entry.absences)
        played = Round(number, boards, (*away, *paired.sitouts), t.rules.system, Phase.CLOSED)
        return msgspec.structs.replace(t, rounds=(*t.rounds, played))

    def _result(self) -> Result:
        return self.lot.choice(FORFEITS if self.lot.random() < self.trouble else self.games)
