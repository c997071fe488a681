"""Page on which ratings are compared with the rating lists: what differs, to be taken over one by one or together."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.services import services_of
from displays.web.api.endpoint import json
from displays.web.api.rating_addresses import CurrencyAnswer, currency_of
from displays.web.api.rating_comparison import compare_with_lists
from displays.web.api.ratings import loads_of
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.rating_text import list_name, method_name
from engine.errors import Refusal
from engine.model import Ids, PlayerId, Tournament
from ledger.acts.decide import decide
from ledger.acts.permission import Permission
from ledger.acts.ratings import RatingsUpdated, UpdateRatings, take_back
from ledger.rating_comparison import BY_NUMBER, PlayerDifference, RatingComparison

SECTION = "rating-check"


class DifferenceLine(msgspec.Struct, frozen=True):
    player: PlayerId
    name: str
    is_certain: bool
    perhaps: str  # who it may be in the list
    counts: int | None
    would_count: int | None
    ratings: tuple[str, ...]  # old → new


class DifferingAnswer(msgspec.Struct, frozen=True):
    count: int = 0  # of players who differ, for certain
    sentence: str = ""


async def rating_check(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    found, refusal = await _compare(request, t)
    currency, is_to_ask = await asyncio.to_thread(_currency, request, reader)
    undoing = None if scene.is_past else _undoing(request, scene)
    lines = [] if found is None else [_line(one, reader) for one in found.differences]
    return await console_page(
        request,
        "console/rating_check.html",
        words=(SECTION,),
        w=reader.section(SECTION),
        refusal="" if refusal is None else reader.sentence(refusal),
        found=found,
        lists=_tell_lists(found, reader),
        lines=lines,
        missing=[] if found is None else [t.entries[player].player for player in found.missing],
        method=method_name(t.rules.ratings.method, reader),
        is_one_by_one=bool(t.rounds),
        is_open=not t.is_finished and not scene.is_past,
        undone=0 if undoing is None else len(undoing.changes),
        checked=_facts(scene, found, undoing),
        currency=currency,
        is_to_ask=is_to_ask,
    )


async def count_differing(request: Request) -> Response:
    """VCL4THP 138, 139: for a notice. Only who is known by number, and nothing if nobody wants to know."""
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    known = {number: entry for number, entry in t.entries.items() if entry.player.ids != Ids()}
    wanted = known if t.details.compares_ratings and not t.is_finished and not scene.is_past else {}
    found, _ = await _compare(request, replace(t, entries=wanted)) if wanted else (None, None)
    count = 0 if found is None else len(found.certain)
    if found is None or not count:
        return json(DifferingAnswer())
    return json(DifferingAnswer(count, reader.phrase("check-differ", SECTION, count=count, month=found.month)))


def _currency(request: Request, reader: Language) -> tuple[CurrencyAnswer, bool]:
    """VCL4THP 141: whether the lists are the newest, and whether that has to be asked before anything is compared."""
    loads = loads_of(request)
    currency = currency_of(loads, reader)
    return currency, currency.is_busy or bool(loads.fetches.find_doubtful(datetime.now(UTC)))


async def _compare(request: Request, t: Tournament) -> tuple[RatingComparison | None, Refusal | None]:
    """Or why there is nothing to compare with."""
    try:
        return await compare_with_lists(request, t), None
    except Refusal as refusal:
        return None, refusal


def _line(one: PlayerDifference, reader: Language) -> DifferenceLine:
    person = (one.listed_name, one.listed_number, str(one.listed_birth_year or ""))
    return DifferenceLine(
        player=one.player,
        name=one.name,
        is_certain=one.how == BY_NUMBER,
        perhaps="" if one.how == BY_NUMBER else ", ".join(filter(None, person)),
        counts=one.counts,
        would_count=one.would_count,
        ratings=tuple(
            reader.phrase(
                "check-old-new",
                SECTION,
                rating=list_name(f"{rating.source}:{rating.kind}", reader),
                old="–" if rating.old is None else rating.old,
                new=rating.new,
            )
            for rating in one.ratings
        ),
    )


def _tell_lists(found: RatingComparison | None, reader: Language) -> str:
    lists = () if found is None else found.lists
    return ", ".join(f"{list_name(f'{one.source}:{one.kind}', reader)} {one.month}" for one in lists)


def _undoing(request: Request, scene: Scene) -> UpdateRatings | None:
    """What takes the last update back, while nobody has changed any of it since."""
    if scene.tournament.rounds:
        return None
    records = services_of(request).desk.log.read(scene.stream, upto=scene.version)
    last = next((one.event for one in reversed([*records]) if isinstance(one.event, RatingsUpdated)), None)
    if last is None:
        return None
    undoing = take_back(last)
    try:
        decide(scene.state, undoing)
    except Refusal:  # it stands no more as it was written
        return None
    return undoing


def _facts(scene: Scene, found: RatingComparison | None, undoing: UpdateRatings | None) -> dict[str, Any]:
    """For the script: what it sends."""
    entries = scene.tournament.entries
    differences = () if found is None else found.differences
    return {
        "api": scene.api,
        "version": scene.version,
        "month": "" if found is None else found.month,
        "changes": {one.player: msgspec.to_builtins(one.change) for one in differences},
        "players": {one.player: msgspec.to_builtins(entries[one.player].player) for one in differences},
        "undoing": None if undoing is None else msgspec.to_builtins(undoing),
    }


ROUTES = [
    Route("/console/{id}/ratings", rating_check),
    Route("/console/{id}/ratings/differing", count_differing),
]
