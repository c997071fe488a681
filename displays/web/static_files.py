"""The static files (styles, scripts, the mark, icons): read once, compressed once, answered from memory.

Pages name them with ``STATIC_URL``, in which the version of all of them stands: so a browser keeps them without asking
again, and a new release has other addresses. (Scripts import each other by relative addresses, which keep the version.)
Without a version they are found as well, and asked for again each time.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.compression import (
    QUALITY_FOR_GOOD,
    Encoding,
    choose_encoding,
    compress,
    compressed_headers,
    has_etag,
    is_worth_compressing,
    join_headers,
)
from displays.web.request import header

STATIC = Path(__file__).with_name("static")
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}  # Windows guesses some of them wrong
SERVICE_WORKER = "js/worker/keep_pages.js"
SERVICE_WORKER_SCOPE = "/p/"  # the only pages that it is asked for
FOR_EVER = "public, max-age=31536000, immutable"


class StaticFile(NamedTuple):
    content: bytes
    media_type: str
    etag: str

    @classmethod
    def of(cls, content: bytes, media_type: str) -> StaticFile:
        return cls(content, media_type, f'W/"{hashlib.sha256(content).hexdigest()[:32]}"')


def _read() -> dict[str, StaticFile]:
    return {
        path.relative_to(STATIC).as_posix(): StaticFile.of(path.read_bytes(), MEDIA_TYPES[path.suffix])
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in MEDIA_TYPES
    }


def version_of(files: Mapping[str, StaticFile]) -> str:
    """A screen that has been on for weeks notices by it that there are new scripts and styles."""
    return hashlib.sha256("".join(f"{name}\0{file.etag}" for name, file in files.items()).encode()).hexdigest()[:16]


_FILES = _read()
_COMPRESSED: dict[tuple[str, Encoding], bytes] = {}  # by ETag: what was asked for so
STATIC_VERSION = version_of(_FILES)
STATIC_URL = f"/static/{STATIC_VERSION}"


def read_text(name: str) -> str:
    """Of a file that is written into a page."""
    return _FILES[name].content.decode()


async def _answer(request: Request) -> Response:
    file = _FILES.get(request.path_params["path"])
    if file is None:
        raise HTTPException(404)
    answer = await answer_file(request, file, is_for_ever=request.url.path.startswith(f"{STATIC_URL}/"))
    if request.path_params["path"] == SERVICE_WORKER:
        answer.headers["service-worker-allowed"] = SERVICE_WORKER_SCOPE
    return answer


async def answer_file(request: Request, file: StaticFile, *, is_for_ever: bool = False) -> Response:
    """What is the same for everybody; nothing is sent that the visitor has. ``is_for_ever``: its version stands in its
    address."""
    headers = {"etag": file.etag, "vary": "Accept-Encoding"}
    if is_for_ever:
        headers["cache-control"] = FOR_EVER
    if has_etag(header(request, b"if-none-match"), file.etag):
        return Response(status_code=304, headers=headers)
    answer = Response(file.content, headers=headers, media_type=file.media_type)
    encoding = choose_encoding(join_headers(request.scope, b"accept-encoding"))
    if encoding is not None and is_worth_compressing(200, answer.raw_headers, len(file.content)):
        answer.body = await _compress(file, encoding)
        answer.raw_headers = compressed_headers(answer.raw_headers, encoding, len(answer.body))
    return answer


async def _compress(file: StaticFile, encoding: Encoding) -> bytes:
    """Once, in a thread: not when the server starts, which is quick."""
    found = _COMPRESSED.get((file.etag, encoding))
    if found is None:
        found = await asyncio.to_thread(compress, file.content, encoding, QUALITY_FOR_GOOD)
        _COMPRESSED[file.etag, encoding] = found
    return found


ROUTES = [Route(STATIC_URL + "/{path:path}", _answer), Route("/static/{path:path}", _answer)]
