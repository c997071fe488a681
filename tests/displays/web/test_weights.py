"""Weights: no page of a tournament with 400 players and nine rounds has more than 60 kB on the wire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.large_pages import CONSOLE, OF_API, PUBLIC
from tests.large_tournament import LARGE, PLAYERS, ROUNDS, record_large_tournaments

MOST = 60_000  # bytes
ASKED = {"accept-encoding": "gzip", "accept-language": "de"}  # as in a hall without https; its words are the longest


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    path: Path = tmp_path_factory.mktemp("large") / "roundlog.db"
    with SqliteLog(path) as log:
        record_large_tournaments(log)
        web = Web(build(log))
        yield web
        web.app.state.services.key_store.close()


def test_it_is_as_large_as_we_say(large: Web):
    shown = large.get(f"/api/t/{LARGE}").json()
    assert (shown["players"], len(shown["rounds"])) == (PLAYERS, ROUNDS)


@pytest.mark.parametrize(
    ("pages", "role"),
    [(CONSOLE, "owner"), (PUBLIC, ""), (PUBLIC, "arbiter"), (OF_API, "")],
    ids=["the console", "everybody's", "everybody's, with a key", "the API's views"],
)
def test_no_page_is_heavy(large: Web, pages: Mapping[str, str], role: str):
    web = large.sign_in(role) if role else large
    weights = {}
    for name, address in pages.items():
        answer = web.get(address, headers=ASKED, follow_redirects=True)
        assert answer.status_code == 200, (name, answer.text)
        weights[name] = int(answer.headers["content-length"])
    assert {name: weight for name, weight in weights.items() if weight > MOST} == {}


def test_all_cards_are_printed_in_parts(large: Web):
    arbiter = large.sign_in("arbiter", LARGE)
    names: set[str] = set()
    for part in (1, 2, 3):
        answer = arbiter.get(f"/console/{LARGE}/print/cards?of=8&part={part}", headers=ASKED)
        assert answer.status_code == 200
        assert int(answer.headers["content-length"]) < MOST
        assert answer.text.count('aria-current="page">') == 2  # cards, and which
        found = {text.partition("</h2>")[0] for text in answer.text.split('<section class="player-card">\n<h2>')[1:]}
        assert not names & found
        names |= found
    assert len(names) == PLAYERS
    assert arbiter.get(f"/console/{LARGE}/print/cards?part=4").status_code == 400
    assert "part=" not in arbiter.get(f"/console/{LARGE}/print/cards?player=7").text
