"""Import of a list of players of a whole festival: a column of sections says where each of them plays."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, see, visitor_of
from displays.web.access.services import services_of
from displays.web.api.bodies import BadBody
from displays.web.api.commands import key_of
from displays.web.api.endpoint import Endpoint, json
from displays.web.api.list_look_up import has_rating_lists
from displays.web.api.list_preview import Change, ListPreview, preview_of, show_changes
from displays.web.api.player_import import (
    ListForm,
    columns_of,
    looked_up_in,
    read_form,
    register_command,
    without_numbers,
)
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from engine.errors import BadInput, Refusal
from engine.model import Tournament
from ledger.acts.decide import decide
from ledger.acts.lists import ListRegistered
from ledger.acts.permission import Permission
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.desk import Answer
from ledger.formats.player_columns import COLUMNS, SECTION, has_name
from ledger.formats.player_sheet import Sheet
from ledger.formats.players_csv import LeftOut, left_out
from ledger.formats.section_lists import SectionLists, join_lists, read_section_lists, with_section_column
from ledger.state import State


class SectionListForm(ListForm, frozen=True, kw_only=True):
    sections: Mapping[str, str] = {}  # what the list calls a section → its id, where its name does not say it


class SectionShare(msgspec.Struct, frozen=True):
    called: str  # in the list
    section: str  # its id; empty: none that we know
    name: str


class SectionListPreview(ListPreview, frozen=True, kw_only=True):
    sections: tuple[SectionShare, ...]
    choices: Mapping[str, str]  # the sections of the festival: id → name


class SectionImported(msgspec.Struct, frozen=True):
    section: str
    version: int
    registered: int
    completed: int
    list: int  # its number in the section, by which it may be taken back; 0: nobody came with it


class FestivalImported(msgspec.Struct, frozen=True):
    """What was written in each section, and what was made alike on the way."""

    sections: tuple[SectionImported, ...]
    registered: int
    completed: int
    adjusted: tuple[Change, ...]
    left_out: tuple[LeftOut, ...]


def _sections_of(request: Request) -> tuple[State, dict[str, State]]:
    """The festival, and those of its sections in which the visitor may register players."""
    stream = request.path_params["id"]
    allow(request, Permission.DIRECT, stream)
    see(request, stream)
    desk, visitor = services_of(request).desk, visitor_of(request)
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    found = {
        section: there
        for section in state.festival.sections
        if visitor.may(Permission.DIRECT, section) and (there := desk.find_state(section)) is not None
    }
    return state, found


async def _read(
    request: Request, sections: Mapping[str, State]
) -> tuple[SectionListForm, Sheet, tuple[str | None, ...], dict[str, Tournament]]:
    tournaments = {section: state.tournament for section, state in sections.items()}
    form, sheet = await read_form(request, SectionListForm)
    fields = columns_of(form, sheet)
    if form.columns is None:
        fields = without_numbers(with_section_column(sheet, fields, tournaments))
    return form, sheet, fields, tournaments


def _read_lists(
    form: SectionListForm, sheet: Sheet, fields: tuple[str | None, ...], tournaments: Mapping[str, Tournament]
) -> SectionLists:
    return read_section_lists(sheet, fields, tournaments, form.sections, form.leave_out, form.namesakes, form.merge)


async def preview(request: Request) -> Response:
    check_question(request.query_params)
    festival, sections = _sections_of(request)
    form, sheet, fields, tournaments = await _read(request, sections)
    problem, found = None, SectionLists({}, {})
    if sheet.rows and has_name(fields) and SECTION in fields:
        found = _read_lists(form, sheet, fields, tournaments)
    elif sheet.rows:
        code = "csv-no-section-column" if has_name(fields) else "csv-no-name-column"
        problem = BadInput(code, line=sheet.heading)
    joined = join_lists(sheet, found.lists)
    if problem is not None:
        joined = msgspec.structs.replace(joined, problems=(problem,))
    joined, looked_up = await looked_up_in(request, form, joined, None)
    refusal = _refusal_of(form, found, sections) if found.lists else None
    reader = asked_language(request)
    seen = preview_of(festival.version, sheet, fields, joined, refusal, reader)
    names = {section: t.details.name for section, t in tournaments.items()}
    shares = tuple(SectionShare(called, section, names.get(section, "")) for called, section in found.called.items())
    plain = {name: getattr(seen, name) for name in seen.__struct_fields__} | {"fields": (*COLUMNS, SECTION)}
    plain |= {"looked_up": looked_up, "has_rating_lists": await has_rating_lists(request)}
    return json(SectionListPreview(**plain, sections=shares, choices=names))


def _refusal_of(form: ListForm, found: SectionLists, sections: Mapping[str, State]) -> Refusal | None:
    """Of the first section in which the players cannot be registered."""
    for section, players in found.lists.items():
        if section and (players.players or players.completed):
            try:
                decide(sections[section], register_command(form, players))
            except Refusal as refusal:
                return refusal
    return None


async def register(request: Request) -> Response:
    """All of them are decided before the first is written; sent again with its key, what is missing is written."""
    check_question(request.query_params)
    _, sections = _sections_of(request)
    form, sheet, fields, tournaments = await _read(request, sections)
    found = _read_lists(form, sheet, fields, tournaments)
    key = key_of(request, form)
    desk, actor = services_of(request).desk, visitor_of(request).actor
    before = {section: desk.answer_to(section, key) if key and section else None for section in found.lists}
    fresh = {section: players for section, players in found.lists.items() if before[section] is None}
    joined = join_lists(sheet, fresh)
    stops = [problem for problem in joined.problems if problem.facts["line"] not in form.leave_out]
    if stops:
        raise BadBody(tuple(stops))
    commands = {
        section: register_command(form, (await looked_up_in(request, form, players, tournaments[section]))[0])
        for section, players in fresh.items()
        if section and (players.players or players.completed)
    }
    if not commands and not any(before.values()):
        raise Refusal("nobody-to-register")
    for section, command in commands.items():
        decide(sections[section], command)
    answers = {section: answer for section, answer in before.items() if answer is not None}
    for section, command in commands.items():
        answers[section] = await desk.handle(section, command, actor=actor, command_id=key)
    written = [_tell_section(section, answer) for section, answer in answers.items()]
    return json(
        FestivalImported(
            sections=tuple(written),
            registered=sum(one.registered for one in written),
            completed=sum(one.completed for one in written),
            adjusted=show_changes(joined.adjusted, asked_language(request)),
            left_out=left_out(sheet, fields),
        ),
        201,
    )


def _tell_section(section: str, answer: Answer) -> SectionImported:
    events = [recorded.event for recorded in answer.records]
    lists = [event.number for event in events if isinstance(event, ListRegistered)]
    return SectionImported(
        section,
        answer.version,
        registered=sum(isinstance(event, PlayerRegistered) for event in events),
        completed=sum(isinstance(event, PlayerCorrected) for event in events),
        list=lists[0] if lists else 0,
    )


_EXAMPLE = {"text": "Name;Rating;Section\nSmit, Anna;1900;Open\nTamm, Jaan;1450;Reserves\n"}
ENDPOINTS = (
    Endpoint(
        name="preview-festival-list",
        method="POST",
        path="/api/f/{id}/players/preview",
        handler=preview,
        answer=SectionListPreview,
        permission=Permission.DIRECT,
        body=SectionListForm,
        example=_EXAMPLE,
    ),
    Endpoint(
        name="import-festival-list",
        method="POST",
        path="/api/f/{id}/players/import",
        handler=register,
        answer=FestivalImported,
        permission=Permission.DIRECT,
        body=SectionListForm,
        example=_EXAMPLE,
        statuses=(400, 404, 409),
    ),
)
