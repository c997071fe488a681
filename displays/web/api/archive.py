"""Export and verification of a tournament's log, and of the whole log of a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import islice
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from displays.web.access.authorize import allow, see
from displays.web.access.services import services_of
from displays.web.api.endpoint import JSON_LINES, Endpoint, json
from displays.web.api.localized import Told, localize_error
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.words.parse import whole_number
from engine.errors import Broken
from ledger.acts.permission import Permission
from ledger.formats.jsonl import Line, LogLine, Title, encode_stream, verify_stream
from ledger.store.chain import SealedRecord
from ledger.store.log import Archive

RECORDS_AT_A_TIME = 256
ANEW = {"cache-control": "no-store"}
_ENCODE = msgspec.json.Encoder().encode


class Verification(msgspec.Struct, frozen=True):
    records: int  # for the public: up to the last that is released
    head: str  # the hash of that record; for the public empty where the chain is broken
    intact: bool
    problem: Told | None = None  # the first record that does not fit


async def export(request: Request) -> Response:
    check_question(request.query_params)
    stream = request.path_params["id"]
    allow(request, Permission.SEE_PRIVATE, stream)
    see(request, stream)
    state = services_of(request).desk.state(stream)
    sections = None if state is None or state.festival is None else state.festival.sections
    title, content = await asyncio.to_thread(encode_stream, _archive(request), stream, sections)
    named = {"content-disposition": f'attachment; filename="{stream}.jsonl"', "etag": f'"{title.records}"'}
    return Response(content, headers=named, media_type=JSON_LINES)


async def verify(request: Request) -> Response:
    """Anybody may ask, and all of the chain is verified; how long it is beyond what is released is for the staff.

    It is verified anew for everybody who asks: whoever changed the file since has changed no version."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    visitor = see(request, stream)
    desk = services_of(request).desk
    archive = _archive(request)
    told = None if visitor.may(Permission.SEE_DRAFTS, stream) else desk.projector.projection(stream).released
    try:
        found = await desk.history.run_for_public(verify_stream, archive, stream, told)
    except Broken as error:
        problem = localize_error(error, asked_language(request))
        if told is not None:
            return json(Verification(told, "", False, problem), headers=ANEW)
        head = next(head for head in archive.heads() if head.stream == stream)
        return json(Verification(head.version, head.hash, False, problem), headers=ANEW)
    return json(Verification(found.records, found.head, True), headers=ANEW)


async def whole_log(request: Request) -> Response:
    """Every record of the server as it is stored, after a position, so that anybody with a key to it can verify all."""
    check_question(request.query_params, "after")
    allow(request, Permission.SEE_PRIVATE)
    after = whole_number(request.query_params.get("after", "0"), "after")
    return StreamingResponse(_stored_lines(_archive(request), after), media_type=JSON_LINES)


async def _stored_lines(archive: Archive, after: int) -> AsyncIterator[bytes]:
    while lines := await asyncio.to_thread(_some_after, archive, after):
        yield b"".join(_ENCODE(LogLine(one.position, *one.raw, one.seal)) + b"\n" for one in lines)
        after = lines[-1].position


def _some_after(archive: Archive, position: int) -> list[SealedRecord]:
    return list(islice(archive.raw_after(position), RECORDS_AT_A_TIME))


def _archive(request: Request) -> Archive:
    desk = services_of(request).desk
    return cast(Archive, desk.log)


ENDPOINTS = (
    Endpoint(
        name="export",
        method="GET",
        path="/api/t/{id}/export",
        handler=export,
        answer=(Title, Line),
        permission=Permission.SEE_PRIVATE,
        media=JSON_LINES,
    ),
    Endpoint(
        name="log-of-server",
        method="GET",
        path="/api/log",
        handler=whole_log,
        answer=LogLine,
        permission=Permission.SEE_PRIVATE,
        media=JSON_LINES,
        query={"after": int},
    ),
    Endpoint(
        name="verify",
        method="GET",
        path="/api/t/{id}/verify",
        handler=verify,
        answer=Verification,
        is_made_once=True,
    ),
)
