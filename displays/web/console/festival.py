"""Pages of a festival in the console: every section's state on one page, schedule, players; and a new one."""

from __future__ import annotations

from datetime import date

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import allow, visitor_of
from displays.web.access.roles import Grant, Role
from displays.web.access.services import services_of
from displays.web.console.frame import Scene, console_page, desk_page
from displays.web.console.next_step import step_of_visitor
from displays.web.festival_sections import broken_line, find_broken, section_line, views_of_sections
from displays.web.request import asked_language
from displays.web.tournament_list import Group, by_group, lines_for
from displays.words.schedule_text import type_line
from engine.model import Details
from ledger.acts.permission import Permission
from ledger.acts.removals import removable_players
from ledger.festival import Festival
from ledger.schedule import find_server_zone
from ledger.views.festival import list_festival_players


async def festival_page(request: Request, scene: Scene, festival: Festival) -> Response:
    """In place of a tournament's overview (``overview.py``)."""
    desk, visitor = services_of(request).desk, visitor_of(request)
    seen = dict(views_of_sections(desk, visitor, festival))
    broken = {stream: broken_line(stream, why) for stream, why in find_broken(desk, visitor, festival).items()}
    lines = {
        **{stream: (line, None) for stream, line in broken.items()},
        **{
            stream: (section_line(stream, views.state), step_of_visitor(visitor, stream, views.state))
            for stream, views in seen.items()
        },
    }
    is_part = request.query_params.get("part") == "sections"  # the page asks for them whenever something is played
    listed = {} if is_part else seen
    return await console_page(
        request,
        "console/festival.html",
        words=("festivals",),
        f=asked_language(request).section("festivals"),
        lines=[lines[stream] for stream in festival.sections if stream in lines],
        names={stream: views.tournament.details.name for stream, views in seen.items()},
        addable=await _addable(request) if scene.can.direct and not is_part else [],
        zone=scene.state.schedule.zone or find_server_zone(),
        notice=scene.state.schedule.notice,
        schedule="\n".join(map(type_line, scene.state.schedule.lines)),
        people=list_festival_players({stream: views.state for stream, views in listed.items()}),
        movable={stream: removable_players(views.tournament) for stream, views in listed.items()},
        begun={stream for stream, views in seen.items() if views.tournament.rounds},
        details=_fields_of(scene.tournament.details),
        may_open=visitor.may(Permission.OPEN),
    )


def _fields_of(details: Details) -> dict[str, object]:
    """With what is left out because it is usual: the form changes some of them and sends all."""
    return {field: msgspec.to_builtins(getattr(details, field)) for field in details.__struct_fields__}


async def _addable(request: Request) -> list[tuple[str, str]]:
    """Tournaments that the visitor owns and that are in no festival; id and name. What is on or comes stands first."""
    desk, visitor = services_of(request).desk, visitor_of(request)
    lines = await lines_for(desk, visitor)
    taken = {section for line in desk.tournaments.lines() for section in line.sections}
    mine = (line for line in lines if not line.broken and visitor.may_invite(Grant(Role.OWNER, line.id)))
    groups = by_group((line for line in mine if line.id not in taken), date.today())
    return [(line.id, line.name) for group in Group for line in groups[group]]


async def new_festival_page(request: Request) -> Response:
    allow(request, Permission.OPEN)
    reader = asked_language(request)
    return desk_page(request, "console/new_festival.html", words=("festivals",), f=reader.section("festivals"))


ROUTES = [Route("/console/new-festival", new_festival_page)]
