"""The start page: the file, the address for phones once there is one, the age of the last copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from displays.web.network.hall_network import HallNetwork
from displays.words.language import LANGUAGES, language
from ledger.backup.automatic import NO_COPIES, CopyOptions, LogCopies
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

PAGE = "/console/~start"
HERE = {"host": "127.0.0.1:8000"}  # the browser on the machine of the server


@contextmanager
def server_over(roundlog: Roundlog, options: CopyOptions = NO_COPIES, **known_by: Any) -> Iterator[Web]:
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log, LogCopies(log, log.path, options, look_every=3600) as copies:
        app = build(log, copies=copies, **known_by)
        yield Web(app)
        app.state.services.key_store.close()


def look(web: Web, **headers: str) -> httpx.Response:
    return web.sign_in("owner").get(PAGE, headers={**HERE, **headers})


def test_it_says_where_the_file_is_in_every_language(roundlog: Roundlog) -> None:
    with server_over(roundlog) as web:
        for code in LANGUAGES:
            page = look(web, **{"accept-language": code}).text
            assert f'<code class="file" id="data">{roundlog.log}</code>' in page
            assert language(code).word("data", "start") in page


def test_as_long_as_no_phone_comes_through_it_leads_to_where_they_are_let_in(roundlog: Roundlog) -> None:
    with server_over(roundlog) as web:
        page = look(web).text
        assert 'id="only-here"' in page
        assert 'href="http://127.0.0.1:8000" id="here"' in page
        assert 'href="/console/~network"' in page
        assert "data:image/svg" not in page


def test_where_phones_come_through_it_shows_the_code(roundlog: Roundlog) -> None:
    hall, outside = "http://192.168.1.5:8000", "https://chess.example"
    for address, known_by in ((hall, {"network": HallNetwork(known=hall)}), (outside, {"public_url": outside})):
        with server_over(roundlog, **known_by) as web:
            page = look(web).text
            assert f'href="{address}" id="phones"' in page
            assert 'class="qr" src="data:image/svg' in page
            assert 'id="only-here"' not in page


def test_it_says_how_old_the_last_copy_is_or_that_there_is_none(roundlog: Roundlog, tmp_path: Path) -> None:
    with server_over(roundlog) as web:
        assert 'id="no-copies"' in look(web).text
    (tmp_path / "stick").mkdir()
    with server_over(roundlog, CopyOptions(tmp_path / "stick")) as web:
        assert "none yet" in look(web).text
        web.app.state.services.copies.copy_now()
        assert "(0 minutes ago)" in look(web).text


def test_it_is_for_who_owns_the_server(roundlog: Roundlog) -> None:
    with server_over(roundlog) as web:
        arbiter = web.sign_in("arbiter", "club")
        assert arbiter.get(PAGE).status_code == 403
        assert PAGE not in arbiter.get("/console").text
        assert PAGE in web.sign_in("owner").get("/console").text
