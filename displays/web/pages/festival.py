"""Public page of a festival: its sections, everybody who plays there, the schedule, what was announced."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import quote

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import see
from displays.web.access.services import services_of
from displays.web.at_moment import check_question
from displays.web.festival_sections import SectionLine, find_players, public_sections, schedule_seen
from displays.web.request import asked_language
from displays.web.sections.schedule import schedule_section
from displays.web.templating import render_page
from displays.words.dates import write_days
from displays.words.language import Language
from ledger.tournament_list import TournamentLine

MOST_FOUND = 40
LONGEST_ASKED = 100  # letters of a name


async def festival_page(request: Request) -> Response:
    check_question(request.query_params, "q")
    stream, reader, desk = request.path_params["id"], asked_language(request), services_of(request).desk
    visitor = see(request, stream)
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    sections = public_sections(request, stream)
    asked = request.query_params.get("q", "").strip()[:LONGEST_ASKED]
    names = {line.id: line.name for line in sections}
    found = find_players(request, stream, asked) if asked else ()
    seen_lines = replace(state.schedule, lines=schedule_seen(state.schedule.lines, names))
    now, d = datetime.now(UTC), state.tournament.details
    announcements = [one for one in state.hall.announcements if not one.has_ended(now)]
    answer = render_page(
        request,
        "pages/festival.html",
        title=d.name,
        details=" · ".join(part for part in (d.place, write_days(d.starts, d.ends, reader), d.arbiter) if part),
        sections=[(line, _round_state(line, reader)) for line in sections],
        schedule=schedule_section(
            seen_lines, reader, names, f"/f/{quote(stream, safe='')}/schedule.ics?lang={reader.code}"
        ),
        announcements=announcements,
        stream=stream,
        asked=asked,
        found=found[:MOST_FOUND],
        more=max(0, len(found) - MOST_FOUND),
        names=names,
        is_staff=visitor.is_known,
    )
    if ends := [one.end for one in announcements if one.end is not None]:
        answer.headers["expires"] = format_datetime(min(ends).astimezone(UTC), usegmt=True)
    return answer


def _round_state(line: SectionLine, reader: Language) -> str:
    if line.broken:
        return reader.word("state-broken")
    if line.is_finished:
        return reader.word("state-finished")
    if not line.round:
        return reader.word("not-begun", "festivals")
    told = reader.phrase("round-of", section="festivals", round=line.round, rounds=line.rounds)
    if line.open_boards:
        return f"{told} · {reader.phrase('games-open', section='festivals', count=line.open_boards)}"
    return told


def festival_links(lines: Iterable[TournamentLine], reader: Language) -> list[dict[str, str]]:
    """For the first page."""
    return [
        {
            "name": line.name,
            "about": about_festival(line, reader),
            "address": f"/f/{quote(line.id, safe='')}?lang={reader.code}",
        }
        for line in lines
    ]


def about_festival(line: TournamentLine, reader: Language) -> str:
    """Where and when."""
    return " · ".join(part for part in (line.place, write_days(line.starts, line.ends, reader)) if part)


ROUTES = [Route("/f/{id}", festival_page)]
