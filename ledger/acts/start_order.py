"""Acts on the start order: set by hand, two equals exchanged, new start numbers; whether people see these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from engine.registry import is_predetermined
from engine.start_order import are_equal, has_fixed_order, moved_numbers, order_by_strength, start_order
from ledger.acts import checks
from ledger.acts.act import CONFIRM, Act, AnyAct, Command, Confirmation, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.state import State


class SetStartOrder(Command, frozen=True, kw_only=True, tag="set-start-order"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class StartOrderSet(Event, frozen=True, kw_only=True, gc=False, tag="start-order-set"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class ExchangeNumbers(Command, frozen=True, kw_only=True, tag="exchange-numbers"):
    """The start numbers of two players of equal rating. Once a round is paired a reason is required."""

    player: PlayerId
    other: PlayerId
    reason: str = ""


class NumbersExchanged(Event, frozen=True, kw_only=True, gc=False, tag="numbers-exchanged"):
    players: tuple[PlayerId, PlayerId]
    order: tuple[PlayerId, ...]  # of all, after it
    reason: str = ""


class RenumberPlayers(Command, frozen=True, kw_only=True, tag="renumber-players"):
    """New start numbers by the ratings and titles as they are now. Once a round is paired a reason is required."""

    reason: str = ""


class PlayersRenumbered(Event, frozen=True, kw_only=True, gc=False, tag="players-renumbered"):
    order: tuple[PlayerId, ...]  # the first has number 1
    reason: str = ""


class ShowStartNumbers(Command, frozen=True, kw_only=True, tag="show-start-numbers"):
    """As the numbers of the players, in place of their own, or no more. Once a round is paired a reason is required."""

    shown: bool = True
    reason: str = ""


class StartNumbersShown(Event, frozen=True, kw_only=True, gc=False, tag="start-numbers-shown"):
    shown: bool
    reason: str = ""


_MOST_SHOWN = 40  # moves of numbers in a question that a person reads


# -- deciding ----------------------------------------------------------------------------------------------------------


def set_start_order(state: State, command: SetStartOrder) -> list[Event]:
    """Everybody once. After the first round it is a change of what was agreed and needs a reason.

    FIDE C.04.2 2.3: once round 4 is paired nobody gets another number, for whatever reason. (In older logs some did.)
    """
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    checks.distinct_players(t, command.order)
    missing = tuple(sorted(set(t.entries) - set(command.order)))
    if missing:
        raise Refusal("players-missing", players=missing)
    if has_fixed_order(t) and command.order == start_order(t):
        return []
    _check_is_open(t)
    return [StartOrderSet(order=command.order, reason=command.reason)] if command.order != t.start_order else []


def exchange_numbers(state: State, command: ExchangeNumbers) -> list[Event]:
    """VCL4THP 147, 148: only of equals, whom the regulation puts in no order; until round 4 is paired (C.04.2 2.3)."""
    t, both = state.tournament, (command.player, command.other)
    checks.reason_once_paired(t, command.reason)
    checks.distinct_players(t, both)
    if not are_equal(t, *both):
        raise Refusal("numbers-of-unequal-ratings", players=both)
    _check_is_open(t)
    turned = dict(zip(both, reversed(both), strict=True))
    order = tuple(turned.get(player, player) for player in start_order(t))
    return [NumbersExchanged(players=both, order=order, reason=command.reason)]


def renumber_players(state: State, command: RenumberPlayers) -> list[Event]:
    """FIDE C.04.2 2.3: numbers may be given anew after corrections, until round 4 is paired."""
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    _check_is_open(t)
    order = order_by_strength(t)
    return [] if order == start_order(t) else [PlayersRenumbered(order=order, reason=command.reason)]


def show_start_numbers(state: State, command: ShowStartNumbers) -> list[Event]:
    """FIDE C.04.2 2.3: as long as numbers may change. Afterwards cards and lists with them are in everybody's hands."""
    t = state.tournament
    if command.shown == t.shows_start_numbers:
        return []
    checks.reason_once_paired(t, command.reason)
    _check_is_open(t)
    return [StartNumbersShown(shown=command.shown, reason=command.reason)]


def _check_is_open(t: Tournament) -> None:
    if has_fixed_order(t):
        raise Refusal("start-order-is-fixed", round=t.order_fixed_by)


# -- FIDE mode ---------------------------------------------------------------------------------------------------------


