"""Players of equal rating, wherever the starting list is shown: by title, then by name as the language has it."""

from __future__ import annotations

import csv
import io
import re

import msgspec
import pytest

from displays.web.live.topics import parse_topics, render_topic
from displays.web.screens.status import Screens
from displays.web.visibility import PublicViews
from ledger.store.sqlite import SqliteLog
from ledger.views.projector import Projection
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

IN_THE_LANGUAGE = [
    ("de", ["Zander", "Adam", "Ülkü", "Winter"]),  # ü as u
    ("et", ["Zander", "Adam", "Winter", "Ülkü"]),  # ü at the end of the alphabet
]


@pytest.mark.parametrize(("language", "order"), IN_THE_LANGUAGE)
def test_equal_ratings_stand_in_one_order_everywhere(roundlog: Roundlog, web: Web, language: str, order: list[str]):
    roundlog("open", "cup", "--name", "Cup", "--rounds", 3, "--language", language, "--system", "fide-dutch-2026")
    for name, title in (("Winter", ""), ("Ülkü", ""), ("Zander", "FM"), ("Adam", "")):
        roundlog("register", "cup", name, "--rating", 2000, *(("--title", title) if title else ()))
    arbiter = web.sign_in("arbiter", "cup")
    names = re.compile("|".join(order))
    assert names.findall(_table(web.get("/t/cup/players").text)) == order
    assert names.findall(_table(arbiter.get("/console/cup/print/players").text)) == order
    lines = csv.reader(io.StringIO(web.get("/t/cup/players?csv=1").text))
    assert names.findall(" ".join(" ".join(line) for line in lines)) == order
    assert names.findall(_on_screens(roundlog)) == order
    assert names.findall(roundlog("starting-list", "cup")) == order


def _table(page: str) -> str:
    return page[page.index("<tbody") : page.index("</tbody>")]


def _on_screens(roundlog: Roundlog) -> str:
    with SqliteLog(roundlog.log, read_only=True) as log:
        projection = Projection(log.read("cup"))
    assert projection.state is not None
    (topic,) = parse_topics(["starting-list"])
    seen = PublicViews(projection.state, projection)
    return msgspec.json.encode(render_topic(topic, seen, Screens(version=1, screens=(), audience=0))).decode()
