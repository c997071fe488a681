"""Menu of a tournament's public pages: where one can go, where one is, and at which moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from starlette.requests import Request

from displays.web.access.services import services_of
from displays.web.at_moment import MOMENT, moment_fields, views_at
from displays.web.event_links import find_event
from displays.web.request import asked_language
from displays.web.visibility import SeenViews
from displays.words.fide_mode_text import describe_leaving
from displays.words.language import Language
from engine.registry import has_ladder
from ledger.replay import Newest
from ledger.state import State
from ledger.views.open_games import open_games

TABLES = ("crosstable", "ranks")  # which there are from the first round on


class MenuItem(msgspec.Struct, frozen=True):
    text: str
    address: str
    is_here: bool


async def tournament_frame(request: Request, seen: SeenViews, here: str) -> dict[str, Any]:
    """What a page of a tournament stands in (``templates/pages/in_tournament.html``); ``here``: which page it is."""
    reader, stream = asked_language(request), request.path_params["id"]
    moment = moment_fields(request.query_params)
    newest = await views_at(services_of(request).desk, stream, Newest()) if moment else seen
    return {
        "t": seen.tournament,
        "here": here,
        "menu": list(_menu(request, reader, seen.state, here)),
        "overview": within(request, reader, ""),
        "schedule_address": within(request, reader, "/schedule"),
        "search": {"action": f"/t/{quote(stream, safe='')}/players", "kept": {"lang": reader.code, **moment}},
        "event": find_event(request, stream),
        "fide_mode_note": describe_leaving(seen.state, reader),
        "version": seen.version,
        "newest": newest.version,
        "released_rounds": newest.tournament.released_rounds,
        "now": _at_another_moment(request, reader),
    }


def _menu(request: Request, reader: Language, state: State, here: str) -> Iterator[MenuItem]:
    t = state.tournament
    pages = [
        ("", reader.word("overview")),
        ("boards", reader.word("boards")),
        ("standings", reader.word("ladder" if has_ladder(t.rules.system) else "standings")),
        *((("ladder-table", reader.word("title", "ladder")),) if has_ladder(t.rules.system) and t.rounds else ()),
        *((("open-games", reader.word("title", "open-games")),) if open_games(t, t.next_round) else ()),
        ("players", reader.word("starting-list")),
        *((name, reader.word(name)) for name in TABLES if t.rounds),
        *((("schedule", reader.word("title", "schedule")),) if state.schedule.lines else ()),
        ("audit", reader.word("audit")),
    ]
    for name, text in pages:
        yield MenuItem(text, within(request, reader, f"/{name}" if name else ""), is_here=name == here)
    yield MenuItem(reader.word("own-board"), _address(request, "p", "", reader), is_here=False)


def within(request: Request, reader: Language, below: str) -> str:
    """An address below that of the tournament, at the same moment."""
    return _address(request, "t", below, reader)


def _address(request: Request, kind: str, below: str, reader: Language) -> str:
    where = urlencode(moment_fields(request.query_params))
    stream = quote(request.path_params["id"], safe="")
    return f"/{kind}/{stream}{below}?lang={reader.code}" + (f"&{where}" if where else "")


def _at_another_moment(request: Request, reader: Language) -> str:
    """This page as it is now: with all that was asked but the moment."""
    kept = {name: value for name, value in request.query_params.items() if name not in (*MOMENT, "before") and value}
    return f"{quote(request.url.path)}?{urlencode({'lang': reader.code, **kept})}"
