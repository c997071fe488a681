"""The shared log against the SQLite log in one run, and what a following node costs, with more and more of them.

Three engines on this machine share its disk and its cores with everything else here: on three machines the shared log
stands better against the SQLite log, not worse.
"""

from __future__ import annotations

import os
import statistics
import time
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ledger.cluster.cluster_file import write_cluster_file
from ledger.cluster.engine_process import EngineProcess
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog
from tests.bench.append import EVENT, TOURNAMENTS, WRITERS, many_writers, run, typical_of_each
from tests.bench.cluster_nodes import FollowingNode, Told, open_shared_log
from tests.bench.measure import Figure, best, cpu_seconds, seconds
from tests.bench.replay import read_log
from tests.bench.tournaments import fill
from tests.ledger.cluster.engines import Engines

A_SECOND = 100  # events that are typed
NODES = (1, 2, 4, 8, 12)
NODES_WITH_GOAL = 4
ANSWER_AT_ONCE, ANSWER_NEARLY_ALWAYS = 0.020, 0.100  # seconds until another node has it: median, p99
CPU_OF_A_NODE = 0.0005  # seconds for each event
RECORDS_A_SECOND = 15_000
LIMIT = "the limit"


class Place(NamedTuple):
    """Of the engines."""

    secrets: Path
    listed: str
    folder: Path
    engines: list[EngineProcess]

    def open(self, name: str) -> tuple[Any, SharedLog]:
        return open_shared_log(self.secrets, self.listed, name, self.folder)


def cluster(directory: Path, is_quick: bool) -> Iterator[Figure]:
    folder = directory.resolve()
    for part in (_writers, _replay, _following):
        place = folder / part.__name__
        place.mkdir()
        with running_engines(place) as engines:
            yield from part(engines, is_quick)


@contextmanager
def running_engines(folder: Path) -> Iterator[Place]:
    engines = Engines(folder)
    try:
        secrets = folder / "cluster.json"
        write_cluster_file(secrets, engines.file)
        listed = ",".join(address.text for address in engines.addresses)
        yield Place(secrets, listed, folder, engines.processes)
    finally:
        engines.stop()


@contextmanager
def opened(place: Place, name: str) -> Iterator[SharedLog]:
    connection, log = place.open(name)
    with closing(connection), log:
        yield log


# -- writing, and reading what was written -----------------------------------------------------------------------------


def _writers(place: Place, is_quick: bool) -> Iterator[Figure]:
    turns, times = (3, 30) if is_quick else (20, 50)
    with opened(place, "first") as shared, SqliteLog(place.folder / "alone.db") as alone:
        for log in (shared, alone):
            run(many_writers(log, 10, TOURNAMENTS))
        taken = typical_of_each(
            turns,
            shared=lambda: [run(many_writers(shared, times, TOURNAMENTS))],
            alone=lambda: [run(many_writers(alone, times, TOURNAMENTS))],
        )
        name = f"shared log, {WRITERS} writers in {TOURNAMENTS} tournaments"
        yield Figure(name, taken["shared"].mean, taken["alone"].mean, "the SQLite log", 0.2)
        records = shared.position()
        yield from _new_node(place, "new", records, f"  {records:,} of these records")


def _new_node(place: Place, name: str, records: int, what: str, goal: float | None = 1.0) -> Iterator[Figure]:
    """From the engines, all that there is."""
    with ExitStack() as stack:
        taken = seconds(lambda: stack.enter_context(opened(place, name)))
    limit = f"{RECORDS_A_SECOND:,} a second"
    yield Figure(f"{what}, taken in by a new node", taken / records, 1 / RECORDS_A_SECOND, limit, goal)


def _replay(place: Place, is_quick: bool) -> Iterator[Figure]:
    """The cluster begins with a log; another node has taken it in, and reads it."""
    path = place.folder / "first.db"
    with SqliteLog(path) as log:
        fill(log, 20_000 if is_quick else 200_000)
        records = log.position()
    with opened(place, "first"):
        yield from _new_node(place, "second", records, f"a log of {records:,} records")
        with opened(place, "second") as shared, SqliteLog(path, read_only=True) as alone:
            assert shared.seal() == alone.seal()
            streams = [head.stream for head in alone.heads()]
            ours, other = best(
                5,
                lambda: cpu_seconds(lambda: read_log(shared.copy_of_log, streams)),
                lambda: cpu_seconds(lambda: read_log(alone, streams)),
            )
    yield Figure(f"replay of {records:,} records of a copy", ours, other, "the SQLite log", 0.9)


