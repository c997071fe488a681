"""``--server``: what goes wrong on the way, what a key may not do, and what is done beside the log alone."""

from __future__ import annotations

import contextlib
import json
import shlex
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from displays.cli.server_client import ServerClient
from displays.cli.terminal import ServerAccess
from displays.web.access.roles import Grant, Role
from displays.words.language import LANGUAGES, language
from engine.errors import Refusal, Unavailable
from ledger.store.chain import BEFORE_THE_FIRST, hash_of
from ledger.store.sqlite import SqliteLog
from tests.displays.commandline import Roundlog, Said
from tests.displays.remote_commandline import RemoteRoundlog

SERVER = pytest.mark.parametrize("roundlog", ["server"], indirect=True)
Respond = Callable[[BaseHTTPRequestHandler], tuple[int, dict[str, str], bytes] | None]  # None: it hangs up
JSON, JSON_LINES, PROBLEM = "application/json", "application/jsonl", "application/problem+json"


@contextlib.contextmanager
def other_server(respond: Respond) -> Iterator[str]:
    """Something else that listens at an address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            answer = respond(self)
            if answer is None:
                return
            status, headers, content = answer
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def always(status: int, content: bytes, **headers: str) -> Respond:
    return lambda _: (status, {name.replace("_", "-"): value for name, value in headers.items()}, content)


def complaint(said: Said, code: int) -> str:
    assert (said.code, said.out) == (code, ""), said
    assert said.err.count("\n") == 1
    return said.err.removeprefix("roundlog: ").strip()


# -- on the way --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_server_that_is_not_there(roundlog: Roundlog, lang: str):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    said = complaint(roundlog.run("--server", url, "--lang", lang, "list"), 3)
    expected = Unavailable("server-unreachable", server=url, problem="Connection refused")
    assert said == language(lang).sentence(expected)


def test_a_name_that_nobody_has(roundlog: Roundlog):
    assert "cannot be reached" in complaint(roundlog.run("--server", "http://nobody.invalid", "list"), 3)


@pytest.mark.parametrize(
    ("status", "kind"), [(200, "text/html"), (404, "text/html"), (500, "text/plain"), (200, ""), (502, "text/html")]
)
def test_another_program_at_that_address(roundlog: Roundlog, status: int, kind: str):
    with other_server(always(status, b"<h1>Welcome</h1>", content_type=kind)) as url:
        assert complaint(roundlog.run("--server", url, "list"), 3) == (
            f"What answers at {url} is not a Roundlog server (status {status})."
        )


def test_a_program_that_speaks_no_http(roundlog: Roundlog):
    with socket.create_server(("127.0.0.1", 0)) as door:

        def greet() -> None:
            line, _ = door.accept()
            with line:
                line.recv(65536)
                line.sendall(b"220 mail.example ready\r\n")

        thread = threading.Thread(target=greet)
        thread.start()
        said = roundlog.run("--server", f"http://127.0.0.1:{door.getsockname()[1]}", "list")
        thread.join()
    assert "is not a Roundlog server" in complaint(said, 3)


def test_a_redirect_is_told_and_not_followed(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch):
    """The key is for the server that was named."""
    monkeypatch.setenv("ROUNDLOG_KEY", "rl_secret")
    asked: list[str] = []

    def note(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        asked.append(request.path)
        return 200, {"content-type": JSON}, b"[]"

    with other_server(note) as second, other_server(always(308, b"", location=f"{second}/api/t")) as first:
        said = complaint(roundlog.run("--server", first, "list"), 2)
    assert said.startswith(f"The server at {first} points to {second}/api/t.")
    assert asked == []


def test_a_server_that_keeps_silent():
    with socket.create_server(("127.0.0.1", 0)) as door:
        access = ServerAccess(f"http://127.0.0.1:{door.getsockname()[1]}", "")
        client = ServerClient(access, language("en"), patience=0.2)
        with contextlib.closing(client), pytest.raises(Unavailable, match="server-silent"):
            client.read("/api/t", list[object])


def test_what_is_written_is_sent_again_with_the_same_id_when_the_connection_breaks(roundlog: Roundlog):
    ids: list[str | None] = []

    def hang_up(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes] | None:
        if request.command == "GET":
            return 404, {"content-type": PROBLEM}, b'{"code":"no-such-tournament","facts":{},"detail":""}'
        ids.append(request.headers["idempotency-key"])
        return None

    with other_server(hang_up) as url:
        said = roundlog.run("--server", url, "open", "club", "--name", "Club", "--rounds", "3")
        assert "broke off in the middle" in complaint(said, 3)
        assert len(ids) == 2
        assert len(set(ids)) == 1
        roundlog.run("--server", url, "open", "club", "--name", "Club", "--rounds", "3", "--once", "õhtu 1")
        assert ids[2] == ids[3] == "%C3%B5htu 1"


def test_an_answer_that_breaks_off_is_none(roundlog: Roundlog):
    def break_off(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("content-type", JSON)
        request.send_header("content-length", "1000")
        request.end_headers()
        request.wfile.write(b"[")
        request.close_connection = True

    with other_server(break_off) as url:
        assert "broke off in the middle" in complaint(roundlog.run("--server", url, "list"), 3)


def test_https_where_there_is_none(roundlog: Roundlog):
    with other_server(always(200, b"[]", content_type=JSON)) as url:
        said = complaint(roundlog.run("--server", url.replace("http:", "https:"), "list"), 3)
    assert said.startswith("No secure connection to https://127.0.0.1")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, which makes the certificate, is not installed")
def test_a_certificate_that_nobody_vouches_for(roundlog: Roundlog, tmp_path: Path):
    files = (tmp_path / "key.pem", tmp_path / "certificate.pem")
    making = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*making, "-keyout", str(files[0]), "-out", str(files[1])], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def listen() -> None:
            line, _ = door.accept()
            with (
                contextlib.suppress(ssl.SSLError, ConnectionError),
                context.wrap_socket(line, server_side=True) as safe,
            ):
                heard.append(safe.recv(65536))

        thread = threading.Thread(target=listen)
        thread.start()
        said = complaint(roundlog.run("--server", f"https://localhost:{door.getsockname()[1]}", "list"), 3)
        thread.join()
    assert said.startswith("The certificate of https://localhost")
    assert b"".join(heard) == b""


# -- another version ---------------------------------------------------------------------------------------------------


def test_a_refusal_that_is_new_is_told_in_the_servers_words(roundlog: Roundlog):
    told = {"code": "moon-too-full", "facts": {"moon": 1}, "detail": "De maan is te vol."}
    with other_server(always(409, json.dumps(told).encode(), content_type=PROBLEM)) as url:
        assert complaint(roundlog.run("--server", url, "list", "--lang", "nl"), 1) == (
            f"De server op {url} zegt: De maan is te vol."
        )


def test_an_answer_that_is_new_names_both_versions(roundlog: Roundlog):
    def newer(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        content = b'{"version":"9.1"}' if request.path == "/health" else b'[{"name":"Club","hue":"green"}]'
        return 200, {"content-type": JSON}, content

    with other_server(newer) as url:
        assert "It is version 9.1" in complaint(roundlog.run("--server", url, "list"), 3)


def test_an_event_that_is_new_names_both_versions(roundlog: Roundlog):
    """The chain is right, and still there is something that only a newer version knows."""
    fields = ("club", 1, "2026-05-01T14:00:00.000000Z", "Anna", "1", '{"type":"moon-rose"}')
    head = hash_of(BEFORE_THE_FIRST, *fields)
    names = ("version", "at", "actor", "command", "body")
    lines = [
        {"roundlog": 1, "stream": "club", "records": 1, "head": head},
        {**dict(zip(names, fields[1:], strict=True)), "hash": head},
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines).encode()

    def newer(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        if request.path == "/health":
            return 200, {"content-type": JSON}, b'{"version":"9.1"}'
        return 200, {"content-type": JSON_LINES}, content

    with other_server(newer) as url:
        assert "It is version 9.1" in complaint(roundlog.run("--server", url, "standings", "club"), 3)


# -- what is verified --------------------------------------------------------------------------------------------------


@SERVER
def test_a_whole_server_one_tournament_and_a_head_are_verified_here(roundlog: RemoteRoundlog):
    roundlog.open_club()
    whole = roundlog("verify", "--json")
    with SqliteLog(roundlog.log, read_only=True) as log:
        assert json.loads(whole) == {"records": log.position(), "head": log.seal(), "at_position": None}
        head = log.heads()[0]
    one = json.loads(roundlog("verify", "--tournament", "club", "--json"))
    assert one == {"records": head.version, "head": head.hash, "at_position": None}
    roundlog("publish", "club", 2)
    roundlog("announce", "club", "Coffee")
    assert f"stands at record {head.position}" in roundlog("verify", "--head", head.hash)
    assert roundlog.refused(1, "verify", "--head", "0" * 63 + "1").startswith("Broken")
    assert "There is no tournament nobody" in roundlog.refused(1, "verify", "--tournament", "nobody")


def test_what_a_server_changed_is_found(roundlog: Roundlog):
    roundlog.open_club()
    roundlog("export", "club", "club.jsonl")
    content = Path("club.jsonl").read_bytes()
    assert b"Bram" in content
    with other_server(always(200, content.replace(b"Bram", b"Brom"), content_type=JSON_LINES)) as url:
        said = complaint(roundlog.run("--server", url, "standings", "club"), 1)
        assert said.startswith("Broken")
        assert complaint(roundlog.run("--server", url, "verify", "--tournament", "club"), 1) == said


# -- keys --------------------------------------------------------------------------------------------------------------


@SERVER
def test_the_page_of_the_command_line_says_how(roundlog: RemoteRoundlog, monkeypatch: pytest.MonkeyPatch):
    """The commands of its section, with this server in the place of theirs."""
    page = (Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8")
    section = page[page.index("## Through a server") : page.index("## The command line")]
    lines = [shlex.split(line) for line in section.splitlines() if line.startswith(("roundlog ", "export "))]
    roundlog("open", "autumn", "--name", "Autumn Open", "--rounds", 5)
    Path("anna.key").write_text(roundlog.server.token_of("Anna Visser"))
    monkeypatch.delenv("ROUNDLOG_KEY")
    (named,) = (words[1].partition("=")[0] for words in lines if words[0] == "export")
    monkeypatch.setenv(named, roundlog.server.url)
    ran = [roundlog.run(*words[1:]) for words in lines if words[0] == "roundlog" and words[1] != "key"]
    assert [said.code for said in ran] == [0] * 4, ran
    assert "Prizes at six" in ran[0].out
    assert "2 records" in ran[2].out
    assert "Autumn Open" in ran[3].out


@SERVER
def test_without_a_key_and_with_a_wrong_one(roundlog: RemoteRoundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog.open_four()
    url = roundlog.server.url
    monkeypatch.delenv("ROUNDLOG_KEY", raising=False)
    assert "club" in roundlog.run("--server", url, "list").out, "what everybody may see"
    for words in (("standings", "club"), ("finish", "club"), ("keys",), ("verify",)):
        assert complaint(roundlog.run("--server", url, *words), 1).startswith(f"The server at {url} wants a key")
    monkeypatch.setenv("ROUNDLOG_KEY", "rl_wrong")
    assert complaint(roundlog.run("--server", url, "standings", "club"), 1).startswith("There is no such access link.")
    monkeypatch.setenv("ROUNDLOG_KEY", "two words")
    assert complaint(roundlog.run("--server", url, "list"), 2).startswith("That is no access link")


@SERVER
def test_the_key_stands_in_a_file(roundlog: RemoteRoundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog.open_four()
    token, url = roundlog.server.token_of("Anna"), roundlog.server.url
    Path("key").write_text(f"{token}\n")
    monkeypatch.setenv("ROUNDLOG_KEY", "rl_another")
    assert "Anna" in roundlog.run("--server", url, "--key-file", "key", "standings", "club").out
    assert complaint(roundlog.run("--server", url, "--key-file", "no", "list"), 2) == "There is no file no."
    assert complaint(roundlog.run("--key-file", "key", "list"), 2) == "Still missing: --server."
    said = roundlog.run("--server", url, "list", "--key", token)
    assert said.code == 2, "others on the machine would see it"


@SERVER
def test_who_enters_results_enters_them_and_sees_no_more(roundlog: RemoteRoundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog.open_four()
    roundlog("pair", "club", "--boards", "1-2 3-4")
    roundlog("publish", "club", 1)
    monkeypatch.setenv("ROUNDLOG_KEY", roundlog.server.token_of("Bram", Grant(Role.RESULTS, "club", 1, 1)))
    server = ("--server", roundlog.server.url)
    said = roundlog.run(*server, "result", "club", 1, 1, "1-0")
    assert said.code == 0, said.err
    assert "1–0" in said.out
    assert roundlog.run(*server, "--json", "result", "club", 1, 1, "1-0").json()["records"] == []
    assert complaint(roundlog.run(*server, "result", "club", 1, 2, "1-0"), 1) == ("Board 2 is not among yours (1-1).")
    too_little = f"This key may not see everything of club at {server[1]}; that takes an arbiter's key."
    for words in (("standings", "club"), ("results", "club", "1", "1:1-0 2:1-0"), ("export", "club", "x.jsonl")):
        assert complaint(roundlog.run(*server, *words), 1) == too_little
    assert not Path("x.jsonl").exists()
    assert complaint(roundlog.run(*server, "announce", "club", "Tea"), 1) == language("en").sentence(
        Refusal("not-allowed")
    )


@SERVER
def test_keys_are_made_listed_and_revoked_through_the_server(roundlog: RemoteRoundlog):
    roundlog.open_four()
    made = roundlog.tried(
        "key", "--role", "results", "--tournament", "club", "--boards", "1-4", "--name", "Bram", "--json"
    )
    assert made.json()["link"].startswith(f"{roundlog.server.url}/key/")
    token = roundlog("key", "--api", "--name", "Script").strip()
    assert token.startswith("rl_")
    listed = roundlog("keys")
    assert "Bram" in listed
    assert "1–4" in listed
    number = made.json()["key"]
    assert f"Access link {number}" in roundlog("revoke", number)
    assert roundlog.refused(1, "revoke", 99) == "There is no key 99."
    assert "no such tournament" in roundlog.refused(1, "key", "--tournament", "nobody")
    assert "exclude each other" in roundlog.refused(2, "key", "--public-url", "https://chess.example")


# -- which of the two --------------------------------------------------------------------------------------------------


@SERVER
@pytest.mark.parametrize(
    "words", [("serve", "--port", "0"), ("demo", "--fast"), ("import", "club.jsonl"), ("sign-everybody-out",)]
)
def test_what_is_done_beside_the_log_says_so(roundlog: RemoteRoundlog, words: tuple[str, ...]):
    roundlog.open_four()
    shutil.copy(_exported(roundlog), "club.jsonl")
    for lang in LANGUAGES:
        said = roundlog.refused(2, "--lang", lang, *words)
        assert "--log" in said
        assert roundlog.server.url in said


def _exported(roundlog: Roundlog) -> Path:
    roundlog("export", "club", "exported.jsonl")
    return Path("exported.jsonl")


@SERVER
def test_behind_a_server_the_key_says_who_acts(roundlog: RemoteRoundlog):
    roundlog.open_four()
    roundlog("--as", "Eva", "announce", "club", "Coffee")
    assert "Eva (access link 1)" in roundlog("audit", "club")
    said = roundlog.run("--server", roundlog.server.url, "--as", "Bram", "announce", "club", "Tea")
    assert complaint(said, 2) == f"At {roundlog.server.url} the key says who acts; leave --as out."


@SERVER
def test_the_environment_names_the_server_and_a_typed_file_goes_before_it(
    roundlog: RemoteRoundlog, monkeypatch: pytest.MonkeyPatch
):
    roundlog.open_four()
    monkeypatch.setenv("ROUNDLOG_SERVER", roundlog.server.url + "/")
    monkeypatch.setenv("ROUNDLOG_KEY", roundlog.server.token_of("Eva"))
    assert "Anna" in roundlog.run("standings", "club").out
    assert complaint(roundlog.run("--log", "other.db", "list"), 2) == "There is no log at other.db."
    assert complaint(roundlog.run("--log", "other.db", "--server", roundlog.server.url, "list"), 2) == (
        "--log and --server exclude each other."
    )
    monkeypatch.setenv("ROUNDLOG_LOG", "other.db")
    assert complaint(roundlog.run("list"), 2) == "ROUNDLOG_LOG and ROUNDLOG_SERVER exclude each other."
    assert "club" in roundlog.run("--server", roundlog.server.url, "list").out


@pytest.mark.parametrize(
    "url",
    ["chess.example", "ftp://chess.example", "https://", "http://a b", "http://me@x", "http://x:y", "http://a..b"],
)
def test_what_is_no_address_is_refused(roundlog: Roundlog, url: str):
    assert "is not the address of a server" in complaint(roundlog.run("--server", url, "list"), 2)
