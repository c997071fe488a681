"""Public pages of a tournament, at any moment: all of it, its tables, everybody who plays, one player's card."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from displays.web.access.authorize import see
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, check_question, moment_fields, views_at
from displays.web.csv_answer import answer_csv
from displays.web.help_chapters import link_help
from displays.web.pages import embed, schedule
from displays.web.pages.menu import tournament_frame, within
from displays.web.request import asked_language
from displays.web.sections.boards import audit_page_section, audit_section, boards_section, ticker_section
from displays.web.sections.card import card_section
from displays.web.sections.category_choice import FIELDS, asked_category, category_choice
from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.ladder import ladder_section, working_section
from displays.web.sections.ladder_table import ladder_table_section
from displays.web.sections.open_games import open_games_section
from displays.web.sections.period_choice import PERIOD, asked_period
from displays.web.sections.rankings import (
    crosstable_section,
    explanation_section,
    ranks_section,
    standings_section,
)
from displays.web.sections.starting_list import starting_list_section
from displays.web.templating import render_page, render_section
from displays.web.visibility import SeenViews
from displays.words.csv_tables import view_csv
from displays.words.dates import write_days
from displays.words.language import Language
from displays.words.parse import whole_number
from displays.words.schedule_text import next_round_text
from engine.errors import RoundlogError
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.views.ladder_table import LadderTableQuestion
from ledger.views.starting_list import StartingListQuestion

NEWS_ON_A_PAGE = 12
TIEBREAKS_IN_HALF_A_PAGE = 4
LONGEST_ASKED = 100  # letters of a name


async def tournament_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request, *FIELDS, PERIOD), asked_language(request)
    t = seen.tournament
    return render_page(
        request,
        "pages/tournament.html",
        title=t.details.name,
        details=_details(t, reader),
        next_round=next_round_text(seen.state, reader),
        is_in_columns=_fits_half_a_page(t),
        boards=_boards(request, reader, seen),
        table=_standings(request, reader, seen),
        ticker=ticker_section(seen, reader, NEWS_ON_A_PAGE),
        audit=audit_section(seen, reader, _to_audit(request, reader)),
        **_moments(request, reader),
        **await tournament_frame(request, seen, ""),
    )


def _fits_half_a_page(t: Tournament) -> bool:
    """The table beside the pairings; with more tie-breaks it gets the whole width."""
    return len(t.rules.tiebreaks) <= TIEBREAKS_IN_HALF_A_PAGE


def _details(t: Tournament, reader: Language) -> str:
    d = t.details
    facts = (d.place, d.federation, write_days(d.starts, d.ends, reader), d.time_control, d.arbiter)
    return " · ".join(part for part in facts if part)


def _boards(request: Request, reader: Language, seen: SeenViews) -> Markup:
    return boards_section(seen, reader, _to_card(request, reader), _corrections(request, reader, seen))


def _standings(request: Request, reader: Language, seen: SeenViews) -> Markup:
    """Or the ladder; of the category and the period that were asked for, with a choice of what everybody may see."""
    t, query = seen.tournament, request.query_params
    category, period = asked_category(query), asked_period(query)
    kept = {"lang": reader.code, **moment_fields(query)}

    def to_period(number: int | None) -> str:
        asked = {**kept, **({"category": category} if category else {}), **({PERIOD: number} if number else {})}
        return f"{quote(request.url.path)}?{urlencode(asked)}"

    table = ladder_section if has_ladder(t.rules.system) else standings_section
    choice = category_choice(t, category, reader, {**kept, PERIOD: period})
    to_card = _to_card(request, reader)
    return table(seen, reader, to_card, category, choice, period=period, to_period=to_period)


def _moments(request: Request, reader: Language) -> dict[str, Any]:
    """The same page at the end of each round, of the same category and period."""
    category, period = asked_category(request.query_params), asked_period(request.query_params)
    kept = {
        "lang": reader.code,
        **({"category": category} if category else {}),
        **({PERIOD: period} if period else {}),
    }
    return {"has_moments": True, "address": quote(request.url.path), "kept": urlencode(kept)}


async def boards_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    return await _table_page(request, seen, "boards", _boards(request, reader, seen), **_moments(request, reader))


async def standings_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request, *FIELDS, PERIOD), asked_language(request)
    title = "ladder" if has_ladder(seen.tournament.rules.system) else "standings"
    section = _standings(request, reader, seen)
    return await _table_page(request, seen, "standings", section, title=title, **_moments(request, reader))


async def players_page(request: Request) -> Response:
    """The starting list, or who of it was looked for."""
    seen, reader = await _views_of_request(request, "q", "csv", *FIELDS), asked_language(request)
    query = request.query_params
    asked, category = query.get("q", "").strip()[:LONGEST_ASKED], asked_category(query)
    if query.get("csv"):
        text = view_csv(seen.show(StartingListQuestion(category=category or None)), reader)
        return answer_csv(text, f"{request.path_params['id']}-players.csv")
    kept = {"lang": reader.code, **moment_fields(query)}
    section = starting_list_section(
        seen,
        reader,
        _to_card(request, reader),
        asked=asked,
        category=category,
        choice=category_choice(seen.tournament, category, reader, kept),
    )
    everybody = within(request, reader, "/players")
    as_file = f"{everybody}&{urlencode({'csv': 1, **({'category': category} if category else {})})}"
    facts = {"title": "starting-list", "asked": asked, "everybody": everybody, "as_file": as_file}
    return await _table_page(request, seen, "players", section, **facts)


async def open_games_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    section = open_games_section(seen, reader, _to_card(request, reader))
    return await _table_page(request, seen, "open-games", section)


async def card_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    number = whole_number(request.path_params["player"], "player")
    to_card = _to_card(request, reader)
    why = working_section if has_ladder(seen.tournament.rules.system) else explanation_section
    sections = (
        card_section(seen, reader, number, to_card, _corrections(request, reader, seen)),
        why(seen, reader, number),
        ranks_section(seen, reader, to_card, number),
    )
    return await _table_page(request, seen, "card", *sections)


async def crosstable_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    section = crosstable_section(seen, reader, _to_card(request, reader), _corrections(request, reader, seen))
    return await _table_page(request, seen, "crosstable", section)


async def ladder_table_page(request: Request) -> Response:
    """The figures of the ladder, or they as a file."""
    seen, reader = await _views_of_request(request, "csv", *FIELDS), asked_language(request)
    query = request.query_params
    category = asked_category(query)
    if query.get("csv"):
        text = view_csv(seen.show(LadderTableQuestion(category=category or None)), reader)
        return answer_csv(text, f"{request.path_params['id']}-ladder-table.csv")
    kept = {"lang": reader.code, **moment_fields(query)}
    choice = category_choice(seen.tournament, category, reader, kept)
    section = ladder_table_section(seen, reader, _to_card(request, reader), category, choice)
    asked = urlencode({"csv": 1, **({"category": category} if category else {})})
    facts = {"as_file": f"{within(request, reader, '/ladder-table')}&{asked}"}
    return await _table_page(request, seen, "ladder-table", section, **facts, **_moments(request, reader))


async def ranks_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request), asked_language(request)
    return await _table_page(request, seen, "ranks", ranks_section(seen, reader, _to_card(request, reader)))


async def audit_page(request: Request) -> Response:
    seen, reader = await _views_of_request(request, "before"), asked_language(request)
    given = request.query_params.get("before")
    before, older = whole_number(given, "version") if given else None, _to_audit(request, reader) + "&before="
    section = await seen.work_out(lambda views: audit_page_section(views, reader, before, older))
    return await _table_page(request, seen, "audit", section)


async def _table_page(
    request: Request, seen: SeenViews, here: str, *sections: Markup, title: str = "", **facts: Any
) -> Response:
    """``title``: what it is called, if not as its address."""
    return render_page(
        request,
        "pages/table.html",
        title=_title_of(asked_language(request), title or here),
        sections=sections,
        **{"has_moments": False, **facts},
        **await tournament_frame(request, seen, here),
    )


# Whose title stands in a section of the locale.
_SECTIONS = {"ladder-table": "ladder", "open-games": "open-games"}


def _title_of(reader: Language, name: str) -> str:
    return reader.word("title", _SECTIONS[name]) if name in _SECTIONS else reader.word(name)


async def _views_of_request(request: Request, *questions: str) -> SeenViews:
    """What is released, at the moment that the address names."""
    check_question(request.query_params, *questions)
    stream = request.path_params["id"]
    see(request, stream)
    return await views_at(services_of(request).desk, stream, asked_moment(request.query_params))


def _to_card(request: Request, reader: Language) -> str:
    return within(request, reader, "/card/{}")


def _to_audit(request: Request, reader: Language) -> str:
    return within(request, reader, "/audit")


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
    Route("/t/{id}", tournament_page),
    Route("/t/{id}/audit", audit_page),
    Route("/t/{id}/boards", boards_page),
    Route("/t/{id}/crosstable", crosstable_page),
    Route("/t/{id}/ladder-table", ladder_table_page),
    Route("/t/{id}/open-games", open_games_page),
    Route("/t/{id}/players", players_page),
    Route("/t/{id}/ranks", ranks_page),
    Route("/t/{id}/standings", standings_page),
    Route("/t/{id}/card/{player}", card_page),
    *embed.ROUTES,
    *schedule.ROUTES,
]
