"""The table behind all tie-breaks of a tournament: everybody's rounds, scores and adjusted scores, worked out once.

A table looks at the rounds that its tournament holds, as if the tournament ended there: "the last round" and "the
number of rounds" of the articles are those of the table. That is how a table after round 5 of 9 is an official one.
A game that is still to be finished is a game against that opponent which has scored nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from engine.cards import Card, Cell, cards
from engine.dummy import dummy_score
from engine.model import MEANINGS, Board, Colour, Outcome, PlayerId, Result, Tournament, Value
from engine.performance import half_up
from engine.ratings import OF_EACH_GAME
from engine.start_order import start_order
from engine.tiebreaks.codes import TieBreak

EDITIONS = ("2024", "2026")  # of FIDE C.07
_IN_FORCE_SINCE = "2026-03-01"  # the newer one


def edition_in_force(starts: str) -> str:
    """FIDE C.07: by the day on which a tournament begins (ISO 8601); the newest where nobody knows it."""
    is_a_day = starts[:4].isdigit() and starts[4:5] == "-"
    return EDITIONS[0] if is_a_day and starts < _IN_FORCE_SINCE else EDITIONS[-1]


_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})
_TO_COME = frozenset({Outcome.PENDING, Outcome.POSTPONED})

_Made = TypeVar("_Made")


class Line(Value, frozen=True, gc=False):
    """One round of one player, as the articles about tie-breaks ask for it."""

    round: int
    opponent: PlayerId | None
    colour: Colour | None
    points: int
    total: int  # after this round
    halves: int  # of a game played: 2 won, 1 drawn, 0 lost, whatever the tournament pays for it
    is_played: bool  # over the board
    is_to_come: bool  # paired, but not finished
    is_forfeit: bool
    is_bye: bool  # the pairing bye
    is_voluntary: bool  # FIDE C.07:2026 16.1.2: a requested bye or a forfeit loss
    is_requested_bye: bool  # FIDE C.07:2026 16.1.1


class _LineMark(Value, frozen=True, gc=False):
    """What a line takes from the outcome alone: looked up once for each outcome, not for each round."""

    halves: int
    is_played: bool
    is_to_come: bool
    is_forfeit: bool
    is_bye: bool
    is_voluntary: bool
    is_requested_bye: bool


_MARKS: Mapping[Outcome, _LineMark] = {
    outcome: _LineMark(
        halves=meaning.halves,
        is_played=meaning.played,
        is_to_come=outcome in _TO_COME,
        is_forfeit=outcome in _FORFEITS,
        is_bye=outcome is Outcome.PAIRING_BYE,
        is_voluntary=meaning.requested,
        is_requested_bye=meaning.requested and outcome not in _FORFEITS,
    )
    for outcome, meaning in MEANINGS.items()
}


class Table:
    """The shared part. It is filled as it is asked and never changes.

    ``is_predetermined``: all pairings were known beforehand (FIDE C.07:2026 15.2).
    """

    def __init__(
        self, t: Tournament, dealt: Mapping[PlayerId, Card] | None = None, *, is_predetermined: bool = False
    ) -> None:
        dealt = cards(t) if dealt is None else dealt
        self.tournament = t
        self.points = t.rules.points
        self.rounds = len(t.rounds)
        self.is_predetermined = is_predetermined
        self.has_caps = t.rules.tiebreak_edition != "2024"  # FIDE C.07:2026 16.4: new in that edition
        self.scores: Mapping[PlayerId, int] = {player: card.score for player, card in dealt.items()}
        self.lines: Mapping[PlayerId, tuple[Line, ...]] = {
            player: tuple(map(_line, card.cells)) for player, card in dealt.items()
        }
        self.ahead: Mapping[PlayerId, tuple[Line, ...]] = {  # KNDB modification 2: scored, but its round is to come
            player: (_line(card.ahead),) for player, card in dealt.items() if card.ahead is not None
        }
        self.dummy_score = dummy_score(t)
        self._made: dict[object, Any] = {}

    def once(self, name: object, make: Callable[[], _Made]) -> _Made:
        """What ``make`` gives, made at the first call for that name."""
        if name not in self._made:
            self._made[name] = make()
        made: _Made = self._made[name]
        return made

    def is_game(self, line: Line, tiebreak: TieBreak) -> bool:
        """FIDE C.07:2026 15.2: played or to come; a forfeit too where the pairings are known beforehand, or with /P."""
        if line.is_played or line.is_to_come:
            return True
        return line.is_forfeit and (self.is_predetermined or tiebreak.forfeits_played)

    @cached_property
    def order(self) -> tuple[PlayerId, ...]:
        return start_order(self.tournament)

    @cached_property
    def adjusted(self) -> Mapping[PlayerId, int]:
        """FIDE C.07:2026 16.3: everybody's score as the tie-breaks of the opponents see it.

        A requested bye that only voluntary unplayed rounds follow, or nothing, counts as a draw; all else counts what
        it scored. Where the pairings are known beforehand nothing is adjusted (15.2).
        """
        if self.is_predetermined:
            return self.scores
        return {player: self.scores[player] + self._trailing(lines) for player, lines in self.lines.items()}

    def _trailing(self, lines: tuple[Line, ...]) -> int:
        """What the byes at the end of a tournament would bring as draws, above what they did."""
        more = 0
        for line in reversed(lines):
            if not line.is_voluntary:
                break
            if line.is_requested_bye:
                more += self.points.draw - line.points
        return more

    @cached_property
    def fore(self) -> Table:
        """FIDE C.07:2026 8.3: the table as if every game paired for the last round, forfeits too, had been drawn."""
        t = self.tournament
        if not t.rounds:
            return self
        *before, last = t.rounds
        drawn = msgspec.structs.replace(last, boards=tuple(map(_as_drawn, last.boards)))
        foreseen = msgspec.structs.replace(t, rounds=(*before, drawn))
        return Table(foreseen, is_predetermined=self.is_predetermined)

    @cached_property
    def ratings(self) -> Mapping[PlayerId, int | None]:
        """FIDE C.07:2026 10: of who has several in the course of the tournament the first, or that of a round."""
        t = self.tournament
        by_round = t.rules.ratings.tiebreak_round
        if by_round > 1:
            return {player: t.rating_in(player, by_round) or None for player in t.entries}
        return {player: entry.player.rating or None for player, entry in t.entries.items()}

    def rating_of_opponent(self, line: Line, tiebreak: TieBreak) -> int | None:
        """VCL4THP 214: that of the game's round, if the rules say so."""
        t, opponent = self.tournament, line.opponent
        rated = self.all_ratings(tiebreak)
        if rated is None or opponent is None:
            return None
        if t.rules.ratings.tiebreak_round != OF_EACH_GAME:
            return rated[opponent]
        return t.rating_in(opponent, line.round) or rated[opponent]

    def all_ratings(self, tiebreak: TieBreak) -> Mapping[PlayerId, int] | None:
        """FIDE C.07:2026 10: everybody's rating, or none at all if somebody has none and /U does not say what for."""
        return self.once(
            ("rated", tiebreak.unrated, tiebreak.unrated_as),
            lambda: self._ratings_with(rating_of_unrated(self.tournament, tiebreak)),
        )

    def _ratings_with(self, unrated: int | None) -> Mapping[PlayerId, int] | None:
        rated: dict[PlayerId, int] = {}
        for player, rating in self.ratings.items():
            counted = unrated if rating is None else rating
            if counted is None:
                return None
            rated[player] = counted
        return rated


def rating_of_unrated(t: Tournament, tiebreak: TieBreak) -> int | None:
    """VCL4THP 208, 209: what a player without a rating counts as: a number, or the lowest or the mean rating of those
    who have one. None: nothing was agreed, or nobody has one."""
    rated = [player.rating for player in t.players if player.rating]
    if not tiebreak.unrated_as or not rated:
        return tiebreak.unrated
    return min(rated) if tiebreak.unrated_as == "lowest" else half_up(sum(rated), len(rated))


def _line(cell: Cell) -> Line:
    mark = _MARKS[cell.outcome]
    return Line(
        cell.round,
        cell.opponent,
        cell.colour,
        cell.points,
        cell.total,
        mark.halves,
        mark.is_played,
        mark.is_to_come,
        mark.is_forfeit,
        mark.is_bye,
        mark.is_voluntary,
        mark.is_requested_bye,
    )


def _as_drawn(board: Board) -> Board:
    """A game that was called off as if never paired stays so."""
    if board.result is Result.NEVER_PLAYED:
        return board
    return msgspec.structs.replace(board, result=Result.DRAW)
