"""The tournament card: one player's history as the rules ask for it.

It is the paper card of old as a value. Every pairing system and tie-break reads cards, so all of them are made in one
pass over the rounds. Play-offs are on no card and score nothing; a game of the KNDB intermediate round stands on it in
the place of the round in which the player met the dummy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.dummy import Between, intermediate_games
from engine.model import (
    MEANINGS,
    OUTCOMES,
    Adjustment,
    Colour,
    Entry,
    Outcome,
    PlayerId,
    PointTable,
    Round,
    Tournament,
    Value,
)
from engine.scoring import pairing_scale, scale


class Cell(Value, frozen=True, gc=False):
    """One round on a card. Opponent, colour and board are those of the pairing, also when no game came of it."""

    round: int
    outcome: Outcome
    opponent: PlayerId | None
    colour: Colour | None
    board: int | None
    points: int
    total: int  # after this round, with the adjustments up to it


class Card(Value, frozen=True):
    """One player's history. All points are in the unit of the point table."""

    player: PlayerId
    cells: tuple[Cell, ...]  # one for each round that is paired, in order
    score: int
    pairing_score: int  # while the next round is paired: postponed games are draws
    adjustments: tuple[Adjustment, ...]  # points given or taken up to the last round; they are in both scores
    met: frozenset[PlayerId]  # opponents that count as met
    colours: tuple[Colour, ...]  # of the rounds that count in the colour history, in order
    ahead: Cell | None = None  # KNDB modification 2: the last round, played in the intermediate one; it scores already

    @property
    def is_still_playing(self) -> bool:
        """A game of an earlier round has been postponed or adjourned, and is not finished."""
        return any(cell.outcome is Outcome.POSTPONED for cell in self.cells)

    @property
    def games(self) -> int:
        """How many games were played over the board."""
        return sum(MEANINGS[cell.outcome].played for cell in self.cells)


class _CellMark(NamedTuple):
    """An outcome with all that its row of the semantics table says to a card: looked up once, used for every cell."""

    outcome: Outcome
    points: int
    pairing_points: int
    has_met: bool
    has_colour: bool


_Seat = tuple[_CellMark, PlayerId | None, Colour | None, int | None]  # mark, opponent, colour, board number


def cards(t: Tournament) -> dict[PlayerId, Card]:
    """Everybody's card, in order of entry. A round without the player (late, withdrawn) counts as the entry says."""
    marks = _marks(t.rules.points)
    rounds = [(played.number, _seats(played, marks)) for played in t.rounds]
    adjusted = _adjustments(t)
    between = intermediate_games(t)
    _take_the_place_of_the_dummy(between, rounds, marks)
    dealt = {n: _card(entry, rounds, marks, adjusted.get(n, ())) for n, entry in t.entries.items()}
    return dealt | {n: _played_between(dealt[n], game, marks) for n, game in between.items()}


def while_pairing(dealt: Mapping[PlayerId, Card], table: PointTable) -> dict[PlayerId, Card]:
    """KNSB:2014 F9, FMJD 4.3: the cards with every postponed game as the draw that it is while a round is paired."""
    draw = _marks(table)[Outcome.DRAW]
    return {number: _with_draws(card, draw) for number, card in dealt.items()}


def _marks(table: PointTable) -> dict[Outcome, _CellMark]:
    points, pairing_points = scale(table), pairing_scale(table)
    return {
        outcome: _CellMark(outcome, points[outcome], pairing_points[outcome], meaning.met, meaning.colour)
        for outcome, meaning in MEANINGS.items()
    }


def _seats(played: Round, marks: Mapping[Outcome, _CellMark]) -> dict[PlayerId, _Seat]:
    """Where each player was in a round."""
    seats: dict[PlayerId, _Seat] = {s.player: (marks[s.outcome], None, None, None) for s in played.sitouts}
    of_both = {result: (marks[white], marks[black]) for result, (white, black) in OUTCOMES.items()}
    for number, board in enumerate(played.boards, start=1):
        white, black = of_both[board.result]
        seats[board.white] = (white, board.black, Colour.WHITE, number)
        seats[board.black] = (black, board.white, Colour.BLACK, number)
    return seats


