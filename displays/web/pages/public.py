"""Public pages: the list of tournaments, one tournament at any moment, its tables, one player's card."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from displays.web.access.authorize import see, visitor_of
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, check_question, moment_fields, views_at
from displays.web.help_chapters import link_help
from displays.web.pages.festival import festival_links
from displays.web.request import asked_language
from displays.web.sections.boards import audit_page_section, audit_section, boards_section, ticker_section
from displays.web.sections.card import card_section
from displays.web.sections.category_choice import FIELDS, asked_category, category_choice
from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.ladder import ladder_section, working_section
from displays.web.sections.rankings import (
    crosstable_section,
    explanation_section,
    ranks_section,
    standings_section,
)
from displays.web.templating import render_page, render_section
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
from displays.web.visibility import SeenViews
from displays.words.language import Language
from displays.words.parse import whole_number
from engine.errors import RoundlogError
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.replay import Newest
from ledger.tournament_list import TournamentLine

NEWS_ON_A_PAGE = 12
TIEBREAKS_IN_HALF_A_PAGE = 4
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
    about = " · ".join(part for part in (line.place, line.starts, *facts) if part)
    return {"name": line.name, "about": about, "address": f"/t/{quote(line.id, safe='')}?lang={reader.code}"}


async def tournament_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request, *FIELDS), asked_language(request)
    stream, t, category = request.path_params["id"], seen.tournament, asked_category(request.query_params)
    newest = await views_at(services_of(request).desk, stream, Newest())
    to_card = _within(request, reader, "/card/{}")
    table = ladder_section if has_ladder(t.rules.system) else standings_section
    return render_page(
        request,
        "pages/tournament.html",
        title=t.details.name,
        t=t,
        version=seen.version,
        newest=newest,
        kept=urlencode({"lang": reader.code, **({"category": category} if category else {})}),
        here=f"/t/{quote(stream, safe='')}",
        details=_details(t),
        ways=_ways(request, reader, t),
        is_in_columns=_fits_half_a_page(t),
        boards=boards_section(seen, reader, to_card, _corrections(request, reader, seen)),
        table=table(seen, reader, to_card, category, _choice(request, reader, t, category)),
        ticker=ticker_section(seen, reader, NEWS_ON_A_PAGE),
        audit=audit_section(seen, reader, _to_audit(request, reader)),
    )


def _fits_half_a_page(t: Tournament) -> bool:
    """The table beside the pairings; with more tie-breaks it gets the whole width."""
    return len(t.rules.tiebreaks) <= TIEBREAKS_IN_HALF_A_PAGE


def _within(request: Request, reader: Language, below: str) -> str:
    """An address below that of the tournament, at the same moment."""
    where = urlencode(moment_fields(request.query_params))
    stream = quote(request.path_params["id"], safe="")
    return f"/t/{stream}{below}?lang={reader.code}" + (f"&{where}" if where else "")


def _ways(request: Request, reader: Language, t: Tournament) -> list[tuple[str, str]]:
    """Text and address: the cross table and the ranks."""
    tables = ("crosstable", "ranks") if t.rounds else ()
    return [(reader.word(name), _within(request, reader, f"/{name}")) for name in tables]


def _choice(request: Request, reader: Language, t: Tournament, category: str) -> Markup:
    """Of what everybody may see, at the same moment."""
    return category_choice(t, category, reader, {"lang": reader.code, **moment_fields(request.query_params)})


def _details(t: Tournament) -> str:
    d = t.details
    facts = (d.place, d.federation, " – ".join(part for part in (d.starts, d.ends) if part), d.time_control, d.arbiter)
    return " · ".join(part for part in facts if part)


async def card_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    number = whole_number(request.path_params["player"], "player")
    to_card = _within(request, reader, "/card/{}")
    why = working_section if has_ladder(seen.tournament.rules.system) else explanation_section
    sections = (
        card_section(seen, reader, number, to_card, _corrections(request, reader, seen)),
        why(seen, reader, number),
        ranks_section(seen, reader, to_card, number),
    )
    return _table_page(request, seen, "card", *sections)


async def crosstable_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    to_card = _within(request, reader, "/card/{}")
    section = crosstable_section(seen, reader, to_card, _corrections(request, reader, seen))
    return _table_page(request, seen, "crosstable", section)


async def ranks_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    return _table_page(request, seen, "ranks", ranks_section(seen, reader, _within(request, reader, "/card/{}")))


async def audit_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request, "before"), asked_language(request)
    given = request.query_params.get("before")
    before, older = whole_number(given, "version") if given else None, _to_audit(request, reader) + "&before="
    section = await seen.work_out(lambda views: audit_page_section(views, reader, before, older))
    return _table_page(request, seen, "audit", section)


def _table_page(request: Request, seen: SeenViews, title: str, *sections: Markup) -> Response:
    reader = asked_language(request)
    return render_page(
        request,
        "pages/table.html",
        title=reader.word(title),
        sections=sections,
        t=seen.tournament,
        back=_within(request, reader, ""),
    )


async def _views_of_request(request: Request, *questions: str) -> SeenViews:
    """What is released, at the moment that the address names."""
    check_question(request.query_params, *questions)
    stream = request.path_params["id"]
    see(request, stream)
    return await views_at(services_of(request).desk, stream, asked_moment(request.query_params))


def _to_audit(request: Request, reader: Language) -> str:
    return _within(request, reader, "/audit")


def _corrections(request: Request, reader: Language, seen: SeenViews) -> CorrectionLinks:
    address = _to_audit(request, reader)
    return CorrectionLinks(seen.tournament, lambda *_: address)


def error_page(error: RoundlogError, reader: Language, status: int, ways: Markup | None = None) -> Response:
    """``ways``: where to go instead."""
    facts = {
        "title": reader.word("error"),
        "error": error,
        "ways": ways,
        "language_links": (),
        "help_link": link_help("/help", reader.code),
    }
    return HTMLResponse(render_section("pages/error.html", reader, **facts), status)


ROUTES = [
    Route("/", front_page),
    Route("/t/{id}", tournament_page),
    Route("/t/{id}/audit", audit_page),
    Route("/t/{id}/crosstable", crosstable_page),
    Route("/t/{id}/ranks", ranks_page),
    Route("/t/{id}/card/{player}", card_page),
]
