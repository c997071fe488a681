"""What a request says about its reader."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from displays.words.language import LANGUAGES, Language, from_header, language


def asked_language(request: Request) -> Language:
    """``?lang=`` if we speak it, else what was chosen before, else what the browser asks for."""
    wanted = request.query_params.get("lang") if request.scope["query_string"] else None
    if not wanted and header(request, b"cookie"):
        wanted = request.cookies.get("roundlog-language")
    return language(wanted if wanted in LANGUAGES else from_header(header(request, b"accept-language")))


def header(request: HTTPConnection, name: bytes, otherwise: str = "") -> str:
    """The first of that name, which is lower case; ``otherwise`` if there is none.

    (Every request is asked for half a dozen, and Starlette's own look-up takes five times as long.)
    """
    for found, value in request.scope["headers"]:
        if found == name:
            text: str = value.decode("latin-1")
            return text
    return otherwise
