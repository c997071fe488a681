"""Endpoints between two servers: the records and the private rows for a standby, and what a person decides.

What passes here is everything that a server has, the secret of its sessions included: only for who may run servers, and
only encrypted, on the same machine, or where the operator says that the network is their own.
"""

from __future__ import annotations

import asyncio
from itertools import islice

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access import taking_over
from displays.web.access.addresses import read_public_url
from displays.web.access.authorize import allow
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.at_moment import check_question
from displays.web.network.addresses import is_loopback
from displays.web.request import header
from displays.web.standby.client import STATE_HEADER, PrivateAnswer, RecordsAnswer
from displays.web.standby.running import ask_other
from displays.words.parse import whole_number
from engine.errors import BadInput, Refusal, Unavailable
from ledger.acts.permission import Permission
from ledger.private_rows import TABLES
from ledger.standby.epochs import SignedState, seal_at, shared_secret
from ledger.standby.pair import ServerPair
from ledger.store.chain import SealedRecord

LONGEST_POLL = 0.5  # seconds after which a question without news is answered too
LOOK_EVERY = 0.05  # seconds between two looks for what other programs recorded
MOST_RECORDS = 1000  # in one answer …
MOST_BYTES = 4_000_000  # … or so much, if that is less; always one
LONGEST_STATE = 2000  # letters
LAST_POSITION = 999_999_999  # as the description of the API has it


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a server goes on: it stands in the log."""

    reason: str


class BegunEpoch(msgspec.Struct, frozen=True):
    epoch: int
    position: int  # of its record
    seal: str


_DECISION = Body(Decision)


async def tell_state(request: Request) -> Response:
    """Who this server is. Whoever asks may say who they are; it is believed if it is proven."""
    check_question(request.query_params, "at")
    at = whole_number(request.query_params.get("at", "0"), "at")
    if not 0 <= at <= LAST_POSITION:
        raise BadInput("number-outside-range", field="at", value=at, least=0, most=LAST_POSITION)
    pair = services_of(request).pair
    told = header(request, STATE_HEADER.lower().encode())
    if told and len(told) <= LONGEST_STATE:
        _hear(pair, told)
    return json(pair.tell(at))


def _hear(pair: ServerPair, told: str) -> None:
    """One that has a higher epoch is asked for more: how far both logs are the same."""
    try:
        state = pair.hear(msgspec.json.decode(told, type=SignedState))
    except (msgspec.DecodeError, Refusal):
        return  # said by somebody who cannot show that they are the other server: not heard
    if pair.must_yield_to(state):
        asyncio.get_running_loop().run_in_executor(None, _ask_back, pair)


def _ask_back(pair: ServerPair) -> None:
    try:
        ask_other(pair)
    except (Refusal, Unavailable):
        return  # it is asked again every second and a half


async def list_records(request: Request) -> Response:
    check_question(request.query_params, "after", "seal", "server", "address", *TABLES)
    visitor = allow(request, Permission.RUN_SERVERS)
    services = services_of(request)
    pair = services.pair
    _check_channel(request)
    asked = request.query_params
    after, known = whole_number(asked.get("after", "0"), "after"), _positions(request)
    if not asked.get("server"):
        raise BadInput("text-missing", field="server")
    pair.check_writable()
    if seal_at(pair.log, after) != asked.get("seal"):
        raise Refusal("copy-differs")
    assert visitor.key is not None
    digest = services.key_store.key(visitor.key.number).digest
    address = read_public_url(asked["address"]) if asked.get("address") else ""
    pair.note_follower(asked["server"], address, shared_secret(digest))
    pair.confirm(after)
    await _wait_for_news(pair, after, known)
    records = await asyncio.to_thread(_some_records, pair, after)
    return json(RecordsAnswer(pair.tell(), records, _private_positions(pair)))


async def _wait_for_news(pair: ServerPair, after: int, known: dict[str, int]) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + LONGEST_POLL
    while loop.time() < until:
        recorded = pair.recorded  # before looking: what comes after the look sets it
        if pair.log.position() > after or _private_positions(pair) != known:
            return
        try:
            await asyncio.wait_for(recorded.wait(), LOOK_EVERY)
        except TimeoutError:
            continue  # another program may have written
    pair.note_seen()


def _some_records(pair: ServerPair, after: int) -> list[SealedRecord]:
    found: list[SealedRecord] = []
    size = 0
    for record in islice(pair.log.raw_after(after), MOST_RECORDS):
        size += len(record.raw.body)
        if found and size > MOST_BYTES:
            break
        found.append(record)
    return found


def _private_positions(pair: ServerPair) -> dict[str, int]:
    rows = pair.private_rows()
    return dict.fromkeys(TABLES, 0) if rows is None else rows.positions()


async def list_private_rows(request: Request) -> Response:
    check_question(request.query_params, "digest", *TABLES)
    allow(request, Permission.RUN_SERVERS)
    _check_channel(request)
    pair = services_of(request).pair
    pair.check_writable()
    known = _positions(request)
    rows = pair.private_rows()
    if rows is None:
        return json(PrivateAnswer({name: [] for name in TABLES}))
    if await asyncio.to_thread(rows.digest, known) != request.query_params.get("digest"):
        raise Refusal("copy-differs")
    return json(PrivateAnswer(await asyncio.to_thread(rows.rows_after, known)))


def _positions(request: Request) -> dict[str, int]:
    return {name: whole_number(request.query_params.get(name, "0"), name) for name in TABLES}


def _check_channel(request: Request) -> None:
    is_near = is_loopback(request.client.host if request.client else "")
    if not (request.scope["scheme"] == "https" or is_near or services_of(request).pair.trusts_network):
        raise Refusal("feed-needs-tls")


async def take_over(request: Request) -> Response:
    visitor = allow(request, Permission.RUN_SERVERS)
    decision = _DECISION.read(await body_of(request))
    pair = services_of(request).pair
    recorded = await taking_over.take_over(services_of(request), reason=decision.reason, actor=visitor.actor)
    return json(BegunEpoch(pair.epoch.number, recorded.position, recorded.seal))


async def go_on(request: Request) -> Response:
    visitor = allow(request, Permission.RUN_SERVERS)
    decision = _DECISION.read(await body_of(request))
    pair = services_of(request).pair
    recorded = await asyncio.to_thread(pair.go_on, reason=decision.reason, actor=visitor.actor)
    return json(BegunEpoch(pair.epoch.number, recorded.position, recorded.seal))


_EXAMPLE = {"reason": "The first laptop has no power"}
ENDPOINTS = (
    Endpoint(
        name="standby-state",
        method="GET",
        path="/api/standby",
        handler=tell_state,
        answer=SignedState,
        query={"at": int},
    ),
    Endpoint(
        name="standby-records",
        method="GET",
        path="/api/standby/records",
        handler=list_records,
        answer=RecordsAnswer,
        permission=Permission.RUN_SERVERS,
        statuses=(409,),
        query={"after": int, "seal": str, "server": str, "address": str, **dict.fromkeys(TABLES, int)},
    ),
    Endpoint(
        name="standby-private",
        method="GET",
        path="/api/standby/private",
        handler=list_private_rows,
        answer=PrivateAnswer,
        permission=Permission.RUN_SERVERS,
        statuses=(409,),
        query={"digest": str, **dict.fromkeys(TABLES, int)},
    ),
    Endpoint(
        name="take-over",
        method="POST",
        path="/api/standby/take-over",
        handler=take_over,
        answer=BegunEpoch,
        permission=Permission.RUN_SERVERS,
        statuses=(409,),
        body=Decision,
        example=_EXAMPLE,
    ),
    Endpoint(
        name="go-on-alone",
        method="POST",
        path="/api/standby/go-on",
        handler=go_on,
        answer=BegunEpoch,
        permission=Permission.RUN_SERVERS,
        statuses=(409,),
        body=Decision,
        example=_EXAMPLE,
    ),
)
