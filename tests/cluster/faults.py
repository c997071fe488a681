"""What is done to a cluster while people write and watch, and what must hold after it, always."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from msgspec import Struct

from ledger.acts.results import ResultCorrected
from ledger.cluster.engine_configuration import folder_of_engine
from ledger.cluster.node import open_node
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.cluster.screens import Screens
from tests.cluster.servers import (
    PATIENCE,
    SHARED,
    TOURNAMENTS,
    ClusterOfServers,
    ClusterServer,
    running_cluster,
    served_alone,
    wait_until,
)
from tests.cluster.writers import NO_MAJORITY, WRITERS, Writers

SCREENS_AT_EACH = 2
MOST_COPIES, COPY_PAUSE = 60, 0.5  # seconds
BETWEEN_FLIPS = 1000  # bytes: more than a message has


class Stage(Struct, frozen=True):
    """A cluster under load."""

    cluster: ClusterOfServers
    writers: Writers
    screens: Screens
    flips: list[str]  # the engines in whose store a bit was flipped, one after the other


@contextmanager
def stage(folder: Path, pause: float) -> Iterator[Stage]:
    """``pause``: of each writer between two entries."""
    with running_cluster(folder) as cluster:
        servers = cluster.servers
        with (
            Screens(servers, [SHARED, *TOURNAMENTS], SCREENS_AT_EACH) as screens,
            Writers(servers, cluster.token, pause) as writers,
        ):
            found = Stage(cluster, writers, screens, [])
            writers.wait_for_more(*servers[:2])
            yield found


Measured = dict[str, float]  # seconds, by what took them
Fault = Callable[[Stage], Measured]


def pauses(found: Stage, since: float, *but: ClusterServer) -> float:
    """The longest at any node that had nothing done to it."""
    return max(found.writers.longest_pause(server, since) for server in found.cluster.servers[:2] if server not in but)


# -- one server --------------------------------------------------------------------------------------------------------


def kill_leading_engine(found: Stage) -> Measured:
    leader = found.cluster.find_leader()
    began = time.monotonic()
    leader.send_engine(signal.SIGKILL)
    found.writers.wait_for_more(*found.cluster.servers[:2])
    pause = pauses(found, began)
    found.cluster.wait_for(*found.cluster.servers)
    return {"no writes": pause}


def kill_following_engine(found: Stage) -> Measured:
    leader = found.cluster.find_leader()
    follower = next(server for server in found.cluster.servers if server is not leader)
    began = time.monotonic()
    follower.send_engine(signal.SIGKILL)
    found.writers.wait_for_more(*found.cluster.servers[:2])
    wait_until(lambda: follower.engine is not None)
    time.sleep(1)
    return {
        "no writes elsewhere": pauses(found, began, follower),
        "no writes at its node": found.writers.longest_pause(follower, began) if follower.port in ports(found) else 0,
    }


def ports(found: Stage) -> set[int]:
    """Of the nodes at which somebody writes."""
    return {server.port for server in found.cluster.servers[:2]}


def stop_politely(found: Stage, server: ClusterServer | None = None) -> Measured:
    """The one whose engine leads, unless another is named."""
    server = server or found.cluster.find_leader()
    began = time.monotonic()
    server.stop()
    found.writers.wait_for_more(*(one for one in found.cluster.servers[:2] if one is not server))
    measured = {"no writes elsewhere": pauses(found, began, server)}
    return measured | {"back": start_again(found, server)}


def start_again(found: Stage, *servers: ClusterServer) -> float:
    began = time.monotonic()
    for server in servers:
        server.launch()
    found.cluster.wait_for(*servers)
    return time.monotonic() - began


def let_leading_engine_stand_still(found: Stage, seconds: float = 0.0) -> Measured:
    """Until writes go on elsewhere, and at least ``seconds``."""
    leader = found.cluster.find_leader()
    began = time.monotonic()
    leader.send_engine(signal.SIGSTOP)
    try:
        found.writers.wait_for_more(*found.cluster.servers[:2])
        pause = pauses(found, began)
        time.sleep(max(0.0, began + seconds - time.monotonic()))
    finally:
        leader.send_engine(signal.SIGCONT)
    found.cluster.wait_for(*found.cluster.servers)
    return {"no writes": pause}


def kill_node(found: Stage, server: ClusterServer | None = None) -> Measured:
    """Its engine goes on; its screens go elsewhere. The one with the most, unless another is named."""
    server = server or max(found.cluster.servers, key=lambda one: len(found.screens.at(one)))
    moving = found.screens.at(server)
    began = time.monotonic()
    server.kill()
    wait_until(lambda: all(screen.moves and screen.moves[-1].back_at > began for screen in moving))
    found.writers.wait_for_more(*(one for one in found.cluster.servers[:2] if one is not server))
    pause = pauses(found, began, server)
    back = start_again(found, server)
    return {
        "no writes elsewhere": pause,
        "screens away": max((screen.moves[-1].back_at - began for screen in moving), default=0.0),
        "back": back,
    }


# -- several -----------------------------------------------------------------------------------------------------------


def lose_two(found: Stage) -> Measured:
    """At the one that is left nothing can be written, and everything read. They are not started again."""
    left, *gone = found.cluster.servers
    refused, unknown = len(found.writers.refused), len(found.writers.told_unknown)
    began = time.monotonic()
    for server in gone:
        server.kill_machine()
    wait_until(lambda: len(found.writers.refused) >= refused + 5, lambda: left.say())
    took = time.monotonic() - began
    assert len(found.writers.told_unknown) <= unknown + WRITERS  # of each one at most: the message that was underway
    answer = left.ask("/health")
    assert (answer.status_code, answer.json()["code"]) == (503, NO_MAJORITY)
    assert answer.json()["detail"]
    wait_until(lambda: left.health()["cluster"]["complete_until"] is not None)
    reading = left.health()
    assert reading["status"] == "reading-only"
    assert not reading["cluster"]["has_majority"]
    for path in (f"/t/{SHARED}", f"/api/t/{SHARED}/boards", f"/screen/{SHARED}"):
        assert httpx.get(left.address + path, follow_redirects=True, timeout=PATIENCE).status_code == 200
    return {"refused after": took}


def lose_two_for_a_while(found: Stage) -> Measured:
    return lose_two(found) | {"back": start_again(found, *found.cluster.servers[1:])}


def kill_all(found: Stage) -> Measured:
    """Those that are still there."""
    for server in found.cluster.servers:
        server.end()
    return {"back": start_again(found, *found.cluster.servers)}


def flip_a_bit(found: Stage) -> Measured:
    """In what an engine has on its disk; then a new node asks just that engine for a copy. The next time it is another
    bit: the same once more would be right again."""
    damaged = found.cluster.servers[0]
    damaged.stop()  # else its engine would read its raft log again, and mend itself
    store = folder_of_engine(damaged.log) / "store" / "jetstream"
    (block, *_) = sorted(store.rglob(f"streams/{found.cluster.file.name}-log/msgs/*.blk"))
    content = bytearray(block.read_bytes())
    content[len(content) // 2 + BETWEEN_FLIPS * len(found.flips)] ^= 1
    found.flips.append(damaged.own.text)
    block.write_bytes(content)
    back = start_again(found, damaged)
    copies = [take_copy(found, damaged)]
    while not copies[-1].names_damaged:  # engines answer by turns, and one that has just come back does not yet
        assert len(copies) < MOST_COPIES
        time.sleep(COPY_PAUSE)
        copies.append(take_copy(found, damaged))
    return {"back": back, "a new copy": max(copy.seconds for copy in copies)}


class NewCopy(Struct, frozen=True):
    seconds: float
    names_damaged: bool


def take_copy(found: Stage, damaged: ClusterServer) -> NewCopy:
    """Of a new node, which asks that server's engine first; complete, whoever answers."""
    folder = found.cluster.folder / f"new-{time.monotonic_ns()}"
    folder.mkdir()
    with found.writers.stand_still():
        wait_until(lambda: len(set(seals(found.cluster.servers))) == 1)
        began = time.monotonic()
        with open_node(found.cluster.options(), folder / "roundlog.db") as node:
            seconds = time.monotonic() - began
            assert node.log.end == damaged.end_of_log()
            time.sleep(COPY_PAUSE)  # in which it finds out who was wrong
            names = [engine.address for engine in node.status().engines if engine.is_damaged]
            end = node.log.end
    copy = verify(folder / "roundlog.db")
    assert (copy.records, copy.head) == end
    assert names in ([], [damaged.own.text])
    return NewCopy(seconds, bool(names))


