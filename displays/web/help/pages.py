"""Pages of the handbook: its front with the search, a page for each chapter, the documents beside it, the pictures.

They are for everybody and the same for everybody: each is made once and kept; only what is searched for is made anew.
"""

from __future__ import annotations

import asyncio
import functools
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from displays.web.at_moment import check_question
from displays.web.help.chapters import (
    list_documents,
    read_document,
    read_handbook,
    read_pictures,
    version_of_pictures,
)
from displays.web.help.markdown import Page
from displays.web.help.search import LONGEST_ASKED, search_handbook
from displays.web.help_chapters import find_languages, list_chapters
from displays.web.request import asked_language
from displays.web.static_files import StaticFile, answer_file
from displays.web.templating import render_section
from displays.words.language import Language, language

DOCUMENTS = "docs"  # in the place of a language


async def choose_language(request: Request) -> Response:
    """``/help``: in the language of who asks."""
    return _lead(request, "")


async def front_page(request: Request) -> Response:
    """``/help/nl``, perhaps with what is searched for; ``/help/hall``: that chapter in the language of who asks."""
    code = request.path_params["language"]
    if code in list_chapters():
        return _lead(request, code)
    check_question(request.query_params, "q")
    typed = request.query_params.get("q", "").strip()[:LONGEST_ASKED]
    _check_language(code)
    if not typed:
        return await answer_file(request, await asyncio.to_thread(_make_front, code))
    return HTMLResponse(await asyncio.to_thread(_render_front, code, typed))


def _lead(request: Request, chapter: str) -> Response:
    found = asked_language(request).code
    code = found if found in find_languages() else "en"
    query = {name: value for name, value in request.query_params.items() if name == "q"}
    address = f"/help/{code}" + (f"/{chapter}" if chapter else "") + (f"?{urlencode(query)}" if query else "")
    return RedirectResponse(address, 302)


async def chapter_page(request: Request) -> Response:
    code, name = request.path_params["language"], request.path_params["chapter"]
    if code == DOCUMENTS:
        if name not in list_documents():
            raise HTTPException(404)
        return await answer_file(request, await asyncio.to_thread(_make_document, name))
    _check_language(code)
    if name not in list_chapters():
        raise HTTPException(404)
    return await answer_file(request, await asyncio.to_thread(_make_chapter, code, name))


def _check_language(code: str) -> None:
    if code not in find_languages():
        raise HTTPException(404)


async def picture(request: Request) -> Response:
    found = request.path_params
    file = (await asyncio.to_thread(read_pictures)).get(f"{found['language']}/{found['name']}")
    if file is None:
        raise HTTPException(404)
    return await answer_file(request, file, is_for_ever=found["version"] == version_of_pictures())


# -- what is made once -------------------------------------------------------------------------------------------------


@functools.cache
def _make_front(code: str) -> StaticFile:
    return _make_file(_render_front(code, ""))


def _render_front(code: str, typed: str) -> str:
    reader = language(code)
    return _render(
        "help/front.html",
        reader,
        below="",
        title=reader.word("title", "help"),
        documents=[(name, read_document(name)) for name in list_documents()],
        typed=typed,
        results=search_handbook(code, typed) if typed else None,
    )


@functools.cache
def _make_chapter(code: str, name: str) -> StaticFile:
    pages = read_handbook(code)
    names = list(pages)
    place = names.index(name)
    neighbours = {
        "before": names[place - 1] if place else "",
        "after": names[place + 1] if place + 1 < len(names) else "",
    }
    return _make_text_page(language(code), pages[name], below=f"/{name}", here=name, **neighbours)


@functools.cache
def _make_document(name: str) -> StaticFile:
    return _make_text_page(language("en"), read_document(name), below="", here="", before="", after="")


def _make_text_page(reader: Language, page: Page, **facts: str) -> StaticFile:
    return _make_file(_render("help/chapter.html", reader, page=page, html=Markup(page.html), **facts))


def _render(template: str, reader: Language, *, below: str, **facts: object) -> str:
    """``below``: the page's address below that of the language."""
    links = [(code, language(code).word("language"), f"/help/{code}{below}") for code in find_languages()]
    return render_section(
        template, reader, h=reader.section("help"), chapters=read_handbook(reader.code), language_links=links, **facts
    )


def _make_file(page: str) -> StaticFile:
    return StaticFile.of(page.encode(), "text/html")


ROUTES = [
    Route("/help", choose_language, methods=["GET"]),
    Route("/help/pictures/{version}/{language}/{name}.png", picture, methods=["GET"]),
    Route("/help/{language}", front_page, methods=["GET"]),
    Route("/help/{language}/{chapter}", chapter_page, methods=["GET"]),
]
