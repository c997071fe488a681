"""First page: what is on and what comes, what ended last, events; searched, in groups, a page at a time."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.at_moment import check_question
from displays.web.pages.festival import festival_links
from displays.web.request import asked_language
from displays.web.templating import render_page
from displays.web.tournament_list import (
    FESTIVALS,
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
from ledger.tournament_list import TournamentLine

FINISHED_IN_FRONT = 10  # the others have pages of their own
FESTIVALS_IN_FRONT = 10  # likewise
SEARCHED_FROM = 10  # tournaments; fewer are seen at a glance
PATIENCE = 1.0  # seconds, for lines of the list that are being read


async def front_page(request: Request) -> Response:
    """What is on and what comes, then what ended last; all of a group a page at a time; or what was searched for."""
    asked = request.query_params
    check_question(asked, "q", "group", "page")
    desk, reader, is_of_festivals = services_of(request).desk, asked_language(request), asked.get("group") == FESTIVALS
    group = None if is_of_festivals else read_group(asked.get("group", ""))
    number = whole_number(asked["page"], "page") if asked.get("page") else 1
    typed = asked.get("q", "").strip()
    known = await lines_for(desk, visitor_of(request), PATIENCE)
    groups = by_group(search(known, typed), date.today())
    festivals = in_time(festivals_for(desk, visitor_of(request)), date.today())
    shown = [group] if group is not None else [] if is_of_festivals else [one for one in Group if groups[one]]
    is_small = len(known) <= ON_A_PAGE
    return render_page(
        request,
        "pages/front.html",
        title=reader.word("tournaments"),
        sections=[_front_section(request, one, groups[one], number, is_small) for one in shown],
        group=FESTIVALS if is_of_festivals else group.value if group is not None else "",
        typed=typed,
        is_searched=len(known) + len(festivals) > SEARCHED_FROM or bool(typed),
        is_empty=not known,
        festivals=_festival_section(request, search(festivals, typed), number) if group is None else None,
        unread=desk.tournaments.count_unread(),
        head=desk.log.seal(),
    )


def _front_section(
    request: Request, group: Group, lines: list[TournamentLine], number: int, is_small: bool
) -> dict[str, object]:
    """One group: a page of it if it was asked for, else its beginning and where all of it is."""
    reader = asked_language(request)
    asked = {"lang": reader.code, **({"q": request.query_params["q"]} if request.query_params.get("q") else {})}
    page = page_of(lines, number)

    def address(page: int) -> str:
        return "/?" + urlencode({**asked, "group": group.value, **({"page": page} if page > 1 else {})})

    is_alone = bool(request.query_params.get("group"))
    most = FINISHED_IN_FRONT if group is Group.FINISHED and not (is_alone or is_small) else ON_A_PAGE
    return {
        "group": group.value,
        "count": len(lines),
        "lines": [_tournament_line(line, reader) for line in page.lines[:most]],
        "all": address(1) if not is_alone and len(lines) > most else "",
        "page": page.number,
        "pages": page.pages if is_alone else 1,
        "before": address(page.number - 1) if is_alone and page.number > 1 else "",
        "after": address(page.number + 1) if is_alone and page.number < page.pages else "",
    }


def _festival_section(request: Request, lines: list[TournamentLine], number: int) -> dict[str, object] | None:
    """What is on and what comes, and as many of those that are over as there is room for; or a page of all of them."""
    if not lines:
        return None
    reader, page = asked_language(request), page_of(lines, number)
    is_alone = request.query_params.get("group") == FESTIVALS
    typed = request.query_params.get("q", "")

    def address(page: int) -> str:
        asked = {"lang": reader.code, "q": typed, "group": FESTIVALS, "page": str(page) if page > 1 else ""}
        return "/?" + urlencode({name: value for name, value in asked.items() if value})

    shown = page.lines if is_alone else lines[:FESTIVALS_IN_FRONT]
    return {
        "count": len(lines),
        "lines": festival_links(shown, reader),
        "all": address(1) if len(shown) < len(lines) and not is_alone else "",
        "page": page.number,
        "pages": page.pages if is_alone else 1,
        "before": address(page.number - 1) if is_alone and page.number > 1 else "",
        "after": address(page.number + 1) if is_alone and page.number < page.pages else "",
    }


def _tournament_line(line: TournamentLine, reader: Language) -> dict[str, str]:
    state = reader.word("state-finished" if line.is_finished else "state-open")
    facts = [f"{reader.word('players')} {line.players}", f"{reader.word('rounds')} {line.played}/{line.rounds}", state]
    about = " · ".join(part for part in (line.place, write_day(line.starts, reader), *facts) if part)
    return {"name": line.name, "about": about, "address": f"/t/{quote(line.id, safe='')}?lang={reader.code}"}


ROUTES = [Route("/", front_page)]
