"""Images for the screens: ``/images/NAME``, from the operator's folder (``serve --images DIR``)."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from displays.web.access.services import services_of
from engine.errors import Refusal

# No SVG: it can carry a script, and whoever opened its address would run that as a page of ours.
KINDS = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}


def names(folder: Path | None) -> tuple[str, ...]:
    """What can be shown, from A to Z. A folder that is not there (any more) has nothing."""
    if folder is None or not folder.is_dir():
        return ()
    inside = folder.resolve()
    return tuple(
        sorted(path.name for path in folder.iterdir() if _is_shown(path) and _is_image(path.resolve(), inside))
    )


def hash_list(folder: Path | None) -> str:
    """Of names and sizes: nodes of a cluster that show other pictures answer with another one."""
    listed = [] if folder is None else [(name, _size(folder / name)) for name in names(folder)]
    return hashlib.sha256(repr(listed).encode()).hexdigest()[:16]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # it has just been taken away
        return 0


def _is_shown(path: Path) -> bool:
    return path.suffix.lower() in KINDS and not path.name.startswith(".")


def _is_image(path: Path, folder: Path) -> bool:
    """A symbolic link may lead to another picture of the folder, and nowhere else."""
    return path.parent == folder and _is_shown(path) and path.is_file()


async def image(request: Request) -> Response:
    """Only what is listed: so no name leads out of the folder, whatever it is made of."""
    folder = services_of(request).images
    name = request.path_params["name"]
    if folder is None or name not in await asyncio.to_thread(names, folder):
        raise Refusal("no-such-page")
    return FileResponse(folder / name, media_type=KINDS[(folder / name).suffix.lower()])


ROUTES = [Route("/images/{name}", image)]
