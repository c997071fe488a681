"""Acts on lists of players that were registered as a whole: taking one back."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import PlayerId
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.fields import Fields
from ledger.acts.removals import without_players
from ledger.state import RegisteredList, State


class ListRegistered(Event, frozen=True, kw_only=True, gc=False, tag="list-registered"):
    """Those registered in the records before it came from one list."""

    number: int  # counted in this tournament
    name: str  # of the file, or how else people call it
    players: tuple[PlayerId, ...]


class TakeBackList(Command, frozen=True, kw_only=True, tag="take-back-list"):
    """All who came with a list and are still there go, as if they had never been there."""

    list: int
    reason: str = ""


class ListTakenBack(Event, frozen=True, kw_only=True, gc=False, tag="list-taken-back"):
    list: int
    players: tuple[PlayerId, ...]
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def take_back_list(state: State, command: TakeBackList) -> list[Event]:
    """Once a round is paired entries are removed one by one, of who was never paired (``removals.py``)."""
    t = state.tournament
    checks.text(command.reason, "reason")
    if not 1 <= command.list <= len(state.lists):
        raise Refusal("no-such-list", list=command.list)
    if t.rounds:
        raise Refusal("list-round-paired", round=t.rounds[0].number)
    players = players_left(state, state.lists[command.list - 1])
    if not players:
        raise Refusal("list-is-gone", name=state.lists[command.list - 1].name)
    return [ListTakenBack(list=command.list, players=players, reason=command.reason)]


def players_left(state: State, registered: RegisteredList) -> tuple[PlayerId, ...]:
    """Who came with it and was not removed since."""
    return tuple(player for player in registered.players if player in state.tournament.entries)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_registered(state: State, event: ListRegistered) -> State:
    return replace(state.advance(), lists=(*state.lists, RegisteredList(event.name, event.players)))


def _evolve_taken_back(state: State, event: ListTakenBack) -> State:
    """Who comes with another list later, under the same number, does not come with this one."""
    gone = without_players(state, event.players)
    lists = [replace(one, players=()) if number == event.list else one for number, one in enumerate(state.lists, 1)]
    return replace(gone, lists=tuple(lists))


# -- telling -----------------------------------------------------------------------------------------------------------


def _list_fields(state: State, event: ListRegistered) -> Fields:
    return {"list_name": event.name, "players": len(event.players)} if event.number <= len(state.lists) else {}


def _players_fields(state: State, event: ListTakenBack) -> Fields:
    return {"players": sum(player in state.tournament.entries for player in event.players)}


ACTS: tuple[AnyAct, ...] = (
    # What a file is called may say more than its players want to be told.
    Act(event=ListRegistered, evolve=_evolve_registered, fields=_list_fields, publicity=Publicity.STAFF_ONLY),
    Act(
        command=TakeBackList,
        decide=take_back_list,
        endpoint=Endpoint("DELETE", "/lists/{list}", {"reason": "The list of the other group."}),
        event=ListTakenBack,
        evolve=_evolve_taken_back,
        has_private_reason=True,
        fields=_players_fields,
        players=lambda before, event, after: event.players,
    ),
)
