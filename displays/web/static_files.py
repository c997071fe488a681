"""The static files (styles, scripts, the mark): read once, answered from memory.

Pages name them with ``STATIC_URL``, in which the version of all of them stands: so a browser keeps them without asking
again, and a new release has other addresses. (Scripts import each other by relative addresses, which keep the version.)
Without a version they are found as well, and asked for again each time.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC = Path(__file__).with_name("static")
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}  # Windows guesses some of them wrong
FOR_EVER = "public, max-age=31536000, immutable"


class StaticFile(NamedTuple):
    content: bytes
    media_type: str
    etag: str


def _read() -> dict[str, StaticFile]:
    found = {}
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in MEDIA_TYPES:
            content = path.read_bytes()
            etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            found[path.relative_to(STATIC).as_posix()] = StaticFile(content, MEDIA_TYPES[path.suffix], etag)
    return found


def _version_of(files: dict[str, StaticFile]) -> str:
    """A screen that has been on for weeks notices by it that there are new scripts and styles."""
    return hashlib.sha256("".join(f"{name}\0{file.etag}" for name, file in files.items()).encode()).hexdigest()[:16]


_FILES = _read()
STATIC_VERSION = _version_of(_FILES)
STATIC_URL = f"/static/{STATIC_VERSION}"


async def _answer(request: Request) -> Response:
    file = _FILES.get(request.path_params["path"])
    if file is None:
        raise HTTPException(404)
    headers = {"etag": file.etag}
    if request.url.path.startswith(f"{STATIC_URL}/"):
        headers["cache-control"] = FOR_EVER
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, headers=headers, media_type=file.media_type)


ROUTES = [Route(STATIC_URL + "/{path:path}", _answer), Route("/static/{path:path}", _answer)]
