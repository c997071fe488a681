"""Public page with the schedule of a tournament, and the calendars of tournaments and festivals (iCalendar)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.addresses import address_for_links
from displays.web.access.authorize import see
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, check_question, views_at
from displays.web.festival_sections import public_sections, schedule_seen
from displays.web.pages.menu import tournament_frame, within
from displays.web.request import asked_language
from displays.web.sections.schedule import schedule_section
from displays.web.templating import render_page
from displays.web.visibility import SeenViews
from displays.words.calendar import Calendar, write_calendar
from ledger.views.audit import AuditQuestion, page_of

CALENDAR = "text/calendar; charset=utf-8"


async def schedule_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    return render_page(
        request,
        "pages/table.html",
        title=reader.word("title", "schedule"),
        sections=[
            schedule_section(seen.state.schedule, reader, {}, within(request, reader, "/schedule.ics"))
            or reader.word("none", "schedule")
        ],
        has_moments=False,
        **await tournament_frame(request, seen, "schedule"),
    )


async def tournament_calendar(request: Request) -> Response:
    return _calendar(request, await _views_of_request(request), "t", {})


async def festival_calendar(request: Request) -> Response:
    """With the rounds of those sections that everybody may know of."""
    seen = await _views_of_request(request)
    names = {line.id: line.name for line in public_sections(request, request.path_params["id"])}
    return _calendar(request, seen, "f", names)


def _calendar(request: Request, seen: SeenViews, kind: str, names: Mapping[str, str]) -> Response:
    stream, reader, schedule = request.path_params["id"], asked_language(request), seen.state.schedule
    calendar = Calendar(
        stream=stream,
        details=seen.tournament.details,
        schedule=replace(schedule, lines=schedule_seen(schedule.lines, names)),
        entries=[entry for entry in schedule.entries if entry.line.section in ("", *names)],
        names=names,
        address=f"{address_for_links(request)}/{kind}/{quote(stream, safe='')}",
        written=datetime.fromisoformat(page_of(seen.show, AuditQuestion(), most=1).audit.entries[-1].at),
    )
    return Response(write_calendar(calendar, reader), media_type=CALENDAR)


async def _views_of_request(request: Request) -> SeenViews:
    """What is released, at the moment that the address names."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    see(request, stream)
    return await views_at(services_of(request).desk, stream, asked_moment(request.query_params))


ROUTES = [
    Route("/t/{id}/schedule", schedule_page),
    Route("/t/{id}/schedule.ics", tournament_calendar),
    Route("/f/{id}/schedule.ics", festival_calendar),
]
