"""Page of the rating lists: which are loaded, of which month and how old; loading and removing them.

Its address is one that no tournament can have. Whoever enters players may look; who owns the server may change."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import allow_somewhere, visitor_of
from displays.web.api.rating_addresses import AddressAnswer, tell_addresses
from displays.web.api.ratings import loads_of
from displays.web.console.frame import desk_page
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.rating_list_text import FETCH_SECTION, SECTION, kinds_text, publisher_name
from ledger.acts.permission import Permission
from ledger.rating_lists.listed import KINDS, PUBLISHERS, RatingList

ADDRESS = "/console/~ratings"


class RatingListLine(msgspec.Struct, frozen=True):
    """A list as the page shows it."""

    about: RatingList
    name: str
    kinds: str
    months_old: int


async def ratings_page(request: Request) -> Response:
    allow_somewhere(request, Permission.DIRECT)
    reader = asked_language(request)
    lists = await asyncio.to_thread(loads_of(request).lists.lists)
    may_load = visitor_of(request).may(Permission.OPEN)
    as_in_file = ("", reader.word("as-in-file", SECTION))
    called = [(publisher, publisher_name(publisher, reader)) for publisher in PUBLISHERS]
    return desk_page(
        request,
        "console/ratings.html",
        words=(SECTION,),
        w=reader.section(SECTION),
        f=reader.section(FETCH_SECTION),
        lines=[_line(one, reader) for one in lists],
        may_load=may_load,
        addresses=await _addresses(request, reader) if may_load else (),
        publishers=[as_in_file, *called, ("other", reader.word("other", SECTION))],
        kinds=[as_in_file, *((kind, reader.word(f"kind-{kind}", SECTION)) for kind in KINDS)],
    )


async def _addresses(request: Request, reader: Language) -> tuple[AddressAnswer, ...]:
    fetches = loads_of(request).fetches
    return tell_addresses(await asyncio.to_thread(fetches.addresses.all), fetches, reader)


def _line(one: RatingList, reader: Language) -> RatingListLine:
    months_old = months_since(one.month, datetime.now(UTC).date())
    return RatingListLine(one, publisher_name(one.publisher, reader), kinds_text(one, reader), months_old)


def months_since(month: str, today: date) -> int:
    year, number = map(int, month.split("-"))
    return max(0, (today.year - year) * 12 + today.month - number)


ROUTES = [Route(ADDRESS, ratings_page)]
