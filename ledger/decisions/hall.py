"""Announcements and the round clock."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.errors import Gathered, Refusal
from ledger.commands import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.decisions import checks
from ledger.events import Announced, AnnouncementWithdrawn, ClockCleared, ClockSet, Event
from ledger.state import State


def announce(state: State, command: Announce) -> list[Event]:
    """Numbered by the version of its record: a number is never used again."""
    until, found = "", Gathered()
    with found:
        checks.text(command.text, "text", required=True)
    with found:
        until = _in_utc(command.until, "until") if command.until else ""
    found.tell()
    return [Announced(announcement=state.version + 1, text=command.text, until=until)]


def withdraw_announcement(state: State, command: WithdrawAnnouncement) -> list[Event]:
    if all(a.number != command.announcement for a in state.hall.announcements):
        raise Refusal("no-such-announcement", announcement=command.announcement)
    return [AnnouncementWithdrawn(announcement=command.announcement)]


def set_clock(state: State, command: SetClock) -> list[Event]:
    instants, found = [], Gathered()
    with found:
        checks.round_in_programme(state.tournament, command.round)
    for field, given in (("starts", command.starts), ("ends", command.ends)):
        with found:
            instants.append(_instant(given, field))
    with found:
        if instants != sorted(set(instants)):
            raise Refusal("times-in-wrong-order", starts=command.starts, ends=command.ends)
    found.tell()
    starts, ends = instants
    return [ClockSet(round=command.round, starts=_as_text(starts), ends=_as_text(ends))]


def clear_clock(state: State, command: ClearClock) -> list[Event]:
    clock = state.hall.clock
    if clock is None or clock.round != command.round:
        raise Refusal("no-clock", round=command.round)
    return [ClockCleared(round=command.round)]


def _in_utc(value: str, field: str) -> str:
    return _as_text(_instant(value, field))


def _as_text(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


def _instant(value: str, field: str) -> datetime:
    """In UTC, whatever zone it was given in: a log is read in every zone."""
    checks.text(value, field)  # the reader below would take any character, a line feed too, between day and hour
    try:
        instant = datetime.fromisoformat(value)
        if instant.tzinfo is None:
            raise Refusal("time-without-zone", field=field, value=value)
        return instant.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refusal("not-a-time", field=field, value=value) from error
