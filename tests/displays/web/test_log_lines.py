"""The server's log: one line for each notable thing, and no secret in it, whatever happens."""

from __future__ import annotations

import ast
import io
import json
import logging
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.sync.client import connect

from displays.web.log_lines import CUT, JsonLines, LogOptions, TextLines, cut_secrets, write_log
from displays.words.language import LANGUAGES, language
from tests import plain_http
from tests.displays.commandline import COMMAND, Roundlog
from tests.ports import find_port
from tests.source import MODULES, nodes_of

PATIENCE = 60.0  # seconds; then something is wrong
KEY = "rl_" + "Ab3_-" * 8 + "xyz"
LINK = "Zz9-_" * 8 + "abc"


def record(message: str, *words: object, level: int = logging.INFO, **facts: object) -> logging.LogRecord:
    made = logging.LogRecord("roundlog", level, __file__, 1, message, words, None)
    if facts:
        made.facts = facts
    made.created = 1777636800.25  # 2026-05-01 12:00:00.25
    return made


def test_a_line_for_people() -> None:
    line = TextLines("nl").format(record("signed-in", name="Anna", role="owner", number=3, address="192.168.1.5"))
    assert line == "2026-05-01 12:00:00 UTC  Anna heeft zich aangemeld vanaf 192.168.1.5: eigenaar, toegang 3"
    refused = TextLines("en").format(
        record("key-refused", problem="no-such-key", address="192.168.1.5", level=logging.WARNING)
    )
    sentence = language("en").word("no-such-key", "errors")
    assert refused.endswith(f"UTC  Warning: Somebody at 192.168.1.5 was not let in. {sentence}")


def test_a_line_for_programs() -> None:
    told = json.loads(JsonLines().format(record("host-refused", host="x\n\x1b[31m", address="::1", level=30)))
    assert told == {
        "at": "2026-05-01T12:00:00.250Z",
        "level": "warning",
        "logger": "roundlog",
        "event": "host-refused",
        "host": "x\n\x1b[31m",
        "address": "::1",
    }


def test_what_somebody_calls_themselves_is_no_second_line() -> None:
    named = record("signed-out", name="Eve\n2026-05-01 12:00:00 UTC  Anna signed in", address="::1")
    for formatter in (TextLines("en"), JsonLines()):
        assert len(formatter.format(named).splitlines()) == 1
    assert "\x1b" not in TextLines("en").format(record("signed-out", name="\x1b[2J", address="::1"))


def test_a_traceback_stands_with_its_line() -> None:
    try:
        raise ValueError(f"/key/{LINK}?next=/console")
    except ValueError as error:
        made = record("while answering %s", "/key/{token}", level=logging.ERROR)
        made.exc_info = (type(error), error, error.__traceback__)
    told = json.loads(JsonLines().format(made))
    assert told["message"] == "while answering /key/{token}"
    assert told["traceback"].endswith(f"ValueError: /key/{CUT}?next=/console")
    text = TextLines("en").format(made)
    assert "Error: while answering" in text.splitlines()[0]
    assert LINK not in text


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {KEY}",
        "authorization: bearer not-even-of-ours",
        f"GET /key/{LINK}?next=/ HTTP/1.1",
        f"http://hall/key/{LINK}",
        f"the token {KEY} and '{LINK}'",
        f"cookie: roundlog-1a2b3c4d={'eyJh' * 12}.{'0123456789abcdef' * 4}; x=1",
    ],
)
def test_the_shapes_of_our_secrets_are_cut_out(text: str) -> None:
    cut = cut_secrets(text)
    assert CUT in cut
    for secret in (KEY, LINK, "not-even-of-ours", "eyJheyJh"):
        assert secret not in cut


@pytest.mark.parametrize("text", ['"Bearer {}"', '"/key/{}"', "bearer {}\n  next", "/key/{}\nnext", "'Bearer {}'"])
def test_what_stands_around_a_secret_stays_and_json_stays_json(text: str) -> None:
    told = json.loads(JsonLines().format(record(text.format("not-even-of-ours"))))
    assert told["message"] == text.format(CUT)


