"""Open games: those that were postponed and are still to be played, with their days."""

from __future__ import annotations

from engine.model import Result, Tournament, Value
from ledger.schedule import read_wall_time
from ledger.state import State
from ledger.views.view import Person, Question, View, person

NAME = "open-games"
READS: tuple[str, ...] = ("entries", "rounds")


class OpenGamesQuestion(Question["OpenGames"], frozen=True):
    pass


Ask = OpenGamesQuestion


class OpenGame(Value, frozen=True):
    """KNSB:2014 F9, FMJD 4.3: a draw while a round is paired."""

    round: int
    board: int
    white: Person
    black: Person
    until: str = ""  # when it is played: a day (2026-10-09, with a time or without), or the words that were typed

    @property
    def day(self) -> str:
        """Empty: nobody has said which."""
        found = read_wall_time(self.until)
        return "" if found is None else found.date().isoformat()


class OpenGames(View, frozen=True, kw_only=True, tag=NAME):
    games: tuple[OpenGame, ...]  # the next to be played first, those without a day last


def show(state: State, ask: OpenGamesQuestion) -> OpenGames:
    found = open_games(state.tournament, state.tournament.next_round)
    in_order = sorted(found, key=lambda game: (not game.day, game.until if game.day else ""))
    return OpenGames(version=state.version, games=tuple(in_order))


def open_games(t: Tournament, before_round: int) -> tuple[OpenGame, ...]:
    """Of the rounds before that one, in their order."""
    return tuple(
        OpenGame(played.number, number, person(t, board.white), person(t, board.black), board.until)
        for played in t.rounds[: before_round - 1]
        for number, board in enumerate(played.boards, start=1)
        if board.result is Result.POSTPONED
    )
