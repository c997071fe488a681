"""Markdown of the handbook as HTML: with the words of the product, links and pictures made right, passages to search.

What is written is shown and never run: HTML in a text stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from displays.web.help.marks import MARK, resolve_mark, resolve_marks
from displays.words.language import Language
from engine.alphabet import plain

_FIRST_SENTENCE = re.compile(r".+?(?<!\d)[.!?](?=\s|$)", re.DOTALL)  # "3. voor" goes on


class Heading(NamedTuple):
    """``id`` is its anchor, the same in every language."""

    level: int
    id: str
    text: str


class Passage(NamedTuple):
    """What stands below one heading, as it is read."""

    heading: Heading
    text: str


class Page(NamedTuple):
    title: str
    lead: str  # its first sentence
    html: str  # without the title
    passages: tuple[Passage, ...]


class Picture(NamedTuple):
    address: str
    width: int
    height: int


class Surroundings(NamedTuple):
    """What a text is read with. ``find_link``: the address for a target as it is written, empty if there is none here;
    ``anchors``: those of its headings, if they are not made of the headings themselves."""

    reader: Language
    find_link: Callable[[str], str]
    find_picture: Callable[[str], Picture]
    anchors: Sequence[str] = ()


def render_markdown(text: str, around: Surroundings) -> Page:
    tokens = _PARSER.parse(text)
    anchors = around.anchors or find_anchors(text)
    for token, anchor in zip((one for one in tokens if one.type == "heading_open"), anchors, strict=True):
        token.attrSet("id", anchor)
    tokens = [one for token in _drop_empty_heads(tokens) for one in _wrap(token)]
    for token in tokens:
        if token.children is not None:
            token.children = [one for child in token.children for one in _put_right(child, around)]
            _drop_dead_links(token.children)
    _frame_pictures(tokens)
    passages = tuple(_read_passages(tokens))
    begin = next(place for place, token in enumerate(tokens) if token.type == "heading_close") + 1
    first = _FIRST_SENTENCE.match(passages[0].text)
    return Page(
        title=passages[0].heading.text,
        lead=first[0] if first else passages[0].text,
        html=_PARSER.renderer.render(tokens[begin:], _PARSER.options, {}),
        passages=passages,
    )


def find_anchors(text: str) -> list[str]:
    """Of its headings, in their words: ``what-can-go-wrong``. One that comes again gets a number."""
    found: list[str] = []
    for before, token in pairwise(_PARSER.parse(text)):
        if before.type == "heading_open":
            anchor = re.sub(r"[^a-z0-9]+", "-", plain(_read(token.children or ()))).strip("-")
            found.append(f"{anchor}-{len(found)}" if anchor in found else anchor)
    return found


# -- what is made of the tokens ----------------------------------------------------------------------------------------


def _drop_empty_heads(tokens: Sequence[Token]) -> Iterator[Token]:
    """Of tables that have none: Markdown wants a first line all the same."""
    places = [place for place, token in enumerate(tokens) if token.type in ("thead_open", "thead_close")]
    empty: set[int] = set()
    for begin, end in zip(places[::2], places[1::2], strict=True):
        if not any(token.content for token in tokens[begin:end]):
            empty.update(range(begin, end + 1))
    return (token for place, token in enumerate(tokens) if place not in empty)


def _wrap(token: Token) -> tuple[Token, ...]:
    """A table may be wider than a phone."""
    if token.type == "table_open":
        return (Token("grid_open", "div", 1, attrs={"class": "grid"}, block=True), token)
    return (token, Token("grid_close", "div", -1, block=True)) if token.type == "table_close" else (token,)


def _put_right(token: Token, around: Surroundings) -> list[Token]:
    if token.type == "text":
        return list(_split_marks(token.content, around.reader))
    if token.type == "link_open":
        token.attrSet("href", around.find_link(str(token.attrGet("href"))))
    if token.type == "image":
        picture = around.find_picture(str(token.attrGet("src")))
        alt = resolve_marks(_read(token.children or ()), around.reader)
        token.children = [Token("text", "", 0, content=alt)]
        token.attrs |= {"src": picture.address, "width": picture.width, "height": picture.height, "loading": "lazy"}
    return [token]


def _split_marks(text: str, reader: Language) -> Iterator[Token]:
    """The words of the product stand out."""
    begin = 0
    for found in MARK.finditer(text):
        yield Token("text", "", 0, content=text[begin : found.start()])
        yield Token("said_open", "b", 1)
        yield Token("text", "", 0, content=resolve_mark(found, reader))
        yield Token("said_close", "b", -1)
        begin = found.end()
    yield Token("text", "", 0, content=text[begin:])


def _drop_dead_links(children: list[Token]) -> None:
    """Their words stay."""
    is_dead = False
    for token in children:
        if token.type == "link_open":
            is_dead = token.attrGet("href") == ""
        if token.type in ("link_open", "link_close") and is_dead:
            token.type, token.tag, token.hidden = "text", "", True


def _frame_pictures(tokens: Sequence[Token]) -> None:
    """What a picture shows stands below it; it leads to itself, for on a phone its letters are small."""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = [child for child in token.children or () if child.type != "text" or child.content]
        if token.type != "inline" or [child.type for child in children] != ["image"]:
            continue
        for edge in (before, after):
            edge.tag, edge.hidden = "figure", False
        image = children[0]
        caption = Token("figcaption_open", "figcaption", 1, attrs={"aria-hidden": "true"})  # it is told by the picture
        token.children = [
            Token("link_open", "a", 1, attrs={"href": str(image.attrGet("src"))}),
            image,
            Token("link_close", "a", -1),
            caption,
            Token("text", "", 0, content=_read(children)),
            Token("figcaption_close", "figcaption", -1),
        ]


# -- what is read of them ----------------------------------------------------------------------------------------------


def _read_passages(tokens: Sequence[Token]) -> Iterator[Passage]:
    heading, parts = Heading(1, "", ""), list[str]()
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            if parts or heading.text:
                yield Passage(heading, " ".join(parts))
            heading = Heading(int(before.tag[1]), str(before.attrGet("id")), _read(token.children or ()))
            parts = []
        elif token.type == "inline":
            parts.append(_read(token.children or ()))
        elif token.type == "fence":
            parts.append(token.content)
    yield Passage(heading, " ".join(parts))


def _read(children: Sequence[Token]) -> str:
    """Without what is told twice."""
    words, is_caption = list[str](), False
    for token in children:
        if token.tag == "figcaption":
            is_caption = token.nesting == 1
        elif token.type in ("text", "code_inline") and not is_caption:
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type == "image":
            words.append(_read(token.children or ()))
    return "".join(words)


def _render_fence(_: Any, tokens: Sequence[Token], place: int, *__: Any) -> str:
    """Commands; one that is too long for a phone is moved with the keys."""
    return f'<pre tabindex="0"><code>{escapeHtml(tokens[place].content)}</code></pre>\n'


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", _render_fence)
    return parser


_PARSER = _make_parser()
