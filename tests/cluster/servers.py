"""Three ``roundlog serve --cluster`` on this machine, each with its engine, as tests start, kill and ask them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from engine.errors import Unavailable
from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublishRound
from ledger.cluster.certificates import client_context, issue_certificate
from ledger.cluster.cluster_file import ClusterFile, new_cluster_file, write_cluster_file
from ledger.cluster.engine_configuration import folder_of_engine
from ledger.cluster.nats_connection import EngineConnection
from ledger.cluster.nats_order import NatsOrder
from ledger.cluster.node import ClusterOptions
from ledger.cluster.node_list import EngineAddress
from ledger.cluster.running_engine import find_pid
from ledger.store.sqlite import SqliteLog
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import ROOT
from tests.ports import find_port, find_ports

PATIENCE = 90.0  # seconds until what must come has come, on a machine that has much else to do
BOARDS = 16
NORTH, SOUTH, SHARED = "north", "south", "club"
TOURNAMENTS = (NORTH, SOUTH, SHARED)


def wait_until(is_so: Callable[[], bool], say: Callable[[], object] = lambda: "", seconds: float = PATIENCE) -> float:
    """How long it took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() < began + seconds, say()
        time.sleep(0.02)
    return time.monotonic() - began


class ClusterServer:
    """A node, in a folder and a process group of its own. Its engine outlives it, if it is killed."""

    def __init__(self, folder: Path, own: EngineAddress, words: Sequence[str]) -> None:
        self.folder, self.own, self.log = folder, own, folder / "roundlog.db"
        folder.mkdir(parents=True, exist_ok=True)
        self.port = find_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None

    # -- its process and its engine's ----------------------------------------------------------------------------------

    def launch(self) -> None:
        """It is not waited for."""
        command = [sys.executable, "-m", "displays.cli", "--log", str(self.log), "serve", "--port", str(self.port)]
        with open(self.folder / "output", "ab") as output:
            self._process = subprocess.Popen(
                [*command, *self._words],
                cwd=ROOT,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @property
    def engine(self) -> int | None:
        return find_pid(folder_of_engine(self.log), self.own)

    def say(self) -> str:
        return f"{self.folder.name}: " + (self.folder / "output").read_text("utf-8", "replace")[-4000:]

    def kill(self) -> None:
        """The node alone, as ``kill -9`` does it."""
        self.process.kill()
        self.process.wait()

    def send_engine(self, number: signal.Signals) -> None:
        pid = self.engine
        assert pid is not None, self.say()
        os.kill(pid, number)

    def kill_machine(self) -> None:
        """The node first: it would start its engine again."""
        self.kill()
        if self.engine is not None:
            self.send_engine(signal.SIGKILL)

    def stop(self) -> None:
        """Politely, engine and all."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        if self.engine is not None:
            self.send_engine(signal.SIGTERM)
            wait_until(lambda: self.engine is None)

    def end(self) -> None:
        """For sure, whatever state it is in."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # with the processes that it has started beside it
            self._process.wait()
        if self.engine is not None:
            self.send_engine(signal.SIGKILL)

    # -- what it is asked ----------------------------------------------------------------------------------------------

    def ask(self, path: str, timeout: float = 5) -> httpx.Response:
        return httpx.get(self.address + path, timeout=timeout)

    def health(self) -> dict[str, Any]:
        """Also where nothing can be written."""
        found: dict[str, Any] = self.ask("/health/reading").json()
        return found

    def takes_writes(self) -> bool:
        assert self.process.poll() is None, self.say()
        try:
            return self.ask("/health").status_code == 200
        except httpx.HTTPError:
            return False

    def end_of_log(self) -> tuple[int, str]:
        health = self.health()
        return health["position"], health["head"]


class ClusterOfServers:
    """Three of them. The first begins with tournaments and a key; ``token`` is that key."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.file: ClusterFile = new_cluster_file(name)
        self.addresses = tuple(EngineAddress("127.0.0.1", port) for port in find_ports(3))
        secrets = folder / "cluster.json"
        write_cluster_file(secrets, self.file)
        listed = ",".join(address.text for address in self.addresses)
        words = ("--cluster", listed, "--cluster-file", str(secrets))
        self.servers = [
            ClusterServer(folder / f"node-{number}", own, (*words, "--node", own.text))
            for number, own in enumerate(self.addresses, 1)
        ]
        self.token = fill(self.servers[0].folder)
        self._watch: EngineConnection | None = None

    def start(self) -> float:
        """All of them; how long it took until each takes writes."""
        began = time.monotonic()
        for server in self.servers:
            server.launch()
        self.wait_for(*self.servers)
        return time.monotonic() - began

    def wait_for(self, *servers: ClusterServer) -> float:
        def say() -> str:
            return "\n".join(server.say() for server in self.servers)

        return wait_until(lambda: all(server.takes_writes() for server in servers), say)

    def end(self) -> None:
        if self._watch is not None:
            self._watch.close()
        for server in self.servers:
            server.end()

    def connect(self) -> EngineConnection:
        """As a node does."""
        own = issue_certificate(self.file.ca_certificate, self.file.ca_key, ["127.0.0.1"], self.folder / "watch")
        file = self.file
        connection = EngineConnection(self.addresses, file.user, file.password, client_context(own), name="watch")
        connection.open(PATIENCE)
        return connection

    def options(self, **changes: Any) -> ClusterOptions:
        """Of a node without an engine, which talks to the first one as long as that is there."""
        return ClusterOptions(
            **{"addresses": self.addresses, "own": None, "file": self.file, "node_name": "new"} | changes
        )

    def find_leader(self) -> ClusterServer:
        """Whose engine leads the order of the log, as the engines say."""
        if self._watch is None:
            self._watch = self.connect()
        order, found = NatsOrder(self._watch, f"{self.file.name}-log", 3), list[str]()

        def is_known() -> bool:
            with suppress(Unavailable):
                found.append(order.state().leader)
            return bool(found)

        wait_until(is_known)
        return next(server for server in self.servers if server.own.server_name == found[-1])

    def others(self, server: ClusterServer) -> list[ClusterServer]:
        return [other for other in self.servers if other is not server]


@contextmanager
def running_cluster(folder: Path, name: str = "faults") -> Iterator[ClusterOfServers]:
    cluster = ClusterOfServers(folder, name)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.end()


@contextmanager
def served_alone(server: ClusterServer) -> Iterator[ClusterServer]:
    """The copy of a node, after the cluster was left."""
    alone = ClusterServer(server.folder, server.own, ("--leave-cluster",))
    alone.launch()
    try:
        wait_until(alone.takes_writes, alone.say)
        yield alone
    finally:
        alone.end()


# -- what they show ----------------------------------------------------------------------------------------------------


def fill(folder: Path) -> str:
    """Each tournament with a round that is played: a result on every board. Back comes the key of an owner."""
    players = tuple(NewPlayer(player=Player(0, f"Player {number}", 2000 - number)) for number in range(2 * BOARDS))
    pairs = tuple(Board(number, number + 1) for number in range(1, 2 * BOARDS, 2))
    results = (EnterResult(round=1, board=board, result=Result.DRAW) for board in range(1, BOARDS + 1))
    commands: tuple[Command, ...] = (
        OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)),
        RegisterPlayers(players=players),
        PairByHand(round=1, boards=pairs),
        PublishRound(round=1),
        *results,
    )
    with SqliteLog(folder / "roundlog.db") as log:
        for stream in TOURNAMENTS:
            state = None
            for number, command in enumerate(commands):
                events = decide(state, command)
                version = 0 if state is None else state.version
                log.submit(stream, version, events, actor="test", command=f"begin-{number}").result()
                state = fold(events, state)
    return Roundlog(folder)("key", "--role", "owner", "--api", "--name", "Els").strip()
