"""Acts on the start order: an order that is set by hand, and new start numbers after corrections."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from engine.start_order import has_fixed_order, order_by_strength, start_order
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.state import State


class SetStartOrder(Command, frozen=True, kw_only=True, tag="set-start-order"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class StartOrderSet(Event, frozen=True, kw_only=True, gc=False, tag="start-order-set"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class RenumberPlayers(Command, frozen=True, kw_only=True, tag="renumber-players"):
    """New start numbers by the ratings and titles as they are now. Once a round is paired a reason is required."""

    reason: str = ""


class PlayersRenumbered(Event, frozen=True, kw_only=True, gc=False, tag="players-renumbered"):
    order: tuple[PlayerId, ...]  # the first has number 1
    reason: str = ""


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


def renumber_players(state: State, command: RenumberPlayers) -> list[Event]:
    """FIDE C.04.2 2.3: numbers may be given anew after corrections, until round 4 is paired."""
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    _check_is_open(t)
    order = order_by_strength(t)
    return [] if order == start_order(t) else [PlayersRenumbered(order=order, reason=command.reason)]


def _check_is_open(t: Tournament) -> None:
    if has_fixed_order(t):
        raise Refusal("start-order-is-fixed", round=t.order_fixed_by)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_order(state: State, event: StartOrderSet | PlayersRenumbered) -> State:
    return state.advance(replace(state.tournament, start_order=event.order, fixed_order=()))


# -- telling -----------------------------------------------------------------------------------------------------------


def _number_fields(state: State, event: PlayersRenumbered) -> Fields:
    return {f"start_number.{player}": number for number, player in enumerate(start_order(state.tournament), start=1)}


def _number_news(before: State | None, event: PlayersRenumbered, after: State) -> News | None:
    """Before the first round they are in no hand yet."""
    return ((), {}) if after.tournament.released_rounds else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetStartOrder,
        decide=set_start_order,
        endpoint=Endpoint("PUT", "/start-order", {"order": [2, 1, 3, 4]}),
        event=StartOrderSet,
        evolve=_evolve_order,
        fields=lambda state, event: {"start_order": state.tournament.start_order},
        settles=("start-order",),
        moves_places=lambda before, event: True,
    ),
    Act(
        command=RenumberPlayers,
        decide=renumber_players,
        endpoint=Endpoint("POST", "/start-order/renumbering", {"reason": "The list of May was wrong."}),
        event=PlayersRenumbered,
        evolve=_evolve_order,
        fields=_number_fields,
        settles=("start-order",),
        news=_number_news,
        moves_places=lambda before, event: True,
    ),
)
