"""Acts on the schedule of a tournament or a festival: when its rounds begin; one of them is moved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Phase
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Streams
from ledger.acts.fields import Fields
from ledger.acts.opening import MOST_ROUNDS
from ledger.schedule import Schedule, ScheduleLine, find_server_zone, is_zone, read_wall_time, sort_lines
from ledger.state import State

MOST_LINES = 1200  # of the schedule: every round that a tournament can have, and what is between them
MOST_NOTICE = 60 * 24 * 60  # minutes: two months


class SetSchedule(Command, frozen=True, kw_only=True, tag="set-schedule"):
    """All of it: what is left out is not on it any more. Without a zone it stays in the one that it has, or is in the
    server's."""

    schedule: tuple[ScheduleLine, ...]
    zone: str = ""
    notice: int = 0  # minutes before a round until which absences are announced


class PassOnSchedule(Command, frozen=True, kw_only=True, tag="pass-on-schedule"):
    """What a festival's schedule says of a section that has none of its own."""

    schedule: tuple[ScheduleLine, ...]
    zone: str
    notice: int


class ScheduleSet(Event, frozen=True, kw_only=True, gc=False, tag="schedule-set"):
    schedule: tuple[ScheduleLine, ...]
    zone: str = ""  # logs of 0.2 and before do not tell
    notice: int = 0
    is_of_festival: bool = False


class MoveRound(Command, frozen=True, kw_only=True, tag="move-round"):
    """A round that is on the schedule begins at another time."""

    round: int
    starts: str
    ends: str = ""
    reason: str = ""  # for arbiters only
    public_reason: str = ""  # told to everybody


class RoundMoved(Event, frozen=True, kw_only=True, gc=False, tag="round-moved"):
    round: int
    starts: str
    ends: str = ""
    reason: str = ""
    public_reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def set_schedule(state: State, command: SetSchedule) -> list[Event]:
    found = Gathered()
    with found:
        checks.within("schedule", len(command.schedule), 0, MOST_LINES)
    for number, line in enumerate(command.schedule[:MOST_LINES]):
        with found:
            _check_line(state, line, f"schedule.{number}")
    with found:
        checks.within("notice", command.notice, 0, MOST_NOTICE)
    with found:
        _check_zone(command.zone)
    found.tell()
    for section in dict.fromkeys(("", *(line.section for line in command.schedule))):
        _check_each_once(line for line in command.schedule if line.section == section)
        check_order(Schedule(command.schedule).of_section(section, MOST_ROUNDS))
    stands, in_order = state.schedule, sort_lines(command.schedule)
    is_same = in_order == stands.lines and command.zone in ("", stands.zone) and command.notice == stands.notice
    if is_same and not stands.is_of_festival:
        return []
    zone = command.zone or stands.zone or find_server_zone()
    return [ScheduleSet(schedule=in_order, zone=zone, notice=command.notice)]


def pass_on_schedule(state: State, command: PassOnSchedule) -> list[Event]:
    stands = state.schedule
    if (command.schedule, command.zone, command.notice) == (stands.lines, stands.zone, stands.notice):
        return []
    return [ScheduleSet(schedule=command.schedule, zone=command.zone, notice=command.notice, is_of_festival=True)]


def move_round(state: State, command: MoveRound) -> list[Event]:
    t, schedule = state.tournament, state.schedule
    line = schedule.line_of(command.round)
    if line is None:
        raise Refusal("round-not-on-schedule", round=command.round)
    if any(played.number == command.round and played.phase is Phase.CLOSED for played in t.rounds):
        raise Refusal("round-is-closed", round=command.round)
    found, moved = Gathered(), replace(line, starts=command.starts, ends=command.ends)
    with found:
        _check_times(moved, "")
    with found:
        checks.text(command.public_reason, "public_reason")
    with found:
        checks.text(command.reason, "reason")
    found.tell()
    if moved == line:
        return []
    if checks.is_blank(command.public_reason):
        checks.reason(command.reason)
    check_order(schedule.move(moved).lines)
    return [
        RoundMoved(
            round=command.round,
            starts=command.starts,
            ends=command.ends,
            reason=command.reason,
            public_reason=command.public_reason,
        )
    ]


def _check_line(state: State, line: ScheduleLine, at: str) -> None:
    _check_times(line, f"{at}.")
    rounds = MOST_ROUNDS if state.festival is not None else state.tournament.rules.rounds
    checks.within(f"{at}.round", line.round, 0, rounds)
    checks.text(line.text, f"{at}.text", required=not line.round)
    if line.section and (state.festival is None or line.section not in state.festival.sections):
        raise Refusal("no-such-section", section=line.section[: checks.LONGEST_TEXT])
    if not _is_of_one_kind(line):
        raise Refusal("schedule-line-mixed", field=f"{at}.text", value=line.text[: checks.LONGEST_TEXT])


def _is_of_one_kind(line: ScheduleLine) -> bool:
    """A round, of one section or of all; or a text that cannot be taken for one. So it is typed, shown and typed again,
    and nothing of it is lost on the way."""
    return not line.text if line.round else not (line.section or re.match("[0-9]+(@|$)", line.text.strip()))


