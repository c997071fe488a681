"""Addresses of rating lists over HTTP: which there are, fetching from them; and whether the lists are the newest.

Addresses are for who owns the server: there may be something in them that is nobody else's business. Whether the lists
are current may be asked by whoever enters players."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, allow_somewhere
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.ratings import loads_of
from displays.web.at_moment import check_question
from displays.web.rating_fetches import RatingFetches
from displays.web.rating_loads import RatingLoads
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.rating_list_text import tell_currency
from ledger.acts.permission import Permission
from ledger.rating_lists.addresses import ListAddress
from ledger.rating_lists.layouts import ToldOfList


class AddressForm(Form, frozen=True, kw_only=True):
    """``publisher`` and ``kind``: what the file itself does not say."""

    url: str
    publisher: str = ""
    kind: str = ""
    keeps_current: bool = True


class KeepForm(Form, frozen=True, kw_only=True):
    keeps_current: bool


class AddressAnswer(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    url: str
    publisher: str
    kind: str
    keeps_current: bool
    asked_at: str  # empty: never
    answered_at: str  # when it was last known that there is no newer list
    lists: tuple[str, ...]  # that were in it
    step: str  # "waiting", "fetching", "loading"; empty: nothing is done with it now
    problem: str  # what went wrong last


class AddressesAnswer(msgspec.Struct, frozen=True):
    addresses: tuple[AddressAnswer, ...]


class CurrencyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    is_busy: bool  # it is being asked, or a newer list is being loaded
    sentence: str  # what is known now
    loaded_at: str  # when a list was last loaded; empty: there is none


# -- for who owns the server -------------------------------------------------------------------------------------------


async def list_addresses(request: Request) -> Response:
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    return json(await _tell_addresses(request))


async def add_address(request: Request) -> Response:
    """It is fetched at once."""
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    form, fetches = _ADDRESS.read(await body_of(request)), _fetches_of(request)
    told = ToldOfList(form.publisher, form.kind)
    added = await asyncio.to_thread(fetches.addresses.add, form.url.strip(), told, form.keeps_current)
    fetches.want([added])
    return json(_tell_address(added, fetches, asked_language(request)), 201)


async def update_all(request: Request) -> Response:
    """All are asked whether there are newer lists, also those that are not kept current."""
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    fetches = _fetches_of(request)
    fetches.want(await asyncio.to_thread(fetches.addresses.all))
    return json(await _tell_addresses(request))


async def keep_current(request: Request) -> Response:
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    form, fetches = _KEEP.read(await body_of(request)), _fetches_of(request)
    key = request.path_params["address"]
    changed = await asyncio.to_thread(fetches.addresses.keep_current, key, form.keeps_current)
    return json(_tell_address(changed, fetches, asked_language(request)))


async def remove_address(request: Request) -> Response:
    """The lists that came from it stay."""
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    await asyncio.to_thread(_fetches_of(request).addresses.remove, request.path_params["address"])
    return Response(status_code=204)


def _fetches_of(request: Request) -> RatingFetches:
    return loads_of(request).fetches


async def _tell_addresses(request: Request) -> AddressesAnswer:
    fetches, reader = _fetches_of(request), asked_language(request)
    return AddressesAnswer(tell_addresses(await asyncio.to_thread(fetches.addresses.all), fetches, reader))


def tell_addresses(
    addresses: Iterable[ListAddress], fetches: RatingFetches, reader: Language
) -> tuple[AddressAnswer, ...]:
    return tuple(_tell_address(one, fetches, reader) for one in addresses)


def _tell_address(one: ListAddress, fetches: RatingFetches, reader: Language) -> AddressAnswer:
    return AddressAnswer(
        key=one.key,
        url=one.url,
        publisher=one.publisher,
        kind=one.kind,
        keeps_current=one.keeps_current,
        asked_at=one.asked_at,
        answered_at=one.answered_at,
        lists=one.lists,
        step=fetches.steps.get(one.key, ""),
        problem="" if one.problem is None else reader.sentence(one.problem.error()),
    )


# -- for who enters players --------------------------------------------------------------------------------------------


async def tell_currency_of_lists(request: Request) -> Response:
    allow_somewhere(request, Permission.DIRECT)
    check_question(request.query_params)
    return json(await asyncio.to_thread(currency_of, loads_of(request), asked_language(request)))


async def ask_currency(request: Request) -> Response:
    """VCL4THP 141: of those of which it is not known. Newer lists are fetched."""
    allow_somewhere(request, Permission.DIRECT)
    check_question(request.query_params)
    loads = loads_of(request)
    loads.fetches.want(await asyncio.to_thread(loads.fetches.find_doubtful, datetime.now(UTC)))
    return json(await asyncio.to_thread(currency_of, loads, asked_language(request)))


def currency_of(loads: RatingLoads, reader: Language) -> CurrencyAnswer:
    """It opens files: in a thread."""
    kept = [one for one in loads.fetches.addresses.all() if one.keeps_current]
    return CurrencyAnswer(
        is_busy=any(one.key in loads.fetches.steps for one in kept),
        sentence=tell_currency(kept, reader),
        loaded_at=max((one.loaded_at for one in loads.lists.lists()), default=""),
    )


_ADDRESS, _KEEP = Body(AddressForm), Body(KeepForm)
_STAFF, _OWNER = Permission.DIRECT, Permission.OPEN
ENDPOINTS = (
    Endpoint(
        name="rating-addresses",
        method="GET",
        path="/api/ratings/addresses",
        handler=list_addresses,
        answer=AddressesAnswer,
        permission=_OWNER,
        statuses=(409,),
    ),
    Endpoint(
        name="add-rating-address",
        method="POST",
        path="/api/ratings/addresses",
        handler=add_address,
        answer=AddressAnswer,
        permission=_OWNER,
        body=AddressForm,
        example={"url": "https://ratings.example.org/players_list_xml.zip"},
        statuses=(201, 409),
    ),
    Endpoint(
        name="update-rating-lists",
        method="POST",
        path="/api/ratings/addresses/update",
        handler=update_all,
        answer=AddressesAnswer,
        permission=_OWNER,
        statuses=(409,),
    ),
    Endpoint(
        name="keep-rating-list-current",
        method="PUT",
        path="/api/ratings/addresses/{address}",
        handler=keep_current,
        answer=AddressAnswer,
        permission=_OWNER,
        body=KeepForm,
        example={"keeps_current": False},
        statuses=(404, 409),
    ),
    Endpoint(
        name="remove-rating-address",
        method="DELETE",
        path="/api/ratings/addresses/{address}",
        handler=remove_address,
        answer=None,
        permission=_OWNER,
        statuses=(204, 404, 409),
    ),
    Endpoint(
        name="rating-lists-currency",
        method="GET",
        path="/api/ratings/currency",
        handler=tell_currency_of_lists,
        answer=CurrencyAnswer,
        permission=_STAFF,
        statuses=(409,),
    ),
    Endpoint(
        name="ask-rating-lists-currency",
        method="POST",
        path="/api/ratings/currency",
        handler=ask_currency,
        answer=CurrencyAnswer,
        permission=_STAFF,
        statuses=(409,),
    ),
)
