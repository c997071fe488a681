"""What a season takes over from the one before it, recorded when it is opened from that."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.carried import CarriedMeeting
from engine.model import PlayerId
from ledger.acts.act import Act, AnyAct, Event
from ledger.acts.fields import Fields
from ledger.state import State


class SeasonCarried(Event, frozen=True, kw_only=True, gc=False, tag="season-carried"):
    """Recorded with the opening only; there is nothing here that anybody could ask for. All that pairings look at is in
    it: no replay reads the log of another season."""

    colours: Mapping[PlayerId, str] = {}  # oldest first: "wbbw"
    meetings: tuple[CarriedMeeting, ...] = ()


def _evolve_carried(state: State, event: SeasonCarried) -> State:
    carried = replace(state.tournament.carried, colours=event.colours, meetings=event.meetings)
    return state.advance(replace(state.tournament, carried=carried))


def _carried_fields(state: State, event: SeasonCarried) -> Fields:
    carried = state.tournament.carried
    return {"carried_colours": len(carried.colours), "carried_meetings": len(carried.meetings)}


ACTS: tuple[AnyAct, ...] = (Act(event=SeasonCarried, evolve=_evolve_carried, fields=_carried_fields),)
