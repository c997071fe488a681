"""One player's tournament card, as the German text prints it.

Number, title, name and rating; for each round opponent, board, colour, result, total, what the opponent adds to the
sum of the opponents' scores (Buchholz in chess, Solkoff in draughts), and the place after the round; then a final line.
The text has its cards sorted by score and the rank before, and ranks by tie-breaks at the end only; here every place is
that of the table after the round.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from engine.cards import Card, Cell
from engine.errors import BadInput, Refusal
from engine.model import Colour, Outcome, PlayerId, Rules, Tournament, Value
from engine.registry import SYSTEMS, has_ladder
from engine.scoring import points
from engine.tiebreaks import DEFINITIONS, Table, Unit, Working, tiebreak
from engine.withdrawn import expelled_players
from ledger.state import State
from ledger.views.audit import Entry
from ledger.views.corrections import Correction, correction
from ledger.views.figures import Amount, Column, amount, columns
from ledger.views.ladder_figures import worth
from ledger.views.moves import places_after, places_by_round
from ledger.views.performance import Performance, performance
from ledger.views.ranking import deal_cards, rank_players, table
from ledger.views.seasons import ladder_total, unranked_players
from ledger.views.standings import amounts, is_official
from ledger.views.start_position import StartPosition, start_position
from ledger.views.view import Person, Question, View, after_published, as_ranked, person

NAME = "card"
READS: tuple[str, ...] = (
    *("entries", "rounds", "adjustments", "extra_games", "rules", "start_order", "fixed_order", "settlements"),
    *("external_values", "positions"),
    *("is_finished", "end_correction"),
)
MOST_K = 400


class CardQuestion(Question["PlayerCard"], frozen=True):
    player: PlayerId
    round: int | None = None  # None: the last that is published
    k: int | None = None  # for an estimate of the rating change


Ask = CardQuestion


class CardLine(Value, frozen=True):
    """One round. Opponent, colour and board are those of the pairing, also when no game came of it."""

    round: int
    outcome: Outcome
    opponent: Person | None
    colour: Colour | None
    board: int | None
    points: int
    counts: bool  # not a game of somebody whose games are struck (FIDE C.05 6.6)
    total: int  # of what counts; after a round that does not count yet what it was before
    adds: Amount | None  # to the sum of the opponents' scores, as they stand now; no value: the round adds nothing
    place: int  # after the round; of one that does not count yet the place before it
    is_corrected: bool = False  # the result, the colours, or what no game counts as
    corrections: tuple[Correction, ...] = ()  # the newest that stand, oldest first; the audit has all


class AdjustmentLine(Value, frozen=True):
    """Points by decision. Why stands in the audit: a card hangs on the wall."""

    round: int
    points: int


class AbsenceLine(Value, frozen=True):
    round: int
    outcome: Outcome
    points: int  # that it will bring


class PlayerCard(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round on the card
    is_official: bool
    player: Person
    lines: tuple[CardLine, ...]
    # The final line, as in the table:
    ranked: int  # after which round: the last on the card, or the one before if no game of that has ended
    score: int
    sum_code: str | None  # "BH", "SOL" or "WP": what the sum of the opponents' scores is called; None: there is none
    sum: Amount | None
    place: int
    ladder_total: Amount | None  # what the place goes by in a Keizer tournament, once the player is on the ladder
    per_point: int
    columns: tuple[Column, ...]
    values: tuple[Amount, ...]  # one for each column
    performance: Performance
    adjustments: tuple[AdjustmentLine, ...]
    absences: tuple[AbsenceLine, ...]  # announced for rounds that are not on the card yet
    is_withdrawn: bool
    is_finished: bool  # the tournament, with the last round on this card
    is_expelled: bool | msgspec.UnsetType = msgspec.UNSET  # if so the place is none
    is_unranked: bool | msgspec.UnsetType = msgspec.UNSET  # nor on a ladder after too few games
    # Of the last round on the card: of Chess960, once it is drawn.
    position: StartPosition | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_corrected(self) -> bool:
        return any(line.is_corrected for line in self.lines)


def show(state: State, ask: CardQuestion) -> PlayerCard:
    t = state.tournament
    entry = t.entries.get(ask.player)
    if entry is None:
        raise Refusal("no-such-player", player=ask.player)
    if ask.k is not None and not 1 <= ask.k <= MOST_K:
        raise BadInput("number-outside-range", field="k", value=ask.k, least=1, most=MOST_K)
    asked, standing = after_published(t, ask.round), as_ranked(t, ask.round)
    shared, last = table(standing), len(asked.rounds)
    counted = shared.tournament
    own = next(line for line in rank_players(standing) if line.player == ask.player)
    card = deal_cards(counted)[ask.player]
    summed = _sum(shared, ask.player)
    per_point = t.rules.points.per_point
    return PlayerCard(
        version=state.version,
        round=last,
        is_official=is_official(counted),
        player=person(t, ask.player),
        lines=_lines(asked, standing, card, summed),
        ranked=len(standing.rounds),
        score=card.score,
        sum_code=None if summed is None else summed.code,
        sum=None if summed is None else amount(summed.value, Unit.POINTS, per_point),
        place=places_after(standing)[ask.player],
        ladder_total=_ladder_total(standing, ask.player),
        per_point=per_point,
        columns=columns(t),
        values=amounts(own, columns(t), per_point),
        performance=performance(t, shared, card, ask.k),
        adjustments=tuple(AdjustmentLine(a.round, a.points) for a in card.adjustments),
        absences=tuple(
            AbsenceLine(number, outcome, points(t.rules.points, outcome))
            for number, outcome in sorted(entry.absences.items())
            if number > last
        ),
        is_withdrawn=t.withdrawal_in(ask.player, last + 1) is not None,
        is_expelled=(ask.player in expelled_players(asked)) or msgspec.UNSET,
        is_unranked=(has_ladder(t.rules.system) and ask.player in unranked_players(standing)) or msgspec.UNSET,
        is_finished=t.is_finished and last == len(t.rounds),
        position=start_position(t, last) or msgspec.UNSET,
    )


def with_corrections(t: Tournament, card: PlayerCard, entries: Iterable[Entry]) -> PlayerCard:
    """The card with what the audit tells of its marks (``ledger.views.corrections`` says why it comes from there)."""
    told: dict[int | None, tuple[Correction, ...]] = {}
    for entry in entries:
        told[entry.round] = (*told.get(entry.round, ()), correction(entry, card.player.number, t.rules.points))
    lines = (replace(line, corrections=told[line.round]) if line.round in told else line for line in card.lines)
    return replace(card, lines=tuple(lines))


def _sum(shared: Table, player: PlayerId) -> Working | None:
    """None: what the opponents have scored decides nothing in this system."""
    rules = shared.tournament.rules
    if not SYSTEMS[rules.system].sums_opponents:
        return None
    agreed = tiebreak(_sum_code(rules))
    measure = DEFINITIONS[agreed.base].measure
    assert measure is not None
    return measure(shared, player, agreed)


def _sum_code(rules: Rules) -> str:
    """What the sum of the opponents' scores is called: in draughts Solkoff, or resistance points if agreed."""
    if rules.game != "draughts":
        return "BH"
    return "WP" if any(tiebreak(code).base == "WP" for code in rules.tiebreaks) else "SOL"


