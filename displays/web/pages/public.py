"""The pages: the list of tournaments, one tournament at any moment, its cross table and ranks, one player's card."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from displays.web.access.authorize import see, visitor_of
from displays.web.at_moment import asked_moment, check_question, glimpse, moment_fields
from displays.web.markup import Child, Markup, join, tag
from displays.web.request import asked_language
from displays.web.sections.boards import audit_section, boards_section, ticker_section
from displays.web.sections.card import card_section
from displays.web.sections.correction_marks import Corrections
from displays.web.sections.ladder import ladder_section, working_section
from displays.web.sections.rankings import crosstable_section, explanation_section, ranks_section, standings_section
from displays.web.tournament_list import Listed, catalogue
from displays.web.visibility import SeenViews
from displays.words.category_words import category_title
from displays.words.language import LANGUAGES, Language, language
from displays.words.parse import whole_number
from engine.errors import RoundlogError
from engine.model import Tournament
from engine.systems.keizer.options import has_ladder
from ledger.desk import Desk
from ledger.replay import Newest

NEWS_ON_A_PAGE = 12
TIEBREAKS_IN_HALF_A_PAGE = 4


async def front_page(request: Request) -> Response:
    check_question(request.query_params)
    desk: Desk = request.app.state.desk
    reader = asked_language(request)
    visitor = visitor_of(request)
    found = [line for line in catalogue(desk.log, desk.state) if line.is_for(visitor)]
    content = join(*(_tournament_link(line, reader) for line in found)) if found else reader.word("no-tournaments")
    body = tag("ul", content, class_="tournaments") if found else tag("p", content)
    head = desk.log.seal()
    foot = tag("p", reader.word("verify-hint"), " --head ", tag("code", head), class_="foot")
    return page(reader, request, reader.word("tournaments"), body, foot)


def _tournament_link(line: Listed, reader: Language) -> Markup:
    state = reader.word("state-finished" if line.is_finished else "state-open")
    facts = [f"{reader.word('players')} {line.players}", f"{reader.word('rounds')} {line.played}/{line.rounds}", state]
    about = " · ".join(part for part in (line.place, line.starts, *facts) if part)
    name = tag("a", line.name, href=_address(reader, "t", line.id))
    return tag("li", name, tag("p", about))


async def tournament_page(request: Request) -> Response:
    check_question(request.query_params, "category")
    desk: Desk = request.app.state.desk
    reader, stream = asked_language(request), request.path_params["id"]
    see(request, stream)
    seen = await glimpse(desk, stream, asked_moment(request.query_params))
    newest = await glimpse(desk, stream, Newest())
    t = seen.tournament
    to_card = _within(request, reader, "/card/{}")
    table = ladder_section if has_ladder(t.rules.system) else standings_section
    body = join(
        _moment_banner(reader, stream, seen.version, newest.version),
        _details(t, reader),
        _ways(request, reader, t),
        tag(
            "div",
            boards_section(seen, reader, to_card, _corrections(request, reader, seen)),
            table(seen, reader, to_card, request.query_params.get("category", "")),
            class_="columns" if _fits_half_a_page(t) else None,
        ),
        ticker_section(seen, reader, NEWS_ON_A_PAGE),
        _moment_form(reader, stream, newest),
        audit_section(seen, reader, _to_audit(request, reader)),
    )
    back = tag("p", tag("a", reader.word("all-tournaments"), href=_address(reader)), class_="foot")
    return page(reader, request, t.details.name, body, back)


def _fits_half_a_page(t: Tournament) -> bool:
    """The table beside the pairings; with more tie-breaks it gets the whole width."""
    return len(t.rules.tiebreaks) <= TIEBREAKS_IN_HALF_A_PAGE


def _within(request: Request, reader: Language, below: str) -> str:
    """An address below that of the tournament, at the same moment."""
    where = urlencode(moment_fields(request.query_params))
    stream = quote(request.path_params["id"], safe="")
    return f"/t/{stream}{below}?lang={reader.code}" + (f"&{where}" if where else "")


def _ways(request: Request, reader: Language, t: Tournament) -> Markup:
    """To the cross table, the ranks, and the table of each category."""
    here = _within(request, reader, "")
    tables = ("crosstable", "ranks") if t.rounds else ()
    links = [tag("a", reader.word(name), href=_within(request, reader, f"/{name}")) for name in tables]
    offered = categories(t)
    if offered:
        links.append(tag("a", reader.word("all-players"), href=here))
        links += [
            tag("a", category_title(text, reader), href=f"{here}&{urlencode({'category': text})}") for text in offered
        ]
    return tag("nav", join(*links, between=" "), class_="ways")


def categories(t: Tournament) -> list[str]:
    """Those that the players' own data name; others can be asked for in the address."""
    women = ["sex=w"] if any(player.sex == "w" for player in t.players) else []
    return [*women, *(f"category={name}" for name in sorted({player.category for player in t.players} - {""}))]


def _details(t: Tournament, reader: Language) -> Markup:
    d = t.details
    facts = (d.place, d.federation, " – ".join(part for part in (d.starts, d.ends) if part), d.time_control, d.arbiter)
    return tag("p", " · ".join(part for part in facts if part), class_="details")


