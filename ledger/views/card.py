"""One player's tournament card."""

from __future__ import annotations

from engine.cards import Cell, cards
from engine.errors import Refusal
from engine.model import Colour, Outcome, PlayerId, Tournament, Value
from engine.standings import rank
from ledger.views.contract import Person, View, person, released

NAME = "card"
READS: tuple[str, ...] = ("entries", "rounds", "adjustments", "rules", "start_order")


class Ask(Value, frozen=True, forbid_unknown_fields=True):
    player: PlayerId
    round: int | None = None  # None: the last that is published


class CardLine(Value, frozen=True):
    """One round. Opponent, colour and board are those of the pairing, also when no game came of it."""

    round: int
    outcome: Outcome
    opponent: Person | None
    colour: Colour | None
    board: int | None
    points: int
    total: int


class AdjustmentLine(Value, frozen=True):
    """Points by decision. Why stands in the audit: a card hangs on the wall."""

    round: int
    points: int


class AbsenceLine(Value, frozen=True):
    round: int
    outcome: Outcome


class PlayerCard(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round on the card
    player: Person
    place: int
    score: int
    per_point: int
    lines: tuple[CardLine, ...]
    adjustments: tuple[AdjustmentLine, ...]
    absences: tuple[AbsenceLine, ...]  # announced for rounds that are not on the card yet
    is_withdrawn: bool


def show(t: Tournament, ask: Ask) -> PlayerCard:
    entry = t.entries.get(ask.player)
    if entry is None:
        raise Refusal("no-such-player", player=ask.player)
    counted = released(t, ask.round)
    last = len(counted.rounds)
    dealt = cards(counted)
    card = dealt[ask.player]
    return PlayerCard(
        version=t.version,
        round=last,
        player=person(t, ask.player),
        place=next(line.place for line in rank(counted, dealt) if line.player == ask.player),
        score=card.score,
        per_point=t.rules.points.per_point,
        lines=tuple(_line(t, cell) for cell in card.cells),
        adjustments=tuple(AdjustmentLine(a.round, a.points) for a in card.adjustments),
        absences=tuple(
            AbsenceLine(number, entry.absences[number]) for number in sorted(entry.absences) if number > last
        ),
        is_withdrawn=entry.withdrawal_in(last + 1) is not None,
    )


def _line(t: Tournament, cell: Cell) -> CardLine:
    opponent = None if cell.opponent is None else person(t, cell.opponent)
    return CardLine(cell.round, cell.outcome, opponent, cell.colour, cell.board, cell.points, cell.total)
