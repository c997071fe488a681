"""Compression: what a browser takes, what is worth it, what must not be compressed, and where it is done."""

from __future__ import annotations

import asyncio
import gzip
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import brotli
import pytest
from starlette.responses import Response, StreamingResponse

from displays.web import compression
from displays.web.compression import LEAST, LEAST_FOR_THREAD, CompressionMiddleware, Encoding, choose_encoding
from displays.web.public_answers import PublicAnswers
from displays.web.static_files import STATIC_URL
from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.displays.client import OF_OUR_PAGES, Web, build, cookie_of
from tests.displays.commandline import Roundlog
from tests.displays.web.live.server import serving

READ = {"br": brotli.decompress, "gzip": gzip.decompress, "": lambda body: body}
SCRIPT = f"{STATIC_URL}/js/live.js"
PUBLIC = ("/t/club", "/p/club/1", "/screen/club", "/api/t/club/crosstable", "/api/openapi.json")
PRIVATE = ("/console/club", "/console/club/players", "/console/club/rounds/1", "/console/club/print/boards")
TEXT = "A draw by agreement. " * 200


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


# -- which encoding ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("", None),
        ("gzip", Encoding.GZIP),
        ("gzip, deflate", Encoding.GZIP),
        ("gzip, deflate, br, zstd", Encoding.BROTLI),
        ("br", Encoding.BROTLI),
        ("BR", Encoding.BROTLI),
        ("deflate", None),
        ("identity", None),
        ("*", Encoding.BROTLI),
        ("*;q=0", None),
        ("gzip;q=0", None),
        ("gzip;q=0.0, br;q=0", None),
        ("br;q=0, *", Encoding.GZIP),
        ("gzip;q=1.0, br;q=0.5", Encoding.GZIP),
        ("br;q=0.5,gzip;q=0.5", Encoding.BROTLI),
        ("gzip;q=0.5", Encoding.GZIP),
        ("gzip;q=0.001", Encoding.GZIP),
        ("gzip;q=0.5, identity", None),
        ("identity;q=0, gzip", Encoding.GZIP),
        ("identity;q=0", None),
        ("identity;q=0.5, *;q=0", None),
        ("gzip ; q = 0.8 , br;q=0.2", Encoding.GZIP),
        ("gzip;q=nonsense", None),
        ("gzip;q=nan", None),
        ("gzip;level=9", None),
        (";;;,,;q=1", None),
        ("x" * 5000, None),
    ],
)
def test_a_visitor_gets_what_they_like_best(accepted: str, expected: Encoding | None):
    assert choose_encoding(accepted) is expected


# -- what is answered --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [*PUBLIC, *PRIVATE, SCRIPT, "/static/console.css", "/static/js/live.js"])
def test_an_answer_is_the_same_in_each_encoding(club: Roundlog, web: Web, address: str):
    visitor = web.sign_in("arbiter", "club") if address.startswith("/console") else web
    plain = visitor.get(address, headers={"accept-encoding": "identity"})
    assert plain.status_code == 200
    assert "content-encoding" not in plain.headers
    for accepted in ("gzip", "br"):
        answer = visitor.get(address, headers={"accept-encoding": accepted})
        assert answer.headers.get_list("content-encoding") == [accepted]
        assert answer.content == plain.content
        (length,) = answer.headers.get_list("content-length")
        assert int(length) < len(plain.content) / 2
        assert answer.headers["content-type"] == plain.headers["content-type"]
        for one in (plain, answer):
            assert "accept-encoding" in ", ".join(one.headers.get_list("vary")).lower()


