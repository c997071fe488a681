"""TRF pages: a tournament as the file for its federation, and a new tournament from such a file."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import allow
from displays.web.api.sent_reports import tell_sent_reports
from displays.web.console.frame import console_page, desk_page, scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.trf_text import adjustment_line
from engine.errors import Refusal
from engine.handbook import GAME
from engine.model import Tournament
from engine.registry import SYSTEMS
from ledger.acts.permission import Permission
from ledger.formats.trf.report import check_final, list_missing
from ledger.formats.trf.writer import Dialect, losses
from ledger.sent_reports import rounds_corrected_since_sent
from ledger.state import State


class DialectChoice(msgspec.Struct, frozen=True):
    key: str  # its words are "dialect-" and "about-" with this
    left_out: tuple[str, ...]  # what a file of this kind does not say, or says otherwise


async def report_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.SEE_PRIVATE), asked_language(request)
    t = scene.tournament
    return await console_page(
        request,
        "console/trf_report.html",
        w=reader.section("trf"),
        dialects=await asyncio.to_thread(_list_dialects, scene.state, reader),
        why_interim=_why_interim(t, reader),
        is_of_fide=t.rules.game == GAME,
        missing=list_missing(scene.state) if t.rules.game == GAME else (),
        sent=await tell_sent_reports(request, scene.state.version),
        sent_words=reader.section("sent"),
        corrected_since=tell_corrected(scene.state, reader),
        words=("sent",),
        api=scene.api,
    )


def _list_dialects(state: State, reader: Language) -> tuple[DialectChoice, ...]:
    """FIDE's own first."""
    first_to_last = (Dialect.TRF26, Dialect.TRF16, Dialect.TRFX)
    return tuple(DialectChoice(one.value, tuple(_tell_left_out(state, one, reader))) for one in first_to_last)


def _tell_left_out(state: State, dialect: Dialect, reader: Language) -> list[str]:
    return [adjustment_line(one, reader) for one in losses(state.tournament, dialect, state.file_rest)]


def tell_corrected(state: State, reader: Language) -> str:
    """That the federation has a report of which results were corrected since. Empty: it has none, or they stand."""
    rounds = rounds_corrected_since_sent(state)
    if not rounds:
        return ""
    return reader.phrase("corrected-since", "sent", rounds=len(rounds), numbers=", ".join(map(str, rounds)))


def _why_interim(t: Tournament, reader: Language) -> str:
    """Empty: the final report can be written."""
    try:
        check_final(t)
    except Refusal as refusal:
        return reader.sentence(refusal)
    return ""


async def opening_page(request: Request) -> Response:
    allow(request, Permission.OPEN)
    reader = asked_language(request)
    return desk_page(
        request,
        "console/trf_opening.html",
        words=("trf",),
        w=reader.section("trf"),
        systems=[("", reader.word("as-in-file", "trf"))]
        + [(key, reader.word(f"system-{key}", "console")) for key in SYSTEMS],
    )


ROUTES_OF_DESK = [Route("/console/~trf", opening_page)]
ROUTES = [Route("/console/{id}/trf", report_page)]