def _check_times(line: ScheduleLine, at: str) -> None:
    """``2026-05-01T14:00``: a schedule hangs on the wall of one place, and means the clock beside it."""
    starts, ends = read_wall_time(line.starts), read_wall_time(line.ends)
    for field, text, found in (("starts", line.starts, starts), ("ends", line.ends or None, ends)):
        if text is not None and found is None:
            raise Refusal("not-a-wall-time", field=f"{at}{field}", value=text[: checks.LONGEST_TEXT])
    if starts is not None and ends is not None and ends <= starts:
        raise Refusal("times-in-wrong-order", field=f"{at}ends", starts=line.starts, ends=line.ends)


def _check_zone(zone: str) -> None:
    checks.text(zone, "zone")
    if zone and not is_zone(zone):
        raise Refusal("no-such-zone", field="zone", value=zone[: checks.LONGEST_TEXT])


def _check_each_once(lines: Iterable[ScheduleLine]) -> None:
    seen: set[int] = set()
    for line in lines:
        if line.round in seen:
            raise Refusal("round-twice-on-schedule", round=line.round)
        seen.update((line.round,) if line.round else ())


def check_order(lines: Iterable[ScheduleLine]) -> None:
    """Each begins after the one before it. Of a day whose times are not known nobody can tell."""
    rounds = sorted((line for line in lines if line.round), key=lambda line: line.round)
    for one, other in pairwise(rounds):
        is_known = one.time and other.time
        if one.starts >= other.starts if is_known else one.day > other.day:
            raise Refusal(
                "round-begins-too-early", round=other.round, starts=other.starts, before=one.round, was=one.starts
            )


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_set(state: State, event: ScheduleSet) -> State:
    changed = state.schedule.change(event.schedule, event.zone, event.notice, is_of_festival=event.is_of_festival)
    return state.advance(schedule=changed)


def _evolve_moved(state: State, event: RoundMoved) -> State:
    return state.advance(schedule=state.schedule.move(ScheduleLine(event.starts, event.round, ends=event.ends)))


def _pass_on_to_section(section: State, stream: str, event: ScheduleSet, festival: str) -> Command | None:
    """Not to one that has its own, nor to one that is over."""
    t, stands = section.tournament, section.schedule
    if t.is_finished or (stands.lines and not stands.is_of_festival):
        return None
    lines = Schedule(event.schedule).of_section(stream, t.rules.rounds)
    return PassOnSchedule(schedule=lines, zone=event.zone, notice=event.notice)


# -- telling -----------------------------------------------------------------------------------------------------------


def _schedule_fields(state: State, event: ScheduleSet) -> Fields:
    """A field of its own for each section (``schedule.open``): what is told of it is for whoever may see that one."""
    schedule = state.schedule
    named = dict.fromkeys(line.section for line in schedule.lines)
    lines: Fields = {
        f"schedule.{section}" if section else "schedule": tuple(
            _describe_line(line) for line in schedule.lines if line.section == section
        )
        for section in named
    }
    rest: Fields = {"zone": schedule.zone, "notice": schedule.notice}
    return {**lines, **{field: value for field, value in rest.items() if value}}


def _describe_line(line: ScheduleLine) -> str:
    ends = f"–{line.ends.removeprefix(f'{line.day}T').replace('T', ' ')}" if line.ends else ""
    what = (str(line.round or ""), line.text)
    return " ".join((line.starts.replace("T", " ") + ends, *(part for part in what if part)))


def _round_fields(state: State, event: RoundMoved) -> Fields:
    line = state.schedule.line_of(event.round)
    if line is None:
        return {}
    is_moved = (line.starts, line.ends) == (event.starts, event.ends)
    told = {"starts": line.starts, "ends": line.ends, "public_reason": event.public_reason if is_moved else ""}
    return {field: _describe_time(value) for field, value in told.items() if value}


def _describe_time(text: str) -> str:
    """``2026-05-01T14:00`` → ``2026-05-01 14:00``; anything else as it is."""
    return text if read_wall_time(text) is None else text.replace("T", " ")


def _moved_news(before: State | None, event: RoundMoved, after: State) -> News:
    return (), {"round": event.round, "begins": event.starts, "because": event.public_reason}


def _set_news(before: State | None, event: ScheduleSet, after: State) -> News | None:
    return ((), {}) if event.schedule else None


_SCHEDULE = [
    {"starts": "2026-05-01T13:30", "text": "Opening"},
    {"starts": "2026-05-01T14:00", "round": 1},
]
ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetSchedule,
        streams=Streams.ALL,
        decide=set_schedule,
        endpoint=Endpoint("PUT", "/schedule", {"schedule": _SCHEDULE, "zone": "Europe/Tallinn"}),
        may_follow_the_end=True,
        event=ScheduleSet,
        evolve=_evolve_set,
        for_section=_pass_on_to_section,
        fields=_schedule_fields,
        news=_set_news,
        settles=("schedule",),
    ),
    Act(
        command=PassOnSchedule,
        decide=pass_on_schedule,
        is_internal=True,
    ),
    Act(
        command=MoveRound,
        decide=move_round,
        endpoint=Endpoint(
            "PUT", "/rounds/{round}/start", {"starts": "2026-05-01T15:00", "public_reason": "The hall is not free."}
        ),
        event=RoundMoved,
        evolve=_evolve_moved,
        has_private_reason=True,
        fields=_round_fields,
        news=_moved_news,
        settles=("schedule",),
    ),
)