@pytest.mark.parametrize("address", ["/t/club", SCRIPT, "/static/js/live.js"])
def test_a_browser_that_has_it_in_one_encoding_is_not_sent_another(club: Roundlog, web: Web, address: str):
    answers = [web.get(address, headers={"accept-encoding": accepted}) for accepted in ("identity", "gzip", "br")]
    (etag,) = {answer.headers["etag"] for answer in answers}
    assert etag.startswith("W/")  # of several encodings, so not of the same bytes
    for accepted in ("identity", "gzip", "br"):
        for known in (etag, etag.removeprefix("W/"), f'"other", {etag}'):
            again = web.get(address, headers={"accept-encoding": accepted, "if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == etag
            assert "content-encoding" not in again.headers
            assert "accept-encoding" in ", ".join(again.headers.get_list("vary")).lower()


@pytest.mark.parametrize("address", ["/health", "/api/t", "/t/club/card/99", "/api/t/club/card/99", "/sign-out"])
def test_what_is_small_is_left_alone(club: Roundlog, web: Web, address: str):
    answer = web.get(address, headers={"accept-encoding": "gzip"})
    assert len(answer.content) < LEAST
    assert "content-encoding" not in answer.headers


def test_a_page_that_tells_of_an_error_is_compressed_as_well(club: Roundlog, web: Web):
    asked = {"accept-encoding": "gzip"}
    answer = web.get("/t/club", params={"round": "x" * LEAST}, headers=asked)  # which it says again
    assert answer.status_code == 400
    assert answer.headers["content-encoding"] == "gzip"
    missing = web.get("/t/nowhere-at-all", headers=asked)  # where a key may be entered
    assert missing.status_code == 404
    assert len(missing.content) >= LEAST
    assert "content-encoding" not in missing.headers


# -- what must not be compressed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/key", "/console/club/people", "/console/people"])
def test_what_may_hold_a_key_is_never_compressed(club: Roundlog, web: Web, address: str):
    answer = web.sign_in("owner").get(address, headers={"accept-encoding": "gzip, br"})
    assert answer.status_code == 200
    assert len(answer.content) >= LEAST
    assert "no-store" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers


def test_over_https_nothing_private_is_compressed_that_another_site_asks_for(club: Roundlog):
    """It could put guesses into the address, which stands on the page, and see how long the answer is (BREACH)."""
    with SqliteLog(club.log) as log:
        web = Web(build(log, behind_proxy=True))
        https = {"x-forwarded-proto": "https", "accept-encoding": "gzip"}
        signed_in = web.post(web.link("arbiter", "club"), headers={**OF_OUR_PAGES, **https, "origin": "https://hall"})
        arbiter = {**https, "cookie": cookie_of(signed_in)}
        program = {**https, **web.bearer("arbiter", "club").headers}
        for site, is_compressed in (("same-origin", True), ("none", True), ("cross-site", False), ("same-site", False)):
            for address in PRIVATE:
                answer = web.get(address, headers={**arbiter, "sec-fetch-site": site})
                assert answer.status_code == 200
                assert ("content-encoding" in answer.headers) == is_compressed, (address, site)
        assert "content-encoding" not in web.get(PRIVATE[0], headers=arbiter).headers  # by an old browser
        for known in (https, program):  # what nobody else can make somebody ask for, and what everybody sees
            answer = web.get("/t/club", headers={**known, "sec-fetch-site": "cross-site"})
            assert answer.headers["content-encoding"] == "gzip"
        web.app.state.services.key_store.close()


def test_over_http_what_is_private_is_compressed(club: Roundlog, web: Web):
    """Who sees how long an answer is sees what it says."""
    answer = web.sign_in("arbiter", "club").get(PRIVATE[0], headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


# -- what goes through it ----------------------------------------------------------------------------------------------


async def ask(answer: Response, *, type: str = "http", accepted: str = "gzip") -> list[Any]:
    """The messages that reach the server."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return await asyncio.get_running_loop().create_future()

    headers = [(b"accept-encoding", accepted.encode())]
    scope = {"type": type, "method": "GET", "scheme": "http", "path": "/", "headers": headers, "state": {}}
    await CompressionMiddleware(answer)(scope, receive, send)
    return sent


async def test_two_headers_of_the_same_name_are_one():
    answer = Response(TEXT, media_type="text/plain")
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-encoding", b"gzip;q=0.5"), (b"accept-encoding", b"br")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": "/", "headers": headers}
    await CompressionMiddleware(answer)(scope, None, send)
    assert dict(sent[0]["headers"])[b"content-encoding"] == b"br"


@pytest.mark.parametrize(
    "answer",
    [
        Response(TEXT[: LEAST - 1], media_type="text/html"),
        Response(TEXT, media_type="image/png"),
        Response(TEXT, media_type="application/vnd.sqlite3"),
        Response(TEXT, media_type="text/html", headers={"content-encoding": "br"}),
        Response(TEXT, media_type="text/html", headers={"cache-control": "private, no-store"}),
        Response(TEXT, media_type="text/html", headers={"etag": '"17"'}),
        Response(TEXT, 206, media_type="text/html", headers={"content-range": "bytes 0-9/10"}),
    ],
    ids=["small", "picture", "database", "compressed already", "may hold a key", "strong etag", "a range"],
)
async def test_is_left_as_it_is(answer: Response):
    start, body = await ask(answer)
    assert start["headers"] == answer.raw_headers
    assert body["body"] == answer.body


async def test_what_comes_in_pieces_goes_on_piece_by_piece():
    """A live feed is not held back until it ends."""
    reached: list[Any] = []

    async def pieces() -> Any:
        for number in range(3):
            yield f"{number} {TEXT}"
            reached.append(number)

    sent = await ask(StreamingResponse(pieces(), media_type="text/plain"))
    assert len(sent) == 5  # its start, each piece, its end
    assert b"content-encoding" not in dict(sent[0]["headers"])
    assert b"".join(one.get("body", b"") for one in sent[1:]).decode() == "".join(f"{n} {TEXT}" for n in range(3))


async def test_an_answer_that_says_its_length_and_comes_in_pieces_goes_on():
    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/plain"), (b"content-length", b"4000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"a" * 2000, "more_body": True})
        await send({"type": "http.response.body", "body": b"b" * 2000})

    sent = await ask(app)  # type: ignore[arg-type]  # an application as well
    assert [one.get("body") for one in sent] == [None, b"a" * 2000, b"b" * 2000]
    assert (b"content-length", b"4000") in sent[0]["headers"]


async def test_a_websocket_is_not_touched():
    messages: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        messages.append(send)

    async def send(message: Any) -> None:
        """Nothing comes."""

    scope = {"type": "websocket", "headers": [(b"accept-encoding", b"gzip")]}
    await CompressionMiddleware(app)(scope, None, send)
    assert messages == [send]


async def test_the_same_text_is_the_same_bytes():
    """Or its size and a cache would change with the time of day."""
    first, second = [await ask(Response(TEXT, media_type="text/plain")) for _ in range(2)]
    assert first == second


# -- where it is done --------------------------------------------------------------------------------------------------


class Threads(ThreadPoolExecutor):
    """Says what it was given to do."""

    def __init__(self) -> None:
        super().__init__(1)
        self.given: list[Any] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.given.append(work)
        return super().submit(work, *arguments, **named)


@pytest.mark.parametrize(("length", "is_in_thread"), [(LEAST_FOR_THREAD - 1, False), (LEAST_FOR_THREAD, True)])
async def test_a_long_answer_is_compressed_beside_the_loop(length: int, is_in_thread: bool):
    threads = Threads()
    asyncio.get_running_loop().set_default_executor(threads)
    start, body = await ask(Response("x" * length, media_type="text/plain"))
    assert gzip.decompress(body["body"]) == b"x" * length
    assert (b"content-encoding", b"gzip") in start["headers"]
    assert bool(threads.given) == is_in_thread


def test_an_answer_for_the_public_is_compressed_once_and_kept_so(club: Roundlog, web: Web):
    answers: PublicAnswers = web.app.state.services.public_answers
    found = [web.get("/t/club", headers={"accept-encoding": accepted}) for accepted in ("gzip", "br", "identity")]
    assert {answer.status_code for answer in found} == {200}
    assert answers.made == 1
    ((_, kept),) = answers._kept.values()
    assert {one.value: READ[one.value](body) for one, body in kept.compressed.items()} == {
        "br": kept.body,
        "gzip": kept.body,
    }
    assert answers.kept_bytes > len(kept.body) + sum(map(len, kept.compressed.values()))


def test_nothing_else_compresses(club: Roundlog, web: Web):
    """The limits and what must not be compressed stand in one place."""
    root = Path(compression.__file__).parent
    texts = {path: path.read_text("utf-8") for path in root.rglob("*.py")}
    found = {
        str(path.relative_to(root)) for path, text in texts.items() if "import gzip" in text or "import brotli" in text
    }
    assert found == {"compression.py"}


# -- over a network ----------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "roundlog.db"


async def test_a_head_is_that_of_the_whole_answer(path: Path):
    async with serving(path) as server, plain_http.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as client:
        await server.open_four()
        _, key = server.key()
        for address, headers in (("/t/open", {}), ("/console/open", key), (SCRIPT, {}), ("/api/t/open/names", {})):
            for accepted in ("gzip", "br", "identity"):
                asked = {**headers, "accept-encoding": accepted}
                whole, head = await client.get(address, headers=asked), await client.head(address, headers=asked)
                assert (whole.status_code, head.status_code, head.content) == (200, 200, b""), address
                for name in ("content-length", "content-encoding", "etag", "content-type", "vary"):
                    assert whole.headers.get_list(name) == head.headers.get_list(name), (address, accepted, name)


async def test_a_connection_serves_compressed_answers_one_after_another(path: Path):
    async with serving(path) as server, plain_http.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as client:
        await server.open_four()
        texts = [(await client.get("/t/open", headers={"accept-encoding": one})).text for one in ("gzip", "br", "gzip")]
        assert len(set(texts)) == 1
