"""Announcements and the round clock."""

from __future__ import annotations

from datetime import datetime

from engine.errors import Refusal
from engine.model import Tournament
from ledger.commands import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.decisions import checks
from ledger.events import Announced, AnnouncementWithdrawn, ClockCleared, ClockSet, Event


def announce(t: Tournament, command: Announce) -> list[Event]:
    """Numbered by the version of its record: a number is never used again."""
    checks.text(command.text, "text", required=True)
    if command.until:
        _instant(command.until, "until")
    return [Announced(announcement=t.version + 1, text=command.text, until=command.until)]


def withdraw_announcement(t: Tournament, command: WithdrawAnnouncement) -> list[Event]:
    if all(a.number != command.announcement for a in t.announcements):
        raise Refusal("no-such-announcement", announcement=command.announcement)
    return [AnnouncementWithdrawn(announcement=command.announcement)]


def set_clock(t: Tournament, command: SetClock) -> list[Event]:
    checks.round_in_programme(t, command.round)
    if _instant(command.starts, "starts") >= _instant(command.ends, "ends"):
        raise Refusal("times-in-wrong-order", starts=command.starts, ends=command.ends)
    return [ClockSet(round=command.round, starts=command.starts, ends=command.ends)]


def clear_clock(t: Tournament, command: ClearClock) -> list[Event]:
    if t.clock is None or t.clock.round != command.round:
        raise Refusal("no-clock", round=command.round)
    return [ClockCleared(round=command.round)]


def _instant(value: str, field: str) -> datetime:
    try:
        instant = datetime.fromisoformat(value)
    except ValueError as error:
        raise Refusal("not-a-time", field=field, value=value) from error
    if instant.tzinfo is None:
        raise Refusal("time-without-zone", field=field, value=value)
    return instant
