"""Two servers in processes of their own: what holds when one of them dies, comes back, or is lied to."""

from __future__ import annotations

import http.server
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledger.store.verify import verify
from tests import plain_http
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import PATIENCE, RunningServer, Writers, two_servers, wait_until

WRITERS = 16


def sign_in(server: RunningServer) -> dict[str, str]:
    """A browser of an arbiter at the first server: its cookie."""
    made = Roundlog(server.folder)("key", "--role", "owner", "--name", "Anna")
    link = made.splitlines()[0]
    path = link[link.index("/key/") :]
    answer = plain_http.post(server.address + path, data={"name": "Anna"}, headers={"origin": server.address})
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


def take_over(server: RunningServer) -> float:
    """Told to take over, how long until something is written there: seconds."""
    began = time.monotonic()
    told = server.ask("POST", "/api/standby/take-over", json={"reason": "The first has no power"})
    assert told.status_code == 200, told.text
    written = server.announce("we go on")
    assert written.status_code == 201, written.text
    return time.monotonic() - began


def kill_the_first(folder: Path, seconds: float) -> None:
    """``seconds``: until the second, told to take over, has written something."""
    with two_servers(folder, "--wait-for-standby") as (first, second):
        cookie = sign_in(first)
        with Writers(first, WRITERS) as writers:
            wait_until(lambda: len(writers.acknowledged) > 150)
            first.kill()
        took = take_over(second)
        print(f"{len(writers.acknowledged)} acknowledged, written again after {took:.2f} s")
        assert took < seconds
        assert set(writers.acknowledged) <= second.announced()
        assert plain_http.get(f"{second.address}/console", headers=cookie).status_code == 200  # who was in is in

        first.start("--wait-for-standby")
        assert (first.health()["role"], first.health()["takes_writes"]) == ("replaced", False)
        refused = first.announce("too late")
        assert (refused.status_code, refused.json()["code"]) == (409, "server-was-replaced")
        assert second.address in refused.json()["detail"]
        assert "too late" not in second.announced()
        page = first.ask("GET", "/console/~server", headers=cookie | {"authorization": ""})
        only_here = first.announced() - second.announced()
        assert all(f"{text}" in page.text for text in only_here)
        second.close()
        assert verify(second.log).records > 150


def test_nothing_that_was_acknowledged_is_lost_when_the_first_is_killed(tmp_path: Path):
    kill_the_first(tmp_path, PATIENCE)


@pytest.mark.exhaustive
@pytest.mark.parametrize("time_around", range(20))
def test_nothing_is_lost_in_twenty_kills(tmp_path: Path, time_around: int):
    kill_the_first(tmp_path, 1)


def test_a_standby_only_shows_and_a_server_that_was_replaced_lists_what_only_it_has(tmp_path: Path):
    with two_servers(tmp_path) as (first, second):
        cookie = sign_in(first)
        refused = second.announce("here?")
        assert (refused.status_code, refused.json()["facts"]) == (409, {"first": first.address})
        # Keys are copied too: Anna's comes a moment after she has signed in at the first.
        wait_until(lambda: "behind" in plain_http.get(f"{second.address}/console/club", headers=cookie).text)
        told = (second.folder / "output").read_text("utf-8")
        assert f"the second server of {first.address}" in told
        assert "roundlog key --role owner" not in told  # which would be refused
        refused = second.ask("POST", "/api/keys", json={"role": "arbiter", "name": "Bram"})
        assert refused.json()["code"] == "server-is-standby", refused.text

        second.send(signal.SIGSTOP)  # out of sight, as with a cable pulled
        for text in ("tea", "coffee", "cake"):
            assert first.announce(text).status_code == 201
        first.kill()
        second.send(signal.SIGCONT)
        wait_until(lambda: second.health()["position"] in (1, 2))  # what was on its way when it stood still may come
        take_over(second)
        page = plain_http.get(f"{second.address}/console/~server", headers=cookie)
        assert "The first has no power" in page.text

        first.start()
        assert first.health()["role"] == "replaced"
        page = plain_http.get(f"{first.address}/console/~server", headers=cookie)
        assert "coffee" in page.text
        assert "cake" in page.text
        assert second.address in plain_http.get(f"{first.address}/console/club", headers=cookie).text
        assert not {"coffee", "cake"} & second.announced()

        # By hand, the first takes over again: now the second stops.
        Roundlog(first.folder)("take-over", "--reason", "The second has a broken screen")
        wait_until(lambda: second.health()["role"] == "replaced")
        assert first.announce("again").status_code == 201
        assert second.announce("no").status_code == 409
        said = Roundlog(second.folder).tried("announce", "club", "no")
        assert (said.code, first.address in said.err) == (1, True)


def test_when_the_standby_is_out_of_sight_a_person_says_to_go_on(tmp_path: Path):
    with two_servers(tmp_path, "--wait-for-standby") as (first, second):
        assert first.announce("both").status_code == 201
        assert "both" in second.announced()
        second.kill()
        answer = first.announce("nobody confirms")
        assert (answer.status_code, answer.json()["code"]) == (503, "standby-has-not-confirmed")
        answer = first.announce("refused")
        assert (answer.status_code, answer.json()["code"]) == (503, "standby-out-of-sight")
        assert not first.health()["takes_writes"]
        assert "refused" not in first.announced()
        beside = Roundlog(first.folder)
        said = beside.tried("announce", "club", "by hand")
        assert (said.code, "second server" in said.err) == (1, True)

        beside("go-on", "--reason", "Its battery is empty")
        wait_until(lambda: bool(first.health()["takes_writes"]))
        assert first.announce("alone").status_code == 201

        second.start()  # it remembers of whom it is the standby, and with which key
        wait_until(lambda: second.health()["head"] == first.health()["head"])
        assert second.health()["role"] == "standby"
        assert {"both", "nobody confirms", "alone"} <= second.announced()


# -- a first that lies -------------------------------------------------------------------------------------------------


@contextmanager
def liar(address: str) -> Iterator[str]:
    """Hands on what the first answers, but for one word in a record."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urllib.request.Request(address + self.path, headers=dict(self.headers))
            try:
                with urllib.request.urlopen(asked) as answer:
                    status, body = answer.status, answer.read()
            except urllib.error.HTTPError as problem:
                status, body = problem.code, problem.read()
            body = body.replace(b"Tea at four", b"Tea at five")
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.exhaustive  # the same without processes: tests/displays/web/standby/test_follower.py
def test_a_forged_record_stops_the_copy(tmp_path: Path):
    first, second = RunningServer(tmp_path / "first"), RunningServer(tmp_path / "second")
    roundlog = Roundlog(first.folder)
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    first.token = second.token = roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()
    try:
        first.start()
        with liar(first.address) as address:
            second.start("--standby-of", address, "--key", first.token)
            wait_until(lambda: second.health()["position"] == 1)
            first.announce("Coffee at three")
            wait_until(lambda: second.health()["position"] == 2)
            first.announce("Tea at four")
            wait_until(lambda: "alarm" in second.health())
        assert (second.health()["alarm"], second.health()["position"]) == ("hash-mismatch", 2)
        assert second.announced() == {"Coffee at three"}
    finally:
        second.close()
        first.close()


# -- who may -----------------------------------------------------------------------------------------------------------


def test_a_standby_does_not_begin_over_an_open_network_nor_without_a_key(roundlog: Roundlog):
    words = ("serve", "--port", "0", "--standby-of", "http://192.0.2.7:8000")
    assert "--key-file" in roundlog.refused(2, *words)
    assert "--trust-network" in roundlog.refused(2, *words, "--key", "rl_key")
    assert roundlog.contents() == {}
