"""Reports that were sent to a federation, over HTTP: each with what has changed since."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of
from displays.web.access.services import services_of
from displays.web.api.endpoint import Endpoint, json
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.report_changes import change_line
from ledger.actors import read_actor
from ledger.acts.permission import Permission
from ledger.sent_reports import SentFile, list_sent


class SentReportTold(msgspec.Struct, frozen=True):
    record: int  # the version of the record that tells of it
    at: str
    actor: str
    version: int  # at which the file was made
    sha256: str
    recipient: str
    sender: str
    dialect: str
    is_interim: bool
    has_comments: bool
    is_as_written: bool  # false: the file was changed by hand, or written by another edition of the program
    changes: tuple[str, ...]  # between the report of then and that of now


async def list_sent_reports(request: Request) -> Response:
    return json(await tell_sent_reports(request, state_of(request, Permission.SEE_PRIVATE).version))


async def tell_sent_reports(request: Request, version: int) -> tuple[SentReportTold, ...]:
    """As they are seen at that version."""
    log, reader = services_of(request).desk.log, asked_language(request)
    records = tuple(log.read(request.path_params["id"], upto=version))
    found = await asyncio.to_thread(list_sent, records)
    return tuple(_tell(one, reader) for one in found)


def _tell(one: SentFile, reader: Language) -> SentReportTold:
    return SentReportTold(
        **msgspec.structs.asdict(one.sent),
        at=one.at,
        actor=read_actor(one.actor).name,
        is_as_written=one.is_as_written,
        changes=tuple(change_line(change, reader) for change in one.changes),
    )


ENDPOINTS = (
    Endpoint(
        name="list-sent-reports",
        method="GET",
        path="/api/t/{id}/sent-reports",
        handler=list_sent_reports,
        answer=tuple[SentReportTold, ...],
        permission=Permission.SEE_PRIVATE,
    ),
)
