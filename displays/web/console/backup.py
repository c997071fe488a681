"""Page of the copies: how old the last one is, what is wrong, copying now, and a copy to take away.

Its address is one that no tournament can have. It is for who owns the whole server: a copy has everything in it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from displays.web.access.authorize import allow
from displays.web.access.forms import form_route
from displays.web.access.services import services_of
from displays.web.console.frame import desk_page
from displays.web.copies_status import write_moment
from engine.errors import Refusal, RoundlogError
from ledger.acts.permission import Permission
from ledger.backup.automatic import LogCopies
from ledger.backup.copying import MadeCopy

ADDRESS = "/console/~backup"
PIECE = 1 << 18  # bytes


class CopiesShown(msgspec.Struct, frozen=True):
    """What the page says of the automatic copies."""

    folder: str
    every: int  # minutes
    keep: int
    with_keys: bool
    at: str  # empty: there is none yet
    minutes: int  # since then
    copied: int
    newest: int
    is_bad: bool  # in red
    is_on_disk_of_log: bool
    problem: RoundlogError | None


async def copies_page(request: Request) -> Response:
    allow(request, Permission.RUN_SERVERS)
    return await _page(request)


async def copy_now(request: Request) -> Response:
    allow(request, Permission.RUN_SERVERS)
    copies = services_of(request).copies
    if copies is None or copies.options.folder is None:
        raise Refusal("backup-is-off")
    try:
        made = await asyncio.to_thread(copies.copy_now)
    except RoundlogError:
        return await _page(request, status=503)  # what was wrong stands there
    return await _page(request, made)


async def download_copy(request: Request) -> Response:
    """Made and verified for whoever asks; gone when it was sent. Keys are not in it: a new link is made at once, and a
    file that lets people in has no business in a folder for downloads."""
    allow(request, Permission.RUN_SERVERS)
    copies = services_of(request).copies
    if copies is None:
        raise Refusal("backup-is-off")
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="roundlog-copy-"))
    try:
        made = await asyncio.to_thread(copies.copy_to, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    path = Path(made.path)
    headers = {
        "content-disposition": f'attachment; filename="{quote(path.name)}"',
        "content-length": str(made.size),
        "cache-control": "no-store",
    }
    return StreamingResponse(_send(path), media_type="application/vnd.sqlite3", headers=headers)


async def _send(path: Path) -> AsyncIterator[bytes]:
    """Whoever hangs up in the middle leaves nothing behind either."""
    try:
        with path.open("rb") as file:
            while piece := await asyncio.to_thread(file.read, PIECE):
                yield piece
    finally:
        shutil.rmtree(path.parent, ignore_errors=True)


async def _page(request: Request, made: MadeCopy | None = None, status: int = 200) -> Response:
    copies = services_of(request).copies
    return desk_page(
        request,
        "console/backup.html",
        status,
        here=ADDRESS,
        may_download=copies is not None,
        copies=None if copies is None else await asyncio.to_thread(describe_copies, copies),
        made=made,
    )


def describe_copies(copies: LogCopies) -> CopiesShown | None:
    options, state = copies.options, copies.state()
    if options.folder is None:
        return None
    since = datetime.now(UTC) - (state.at or datetime.now(UTC))
    return CopiesShown(
        os.fspath(options.folder),
        options.every,
        options.keep,
        options.with_keys,
        "" if state.at is None else write_moment(state.at.isoformat()),
        max(0, int(since.total_seconds() // 60)),
        state.position,
        state.newest,
        state.is_late or state.problem is not None,
        copies.is_on_disk_of_log(),
        state.problem,
    )


ROUTES = [
    form_route(ADDRESS, copies_page, copy_now),
    Route(f"{ADDRESS}/copy", download_copy, methods=["GET"]),
]