# -- what must hold after each of them ---------------------------------------------------------------------------------


def check_all_is_well(found: Stage) -> None:
    """Nothing lost, nothing doubled, nothing that was refused; all copies are the same, and whole."""
    servers = found.cluster.servers
    with found.writers.stand_still():
        wait_until(lambda: len({server.end_of_log() for server in servers}) == 1, lambda: seals(servers))
        copies = [verify(server.log) for server in servers]
        assert {(copy.records, copy.head) for copy in copies} == {servers[0].end_of_log()}
        reasons, versions = read_copy(servers[0].log)
        acknowledged = {one.reason for one in found.writers.acknowledged}
        assert acknowledged - set(reasons) == set(), "lost"
        assert {reason for reason, count in reasons.items() if count > 1} == set(), "doubled"
        assert set(reasons) & set(found.writers.refused) == set(), "refused, and there"
        assert set(reasons) - acknowledged == set(), "there, and nobody was told"
        found.screens.wait_for(versions)
    assert found.writers.problems == []
    assert found.screens.problems == []
    for server in servers:
        told = server.health()["cluster"]
        assert told["seals"] == "same"
        assert "alarm" not in told, told


def seals(servers: list[ClusterServer]) -> list[tuple[int, str]]:
    return [server.end_of_log() for server in servers]


def read_copy(path: Path) -> tuple[Counter[str], dict[str, int]]:
    """How often each correction is there, and the version of each tournament."""
    reasons, versions = Counter[str](), dict[str, int]()
    with SqliteLog(path, read_only=True) as log:
        for record in log.read_all():
            versions[record.stream] = record.version
            if isinstance(record.event, ResultCorrected):
                reasons[record.event.reason] += 1
    return reasons, versions


def check_copy_alone(server: ClusterServer, token: str) -> None:
    """Whatever became of the others."""
    copy = verify(server.log)
    with served_alone(server) as alone:
        assert alone.end_of_log() == (copy.records, copy.head)
        body = {"round": 1, "board": 1, "result": "1-0", "reason": "alone"}
        headers = {"authorization": f"Bearer {token}"}
        address = f"{alone.address}/api/t/{SHARED}/commands"
        written = httpx.post(address, json={"do": "correct-result"} | body, headers=headers, timeout=PATIENCE)
        assert written.status_code == 201, written.text
    assert verify(server.log).records == copy.records + 1


def do(fault: Fault, found: Stage, name: str = "") -> Measured:
    """And say how long what took: with ``pytest -s``, and in the report of what fails."""
    began = time.monotonic()
    measured = fault(found)
    figures = ", ".join(f"{what} {seconds:.2f} s" for what, seconds in measured.items())
    name = name or getattr(fault, "__name__", "")
    print(f"\n  {name} ({time.monotonic() - began:.0f} s): {figures}", file=sys.stderr, flush=True)
    return measured