def _moment_banner(reader: Language, stream: str, version: int, newest: int) -> Markup | None:
    if version == newest:
        return None
    told = reader.phrase("past-moment", version=version, newest=newest)
    back = tag("a", reader.word("back-to-now"), href=_address(reader, "t", stream))
    return tag("p", told, " ", back, class_="past", role="status")


def _moment_form(reader: Language, stream: str, newest: SeenViews) -> Markup:
    """Links to the end of each published round, and a form for a version or a time."""
    address = f"/t/{quote(stream, safe='')}"
    rounds = [
        tag("a", str(number), href=f"{address}?lang={reader.code}&round={number}")
        for number in range(1, newest.tournament.released_rounds + 1)
    ]
    links = tag("p", reader.word("end-of-round"), " ", join(*rounds, between=" "), class_="rounds") if rounds else None
    version = tag("input", name="version", type="number", min=1, max=newest.version, size=6)
    fields = (
        tag("input", type="hidden", name="lang", value=reader.code),
        tag("label", reader.word("version"), " ", version),
        tag("button", reader.word("go")),
    )
    form = tag("form", *fields, method="get", action=address)
    return tag("section", tag("h2", reader.word("moment")), links, form)


async def card_page(request: Request) -> Response:
    check_question(request.query_params)
    reader, stream = asked_language(request), request.path_params["id"]
    see(request, stream)
    seen = await glimpse(request.app.state.desk, stream, asked_moment(request.query_params))
    number = whole_number(request.path_params["player"], "player")
    to_card = _within(request, reader, "/card/{}")
    why = working_section if has_ladder(seen.tournament.rules.system) else explanation_section
    body = join(
        card_section(seen, reader, number, to_card, _corrections(request, reader, seen)),
        why(seen, reader, number),
        ranks_section(seen, reader, to_card, number),
    )
    return page(reader, request, reader.word("card"), body, _back(request, reader, seen.tournament))


async def crosstable_page(request: Request) -> Response:
    def section(seen: SeenViews, reader: Language, to_card: str) -> Markup:
        return crosstable_section(seen, reader, to_card, _corrections(request, reader, seen))

    return await _table_page(request, "crosstable", section)


async def ranks_page(request: Request) -> Response:
    return await _table_page(request, "ranks", ranks_section)


async def _table_page(request: Request, title: str, section: Callable[[SeenViews, Language, str], Markup]) -> Response:
    seen, reader = await _seen(request), asked_language(request)
    body = section(seen, reader, _within(request, reader, "/card/{}"))
    return page(reader, request, reader.word(title), body, _back(request, reader, seen.tournament))


async def _seen(request: Request) -> SeenViews:
    check_question(request.query_params)
    stream = request.path_params["id"]
    see(request, stream)
    return await glimpse(request.app.state.desk, stream, asked_moment(request.query_params))


async def audit_page(request: Request) -> Response:
    seen, reader = await _seen(request), asked_language(request)
    body = await seen.work_out(lambda views: audit_section(views, reader))
    return page(reader, request, reader.word("audit"), body, _back(request, reader, seen.tournament))


def _to_audit(request: Request, reader: Language) -> str:
    return _within(request, reader, "/audit")


def _corrections(request: Request, reader: Language, seen: SeenViews) -> Corrections:
    address = _to_audit(request, reader)
    return Corrections(seen.tournament, lambda *_: address)


def _back(request: Request, reader: Language, t: Tournament) -> Markup:
    return tag("p", tag("a", t.details.name, href=_within(request, reader, "")), class_="foot")


def error_page(error: RoundlogError, reader: Language, status: int, ways: Markup | None = None) -> Response:
    """``ways``: where to go instead."""
    body = join(tag("p", reader.sentence(error)), ways, tag("p", tag("a", reader.word("all-tournaments"), href="/")))
    return HTMLResponse(_document(reader, reader.word("error"), body), status)


# -- the frame around every page -------------------------------------------------------------------------------------


def page(reader: Language, request: Request, title: str, *content: Child) -> Response:
    return HTMLResponse(_document(reader, title, join(*content), _language_links(reader, request)))


def _document(reader: Language, title: str, body: Markup, languages: Markup | None = None) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title} – Roundlog"),
        tag("link", rel="icon", href="/static/mark.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/pages.css"),
    )
    top = tag("header", tag("h1", title), languages)
    return f"<!doctype html>{tag('html', head, tag('body', top, tag('main', body)), lang=reader.code)}"


def _language_links(reader: Language, request: Request) -> Markup:
    """The same page in the other languages."""
    kept = {name: value for name, value in request.query_params.items() if name != "lang"}
    path = quote(request.url.path)
    links = [
        tag("a", language(code).word("language"), href=f"{path}?{urlencode({**kept, 'lang': code})}", lang=code)
        for code in LANGUAGES
        if code != reader.code
    ]
    return tag("nav", join(*links, between=" "), class_="languages")


def _address(reader: Language, *parts: str) -> str:
    path = "/".join(quote(part, safe="") for part in parts)
    return f"/{path}?lang={reader.code}"


ROUTES = [
    Route("/", front_page),
    Route("/t/{id}", tournament_page),
    Route("/t/{id}/audit", audit_page),
    Route("/t/{id}/crosstable", crosstable_page),
    Route("/t/{id}/ranks", ranks_page),
    Route("/t/{id}/card/{player}", card_page),
]