def _check_order_in_fide_mode(state: State, command: SetStartOrder) -> None:
    """VCL4THP 147, 148: of a Swiss nobody stands before a higher rating; the numbers of a round robin are drawn or
    given (VCL4THP 95)."""
    t = state.tournament
    if is_predetermined(t.rules.system) or has_fixed_order(t):
        return
    for before, behind in pairwise(player for player in command.order if player in t.entries):
        if (t.entries[before].player.rating or 0) < (t.entries[behind].player.rating or 0):
            raise Refusal("fide-mode-order-by-rating", players=(before, behind), rule="C.04.2 2.2")


def _confirm_numbers(
    state: State,
    command: SetStartOrder | ExchangeNumbers | RenumberPlayers,
    events: Sequence[Event],
) -> Confirmation | None:
    """VCL4THP 149, 150, 154: who gets another number, and which rounds were paired by the old ones."""
    t = state.tournament
    if not (state.fide_mode.is_on and events) or (is_predetermined(t.rules.system) and not t.rounds):
        return None
    (event,) = events
    assert isinstance(event, StartOrderSet | NumbersExchanged | PlayersRenumbered)
    moved = moved_numbers(start_order(t), event.order)
    if not moved:
        return None
    shown = moved[:_MOST_SHOWN]
    told = [Refusal("number-moves", player=move.player, old=move.old, new=move.new) for move in shown]
    if len(moved) > len(shown):
        told.append(Refusal("more-numbers-move", count=len(moved) - len(shown)))
    if t.rounds:
        told.append(Refusal("paired-by-old-numbers", rounds=len(t.rounds)))
    return Confirmation(CONFIRM, tuple(told))


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_order(state: State, event: StartOrderSet | NumbersExchanged | PlayersRenumbered) -> State:
    return state.advance(replace(state.tournament, start_order=event.order, fixed_order=()))


def _evolve_shown(state: State, event: StartNumbersShown) -> State:
    return state.advance(replace(state.tournament, shows_start_numbers=event.shown))


# -- telling -----------------------------------------------------------------------------------------------------------


def _exchange_fields(state: State, event: NumbersExchanged) -> Fields:
    order = start_order(state.tournament)
    return {f"start_number.{player}": order.index(player) + 1 for player in event.players}


def _number_fields(state: State, event: PlayersRenumbered) -> Fields:
    return {f"start_number.{player}": number for number, player in enumerate(start_order(state.tournament), start=1)}


def _number_news(before: State | None, event: PlayersRenumbered | NumbersExchanged, after: State) -> News | None:
    """Before the first round they are in no hand yet."""
    concerned = event.players if isinstance(event, NumbersExchanged) else ()
    return (concerned, {}) if after.tournament.released_rounds else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=ShowStartNumbers,
        decide=show_start_numbers,
        endpoint=Endpoint("PUT", "/start-numbers", {"shown": True}),
        event=StartNumbersShown,
        evolve=_evolve_shown,
        fields=lambda state, event: {"shows_start_numbers": state.tournament.shows_start_numbers},
        settles=("start-numbers",),
    ),
    Act(
        command=SetStartOrder,
        decide=set_start_order,
        check_fide_mode=_check_order_in_fide_mode,
        confirm=_confirm_numbers,
        endpoint=Endpoint("PUT", "/start-order", {"order": [2, 1, 3, 4]}),
        event=StartOrderSet,
        evolve=_evolve_order,
        fields=lambda state, event: {"start_order": state.tournament.start_order},
        settles=("start-order",),
        moves_places=lambda before, event: True,
    ),
    Act(
        command=ExchangeNumbers,
        decide=exchange_numbers,
        confirm=_confirm_numbers,
        endpoint=Endpoint("POST", "/start-order/exchange", {"player": 3, "other": 4, "reason": "As announced."}),
        event=NumbersExchanged,
        evolve=_evolve_order,
        fields=_exchange_fields,
        players=lambda before, event, after: event.players,
        settles=("start-order",),
        news=_number_news,
        moves_places=lambda before, event: True,
    ),
    Act(
        command=RenumberPlayers,
        decide=renumber_players,
        confirm=_confirm_numbers,
        endpoint=Endpoint("POST", "/start-order/renumbering", {"reason": "The list of May was wrong."}),
        event=PlayersRenumbered,
        evolve=_evolve_order,
        fields=_number_fields,
        settles=("start-order",),
        news=_number_news,
        moves_places=lambda before, event: True,
    ),
)
