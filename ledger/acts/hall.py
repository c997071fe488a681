"""Acts that tell the hall something: announcements and the round clock."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Phase
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Others, Streams
from ledger.acts.fields import Fields, flatten
from ledger.state import Announcement, Clock, State


class Announce(Command, frozen=True, kw_only=True, tag="announce"):
    text: str
    until: str = ""


class PassOnAnnouncement(Command, frozen=True, kw_only=True, tag="pass-on-announcement"):
    """What a festival has announced is told in a section."""

    text: str
    until: str
    festival: str  # its stream
    number: int  # that it has there


class Announced(Event, frozen=True, kw_only=True, gc=False, tag="announced"):
    announcement: int
    text: str
    until: str = ""
    of_festival: int = 0  # the number that it has in the festival; 0: it is this stream's own
    festival: str = ""  # that one's stream; old records do not tell


class WithdrawAnnouncement(Command, frozen=True, kw_only=True, tag="withdraw-announcement"):
    announcement: int


class AnnouncementWithdrawn(Event, frozen=True, kw_only=True, gc=False, tag="announcement-withdrawn"):
    announcement: int


class SetClock(Command, frozen=True, kw_only=True, tag="set-clock"):
    round: int
    starts: str
    ends: str


class ClockSet(Event, frozen=True, kw_only=True, gc=False, tag="clock-set"):
    round: int
    starts: str
    ends: str


class ClearClock(Command, frozen=True, kw_only=True, tag="clear-clock"):
    round: int


class ClockCleared(Event, frozen=True, kw_only=True, gc=False, tag="clock-cleared"):
    round: int


# -- deciding ----------------------------------------------------------------------------------------------------------


def announce(state: State, command: Announce) -> list[Event]:
    """Numbered by the version of its record: a number is never used again."""
    until, found = "", Gathered()
    with found:
        checks.text(command.text, "text", required=True)
    with found:
        until = _in_utc(command.until, "until") if command.until else ""
    found.tell()
    return [Announced(announcement=state.version + 1, text=command.text, until=until)]


def pass_on_announcement(state: State, command: PassOnAnnouncement) -> list[Event]:
    (announced,) = announce(state, Announce(text=command.text, until=command.until))
    return [replace(announced, of_festival=command.number, festival=command.festival)]


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


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_announced(state: State, event: Announced) -> State:
    announcement = Announcement(event.announcement, event.text, event.until)
    hall = replace(state.hall, announcements=(*state.hall.announcements, announcement))
    if event.of_festival:
        there = (event.festival, event.of_festival)
        hall = replace(hall, of_festival={**hall.of_festival, there: event.announcement})
    return state.advance(hall=hall)


def _evolve_withdrawn(state: State, event: AnnouncementWithdrawn) -> State:
    left = tuple(one for one in state.hall.announcements if one.number != event.announcement)
    told = {there: own for there, own in state.hall.of_festival.items() if own != event.announcement}
    return state.advance(hall=replace(state.hall, announcements=left, of_festival=told))


def _evolve_clock_set(state: State, event: ClockSet) -> State:
    return state.advance(hall=replace(state.hall, clock=Clock(event.round, event.starts, event.ends)))


def _evolve_clock_cleared(state: State, event: ClockCleared) -> State:
    return state.advance(hall=replace(state.hall, clock=None))


# -- what a festival tells its sections --------------------------------------------------------------------------------


def _announce_in_section(section: State, stream: str, event: Announced, festival: str) -> Command | None:
    return PassOnAnnouncement(text=event.text, until=event.until, festival=festival, number=event.announcement)


def _withdraw_in_section(section: State, stream: str, event: AnnouncementWithdrawn, festival: str) -> Command | None:
    """An old record does not tell of which festival it was: then it was of the one that the section is in."""
    told = section.hall.of_festival
    number = told.get((festival, event.announcement), told.get(("", event.announcement)))
    return None if number is None else WithdrawAnnouncement(announcement=number)


def _set_clock_in_section(section: State, stream: str, event: ClockSet, festival: str) -> Command | None:
    """Where that round is on or to come; a section that plays by a time of its own sets it afterwards."""
    t = section.tournament
    is_over = any(played.number == event.round and played.phase is Phase.CLOSED for played in t.rounds)
    if t.is_finished or is_over or not 1 <= event.round <= t.rules.rounds:
        return None
    return SetClock(round=event.round, starts=event.starts, ends=event.ends)


def _clear_clock_in_section(section: State, stream: str, event: ClockCleared, festival: str) -> Command | None:
    clock = section.hall.clock
    if section.tournament.is_finished or clock is None or clock.round != event.round:
        return None
    return ClearClock(round=event.round)


def _check_clock_of_festival(others: Others, stream: str, command: SetClock) -> None:
    """A round that one of its sections has: else the clock would stand on the common screens and nowhere else."""
    state = others.state(stream)
    if state is None or state.festival is None:
        return
    sections = filter(None, map(others.state, state.festival.sections))
    most = max((section.tournament.rules.rounds for section in sections), default=command.round)
    if command.round > most:
        raise Refusal("round-outside-programme", round=command.round, rounds=most)


# -- telling -----------------------------------------------------------------------------------------------------------


def _announcement_fields(state: State, event: Announced | AnnouncementWithdrawn) -> Fields:
    found = (one for one in state.hall.announcements if one.number == event.announcement)
    return next(({"text": one.text, "until": one.until} for one in found), {})


def _clock_fields(state: State, event: ClockSet | ClockCleared) -> Fields:
    return {} if state.hall.clock is None else flatten(state.hall.clock)


def _announced_news(before: State | None, event: Announced, after: State) -> News:
    return (), {"announcement": event.announcement, "text": event.text, "until": event.until}


def _withdrawn_news(before: State | None, event: AnnouncementWithdrawn, after: State) -> News:
    return (), {"announcement": event.announcement}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetClock,
        streams=Streams.ALL,
        decide=set_clock,
        endpoint=Endpoint("PUT", "/rounds/{round}/clock", {"starts": "2026-05-01T14:00Z", "ends": "2026-05-01T18:00Z"}),
        event=ClockSet,
        evolve=_evolve_clock_set,
        for_section=_set_clock_in_section,
        check_others=_check_clock_of_festival,
        fields=_clock_fields,
    ),
    Act(
        command=ClearClock,
        streams=Streams.ALL,
        decide=clear_clock,
        endpoint=Endpoint("DELETE", "/rounds/{round}/clock"),
        event=ClockCleared,
        evolve=_evolve_clock_cleared,
        for_section=_clear_clock_in_section,
        fields=_clock_fields,
    ),
    Act(
        command=Announce,
        streams=Streams.ALL,
        decide=announce,
        endpoint=Endpoint("POST", "/announcements", {"text": "Prize-giving at 18:00."}),
        may_follow_the_end=True,
        event=Announced,
        evolve=_evolve_announced,
        for_section=_announce_in_section,
        fields=_announcement_fields,
        news=_announced_news,
    ),
    Act(
        command=PassOnAnnouncement,
        decide=pass_on_announcement,
        is_internal=True,
        may_follow_the_end=True,
    ),
    Act(
        command=WithdrawAnnouncement,
        streams=Streams.ALL,
        decide=withdraw_announcement,
        endpoint=Endpoint("DELETE", "/announcements/{announcement}"),
        may_follow_the_end=True,
        event=AnnouncementWithdrawn,
        evolve=_evolve_withdrawn,
        for_section=_withdraw_in_section,
        fields=_announcement_fields,
        news=_withdrawn_news,
    ),
)
