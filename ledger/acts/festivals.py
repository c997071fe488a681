"""Acts on a festival: opening it, its sections. What is played there is the sections' own."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Details, Rules, Tournament
from engine.registry import BY_HAND
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Others, Streams
from ledger.acts.fields import Fields
from ledger.acts.opening import EXAMPLE_DETAILS, MOST_ROUNDS, check_details, check_is_new
from ledger.acts.schedule import ScheduleSet
from ledger.festival import Festival
from ledger.state import Hall, State

MOST_SECTIONS = 40


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
    added = SectionAdded(section=command.section)
    told_again = ScheduleSet(schedule=state.schedule.lines, zone=state.schedule.zone, notice=state.schedule.notice)
    return [added, told_again] if state.schedule.lines else [added]  # the new section is told of the schedule too


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
    used = [line for line in state.schedule.lines if line.section == command.section]
    if used:
        raise Refusal("section-on-schedule", section=command.section, lines=len(used))
    return [SectionRemoved(section=command.section)]


def _check_removable(others: Others, stream: str, command: RemoveSection) -> None:
    """While it plays, people look for it where it was announced; before the first round and after the end it may go."""
    found = others.state(command.section)
    if found is not None and found.tournament.rounds and not found.tournament.is_finished:
        raise Refusal("section-plays", section=command.section, round=len(found.tournament.rounds))


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


# -- telling -----------------------------------------------------------------------------------------------------------


def _opening_fields(state: State, event: FestivalOpened) -> Fields:
    details = state.tournament.details
    shown = {field: getattr(details, field) for field in details.__struct_fields__}
    return {field: value for field, value in shown.items() if value not in ("", False, ())}


def _section_fields(state: State, event: SectionAdded | SectionRemoved) -> Fields:
    is_there = state.festival is not None and event.section in state.festival.sections
    return {"section": event.section} if is_there else {}


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
)
