"""Acts on the right to half-point byes: who has none (FIDE C.05 6.7(4), VCL4THP 175)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Outcome, PlayerId
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.byes import rounds_with
from ledger.acts.fields import Fields
from ledger.state import State


class SetHalfByes(Command, frozen=True, kw_only=True, tag="set-half-byes"):
    player: PlayerId
    allowed: bool


class HalfByesSet(Event, frozen=True, kw_only=True, gc=False, tag="half-byes-set"):
    player: PlayerId
    allowed: bool


def set_half_byes(state: State, command: SetHalfByes) -> list[Event]:
    """Those that were given stay; those that are announced are cancelled first."""
    t = state.tournament
    entry = checks.entry(t, command.player)
    if entry.no_half_byes is not command.allowed:
        return []
    to_come = tuple(n for n in rounds_with(t, command.player, Outcome.HALF_BYE) if n >= t.next_round)
    if to_come and not command.allowed:
        raise Refusal("half-byes-announced", player=command.player, rounds=to_come)
    return [HalfByesSet(player=command.player, allowed=command.allowed)]


def _evolve_set(state: State, event: HalfByesSet) -> State:
    entries = state.tournament.entries
    entry = replace(entries[event.player], no_half_byes=not event.allowed)
    return state.advance(replace(state.tournament, entries={**entries, event.player: entry}))


def _right_fields(state: State, event: HalfByesSet) -> Fields:
    return {"no_half_byes": state.tournament.entries[event.player].no_half_byes}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetHalfByes,
        decide=set_half_byes,
        endpoint=Endpoint("PUT", "/players/{player}/half-byes", {"allowed": False}),
        event=HalfByesSet,
        evolve=_evolve_set,
        fields=_right_fields,
    ),
)
