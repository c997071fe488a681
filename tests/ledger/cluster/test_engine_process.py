"""The engine as a child: a real NATS server, alone, started, adopted, started again, stopped."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput, Unavailable
from ledger.cluster import engine_process
from ledger.cluster.certificates import client_context
from ledger.cluster.cluster_file import ClusterFile, new_cluster_file
from ledger.cluster.engine_configuration import path_of_configuration
from ledger.cluster.engine_process import EngineProcess, find_binary
from ledger.cluster.node_list import EngineAddress
from ledger.cluster.running_engine import check_port, find_pid, is_answering


def free_address() -> EngineAddress:
    """With the port above it free too."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as one:
            port = int(one.getsockname()[1])
            try:
                with socket.create_server(("127.0.0.1", port + 1)):
                    return EngineAddress("127.0.0.1", port)
            except (OSError, OverflowError):
                continue


def wait_until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(scope="module")
def file() -> ClusterFile:
    return new_cluster_file("club")


@pytest.fixture
def engine(file: ClusterFile, tmp_path: Path) -> Iterator[EngineProcess]:
    own = free_address()
    engine = EngineProcess(file, own, [own], tmp_path / "engine")
    yield engine
    engine.stop()
    assert not engine.is_running


def again(engine: EngineProcess, file: ClusterFile) -> EngineProcess:
    """Of a node that was started once more."""
    return EngineProcess(file, engine.own, [engine.own], engine.folder)


def test_it_answers_when_it_was_started_and_is_gone_when_it_was_stopped(engine: EngineProcess) -> None:
    certificate = engine.start()
    assert engine.is_running
    assert is_answering(engine.own)
    assert engine.pid == find_pid(engine.folder, engine.own)
    with socket.create_connection(("127.0.0.1", engine.own.port), timeout=5) as plain:
        assert plain.recv(4096).startswith(b"INFO ")
        with client_context(certificate).wrap_socket(plain, server_hostname="127.0.0.1") as secure:
            assert secure.version() == "TLSv1.3"
    engine.stop()
    assert engine.pid is None
    assert find_pid(engine.folder, engine.own) is None
    assert not is_answering(engine.own)


def test_who_shows_no_certificate_is_told_nothing(engine: EngineProcess) -> None:
    engine.start()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", engine.own.port), timeout=5) as plain:
        plain.recv(4096)
        with pytest.raises(OSError), context.wrap_socket(plain) as secure:  # noqa: PT011, PT012  # an alert, or a cut line
            secure.sendall(b'CONNECT {"verbose":true}\r\nPING\r\n')
            assert secure.recv(4096) == b""
            raise OSError("the line was cut")


def test_it_is_started_again_when_it_dies(engine: EngineProcess) -> None:
    engine.start()
    first = engine.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: engine.restarts == 1)
    assert engine.pid not in (None, first)
    assert is_answering(engine.own)


def test_whatever_goes_wrong_once_it_is_started_again(engine: EngineProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.start()
    begin, problems = engine._begin, [OSError("too many open files")]

    def fail_once() -> None:
        if problems:
            raise problems.pop()
        begin()

    monkeypatch.setattr(engine, "_begin", fail_once)
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGKILL)
    wait_until(lambda: engine.restarts == 1)
    assert engine.is_running


def test_it_outlives_its_node_and_is_taken_over(engine: EngineProcess, file: ClusterFile) -> None:
    engine.start()
    pid = engine.pid
    engine.leave()
    second = again(engine, file)
    second.start()
    try:
        assert second.is_adopted
        assert second.pid == pid
    finally:
        second.stop()
    wait_until(lambda: not engine.is_running)


def test_with_other_secrets_it_is_started_anew(engine: EngineProcess, file: ClusterFile) -> None:
    engine.start()
    pid = engine.pid
    engine.leave()
    second = again(engine, new_cluster_file("club"))
    second.start()
    try:
        assert not second.is_adopted
        assert second.pid not in (None, pid)
    finally:
        second.stop()


