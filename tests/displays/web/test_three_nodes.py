"""Three real servers with an engine each, as operators start them: what is typed at one is seen at all."""

from __future__ import annotations

import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from ledger.cluster.cluster_file import new_cluster_file, write_cluster_file
from ledger.cluster.mark import read_mark
from ledger.store.verify import verify
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import RunningServer, wait_until


def free_engine_port() -> int:
    """With the next one free too."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as one:
            port = int(one.getsockname()[1])
            try:
                socket.create_server(("127.0.0.1", port + 1)).close()
            except (OSError, OverflowError):
                continue
            return port


class RunningNode(RunningServer):
    """``words``: what makes it a node."""

    def __init__(self, folder: Path, words: tuple[str, ...]) -> None:
        super().__init__(folder)
        self.words = words

    def begin(self) -> threading.Thread:
        """It answers when the others are there too."""
        thread = threading.Thread(target=self.start, args=self.words)
        thread.start()
        return thread

    def stop_engine(self) -> None:
        """Of a node that was killed."""
        subprocess.run(
            ["kill", "-9", (self.folder / "roundlog.engine" / "engine.pid").read_text().strip()], check=False
        )

    def owners_link(self) -> str:
        found = re.findall(r"/key/\S+", self._say())
        return found[-1] if found else ""


@contextmanager
def three_nodes(folder: Path) -> Iterator[list[RunningNode]]:
    """The first with a log that a club has had, and a key."""
    ports = [free_engine_port() for _ in range(3)]
    names = [f"127.0.0.1:{port}" for port in ports]
    write_cluster_file(folder / "club.json", new_cluster_file("club"))
    asked = ("--cluster", ",".join(names), "--cluster-file", str(folder / "club.json"), "--node")
    nodes = [RunningNode(folder / f"node-{number}", (*asked, name)) for number, name in enumerate(names, start=1)]
    roundlog = Roundlog(nodes[0].folder)
    roundlog("open", "club", "--name", "Club", "--rounds", 3, "--system", "by-hand")
    token = roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()
    try:
        for thread in [node.begin() for node in nodes]:
            thread.join()
        for node in nodes:
            node.token = token
            assert node.is_there()
        yield nodes
    finally:
        for node in nodes:
            node.close()
            node.stop_engine()


def have_the_same(nodes: list[RunningNode], position: int) -> bool:
    told = [node.health() for node in nodes]
    return {one["position"] for one in told} == {position} and len({one["head"] for one in told}) == 1


def test_three_nodes(tmp_path: Path) -> None:
    with three_nodes(tmp_path) as nodes:
        first, second, third = nodes
        assert have_the_same(nodes, 1)  # what the club had is everywhere
        assert [bool(node.owners_link()) for node in nodes] == [True, False, False]
        entered = httpx.post(
            second.address + first.owners_link(), data={"name": "Anna"}, headers={"origin": second.address}
        )
        cookie = {"cookie": entered.headers["set-cookie"].partition(";")[0]}
        assert httpx.get(f"{third.address}/console", headers=cookie).status_code == 200

        assert second.announce("Tea at four").status_code == 201
        wait_until(lambda: have_the_same(nodes, 2))
        assert third.announced() == first.announced() == {"Tea at four"}
        wait_until(lambda: len(third.health()["other_servers"]) == 2)
        assert third.health()["cluster"]["seals"] == "same"

        second.kill()
        second.stop_engine()
        assert third.announce("We go on", timeout=30).status_code == 201
        wait_until(lambda: "Not to be seen" in third.ask("GET", "/console/~server", headers=cookie).text)

        second.start(*second.words)
        wait_until(lambda: have_the_same(nodes, 3))
    for node in nodes:
        verify(node.log)
        mark = read_mark(node.log)
        assert mark is not None
        assert mark.cluster == "club"
