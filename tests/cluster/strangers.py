"""What a cluster lets nobody do: be a node of it with other secrets or another log, or talk with its engines."""

from __future__ import annotations

import json
import signal
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import RoundlogError
from ledger.cluster.certificates import client_context, issue_certificate
from ledger.cluster.cluster_file import new_cluster_file
from ledger.cluster.engine_configuration import folder_of_engine, path_of_configuration
from ledger.cluster.engine_process import EngineProcess, find_binary
from ledger.cluster.node import ClusterOptions, open_node
from ledger.cluster.node_list import EngineAddress
from ledger.cluster.running_engine import is_answering
from tests.cluster.servers import ClusterOfServers, fill, wait_until
from tests.ports import find_ports

SECONDS = 10.0  # to connect


def check_refused(options: ClusterOptions, log: Path, code: str) -> None:
    """It does not serve, and what it has is left as it is."""
    before = log.read_bytes() if log.exists() else b""
    with pytest.raises(RoundlogError) as caught, open_node(options, log):
        pass
    assert caught.value.code == code
    assert (log.read_bytes() if log.exists() else b"") == before


def check_node_with_other_password(cluster: ClusterOfServers, folder: Path) -> None:
    check_refused(cluster.options(file=replace(cluster.file, password="x" * 43)), folder / "a.db", "engine-no-access")


def check_node_of_other_cluster(cluster: ClusterOfServers, folder: Path) -> None:
    check_refused(cluster.options(file=new_cluster_file("faults")), folder / "b.db", "engine-no-access")


def check_node_with_other_log(cluster: ClusterOfServers, folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    fill(other)
    (other / "roundlog.office.db").unlink()
    check_refused(cluster.options(), other / "roundlog.db", "cluster-other-log")


def check_engine_that_is_not_durable(folder: Path) -> None:
    """It runs already, started by somebody who did not know."""
    file, (port,) = new_cluster_file("lazy"), find_ports(1)
    own, log = EngineAddress("127.0.0.1", port), folder / "lazy" / "roundlog.db"
    log.parent.mkdir()
    engine = EngineProcess(file, own, (own,), folder_of_engine(log))
    engine.start()
    engine.stop()
    path = path_of_configuration(folder_of_engine(log))
    written = path.read_bytes()
    assert written.count(b'"always"') == 1
    path.write_bytes(written.replace(b'"always"', b'"2m"'))
    lazy = subprocess.Popen([find_binary(), "-c", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_answering(own))
        check_refused(ClusterOptions((own,), own, file, starts_engine=False), log, "engine-not-durable")
    finally:
        lazy.send_signal(signal.SIGKILL)
        lazy.wait()


# -- who only reaches the ports ----------------------------------------------------------------------------------------


def check_ports(cluster: ClusterOfServers, folder: Path) -> None:
    file, own = cluster.file, cluster.addresses[0]
    ours = client_context(issue_certificate(file.ca_certificate, file.ca_key, ["127.0.0.1"], folder / "ours"))
    other = new_cluster_file(file.name)
    theirs = client_context(issue_certificate(other.ca_certificate, other.ca_key, ["127.0.0.1"], folder / "theirs"))
    without = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    without.check_hostname, without.verify_mode = False, ssl.CERT_NONE
    theirs.check_hostname, theirs.verify_mode = False, ssl.CERT_NONE
    assert is_let_in(own, ours, file.user, file.password)  # else the rest would prove nothing
    for context, user, password in (
        (without, file.user, file.password),  # a password that was overheard, and no certificate
        (theirs, file.user, file.password),
        (ours, file.user, "x" * 43),
        (ours, "", ""),
    ):
        assert not is_let_in(own, context, user, password)
    for port in (own.port, own.route_port):
        check_plain_words(port, file.name)


def is_let_in(own: EngineAddress, context: ssl.SSLContext, user: str, password: str) -> bool:
    """As the protocol has it, by hand: nats-py leaves a connection behind that was refused."""
    asked = json.dumps({"user": user, "pass": password, "verbose": False}) if user else "{}"
    with socket.create_connection((own.host, own.port), timeout=SECONDS) as plain:
        assert plain.recv(65536).startswith(b"INFO ")
        try:
            with context.wrap_socket(plain, server_hostname=own.host) as secure:
                secure.sendall(f"CONNECT {asked}\r\nPING\r\n".encode())
                heard = b""
                while b"PONG" not in heard and (part := secure.recv(65536)):
                    heard += part
        except OSError:  # an SSLError is one too
            return False
    return b"PONG" in heard


def check_plain_words(port: int, cluster: str) -> None:
    """Without TLS: nothing but the greeting comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        line.sendall(
            f'CONNECT {{"verbose":true}}\r\nSUB {cluster}-log.> 1\r\nPUB {cluster}-log.order 2\r\nhi\r\n'.encode()
        )
        heard = b""
        try:
            while part := line.recv(65536):
                heard += part
        except OSError:  # cut off
            pass
    assert b"MSG" not in heard
    assert b"+OK" not in heard
