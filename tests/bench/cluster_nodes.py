"""A following node in a process of its own: ``python -m tests.bench.cluster_nodes CLUSTER NODES NAME FOLDER``.

It says ``ready`` once it has everything; told ``begin`` it counts anew, told ``end POSITION`` it waits for that record
and says, as JSON, how long its processor worked and when (on the clock that all processes share) it had which position.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from ledger.cluster.certificates import client_context, issue_certificate
from ledger.cluster.cluster_file import read_cluster_file
from ledger.cluster.nats_connection import EngineConnection
from ledger.cluster.nats_order import NatsOrder
from ledger.cluster.node_list import parse_node_list
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog

SECONDS = 60.0


class Told(msgspec.Struct, frozen=True):
    cpu: float  # seconds
    seal: str
    arrivals: list[tuple[int, float]]  # position, and when it was in the copy


def open_shared_log(secrets: Path, listed: str, name: str, folder: Path) -> tuple[EngineConnection, SharedLog]:
    file, addresses = read_cluster_file(secrets), parse_node_list(listed)
    certificate = issue_certificate(file.ca_certificate, file.ca_key, ["127.0.0.1"], folder / f"{name}.certificate")
    place = int.from_bytes(name.encode()) % len(addresses)  # they are spread over the engines
    order_of_addresses = [*addresses[place:], *addresses[:place]]
    connection = EngineConnection(order_of_addresses, file.user, file.password, client_context(certificate), name=name)
    connection.open(SECONDS)
    order = NatsOrder(connection, f"{file.name}-log", len(addresses))
    log = SharedLog(SqliteLog(folder / f"{name}.db"), order, node=name)
    log.open(SECONDS)
    return connection, log


class FollowingNode:
    """Of another process."""

    def __init__(self, secrets: Path, listed: str, name: str, folder: Path) -> None:
        words = [sys.executable, "-m", "tests.bench.cluster_nodes", str(secrets), listed, name, str(folder)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait_until_ready(self) -> None:
        assert self._hear() == "ready\n"

    def begin(self) -> None:
        self._tell("begin")
        assert self._hear() == "begun\n"

    def end(self, position: int) -> Told:
        self._tell(f"end {position}")
        return msgspec.json.decode(self._hear(), type=Told)

    def _tell(self, words: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def main() -> None:
    secrets, listed, name, folder = Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4])
    connection, log = open_shared_log(secrets, listed, name, folder)
    arrivals: list[tuple[int, float]] = []
    began = 0.0

    applier: Any = log._applier
    tell = applier._tell

    def note_and_tell(*done: Any) -> None:
        tell(*done)
        arrivals.append((applier.place.position, time.monotonic()))

    applier._tell = note_and_tell  # no thread of ours is to be woken for it
    print("ready", flush=True)
    for line in sys.stdin:
        match line.split():
            case ["begin"]:
                arrivals.clear()
                began = time.process_time()
                print("begun", flush=True)
            case ["end", position]:
                while log.end[0] < int(position):
                    time.sleep(0.01)
                told = Told(time.process_time() - began, log.end[1], list(arrivals))
                print(msgspec.json.encode(told).decode(), flush=True)
    log.close()
    connection.close()


if __name__ == "__main__":
    main()
