"""Festivals over HTTP: the list, one of them with its sections, everybody who plays there, a move between sections."""

from __future__ import annotations

import asyncio
import functools

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, see, views_of_visitor, visitor_of
from displays.web.access.services import services_of
from displays.web.api.archive import Verification, export, verify
from displays.web.api.bodies import Body
from displays.web.api.commands import check_opening, key_of, write
from displays.web.api.endpoint import JSON_LINES, MOMENT, Endpoint, body_of, json
from displays.web.api.views import answer_view
from displays.web.api.write_response import Written
from displays.web.at_moment import asked_moment, check_question, views_at
from displays.web.festival_sections import (
    FestivalViews,
    SectionLine,
    find_unseen,
    schedule_seen,
    sections_seen_by,
    states_of,
)
from displays.web.tournament_list import festivals_for, lines_for
from displays.web.visibility import SeenViews
from engine.model import Details
from ledger.acts.festivals import EXAMPLE, OpenFestival, SectionAdded
from ledger.acts.permission import Permission
from ledger.formats.jsonl import Line, Title
from ledger.schedule import ScheduleLine
from ledger.section_moves import move_player, number_given
from ledger.state import Announcement
from ledger.store.log import Log
from ledger.tournament_list import ListedFestival
from ledger.views.audit import Audit
from ledger.views.festival import FestivalPlayer, list_festival_players


class FestivalOverview(msgspec.Struct, frozen=True):
    id: str
    version: int
    details: Details
    sections: tuple[SectionLine, ...]
    schedule: tuple[ScheduleLine, ...]
    announcements: tuple[Announcement, ...]


class OpenFestivalForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str  # stands in addresses for ever
    details: Details
    language: str = "en"

    def command(self) -> OpenFestival:
        return OpenFestival(details=self.details, language=self.language)


class MoveForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    player: int  # the number in the section that they leave
    from_section: str
    to_section: str
    reason: str = ""  # needed once a round is paired there
    namesake: bool = False  # true: another person than who is registered under that name


class Moved(msgspec.Struct, frozen=True):
    section: str
    number: int  # that they have there


async def festivals(request: Request) -> Response:
    """Those that the visitor may know of, from the list of tournaments: none of them is loaded for it."""
    check_question(request.query_params)
    desk, visitor = services_of(request).desk, visitor_of(request)
    seen = frozenset(line.id for line in await lines_for(desk, visitor))
    lines = (line for line in festivals_for(desk, visitor) if not line.broken)
    return json([ListedFestival.of(line, len(seen.intersection(line.sections))) for line in lines])


async def festival(request: Request) -> Response:
    """At a past moment: with the sections and the schedule of then; what is played in them, as it is now."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    visitor, desk = see(request, stream), services_of(request).desk
    seen = await views_at(desk, stream, asked_moment(request.query_params))
    assert seen.state.festival is not None
    sections = sections_seen_by(desk, visitor, seen.state.festival)
    return json(
        FestivalOverview(
            id=stream,
            version=seen.version,
            details=seen.tournament.details,
            sections=sections,
            schedule=schedule_seen(seen.state.schedule.lines, (line.id for line in sections)),
            announcements=seen.hall.announcements,
        )
    )


async def players(request: Request) -> Response:
    """As much of each as the visitor may see in the section: what is private there is private here."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    visitor, desk = see(request, stream), services_of(request).desk
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    return json(list_festival_players(states_of(desk, visitor, state.festival)))


async def audit(request: Request) -> Response:
    """For whoever sees no drafts, without what tells of sections that they may not know of."""
    stream = request.path_params["id"]
    visitor, desk = see(request, stream), services_of(request).desk
    views = views_of_visitor(visitor, stream)
    if views is not SeenViews:
        named = await asyncio.to_thread(_sections_ever, desk.log, stream)
        views = functools.partial(FestivalViews, unseen=find_unseen(desk, visitor, named))
    return await answer_view(request, "audit", {}, views)


def _sections_ever(log: Log, stream: str) -> set[str]:
    return {event.section for event in log.events(stream) if isinstance(event, SectionAdded)}


_OPENING, _MOVE = Body(OpenFestivalForm), Body(MoveForm)


async def open_festival(request: Request) -> Response:
    allow(request, Permission.OPEN)
    form = _OPENING.read(await body_of(request))
    check_opening(form.id, form.command(), services_of(request).desk)
    return await write(request, form.id, form.command())


async def move(request: Request) -> Response:
    stream = request.path_params["id"]
    allow(request, Permission.DIRECT, stream)
    see(request, stream)
    form = _MOVE.read(await body_of(request))
    answer = await move_player(
        services_of(request).desk,
        stream,
        form.player,
        from_section=form.from_section,
        to_section=form.to_section,
        actor=visitor_of(request).actor,
        command_id=key_of(request, form),
        reason=form.reason,
        namesake=form.namesake,
    )
    return json(Moved(form.to_section, number_given(answer)))


_MOVING = {"player": 12, "from_section": "open-2026", "to_section": "reserves-2026"}
_AUDIT = {"since": int, "actor": str, "before": int, "limit": int}
ENDPOINTS = (
    Endpoint(name="list-festivals", method="GET", path="/api/f", handler=festivals, answer=tuple[ListedFestival, ...]),
    Endpoint(
        name="open-festival",
        method="POST",
        path="/api/f",
        handler=open_festival,
        answer=Written,
        permission=Permission.OPEN,
        body=OpenFestivalForm,
        example=EXAMPLE,
        is_write=True,
    ),
    Endpoint(
        name="festival",
        method="GET",
        path="/api/f/{id}",
        handler=festival,
        answer=FestivalOverview,
        query=MOMENT,
        is_made_once=True,
    ),
    Endpoint(
        name="festival-players",
        method="GET",
        path="/api/f/{id}/players",
        handler=players,
        answer=tuple[FestivalPlayer, ...],
        is_made_once=True,
    ),
    Endpoint(
        name="move-player",
        method="POST",
        path="/api/f/{id}/moves",
        handler=move,
        answer=Moved,
        permission=Permission.DIRECT,
        body=MoveForm,
        example=_MOVING,
        statuses=(400, 404, 409),
    ),
    Endpoint(
        name="festival-audit",
        method="GET",
        path="/api/f/{id}/audit",
        handler=audit,
        answer=Audit,
        query={**MOMENT, **_AUDIT},
        is_made_once=True,
    ),
    Endpoint(
        name="festival-export",
        method="GET",
        path="/api/f/{id}/export",
        handler=export,
        answer=(Title, Line),
        permission=Permission.SEE_PRIVATE,
        media=JSON_LINES,
    ),
    Endpoint(
        name="festival-verify",
        method="GET",
        path="/api/f/{id}/verify",
        handler=verify,
        answer=Verification,
        is_made_once=True,
    ),
)
