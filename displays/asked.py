"""What a request says about its reader."""

from __future__ import annotations

from starlette.requests import Request

from displays.language import LANGUAGES, Language, from_header, language


def asked_language(request: Request) -> Language:
    """``?lang=`` if we speak it, else what was chosen before, else what the browser asks for."""
    wanted = request.query_params.get("lang") if request.scope["query_string"] else None
    wanted = wanted or request.cookies.get("roundlog-language", "")
    return language(wanted if wanted in LANGUAGES else from_header(request.headers.get("accept-language", "")))
