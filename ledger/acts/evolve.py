"""``evolve``: what an event does to the state. It never checks and never raises on what ``decide`` let through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ledger.absent_days import follow_schedule, must_follow
from ledger.acts.act import Event
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.epochs import EpochBegun, begin_server_stream
from ledger.acts.festivals import FestivalOpened, begin_festival
from ledger.acts.integrity import Integrity
from ledger.acts.opening import TournamentOpened, begin
from ledger.acts.undo import with_reversal
from ledger.state import State

_Evolve = Callable[[State, Any], State]
_EvolveRun = Callable[[State, Any, Iterator[Event]], tuple[State, Event | None]]

_EVOLVE: dict[type[Event], _Evolve] = {kind: act.evolve for kind, act in BY_EVENT.items() if act.evolve is not None}
_RUNS: dict[type[Event], _EvolveRun] = {
    kind: act.evolve_run for kind, act in BY_EVENT.items() if act.evolve_run is not None
}


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. ``None`` is the state before a tournament or a festival was opened."""
    if state is None:
        if isinstance(event, FestivalOpened):
            return begin_festival(event)
        if isinstance(event, EpochBegun):
            return begin_server_stream(event)
        assert isinstance(event, TournamentOpened)
        return begin(event)
    after = _EVOLVE[type(event)](state, event)
    if must_follow(state, after):
        after = follow_schedule(after)
    return with_reversal(state, event, after) if find_integrity(state, event) is not None else after


def find_integrity(before: State | None, event: Event) -> Integrity | None:
    """How the event touches the integrity of the pairing. None: it does not."""
    return BY_EVENT[type(event)].integrity(before, event)


def fold(events: Iterable[Event], state: State | None = None) -> State | None:
    """The state after all of these events: what ``evolve`` makes of them one by one.

    Results and registrations come in runs. In a run the boards or the entries are copied once, not once an event.
    """
    rest = iter(events)
    event = next(rest, None)
    while event is not None:
        evolve_run = _RUNS.get(type(event))
        if state is not None and evolve_run is not None and find_integrity(state, event) is None:
            state, event = evolve_run(state, event, rest)
        else:
            state, event = evolve(state, event), next(rest, None)
    return state
