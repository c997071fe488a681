"""Jinja pages and sections: every text escaped, every word in the reader's language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from displays.web.help_chapters import link_help
from displays.web.request import asked_language, language_links
from displays.web.static_files import STATIC_URL
from displays.words.dates import write_day, write_days, write_moment, write_weekday
from displays.words.language import LANGUAGES, Language
from ledger.hidden_characters import show_hidden


def _show_hidden(value: object) -> object:
    """Every text on a page with its hidden characters to be seen (``Anna⟨U+200B⟩``); markup has been through it."""
    return show_hidden(value) if isinstance(value, str) and not isinstance(value, Markup) else value


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_show_hidden,
)

# As ``displays.words.audit`` writes times and days, and not within a name: ``club-2026-05-01`` is none.
_WRITTEN_TIME = re.compile(r"(?<![\w-])(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d) UTC)?(?![\w-])")


def mark_times(text: str, reader: Language) -> Markup:
    """A text with its days as the language writes them, and its times as elements, which the console shows in the
    reader's own zone (``local_times.js``)."""

    def mark(found: re.Match[str]) -> str:
        if found[2] is None:
            return write_day(found[1], reader)
        return moment_element(f"{found[1]} {found[2]}", reader)

    return Markup(_WRITTEN_TIME.sub(mark, str(escape(show_hidden(text)))))


def moment_element(at: str, reader: Language) -> Markup:
    """``2026-05-01T14:00:05Z`` for people and for scripts."""
    return Markup('<time datetime="{}">{}</time>').format(at, write_moment(at, reader)) if at else Markup("")


def _for_reader(write: Callable[..., str]) -> Callable[..., str]:
    """As a filter of templates: ``{{ t.details.starts|day }}``."""

    @pass_context
    def write_for_reader(context: Context, *values: str) -> str:
        return write(*values, context["reader"])

    return write_for_reader


_TEMPLATES.filters["timed"] = _for_reader(mark_times)
_TEMPLATES.filters["moment"] = _for_reader(moment_element)
_TEMPLATES.filters["day"] = _for_reader(write_day)
_TEMPLATES.filters["weekday"] = _for_reader(write_weekday)
_TEMPLATES.filters["days"] = _for_reader(write_days)  # {{ starts|days(ends) }}


def render_page(request: Request, template: str, status: int = 200, **facts: object) -> HTMLResponse:
    """``template`` knows the reader's words and what else it is given."""
    reader = asked_language(request)
    links = {"language_links": tuple(language_links(request)), "help_link": link_help(request.url.path, reader.code)}
    return HTMLResponse(_render(template, reader, **{"request": request, **links, **facts}), status)


def render_section(template: str, reader: Language, **facts: object) -> Markup:
    """Part of a page, for a template that has a place for it."""
    return Markup(_render(template, reader, **facts))


def _render(template: str, reader: Language, **facts: object) -> str:
    return _TEMPLATES.get_template(template).render(
        reader=reader,
        word=reader.word,
        phrase=reader.phrase,
        languages=LANGUAGES,
        data=json_block,
        static=STATIC_URL,
        **facts,
    )


def compile_templates() -> None:
    """All that there are; else each is compiled when it is first asked for."""
    for name in _TEMPLATES.list_templates():
        _TEMPLATES.get_template(name)


def json_block(name: str, value: object) -> Markup:
    """A block of JSON that a module of the page reads (``js/words.js``); it never runs."""
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')