def test_what_only_looks_long_stays() -> None:
    head = "0123456789abcdef" * 4
    text = f"seal {head}, /srv/roundlog/copies/roundlog-20261118T211800Z-4711.db, 12345678901234567890"
    assert cut_secrets(text) == text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_event_of_the_log_has_a_sentence(code: str) -> None:
    """``_LOGGER.info("code", extra={"facts": …})``, wherever it stands."""
    logged = {
        call.args[0].value
        for tree in MODULES.values()
        for call in nodes_of(tree)
        if isinstance(call, ast.Call) and call.args and any(word.arg == "extra" for word in call.keywords)
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }
    words = set(language(code).section("server-log"))
    assert len(logged) > 10
    assert logged - words == set()
    own = {"level-warning", "level-error", "told-to-restart", "would-start"}
    assert words - logged == own


def test_the_loggers_are_set_up_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    root, before = logging.getLogger(), logging.getLogger().handlers[:]
    levels = {name: logging.getLogger(name).level for name in ("", "roundlog", "roundlog.live", "roundlog.requests")}
    stream = io.StringIO()
    try:
        write_log(LogOptions("json"), stream)
        logging.getLogger("roundlog").info("signed-out", extra={"facts": {"name": "Anna", "address": "::1"}})
        logging.getLogger("roundlog.requests").info("request", extra={"facts": {}})
        logging.getLogger("asyncio").error("Task exception was never retrieved")
        logging.getLogger("httptools").info("nobody wants to know")
    finally:
        root.handlers[:] = before
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    told = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [one.get("event", one.get("message")) for one in told] == [
        "signed-out",
        "Task exception was never retrieved",
    ]


# -- a server that was used --------------------------------------------------------------------------------------------


class Used(NamedTuple):
    log: str  # all that it has written, on both streams
    secrets: dict[str, str]  # what must not stand in it
    events: list[dict[str, Any]]


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Used:
    """By arbiters, programs, strangers and guessers; with every request in the log."""
    folder = tmp_path_factory.mktemp("used")
    (folder / "stick").mkdir()
    roundlog = Roundlog(folder)
    roundlog.open_four()
    secrets, port = make_keys(roundlog), find_port()
    words = ["serve", "--port", str(port), "--log-format", "json", "--access-log", "--backup", str(folder / "stick")]
    output = folder / "log.txt"
    with output.open("wb") as file:
        server = subprocess.Popen([*COMMAND, "--log", str(roundlog.log), *words], stdout=file, stderr=file)
    try:
        wait_for_server(port)
        use(f"http://127.0.0.1:{port}", secrets)
        wait_for_words(output, "copy-made")
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    text = output.read_text("utf-8")
    return Used(text, secrets, [json.loads(line) for line in text.splitlines()])


def make_keys(roundlog: Roundlog) -> dict[str, str]:
    def make(*words: str) -> str:
        made = roundlog.tried("key", "--json", *words).json()
        return str(made.get("token") or made["link"].rpartition("/")[2])

    return {
        "api key": make("--role", "owner", "--api"),
        "link": make("--role", "arbiter", "--tournament", "club", "--name", "Anna"),
        "once": make("--role", "results", "--tournament", "club", "--once"),
        "revoked": make("--role", "owner", "--api"),
    }