def test_an_old_number_that_is_another_process_by_now_is_left_alone(engine: EngineProcess) -> None:
    engine.folder.mkdir()
    (engine.folder / "engine.pid").write_text(str(os.getpid()))
    assert find_pid(engine.folder, engine.own) is None
    engine.start()
    assert engine.pid not in (None, os.getpid())


def test_a_port_that_is_taken_is_told(engine: EngineProcess) -> None:
    with socket.create_server(("127.0.0.1", engine.own.route_port)), pytest.raises(Unavailable) as told:
        engine.start()
    assert told.value.code == "engine-port-taken"
    assert told.value.facts == {"host": "127.0.0.1", "port": engine.own.route_port}
    check_port("127.0.0.1", engine.own.route_port)  # and it is free again


def test_an_engine_that_ends_at_once_says_why_and_no_secret(
    engine: EngineProcess, file: ClusterFile, tmp_path: Path
) -> None:
    program = tmp_path / "nats-server"
    program.write_text(f"#!{sys.executable}\nimport sys; sys.exit('cannot: {file.password}')\n")
    program.chmod(0o700)
    broken = EngineProcess(file, engine.own, [engine.own], engine.folder, binary=program)
    with pytest.raises(Unavailable) as told:
        broken.start()
    assert told.value.code == "engine-ended"
    assert told.value.facts == {"said": "cannot: •••"}
    broken.stop()


def test_one_that_was_found_running_and_ends_meanwhile_is_told(engine: EngineProcess, file: ClusterFile) -> None:
    engine.start()
    engine.stop()
    dying = [sys.executable, "-c", "import time; time.sleep(2)", str(path_of_configuration(engine.folder))]
    with subprocess.Popen(dying) as found:
        (engine.folder / "engine.pid").write_text(str(found.pid))
        wait_until(lambda: find_pid(engine.folder, engine.own) == found.pid)
        with pytest.raises(Unavailable) as told:
            again(engine, file).start()
    assert told.value.code == "engine-ended"


def test_an_engine_that_says_nothing_is_not_waited_for_for_ever(
    engine: EngineProcess, file: ClusterFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "SECONDS_TO_START", 0.3)
    program = tmp_path / "nats-server"
    program.write_text(f"#!{sys.executable}\nimport time; time.sleep(60)\n")
    program.chmod(0o700)
    silent = EngineProcess(file, engine.own, [engine.own], engine.folder, binary=program)
    with pytest.raises(Unavailable) as told:
        silent.start()
    assert told.value.code == "engine-silent"
    silent.stop()
    assert not silent.is_running


def test_the_engine_sees_nothing_of_our_environment(engine: EngineProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key to the server may stand there."""
    if sys.platform != "linux":
        pytest.skip("only Linux shows the environment of a process")
    monkeypatch.setenv("ROUNDLOG_KEY", "secret")
    engine.start()
    environment = Path(f"/proc/{engine.pid}/environ").read_bytes()
    assert b"PATH=" in environment
    assert b"ROUNDLOG_" not in environment


def test_the_program_is_found_where_it_is_told_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = find_binary()
    assert beside.is_absolute()
    monkeypatch.setenv("ROUNDLOG_NATS_SERVER", str(beside))
    assert find_binary() == beside
    monkeypatch.setenv("ROUNDLOG_NATS_SERVER", str(tmp_path / "nowhere"))
    with pytest.raises(BadInput) as told:
        find_binary()
    assert told.value.code == "engine-program-unusable"


def test_a_program_that_is_not_installed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROUNDLOG_NATS_SERVER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    with pytest.raises(Unavailable) as told:
        find_binary()
    assert told.value.code == "engine-program-missing"


def test_what_answers_under_another_name_is_not_it(engine: EngineProcess) -> None:
    engine.start()
    assert not is_answering(EngineAddress("localhost", engine.own.port))  # another name in the list


def test_the_configuration_of_a_stopped_engine_stays(engine: EngineProcess) -> None:
    engine.start()
    content = path_of_configuration(engine.folder).read_bytes()
    engine.stop()
    engine.start()
    assert path_of_configuration(engine.folder).read_bytes() == content
