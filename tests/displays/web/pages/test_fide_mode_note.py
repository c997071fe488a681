"""Pages and prints of a tournament that has left FIDE mode say so: VCL4THP 44, 46."""

from __future__ import annotations

import html

import pytest

from displays.words.language import LANGUAGES, language
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

REASON = "nine <rounds> after all"
PUBLIC = ("", "/boards", "/standings", "/players", "/card/1", "/audit")
PRINTS = ("boards", "names", "standings", "cards")


@pytest.fixture
def open_web(roundlog: Roundlog, web: Web) -> Web:
    roundlog.open_six()
    roundlog("pair", "open", 1)
    roundlog("publish", "open", 1)
    return web


def leave(web: Web) -> None:
    answer = web.sign_in("arbiter", "open").confirm("DELETE", "/api/t/open/fide-mode", json={"reason": REASON})
    assert answer.is_success, answer.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_and_print_says_that_it_was_left_and_why(open_web: Web, code: str):
    leave(open_web)
    told = f"{language(code).phrase('left', section='fide', round=2)}: {html.escape(REASON)}"
    for below in PUBLIC:
        assert told in open_web.get(f"/t/open{below}?lang={code}").text, below
    arbiter = open_web.sign_in("arbiter", "open")
    for kind in PRINTS:
        assert told in arbiter.get(f"/console/open/print/{kind}?lang={code}").text, kind


def test_before_that_nothing_is_said(open_web: Web):
    version = open_web.get("/api/t/open").json()["version"]
    leave(open_web)
    words = "FIDE mode was left"
    assert words in open_web.get("/t/open/boards?lang=en").text
    assert words not in open_web.get(f"/t/open/boards?lang=en&version={version}").text
