"""QR codes: each is drawn once, in a thread, because drawing takes tens of milliseconds."""

from __future__ import annotations

import asyncio
import functools
import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import segno

LONGEST_LINK = 500  # letters; a code of more could not be scanned from a screen
# One thread: somebody who asks for thousands (a link carries the host name of the request) holds up no one else.
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="qr")


def draw(link: str, error: str = "m", border: int = 2, scale: int = 1) -> str:
    """As the address of an image (``data:``), dark on white in any theme, as cameras want it. Empty: the link is too
    long for one."""
    if len(link) > LONGEST_LINK:
        return ""
    code = segno.make_qr(link, error=error)
    return str(code.svg_data_uri(scale=scale, border=border, dark="#000", light="#fff", unit=""))


picture = functools.lru_cache(maxsize=4096)(draw)  # not for links that are secret


async def draw_in_thread(link: str, error: str = "m", border: int = 2) -> str:
    """The same, without holding up anybody."""
    return (await draw_all([link], error, border))[0]


async def draw_all(links: Iterable[str], error: str = "m", border: int = 2) -> list[str]:
    loop = asyncio.get_running_loop()
    return [await loop.run_in_executor(_THREAD, picture, link, error, border) for link in links]


@functools.lru_cache(maxsize=512)
def _svg(link: str) -> bytes:
    """The image itself (SVG); empty as above."""
    if len(link) > LONGEST_LINK:
        return b""
    found = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(found, kind="svg", border=2, dark="#000", light="#fff", unit="", nl=False)
    return found.getvalue()


async def draw_svg(link: str) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(_THREAD, _svg, link)


def for_terminal(link: str) -> str:
    """In letters."""
    found = io.StringIO()
    segno.make_qr(link, error="l").terminal(found, border=2, compact=True)
    return found.getvalue().rstrip("\n")
