"""Toy acts: a bell is rung, and muted. This module stands for a subject's in ``ledger/acts``.

As a plugin of pytest (``-p tests.ledger.acts.toy``) it is loaded before anything else, and puts itself where
``ledger/acts/subjects.py`` would name it.
"""

from __future__ import annotations

import sys

from msgspec.structs import replace

from ledger.acts import checks, subjects
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields
from ledger.acts.permission import Permission
from ledger.state import Announcement, State


class RingBell(Command, frozen=True, kw_only=True, tag="ring-bell"):
    round: int


class BellRung(Event, frozen=True, kw_only=True, gc=False, tag="bell-rung"):
    round: int


class MuteBell(Command, frozen=True, kw_only=True, tag="mute-bell"):
    reason: str


class BellMuted(Event, frozen=True, kw_only=True, gc=False, tag="bell-muted"):
    reason: str


def ring_bell(state: State, command: RingBell) -> list[Event]:
    checks.round_in_programme(state.tournament, command.round)
    return [BellRung(round=command.round)]


def mute_bell(state: State, command: MuteBell) -> list[Event]:
    checks.reason(command.reason)
    return [BellMuted(reason=command.reason)]


def _evolve_rung(state: State, event: BellRung) -> State:
    ringing = Announcement(state.version + 1, f"Ding {event.round}")
    return state.advance(hall=replace(state.hall, announcements=(*state.hall.announcements, ringing)))


def _evolve_muted(state: State, event: BellMuted) -> State:
    return state.advance(hall=replace(state.hall, announcements=()))


def _bell_fields(state: State, event: Event) -> Fields:
    return {"text": tuple(one.text for one in state.hall.announcements)}


def _bell_news(before: State | None, event: BellRung, after: State) -> News:
    return (), {"round": event.round}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=RingBell,
        decide=ring_bell,
        endpoint=Endpoint("POST", "/rounds/{round}/bell"),
        event=BellRung,
        evolve=_evolve_rung,
        fields=_bell_fields,
        news=_bell_news,
    ),
    Act(
        command=MuteBell,
        decide=mute_bell,
        endpoint=Endpoint("POST", "/bell/silence", {"reason": "Too loud."}, Permission.ENTER_RESULTS),
        may_follow_the_end=True,
        event=BellMuted,
        evolve=_evolve_muted,
        publicity=Publicity.STAFF_ONLY,
        fields=_bell_fields,
    ),
)

subjects.SUBJECTS = (*subjects.SUBJECTS, sys.modules[__name__])