def use(address: str, secrets: dict[str, str]) -> None:
    ours = {"origin": address, "x-roundlog": "test"}
    with plain_http.Client(base_url=address) as browser:
        link = f"/key/{secrets['link']}"
        assert browser.get(link).status_code == 200
        assert browser.post(link, headers=ours, data={"name": "Anna"}).status_code == 303
        secrets["cookie"] = "".join(browser.cookies.values())
        assert browser.get("/console/club").status_code == 200
        browser.get(f"/t/club?next=/key/{secrets['once']}")
        assert browser.post("/sign-out", headers=ours).status_code == 303
    for way in (secrets["once"], LINK):  # pasted, and a guess
        plain_http.post(f"{address}/key", headers=ours, data={"key": f"{address}/key/{way}"})
        plain_http.post(f"{address}/key/{way}", headers=ours, data={"name": "Eve"})
    secrets["guess"], secrets["guessed program key"] = LINK, KEY
    for token, status in ((secrets["api key"], 200), (KEY, 401), (LINK, 401)):
        answer = plain_http.get(f"{address}/api/t/club", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status
    plain_http.get(f"{address}/api/t/club", headers={"cookie": f"roundlog-00000000={secrets['cookie']}"})
    plain_http.get(f"{address}/no/such/page/{secrets['link']}")
    plain_http.get(f"{address}//key/{secrets['link']}")
    plain_http.get(f"{address}/key/{secrets['link']}/more")
    plain_http.get(f"{address}/health", headers={"host": f"{secrets['once']}.evil.example"})
    plain_http.post(
        f"{address}/api/t/club/commands", content=b"{", headers={"authorization": f"Bearer {secrets['api key']}"}
    )
    made = plain_http.post(
        f"{address}/api/t/club/keys",
        json={"role": "results", "name": "Bob"},
        headers={"authorization": f"Bearer {secrets['api key']}"},
    )
    secrets["made by the API"] = str(made.json()["link"]).rpartition("/")[2]
    with connect(
        address.replace("http", "ws", 1) + "/live/club?topics=desk&since=0",
        additional_headers={"authorization": f"Bearer {secrets['api key']}"},
    ) as line:
        assert line.recv(PATIENCE)


def wait_for_server(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if plain_http.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        except OSError:
            pass
        except httpx.TransportError:
            assert time.monotonic() < until
        time.sleep(0.1)


def wait_for_words(output: Path, words: str) -> None:
    until = time.monotonic() + PATIENCE
    while words not in output.read_text("utf-8"):
        assert time.monotonic() < until, f"never: {words}"
        time.sleep(0.1)


def test_no_secret_stands_in_the_log(used: Used) -> None:
    assert len(used.secrets) == 8
    assert all(len(secret) >= 43 for secret in used.secrets.values())
    for name, secret in used.secrets.items():
        for piece in {secret, secret[:16], secret[-16:], *secret.split(".")}:
            assert piece not in used.log, name


def test_every_line_is_one_value_with_a_time(used: Used) -> None:
    for one in used.events:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one["at"])
        assert one["level"] in ("info", "warning", "error")


def test_what_is_notable_stands_in_the_log(used: Used) -> None:
    names = [one.get("event") for one in used.events]
    assert (names[0], names[-1]) == ("server-started", "server-stopped")
    assert {"signed-in", "signed-out", "key-refused", "host-refused", "copy-made", "request"} <= {*names}
    (entered,) = [one for one in used.events if one.get("event") == "signed-in" and one["name"] == "Anna"]
    assert (entered["role"], entered["address"]) == ("arbiter", "127.0.0.1")


def test_a_request_is_told_by_its_route(used: Used) -> None:
    routes = {one["route"]: one["status"] for one in used.events if one.get("event") == "request"}
    assert {"/key/{token}", "/t/{id}", "/live/{id}", "/health"} <= routes.keys()
    assert all("?" not in route for route in routes)
    assert routes["/live/{id}"] == 101


def test_without_the_option_nothing_is_told_of_requests(roundlog: Roundlog) -> None:
    """And the form can be chosen by the environment."""
    port = find_port()
    environment = {**os.environ, "ROUNDLOG_LOG_FORMAT": "json"}
    command = [*COMMAND, "--log", str(roundlog.log), "serve", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        wait_for_server(port)
    finally:
        server.terminate()
        out, told = server.communicate(timeout=PATIENCE)
    assert out == ""  # no link, which is a secret
    assert [json.loads(line)["event"] for line in told.splitlines()] == ["server-started", "server-stopped"]


def test_a_form_that_there_is_not(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch) -> None:
    said = roundlog.tried("serve", "--log-format", "xml")
    assert (said.code, said.err) == (2, "roundlog: Form of the log: “xml” is not known; possible are text and json.\n")
    monkeypatch.setenv("ROUNDLOG_LOG_FORMAT", "xml")
    assert roundlog.tried("serve").code == 2
