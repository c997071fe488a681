"""The tournament card: one player's history as the rules ask for it.

It is the paper card of old as a value. Every pairing system and tie-break reads cards, so all of them are made in one
pass over the rounds. Extra games (play-offs, the intermediate games of the KNDB dummy rule) are on no card yet and
score nothing: how an intermediate game counts is settled together with the KNDB system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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

    @property
    def games(self) -> int:
        """How many games were played over the board."""
        return sum(MEANINGS[cell.outcome].played for cell in self.cells)


class _Mark(NamedTuple):
    """An outcome with all that its row of the semantics table says to a card: looked up once, used for every cell."""

    outcome: Outcome
    points: int
    pairing_points: int
    has_met: bool
    has_colour: bool


_Seat = tuple[_Mark, PlayerId | None, Colour | None, int | None]  # mark, opponent, colour, board number


def cards(t: Tournament) -> dict[PlayerId, Card]:
    """Everybody's card, in order of entry. A round without the player (late, withdrawn) counts as the entry says."""
    marks = _marks(t.rules.points)
    rounds = [(played.number, _seats(played, marks)) for played in t.rounds]
    adjusted = _adjustments(t)
    return {n: _card(entry, rounds, marks, adjusted.get(n, ())) for n, entry in t.entries.items()}


def _marks(table: PointTable) -> dict[Outcome, _Mark]:
    points, pairing_points = scale(table), pairing_scale(table)
    return {
        outcome: _Mark(outcome, points[outcome], pairing_points[outcome], meaning.met, meaning.colour)
        for outcome, meaning in MEANINGS.items()
    }


def _seats(played: Round, marks: Mapping[Outcome, _Mark]) -> dict[PlayerId, _Seat]:
    """Where each player was in a round."""
    seats: dict[PlayerId, _Seat] = {s.player: (marks[s.outcome], None, None, None) for s in played.sitouts}
    of_both = {result: (marks[white], marks[black]) for result, (white, black) in OUTCOMES.items()}
    for number, board in enumerate(played.boards, start=1):
        white, black = of_both[board.result]
        seats[board.white] = (white, board.black, Colour.WHITE, number)
        seats[board.black] = (black, board.white, Colour.BLACK, number)
    return seats


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
    marks: Mapping[Outcome, _Mark],
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
