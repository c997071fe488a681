"""TRF over HTTP: a tournament as the file of a federation. (From such a file: ``trf_opening.py``.)"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of
from displays.web.access.services import services_of
from displays.web.api.endpoint import Endpoint, json
from displays.web.api.localized import Told
from displays.web.at_moment import check_question
from displays.web.request import asked_language, header
from displays.words.language import Language
from displays.words.trf_text import adjustment_line
from engine.errors import BadInput
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.report import Report, check_final, write_report
from ledger.formats.trf.writer import Dialect
from ledger.sent_reports import hash_report
from ledger.state import State

PLAIN_TEXT = "text/plain"


class TrfReport(msgspec.Struct, frozen=True):
    dialect: Dialect
    is_interim: bool
    version: int  # of the log, at which it is made
    sha256: str  # of the file, for `mark-report-sent`
    text: str
    left_out: tuple[Told, ...]  # what the file does not say, or says otherwise


async def export_trf(request: Request) -> Response:
    """The file; with ``Accept: application/json`` beside what it could not say, of which a file names the codes in
    its header ``Left-Out``."""
    query = request.query_params
    check_question(query, "dialect", "interim", "comments")
    stream, state = request.path_params["id"], state_of(request, Permission.SEE_PRIVATE)
    dialect, is_interim = _dialect(query.get("dialect", Dialect.TRF26.value)), _is_set(query, "interim")
    if not is_interim:
        check_final(state.tournament)
    wants_comments = _is_set(query, "comments")
    records = tuple(services_of(request).desk.log.read(stream, upto=state.version)) if wants_comments else None
    report = await asyncio.to_thread(_write, state, dialect, is_interim, records)
    if "application/json" in header(request, b"accept"):
        told = tuple(tell_adjustment(one, asked_language(request)) for one in report.left_out)
        return json(TrfReport(dialect, is_interim, state.version, hash_report(report.text), report.text, told))
    name = f"{stream}-interim.trf" if is_interim else f"{stream}.trf"
    headers = {"content-disposition": f'attachment; filename="{name}"', "etag": f'"{state.version}"'}
    if report.left_out:
        headers["left-out"] = ", ".join(map(_code_of, report.left_out))
    return Response(report.text.encode(), headers=headers, media_type=PLAIN_TEXT)


def _write(state: State, dialect: Dialect, is_interim: bool, records: tuple[Recorded, ...] | None) -> Report:
    return write_report(state, dialect, is_interim=is_interim, records=records)


def _dialect(typed: str) -> Dialect:
    possible = tuple(dialect.value for dialect in Dialect)
    if typed not in possible:
        raise BadInput("not-one-of", field="dialect", value=typed, possible=possible)
    return Dialect(typed)


def _is_set(query: Mapping[str, str], name: str) -> bool:
    value = query.get(name, "0")
    if value not in ("0", "1"):
        raise BadInput("not-one-of", field=name, value=value, possible=("0", "1"))
    return value == "1"


def _code_of(adjustment: Adjustment) -> str:
    """``trf-left-out;field=separations``"""
    field = adjustment.facts.get("field")
    return f"{adjustment.code};field={field}" if field else adjustment.code


def tell_adjustment(adjustment: Adjustment, reader: Language) -> Told:
    where = {"line": adjustment.line} if adjustment.line else {}
    return Told(adjustment.code, adjustment_line(adjustment, reader), facts={**where, **adjustment.facts})


ENDPOINTS = (
    Endpoint(
        name="export-trf",
        method="GET",
        path="/api/t/{id}/trf",
        handler=export_trf,
        answer=str,
        permission=Permission.SEE_PRIVATE,
        media=PLAIN_TEXT,
        query={"dialect": str, "interim": bool, "comments": bool},
    ),
)