# -- following ---------------------------------------------------------------------------------------------------------


def _following(place: Place, is_quick: bool) -> Iterator[Figure]:
    duration = 5 if is_quick else 30
    with opened(place, "writer") as log, ExitStack() as stack:
        nodes: list[FollowingNode] = []
        for count in NODES[:3] if is_quick else NODES:
            while len(nodes) < count:
                node = FollowingNode(place.secrets, place.listed, f"node-{len(nodes) + 1}", place.folder)
                nodes.append(stack.enter_context(closing(node)))
                node.wait_until_ready()
            yield from _type(log, nodes, duration * A_SECOND, place)
        records = log.position()
        yield from _new_node(place, "late", records, f"  {records:,} records typed one by one", None)


class Typed(NamedTuple):
    position: int
    began: float
    answered: float


def _type(log: SharedLog, nodes: list[FollowingNode], events: int, place: Place) -> Iterator[Figure]:
    """At an even pace, whatever became of the one before."""
    for node in nodes:
        node.begin()
    engines, started = _cpu_of_engines(place), time.monotonic()
    typed = _type_evenly(log, f"run-{time.monotonic_ns()}", events)
    told = [node.end(typed[-1].position) for node in nodes]
    took, engine_cpu = time.monotonic() - started, _cpu_of_engines(place) - engines
    assert {one.seal for one in told} == {log.end[1]}
    has_goal = len(nodes) == NODES_WITH_GOAL
    many = f"{len(nodes)} following nodes, {events / took:.0f} events/s"
    since_typed, since_answered = _delays(typed, told)
    for share, limit in ((0.5, ANSWER_AT_ONCE), (0.99, ANSWER_NEARLY_ALWAYS)):
        name = f"{many}: typed, and in their copies, p{100 * share:.0f}"
        yield Figure(name, _at(since_typed, share), limit, LIMIT, 1.0 if has_goal else None, is_speed=False)
    answered = _at(since_answered, 0.99)
    yield Figure("  after it was answered, p99", answered, ANSWER_NEARLY_ALWAYS, LIMIT, is_speed=False)
    cpu = statistics.median(one.cpu for one in told) / events
    yield Figure("  CPU of each, an event", cpu, CPU_OF_A_NODE, LIMIT, 1.0, is_speed=False)
    yield Figure("  CPU of the three engines, an event", engine_cpu / events, CPU_OF_A_NODE, LIMIT, is_speed=False)


def _type_evenly(log: SharedLog, stream: str, events: int) -> list[Typed]:
    found: list[tuple[float, Future[Any]]] = []
    answered: dict[int, float] = {}

    def note(number: int, _: Future[Any]) -> None:
        answered[number] = time.monotonic()

    began = time.monotonic()
    for number in range(events):
        time.sleep(max(0.0, began + number / A_SECOND - time.monotonic()))
        version, of = divmod(number, TOURNAMENTS)
        future = log.submit(f"{stream}-{of}", version, EVENT, actor="arbiter", command=f"{number:08x}")
        found.append((time.monotonic(), future))
        future.add_done_callback(partial(note, number))
    done = [(at, future.result()[0].position) for at, future in found]
    while len(answered) < events:  # whoever waits is woken a moment before who is called
        time.sleep(0.001)
    return [Typed(position, at, answered[number]) for number, (at, position) in enumerate(done)]


def _delays(typed: list[Typed], told: list[Told]) -> tuple[list[float], list[float]]:
    """Of every event at every node: since it was typed, and since it was answered."""
    since_typed, since_answered = [], []
    for node in told:
        positions = [position for position, _ in node.arrivals]
        for one in typed:
            at = node.arrivals[bisect_left(positions, one.position)][1]
            since_typed.append(at - one.began)
            since_answered.append(max(0.0, at - one.answered))
    return sorted(since_typed), sorted(since_answered)


def _at(delays: list[float], share: float) -> float:
    return delays[int(share * (len(delays) - 1))]


def _cpu_of_engines(place: Place) -> float:
    return sum(cpu_of(engine.pid) for engine in place.engines if engine.pid is not None)


def cpu_of(pid: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