def _take_the_place_of_the_dummy(
    between: Mapping[PlayerId, Between],
    rounds: Sequence[tuple[int, dict[PlayerId, _Seat]]],
    marks: Mapping[Outcome, _CellMark],
) -> None:
    """KNDB modification 2: the game of the intermediate round stands where the draw with the dummy stood."""
    for _, seats in rounds if between else ():
        for player, game in between.items():
            if player in seats and seats[player][0].outcome is Outcome.PAIRING_BYE:
                seats[player] = (marks[game.outcome], game.opponent, game.colour, None)


def _adjustments(t: Tournament) -> dict[PlayerId, tuple[Adjustment, ...]]:
    """By player; an adjustment belongs to its round, so one of a round that is not there (any more) does not count."""
    found: dict[PlayerId, tuple[Adjustment, ...]] = {}
    for adjustment in t.adjustments:
        if adjustment.round <= len(t.rounds):
            found[adjustment.player] = (*found.get(adjustment.player, ()), adjustment)
    return found


def _card(
    entry: Entry,
    rounds: Sequence[tuple[int, Mapping[PlayerId, _Seat]]],
    marks: Mapping[Outcome, _CellMark],
    adjustments: tuple[Adjustment, ...],
) -> Card:
    player = entry.player.number
    cells: list[Cell] = []
    met: list[PlayerId] = []
    colours: list[Colour] = []
    total = pairing_total = 0
    for number, seats in rounds:
        seat = seats.get(player)
        mark, opponent, colour, board = seat or (marks[entry.outside(number)], None, None, None)
        adjusted = sum(a.points for a in adjustments if a.round == number) if adjustments else 0
        total += mark.points + adjusted
        pairing_total += mark.pairing_points + adjusted
        if mark.has_met and opponent is not None:
            met.append(opponent)
        if mark.has_colour and colour is not None:
            colours.append(colour)
        cells.append(Cell(number, mark.outcome, opponent, colour, board, mark.points, total))
    return Card(player, tuple(cells), total, pairing_total, adjustments, frozenset(met), tuple(colours))


def _played_between(card: Card, game: Between, marks: Mapping[Outcome, _CellMark]) -> Card:
    """KNDB modification 2: colours in the order of play; and whoever has yet to meet the dummy has a result already."""
    ahead = None
    if not any(_is_between(cell, game) for cell in card.cells):
        mark, number = marks[game.outcome], len(card.cells) + 1
        total = card.score + mark.points
        ahead = Cell(number, mark.outcome, game.opponent, game.colour, None, mark.points, total)
        met = card.met | {game.opponent} if mark.has_met else card.met
        card = replace(card, score=total, pairing_score=card.pairing_score + mark.pairing_points, met=met, ahead=ahead)
    cells = card.cells if ahead is None else (*card.cells, ahead)
    in_order = sorted(cells, key=lambda cell: (game.after_round, 1) if _is_between(cell, game) else (cell.round, 0))
    worn = (cell.colour for cell in in_order if MEANINGS[cell.outcome].colour)
    return replace(card, colours=tuple(colour for colour in worn if colour is not None))


def _is_between(cell: Cell, game: Between) -> bool:
    return cell.board is None and cell.opponent == game.opponent


def _with_draws(card: Card, draw: _CellMark) -> Card:
    if not card.is_still_playing:
        return card
    cells: list[Cell] = []
    more = 0
    for cell in card.cells:
        is_open = cell.outcome is Outcome.POSTPONED
        more += draw.points if is_open else 0
        outcome, points = (Outcome.DRAW, draw.points) if is_open else (cell.outcome, cell.points)
        cells.append(replace(cell, outcome=outcome, points=points, total=cell.total + more))
    return replace(card, cells=tuple(cells), score=card.pairing_score)
