"""``roundlog start``: its folder, its port, the browser that is signed in, the second double click, its end."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from threading import Thread

import pytest

from displays.web.access.invitations import link_for_starter, owner_link
from displays.web.access.key_list import find_keys_to_show
from displays.web.access.key_store import KeyStore
from displays.web.server_lock import lock_for_server
from displays.web.server_note import NotedServer, note_server, read_address
from displays.words.language import LANGUAGES, language
from engine.errors import Unavailable
from ledger.private_file import path_of_private_file
from tests import plain_http
from tests.displays.commandline import COMMAND, Roundlog, Said
from tests.displays.started import HOUSE, Person, follow
from tests.ports import find_port

DOUBLE_CLICK = (
    sys.executable,
    "-c",
    "import sys; from displays.cli.double_click import run; sys.exit(run(sys.argv[1:]))",
)


@pytest.fixture
def anna(tmp_path: Path) -> Person:
    return Person(tmp_path / "anna")


def test_first_start_second_click_and_the_next_day(anna: Person) -> None:
    """All of it with one log: a start takes a second."""
    with plain_http.Client(trust_env=False) as browser, anna.start() as first:
        first.sign_in(browser)
        assert anna.log.is_file()
        assert anna.log.parent.stat().st_mode & 0o777 == 0o700
        assert f"Where your tournaments are  {anna.log}\n" in first.said
        page = browser.get(f"{first.address}/console/~start")
        assert page.status_code == 200
        assert str(anna.log) in page.text

        again = anna.start_beside()
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout.startswith(f"Roundlog is running already, in another window, at {first.address}.\n")
        link = anna.opened()[-1]
        assert link.startswith(f"{first.address}/key/")
        assert link != first.link
        assert follow(browser, link, first.address).url.path == "/console/~start", (
            "who is in goes on, and the link stays good"
        )
        cookies = browser.cookies
    with plain_http.Client(trust_env=False, cookies=cookies) as browser, anna.start(ends_with=signal.SIGHUP) as second:
        assert browser.get(f"{second.address}/console/~start").status_code == 200, "a session outlives the server"
        with plain_http.Client(trust_env=False) as other_browser:
            second.sign_in(other_browser)
            assert other_browser.get(f"{second.address}/console").status_code == 200
    assert read_address(anna.log) == ""
    with KeyStore(path_of_private_file(anna.log)) as key_store:
        assert [key.state(key_store.clock()) for key in find_keys_to_show(key_store)] == ["in-use", "in-use"]


def test_a_taken_port_is_left_to_who_has_it_and_a_wished_one_is_insisted_on(roundlog: Roundlog) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port}" in roundlog.refused(3, "start", "--port", port).lower()


def test_the_usual_port_may_be_taken(anna: Person) -> None:
    with hold_port(8000), anna.start("--lang", "nl") as started:
        port = started.address.rpartition(":")[2]
        assert port != "8000"
        assert (
            f"Een ander programma heeft de gewone poort 8000. Deze keer eindigt het adres op {port}.\n" in started.said
        )


@contextmanager
def hold_port(port: int) -> Iterator[None]:
    """Who has it for long holds it as well as we would; another test that has it is waited for."""
    until = time.monotonic() + 20
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        while not _takes(holder, port) and time.monotonic() < until:
            time.sleep(0.1)
        yield


def _takes(holder: socket.socket, port: int) -> bool:
    try:
        holder.bind(("127.0.0.1", port))
        holder.listen()
    except OSError:
        return False
    return True


def test_its_window_is_not_ended_by_who_would_restart_a_server(anna: Person) -> None:
    """The signal of a restart is that of a window that is closed."""
    with anna.start() as started:
        told = subprocess.run(
            [*COMMAND, "--log", str(anna.log), "restart", "--lang", "en"],
            cwd=HOUSE,
            capture_output=True,
            text=True,
        )
        assert (told.returncode, told.stdout) == (3, "")
        assert "cannot be restarted in place" in told.stderr
        assert plain_http.get(f"{started.address}/health").status_code == 200


def test_without_a_browser_the_link_is_shown(anna: Person) -> None:
    words = [*anna.command, "--no-browser", "--port", str(find_port()), "--lang", "de"]
    with subprocess.Popen(words, env=anna.environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = list(
            iter(process.stdout.readline, "Öffnen Sie diesen Link in Ihrem Browser; er meldet Sie an, einmal:\n")
        )
        assert lines[0] == "Roundlog läuft. Lassen Sie dieses Fenster offen: Wird es geschlossen, endet Roundlog.\n"
        assert re.search(r"/key/[\w-]{43}\?next=/console/~start#at-once$", process.stdout.readline())
        process.send_signal(signal.SIGINT)
    assert process.returncode == 0
    assert anna.opened() == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_that_cannot_be_made_is_named(
    roundlog: Roundlog, tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.delenv("ROUNDLOG_LOG", raising=False)
    said = roundlog.run("start", "--lang", lang)
    problem = Unavailable("data-folder-unusable", path=str(tmp_path / "file" / "roundlog"), problem="Not a directory")
    assert said == Said(3, "", f"roundlog: {language(lang).sentence(problem)}\n")


def test_it_is_for_a_file_and_for_no_server(roundlog: Roundlog) -> None:
    said = roundlog.run("--server", "http://127.0.0.1:1", "start")
    assert said.code == 2
    assert "http://127.0.0.1:1" in said.err


# -- a window that vanishes with the program ---------------------------------------------------------------------------


def test_a_double_click_that_fails_waits_for_the_reader(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    person = Person(tmp_path / "anna", XDG_DATA_HOME=str(tmp_path / "file"))
    window, program = pty.openpty()
    with closing_descriptors(window, program):
        process = subprocess.Popen(
            DOUBLE_CLICK, env=person.environment, cwd=HOUSE, stdin=program, stdout=program, stderr=program
        )
        seen = ""
        while "Press Enter to close this window." not in seen:
            seen += os.read(window, 4096).decode()
        assert "Your tournaments cannot be kept in" in seen
        assert process.poll() is None
        os.write(window, b"\n")
        assert process.wait(60) == 3


@contextmanager
def closing_descriptors(*descriptors: int) -> Iterator[None]:
    try:
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def test_with_words_it_is_the_command_line_and_waits_for_nobody(tmp_path: Path) -> None:
    said = subprocess.run(
        [*DOUBLE_CLICK, "systems", "nonsense"], cwd=HOUSE, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert said.returncode == 2
    assert said.stderr.startswith("roundlog: ")


# -- its links ---------------------------------------------------------------------------------------------------------


def test_links_of_starts_do_not_pile_up() -> None:
    with KeyStore() as key_store:
        links = [link_for_starter(key_store, "anna") for _ in range(5)]
        assert len(set(links)) == 5
        assert len(list(find_keys_to_show(key_store))) == 1
        session = key_store.sessions.sign_in(links[-1].removeprefix("/key/"), name="Anna Visser")
        link_for_starter(key_store, "anna")
        assert key_store.sessions.keys_of(session), "who is in stays in"
        assert owner_link(key_store, "anna") == "", "there is an owner"
        newest = next(find_keys_to_show(key_store))
        assert newest.name == "Anna Visser", "who came in first said what they are called"
        key_store.sessions.end(session)
        link_for_starter(key_store, "anna")
        assert [bool(key.revoked_at) for key in find_keys_to_show(key_store)] == [False, True]


# -- where the one that runs is found ----------------------------------------------------------------------------------


def test_the_address_is_there_as_long_as_the_server(tmp_path: Path) -> None:
    log = tmp_path / "roundlog.db"
    assert read_address(log) == ""
    with lock_for_server(log), note_server(log, NotedServer("http://127.0.0.1:8000")):
        assert read_address(log) == "http://127.0.0.1:8000"
        assert (tmp_path / "roundlog.db-address").stat().st_mode & 0o777 == 0o600
    assert read_address(log) == ""


def test_the_address_of_a_server_that_was_killed_is_forgotten_with_the_next(tmp_path: Path) -> None:
    log = tmp_path / "roundlog.db"
    (tmp_path / "roundlog.db-address").write_text("http://127.0.0.1:8000")
    with lock_for_server(log):
        assert read_address(log) == ""


def test_another_program_at_the_address_is_not_taken_for_ours(anna: Person) -> None:
    """It answers, and is no Roundlog; the one that is looked for comes up a moment later."""
    with anna.start() as started, HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        noted = anna.log.with_name("roundlog.db-address")
        noted.write_text(f"http://127.0.0.1:{other.server_port}")
        second = subprocess.Popen(anna.command, env=anna.environment, stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(1)
        noted.write_text(started.address)
        out, _ = second.communicate(timeout=60)
        other.shutdown()
    assert started.address in out
    assert second.returncode == 0