def _ladder_total(counted: Tournament, player: PlayerId) -> Amount | None:
    if not has_ladder(counted.rules.system):
        return None
    total = ladder_total(counted, player)
    return None if total is None else worth(counted, total)


def _lines(asked: Tournament, standing: Tournament, own: Card, summed: Working | None) -> tuple[CardLine, ...]:
    """What happened, with what counts of it. After a round that does not count yet all is as it was before it."""
    player = own.player
    played, counted = deal_cards(asked)[player].cells, deal_cards(table(asked).tournament)[player].cells
    after = [(cell.total, places[player]) for cell, places in zip(own.cells, places_by_round(standing), strict=True)]
    if len(after) < len(played):
        after.append((own.score, places_after(standing)[player]))
    return tuple(
        _line(asked, player, cell, now, _adds(asked, summed, cell.round), *so_far)
        for cell, now, so_far in zip(played, counted, after, strict=True)
    )


def _adds(t: Tournament, summed: Working | None, round_number: int) -> Amount | None:
    if summed is None:
        return None
    added = (part.value for part in summed.contributions if part.round == round_number)
    return amount(next(added, None), Unit.POINTS, t.rules.points.per_point)


def _line(
    t: Tournament, player: PlayerId, cell: Cell, now: Cell, adds: Amount | None, total: int, place: int
) -> CardLine:
    return CardLine(
        round=cell.round,
        outcome=cell.outcome,
        opponent=None if cell.opponent is None else person(t, cell.opponent),
        colour=cell.colour,
        board=cell.board,
        points=cell.points,
        counts=cell.outcome is now.outcome,
        total=total,
        adds=adds,
        place=place,
        is_corrected=t.rounds[cell.round - 1].is_corrected(player),
    )
