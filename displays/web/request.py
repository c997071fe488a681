"""What a request says about its reader: their language, and the headers that they sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote, urlencode

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from displays.words.language import LANGUAGES, Language, from_header, language

_LANGUAGE_COOKIE = "roundlog-language"
_A_YEAR = 31_536_000  # seconds


def asked_language(request: Request) -> Language:
    """``?lang=`` if we speak it, else what was chosen before, else what the browser asks for."""
    wanted = request.query_params.get("lang") if request.scope["query_string"] else None
    if not wanted and header(request, b"cookie"):
        wanted = request.cookies.get(_LANGUAGE_COOKIE)
    return language(wanted if wanted in LANGUAGES else from_header(header(request, b"accept-language")))


def remember_language(request: Request, answer: Response) -> None:
    """The language that was chosen by a link holds for the pages that follow."""
    chosen = request.query_params.get("lang", "")
    if chosen in LANGUAGES:
        answer.set_cookie(_LANGUAGE_COOKIE, chosen, max_age=_A_YEAR, samesite="lax", httponly=True)


def language_names() -> list[tuple[str, str]]:
    """Code and own name of each language."""
    return [(code, language(code).word("language")) for code in LANGUAGES]


def language_links(request: Request, query: Mapping[str, str] | None = None) -> Iterator[tuple[str, str, str]]:
    """Code, name and this page's address in each language. ``query``: if not all of the address is to be kept."""
    given = request.query_params if query is None else query
    kept = {name: value for name, value in given.items() if name != "lang"}
    for code, name in language_names():
        yield code, name, f"{quote(request.url.path)}?{urlencode({**kept, 'lang': code})}"


def header(request: HTTPConnection, name: bytes, otherwise: str = "") -> str:
    """The first of that name, which is lower case; ``otherwise`` if there is none."""
    for found, value in request.scope["headers"]:
        if found == name:
            text: str = value.decode("latin-1")
            return text
    return otherwise
