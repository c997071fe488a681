"""Acts on a festival: opening it, its sections, its schedule. What is played there is the sections' own."""

from __future__ import annotations

import re
from datetime import datetime

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Details, Rules, Tournament
from engine.registry import BY_HAND
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Others, Streams
from ledger.acts.fields import Fields
from ledger.acts.opening import EXAMPLE_DETAILS, MOST_ROUNDS, check_details, check_is_new
from ledger.festival import Festival, ScheduleLine
from ledger.state import Hall, State

MOST_SECTIONS = 40
MOST_LINES = 400  # of the schedule


class OpenFestival(Command, frozen=True, kw_only=True, tag="open-festival"):
    details: Details
    language: str = "en"  # of its own pages and screens


class FestivalOpened(Event, frozen=True, kw_only=True, gc=False, tag="festival-opened"):
    details: Details
    language: str = "en"


class AddSection(Command, frozen=True, kw_only=True, tag="add-section"):
    """An existing tournament becomes the last of the sections."""

    section: str


class SectionAdded(Event, frozen=True, kw_only=True, gc=False, tag="section-added"):
    section: str


class RemoveSection(Command, frozen=True, kw_only=True, tag="remove-section"):
    section: str


class SectionRemoved(Event, frozen=True, kw_only=True, gc=False, tag="section-removed"):
    section: str


class SetSchedule(Command, frozen=True, kw_only=True, tag="set-schedule"):
    """All of it: what is left out is not on it any more."""

    schedule: tuple[ScheduleLine, ...]


class ScheduleSet(Event, frozen=True, kw_only=True, gc=False, tag="schedule-set"):
    schedule: tuple[ScheduleLine, ...]


# -- deciding ----------------------------------------------------------------------------------------------------------


def open_festival(state: State | None, command: OpenFestival) -> list[Event]:
    found = Gathered()
    with found:
        check_details(command.details)
    with found:
        checks.language_tag(command.language, "language")
    with found:
        check_is_new(state)
    found.tell()
    return [FestivalOpened(details=command.details, language=command.language)]


def add_section(state: State, command: AddSection) -> list[Event]:
    sections = _festival(state).sections
    if command.section in sections:
        return []
    if len(sections) >= MOST_SECTIONS:
        raise Refusal("too-many-sections", most=MOST_SECTIONS)
    return [SectionAdded(section=command.section)]


def _check_addable(others: Others, stream: str, command: AddSection) -> None:
    """A tournament is there, and belongs to no other festival."""
    checks.text(command.section, "section", required=True, longest=checks.LONGEST_TEXT)
    found = others.state(command.section)
    if found is None or found.epoch:  # a server's own stream is no tournament
        raise Refusal("no-such-section", section=command.section)
    if found.festival is not None:
        raise Refusal("section-is-festival", section=command.section)
    festival = others.festival_of(command.section)
    if festival not in ("", stream):
        raise Refusal("section-elsewhere", section=command.section, festival=festival)


def remove_section(state: State, command: RemoveSection) -> list[Event]:
    _check_section(state, command.section)
    used = [line for line in _festival(state).schedule if line.section == command.section]
    if used:
        raise Refusal("section-on-schedule", section=command.section, lines=len(used))
    return [SectionRemoved(section=command.section)]


def _check_removable(others: Others, stream: str, command: RemoveSection) -> None:
    """While it plays, people look for it where it was announced; before the first round and after the end it may go."""
    found = others.state(command.section)
    if found is not None and found.tournament.rounds and not found.tournament.is_finished:
        raise Refusal("section-plays", section=command.section, round=len(found.tournament.rounds))


def set_schedule(state: State, command: SetSchedule) -> list[Event]:
    found = Gathered()
    with found:
        checks.within("schedule", len(command.schedule), 0, MOST_LINES)
    for number, line in enumerate(command.schedule[:MOST_LINES]):
        with found:
            _check_line(state, line, f"schedule.{number}")
    found.tell()
    in_order = tuple(sorted(command.schedule, key=lambda line: line.starts))
    return [] if in_order == _festival(state).schedule else [ScheduleSet(schedule=in_order)]


def _check_line(state: State, line: ScheduleLine, at: str) -> None:
    _check_wall_time(line.starts, f"{at}.starts")
    checks.within(f"{at}.round", line.round, 0, MOST_ROUNDS)
    checks.text(line.text, f"{at}.text", required=not line.round)
    if line.section:
        _check_section(state, line.section)
    if not _is_of_one_kind(line):
        raise Refusal("schedule-line-mixed", field=f"{at}.text", value=line.text[: checks.LONGEST_TEXT])


def _is_of_one_kind(line: ScheduleLine) -> bool:
    """A round, of one section or of all; or a text that cannot be taken for one. So it is typed, shown and typed again,
    and nothing of it is lost on the way."""
    return not line.text if line.round else not (line.section or re.match("[0-9]+(@|$)", line.text.strip()))


