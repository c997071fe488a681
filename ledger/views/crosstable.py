"""The cross table: everybody against everybody, round by round, or in a round robin as a square."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card, Cell, cards
from engine.model import Colour, Outcome, PlayerId, Value
from engine.registry import has_ladder, is_predetermined
from engine.withdrawn import counting
from ledger.state import State
from ledger.views.figures import Amount, Column, columns
from ledger.views.moves import table_after
from ledger.views.standings import amounts, is_official, with_open_game
from ledger.views.view import Person, Question, View, as_ranked, coming_round, person

NAME = "crosstable"
READS: tuple[str, ...] = (
    *("entries", "rounds", "adjustments", "extra_games", "rules", "start_order", "fixed_order", "settlements"),
    "external_values",
    "is_finished",
    "end_correction",
)


class CrosstableQuestion(Question["Crosstable"], frozen=True):
    round: int | None = None  # None: the last that counts (``ranked_rounds``)


Ask = CrosstableQuestion


class CrossCell(Value, frozen=True):
    """One round of one player."""

    outcome: Outcome
    opponent: int | None  # the opponent's line in this table
    colour: Colour | None
    points: int
    counts: bool  # not a game of somebody whose games are struck (FIDE C.05 6.6)


class CrossLine(Value, frozen=True):
    line: int  # 1, 2, 3 … without a gap; places may be shared
    place: int
    player: Person
    cells: tuple[CrossCell, ...]  # by round
    meetings: tuple[tuple[int, ...], ...]  # of a square: for each line of the table the rounds in which the two met
    score: int
    values: tuple[Amount, ...]
    is_withdrawn: bool
    has_open_game: bool  # in a round that counts: in progress, postponed or adjourned


class Crosstable(View, frozen=True, kw_only=True, omit_defaults=True, tag=NAME):
    round: int
    is_official: bool
    is_square: bool  # all play all: ``meetings`` is filled
    per_point: int
    columns: tuple[Column, ...]
    lines: tuple[CrossLine, ...]
    is_ladder: bool = False  # ordered by the ladder of its system: the points of the games decide nothing


def show(state: State, ask: CrosstableQuestion) -> Crosstable:
    t = state.tournament
    asked = as_ranked(t, ask.round)
    counted, table = counting(asked), table_after(asked, ask.round)
    played, dealt = cards(asked), cards(counted)
    lines = {standing.player: number for number, standing in enumerate(table, start=1)}
    agreed, per_point = columns(t), t.rules.points.per_point
    is_square = is_predetermined(t.rules.system)
    next_round, open_games = coming_round(t, ask.round), with_open_game(asked)
    return Crosstable(
        version=state.version,
        round=len(counted.rounds),
        is_official=is_official(counted),
        is_square=is_square,
        per_point=per_point,
        columns=agreed,
        is_ladder=has_ladder(t.rules.system),
        lines=tuple(
            CrossLine(
                line=number,
                place=standing.place,
                player=person(t, standing.player),
                cells=_cells(played[standing.player], dealt[standing.player], lines),
                meetings=_meetings(dealt[standing.player], lines) if is_square else (),
                score=dealt[standing.player].score,
                values=amounts(standing, agreed, per_point),
                is_withdrawn=t.withdrawal_in(standing.player, next_round) is not None,
                has_open_game=standing.player in open_games,
            )
            for number, standing in enumerate(table, start=1)
        ),
    )


def _cells(played: Card, counted: Card, lines: Mapping[PlayerId, int]) -> tuple[CrossCell, ...]:
    """What happened, and whether it counts."""
    both = zip(played.cells, counted.cells, strict=True)
    return tuple(_cell(cell, cell.outcome is now.outcome, lines) for cell, now in both)


def _cell(cell: Cell, counts: bool, lines: Mapping[PlayerId, int]) -> CrossCell:
    opponent = None if cell.opponent is None else lines[cell.opponent]
    return CrossCell(cell.outcome, opponent, cell.colour, cell.points, counts)


def _meetings(card: Card, lines: Mapping[PlayerId, int]) -> tuple[tuple[int, ...], ...]:
    met: list[tuple[int, ...]] = [() for _ in lines]
    for cell in card.cells:
        if cell.opponent is not None:
            at = lines[cell.opponent] - 1
            met[at] = (*met[at], cell.round)
    return tuple(met)
