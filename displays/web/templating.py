"""Jinja pages: every text escaped, every word in the reader's language."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from displays.web.access.authorize import visitor_of
from displays.web.markup import Markup
from displays.web.request import asked_language
from displays.words.language import LANGUAGES

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)

_TOLD_TIME = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d) UTC")  # as ``telling.py`` writes it


def timed(text: str) -> Markup:
    """A text with its times as elements, which the console shows in the reader's own zone (``local_times.js``)."""
    return Markup(_TOLD_TIME.sub(r'<time datetime="\1">\g<0></time>', escape(text)))


_TEMPLATES.filters["timed"] = timed


def page(request: Request, template: str, status: int = 200, **facts: object) -> HTMLResponse:
    """``template`` knows the reader's words, who is asking and what else it is given."""
    reader = asked_language(request)
    text = _TEMPLATES.get_template(template).render(
        reader=reader,
        word=reader.word,
        phrase=reader.phrase,
        languages=LANGUAGES,
        visitor=visitor_of(request),
        request=request,
        data=data,
        **facts,
    )
    return HTMLResponse(text, status)


def data(name: str, value: object) -> Markup:
    """A block of JSON that a module of the page reads (``js/words.js``); it never runs."""
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')