def _check_wall_time(text: str, field: str) -> None:
    """``2026-05-01T14:00``: a programme hangs on the wall of one place, and means the clock beside it."""
    try:
        is_time = datetime.strptime(text, "%Y-%m-%dT%H:%M").strftime("%Y-%m-%dT%H:%M") == text
    except ValueError:
        is_time = False
    if not is_time:
        raise Refusal("not-a-wall-time", field=field, value=text[: checks.LONGEST_TEXT])


def _check_section(state: State, section: str) -> None:
    if section not in _festival(state).sections:
        raise Refusal("no-such-section", section=section[: checks.LONGEST_TEXT])


def _festival(state: State) -> Festival:
    assert state.festival is not None  # ``decide`` asks no other
    return state.festival


# -- evolving ----------------------------------------------------------------------------------------------------------


def begin_festival(event: FestivalOpened, version: int = 1) -> State:
    """Nobody plays in a festival's own stream: of its tournament only the details and the language are read."""
    nothing_played = Tournament(event.details, Rules(BY_HAND, MOST_ROUNDS, language=event.language))
    return State(nothing_played, Hall(), version, festival=Festival())


def _evolve_opened(state: State, event: FestivalOpened) -> State:
    """``decide`` lets nobody open it twice; whatever an imported log holds, the version goes on."""
    return begin_festival(event, state.version + 1)


def _evolve_added(state: State, event: SectionAdded) -> State:
    festival = state.festival or Festival()
    return state.advance(festival=replace(festival, sections=(*festival.sections, event.section)))


def _evolve_removed(state: State, event: SectionRemoved) -> State:
    festival = state.festival or Festival()
    left = tuple(section for section in festival.sections if section != event.section)
    return state.advance(festival=replace(festival, sections=left))


def _evolve_schedule(state: State, event: ScheduleSet) -> State:
    return state.advance(festival=replace(state.festival or Festival(), schedule=event.schedule))


# -- telling -----------------------------------------------------------------------------------------------------------


def _opening_fields(state: State, event: FestivalOpened) -> Fields:
    details = state.tournament.details
    shown = {field: getattr(details, field) for field in details.__struct_fields__}
    return {field: value for field, value in shown.items() if value not in ("", False, ())}


def _section_fields(state: State, event: SectionAdded | SectionRemoved) -> Fields:
    is_there = state.festival is not None and event.section in state.festival.sections
    return {"section": event.section} if is_there else {}


def _schedule_fields(state: State, event: ScheduleSet) -> Fields:
    """A field of its own for each section (``schedule.open``): what is told of it is for whoever may see that one."""
    schedule = () if state.festival is None else state.festival.schedule
    named = dict.fromkeys(line.section for line in schedule)
    return {
        f"schedule.{section}" if section else "schedule": tuple(
            _describe_line(line) for line in schedule if line.section == section
        )
        for section in named
    }


def _describe_line(line: ScheduleLine) -> str:
    what = (str(line.round or ""), line.text)
    return " ".join((line.starts.replace("T", " "), *(part for part in what if part)))


def _name_news(before: State | None, event: FestivalOpened, after: State) -> News:
    return (), {"name": event.details.name}


# ``decide`` and ``evolve`` begin with these two, when there is no state yet.
OPENING = Act(
    command=OpenFestival,
    streams=Streams.FESTIVAL,
    event=FestivalOpened,
    evolve=_evolve_opened,
    fields=_opening_fields,
    news=_name_news,
    settles=("details",),
)
EXAMPLE: dict[str, object] = {"id": "tartu-2026", "details": EXAMPLE_DETAILS}
_SCHEDULE = [
    {"starts": "2026-05-01T13:30", "text": "Opening"},
    {"starts": "2026-05-01T14:00", "round": 1},
]
ACTS: tuple[AnyAct, ...] = (
    OPENING,
    Act(
        command=AddSection,
        streams=Streams.FESTIVAL,
        check_others=_check_addable,
        other_stream=lambda command: command.section,
        decide=add_section,
        endpoint=Endpoint("POST", "/sections", {"section": "open-2026"}),
        event=SectionAdded,
        evolve=_evolve_added,
        fields=_section_fields,
        adds_last=True,
    ),
    Act(
        command=RemoveSection,
        streams=Streams.FESTIVAL,
        check_others=_check_removable,
        other_stream=lambda command: command.section,
        decide=remove_section,
        endpoint=Endpoint("DELETE", "/sections/{section}"),
        event=SectionRemoved,
        evolve=_evolve_removed,
        fields=_section_fields,
    ),
    Act(
        command=SetSchedule,
        streams=Streams.FESTIVAL,
        decide=set_schedule,
        endpoint=Endpoint("PUT", "/schedule", {"schedule": _SCHEDULE}),
        event=ScheduleSet,
        evolve=_evolve_schedule,
        fields=_schedule_fields,
        settles=("schedule",),
    ),
)
