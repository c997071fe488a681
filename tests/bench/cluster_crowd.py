"""A crowd that follows real nodes: what a delivery costs one of them, and how long it takes until all that follow a
node which is killed have the newest elsewhere.

Spectators of a cluster = nodes × followers of one node: how nodes scale says ``cluster.py``, how followers of one do
says this, and the joint run that both are true together.
"""

from __future__ import annotations

import http.client
import json
import resource
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import cycle
from pathlib import Path

from tests.bench.cluster import cpu_of
from tests.bench.cluster_followers import CrowdProcess
from tests.bench.fanout import Way
from tests.bench.measure import Figure
from tests.cluster.servers import SHARED, ClusterOfServers, ClusterServer, running_cluster

FOLLOWERS = (1_000, 5_000, 10_000)
AT_EACH = 5_000  # of two nodes
BETWEEN = 0.4  # seconds: more than what is merged into one frame
SECONDS_TO_MOVE = 10.0  # to compare with: what a hall may wonder for
SPARE_FILES = 500


def cluster_crowd(directory: Path, is_quick: bool) -> Iterator[Figure]:
    folder = directory.resolve()
    _raise_file_limit()
    for followers in (300, 1_000) if is_quick else FOLLOWERS:
        place = folder / f"crowd-{followers}"
        place.mkdir()
        if followers + SPARE_FILES > resource.getrlimit(resource.RLIMIT_NOFILE)[1]:
            print(f"{followers} followers left out: too few open files (ulimit -n)")
            continue
        with running_cluster(place) as cluster:
            yield from _deliveries(cluster, place, followers, 5 if is_quick else 20)
    place = folder / "two"
    place.mkdir()
    with running_cluster(place) as cluster:
        yield from _killed(cluster, 300 if is_quick else AT_EACH)


def _raise_file_limit() -> None:
    """Children have it too."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Typist:
    """Corrects a result at a node."""

    def __init__(self, cluster: ClusterOfServers, server: ClusterServer) -> None:
        self._port, self._token = server.port, cluster.token
        self._results = cycle(("1-0", "0-1"))

    def type(self) -> int:
        """The version that there is now."""
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        with closing(line):
            body = {"do": "correct-result", "round": 1, "board": 1, "result": next(self._results), "reason": "bench"}
            headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
            line.request("POST", f"/api/t/{SHARED}/commands", json.dumps(body), headers)
            answer = line.getresponse()
            told = json.loads(answer.read())
        assert answer.status == 201, told
        version: int = told["version"]
        return version


def _deliveries(cluster: ClusterOfServers, folder: Path, followers: int, frames: int) -> Iterator[Figure]:
    """All follow one node; what is typed is typed at another."""
    followed, other, _ = cluster.servers
    typist = Typist(cluster, other)
    with ExitStack() as stack:
        crowd = stack.enter_context(closing(CrowdProcess(followers, SHARED, [followed.port])))
        delays, before = [], 0.0
        for frame in range(frames + 1):
            if frame == 1:
                before = cpu_of(followed.process.pid)
            time.sleep(BETWEEN)
            began = time.monotonic()
            crowd.ask_for(typist.type())
            told = crowd.hear()
            delays.append(told["last"] - began)
            assert not told["went_back"]
        cpu = (cpu_of(followed.process.pid) - before) / frames / followers
    bare = Way("bare", followers, folder)
    with closing(bare):
        limit, _ = bare.cpu_of(frames)
    name = f"{followers} followers of a node"
    yield Figure(
        f"{name}: its CPU of a delivery, all included", cpu, limit, "a loop over plain sockets", is_speed=False
    )
    yield Figure(
        f"{name}: typed elsewhere, and the last has it", statistics.median(delays), 1.0, "a second", is_speed=False
    )


def _killed(cluster: ClusterOfServers, at_each: int) -> Iterator[Figure]:
    """The second of two nodes with a crowd each; what is typed is typed at the first."""
    stays, dies, _ = cluster.servers
    typist = Typist(cluster, stays)
    with ExitStack() as stack:
        crowds = [
            stack.enter_context(closing(CrowdProcess(at_each, SHARED, ports)))
            for ports in ([stays.port, dies.port], [dies.port, stays.port])
        ]
        for _ in range(3):
            time.sleep(BETWEEN)
            version = typist.type()
            for crowd in crowds:
                crowd.ask_for(version)
            assert not any(crowd.hear()["went_back"] for crowd in crowds)
        began = time.monotonic()
        dies.kill()
        version = typist.type()
        for crowd in crowds:
            crowd.ask_for(version)
        told = [crowd.hear() for crowd in crowds]
    assert not any(one["went_back"] for one in told), "somebody was shown an older version"
    assert told[1]["moves"] == at_each
    name = f"2 nodes × {at_each} followers, one is killed: all have the newest"
    took = max(one["last"] for one in told) - began
    yield Figure(name, took, SECONDS_TO_MOVE, f"{SECONDS_TO_MOVE:.0f} seconds", is_speed=False)
