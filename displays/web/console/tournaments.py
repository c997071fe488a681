"""The list of tournaments that a visitor may work on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import views_of_visitor, visitor_of
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.at_moment import check_question
from displays.web.console.frame import desk_page
from displays.web.console.next_step import Step, step_of_visitor
from displays.web.pages.festival import about_festival
from displays.web.request import asked_language
from displays.web.tournament_list import (
    ON_A_PAGE,
    Group,
    by_group,
    festivals_for,
    in_time,
    lines_for,
    page_of,
    read_group,
    search,
)
from displays.words.dates import write_day
from displays.words.language import Language
from displays.words.parse import whole_number
from engine.errors import Refusal, RoundlogError
from engine.model import Tournament
from ledger.acts.permission import Permission
from ledger.desk import Desk
from ledger.tournament_list import TournamentLine as KeptLine

FESTIVALS_IN_FRONT = 6  # the others are below them when somebody asks
PATIENCE = 1.0  # seconds, for lines of the list that are being read


class TournamentLine(msgspec.Struct, frozen=True):
    """One tournament in the list; one that cannot be read has its error in place of the rest."""

    id: str
    name: str
    about: str = ""
    state: str = "open"
    round: int = 0
    rounds: int = 0
    players: int = 0
    last: str = ""  # when something was recorded last
    step: Step | None = None
    error: RoundlogError | None = None


async def tournaments_page(request: Request) -> Response:
    """Few are all on one page, which searches by itself; of many those that are not finished, a page at a time."""
    visitor, asked, reader = visitor_of(request), request.query_params, asked_language(request)
    if not visitor.is_known:
        raise Refusal("sign-in-needed")
    check_question(asked, "q", "group", "page")
    desk, group, typed = services_of(request).desk, read_group(asked.get("group", "")), asked.get("q", "").strip()
    known = await lines_for(desk, visitor, PATIENCE)
    own = [line for line in known if visitor.may(Permission.ENTER_RESULTS, line.id)]
    directed = (line for line in festivals_for(desk, visitor) if visitor.may(Permission.ENTER_RESULTS, line.id))
    festivals = [_festival_line(line, reader) for line in in_time(search(directed, typed), date.today())]
    is_small = len(own) <= ON_A_PAGE
    groups = by_group(search(own, typed), date.today())
    chosen = (group,) if group else tuple(Group) if typed or is_small else (Group.RUNNING, Group.COMING)
    found = sorted((line for one in chosen for line in groups[one]), key=_last_activity, reverse=True)
    page = page_of(found, whole_number(asked["page"], "page") if asked.get("page") else 1)
    return desk_page(
        request,
        "console/events.html",
        lines=[await _line(desk, line, visitor, reader) for line in page.lines],
        festivals=festivals[: None if is_small or typed else FESTIVALS_IN_FRONT],
        more_festivals=[] if is_small or typed else festivals[FESTIVALS_IN_FRONT:],
        may_open=visitor.may(Permission.OPEN),
        is_small=is_small,
        has_any=bool(own),
        typed=typed,
        group=group,
        groups=[(one, len(groups[one])) for one in Group],
        to_page=_addresses(typed, group),
        page=page,
        unread=desk.tournaments.count_unread(),
    )


def _festival_line(line: KeptLine, reader: Language) -> TournamentLine:
    return TournamentLine(line.id, line.name, about_festival(line, reader))


def _last_activity(line: KeptLine) -> tuple[str, str]:
    return line.newest.at, line.id


def _addresses(typed: str, group: Group | None) -> Callable[..., str]:
    """Of this list: another page of it, or another group."""

    def address(page: int = 1, group: Group | None = group) -> str:
        asked = {"q": typed, "group": group.value if group else "", "page": str(page) if page > 1 else ""}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"/console?{query}" if query else "/console"

    return address


async def _line(desk: Desk, kept: KeptLine, visitor: Visitor, reader: Language) -> TournamentLine:
    """Only for the next step the tournament itself is needed: one at a time, others have their turn in between."""
    await asyncio.sleep(0)
    stream, mark = kept.id, kept.newest if visitor.may(Permission.SEE_DRAFTS, kept.id) else kept.released
    about = " · ".join(part for part in (kept.place, write_day(kept.starts, reader)) if part)
    if kept.is_finished and not kept.broken:
        step = Step("finished", "standings")
        return TournamentLine(
            stream, kept.name, about, "finished", kept.paired, kept.rounds, kept.players, mark.at, step
        )
    try:
        state = desk.state(stream)
    except RoundlogError as error:
        return TournamentLine(stream, stream, error=error)
    assert state is not None  # it has a line
    seen = views_of_visitor(visitor, stream)(state, desk.projector.projection(stream))
    t = seen.tournament
    return TournamentLine(
        id=stream,
        name=t.details.name,
        about=about,
        state=_state(t),
        round=len(t.rounds),
        rounds=t.rules.rounds,
        players=len(t.entries),
        last=mark.at,
        step=step_of_visitor(visitor, stream, seen.state),
    )


def _state(t: Tournament) -> str:
    if t.is_finished:
        return "finished"
    return "playing" if t.rounds else "registering"


ROUTES = [Route("/console", tournaments_page)]
