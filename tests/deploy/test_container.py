"""The image, built from deploy/Containerfile and run as deploy/compose.yaml says: read-only, without any right, killed.

Takes minutes: the base is made of Debian's packages where no registry is reached, and every package is installed.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests import plain_http
from tests.deploy.containers import IMAGE, Podman, options_of
from tests.deploy.programs import DEPLOY
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import Writers, wait_until
from tests.ports import find_port

pytestmark = pytest.mark.exhaustive

CLUSTER = yaml.safe_load((DEPLOY / "cluster" / "compose.yaml").read_text("utf-8"))["services"]
SERVICE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["roundlog"]
COMMIT = "0123abcd"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def podman(tmp_path_factory: pytest.TempPathFactory) -> Podman:
    """With the image."""
    podman = Podman(tmp_path_factory.mktemp("podman"))
    base = re.search(r"^ARG BASE=(\S+)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.M)
    assert base is not None
    podman.build(base[1], COMMIT)
    return podman


class Container:
    """The server in one, with its two volumes, as the service of the compose file has them. Writers may write to it."""

    def __init__(self, podman: Podman, name: str) -> None:
        self.podman, self.name, self.port = podman, name, find_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token = ""
        self._volumes = [f"{name}-{volume}" for volume in SERVICE["volumes"]]

    def start(self, *changes: str) -> None:
        site = "chess.example"
        words = [re.sub(r"\$\{.*\}", site, word) for word in SERVICE["command"]]
        mounts = [word for volume in self._volumes for word in ("--volume", volume)]
        where = ["--detach", f"--name={self.name}", f"--publish=127.0.0.1:{self.port}:8000", *mounts]
        self.podman("run", *where, *options_of(SERVICE), *changes, IMAGE, *words)
        wait_until(self.is_well, self.say, PATIENCE)

    def is_well(self) -> bool:
        """As its own health check says."""
        return self.podman.tried("healthcheck", "run", self.name).returncode == 0

    def say(self) -> str:
        said = self.podman.tried("logs", self.name)
        return said.stdout + said.stderr

    def do(self, *words: str) -> str:
        return self.podman("exec", self.name, *words)

    def find_server(self) -> int:
        """Its process, as this machine counts them."""
        listed = [line.split(None, 1) for line in self.podman("top", self.name, "hpid", "args").splitlines()[1:]]
        (found,) = [int(pid) for pid, command in listed if "roundlog serve" in command and "-init" not in command]
        return found

    def announced(self) -> set[str]:
        answer = plain_http.get(f"{self.address}/api/t/club/events", headers=self.key())
        assert answer.status_code == 200, answer.text
        events = [json.loads(line)["event"] for line in answer.text.splitlines() if line]
        return {event["text"] for event in events if event["type"] == "announced"}

    def key(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def remove(self) -> None:
        self.podman.tried("rm", "--force", "--time=0", self.name)
        self.podman.tried("volume", "rm", *(volume.split(":")[0] for volume in self._volumes))


@pytest.fixture
def container(podman: Podman) -> Iterator[Container]:
    """With a tournament and a key, made in it by the command line."""
    container = Container(podman, f"roundlog-test-{os.getpid()}")
    try:
        container.start()
        container.do("roundlog", "open", "club", "--name", "Club", "--rounds", "5")
        container.token = container.do("roundlog", "key", "--role", "owner", "--api", "--name", "Els").strip()
        yield container
    finally:
        container.remove()


def test_it_runs_without_any_right_on_a_root_that_cannot_be_written(container: Container):
    assert container.do("id", "-u").strip() == "10001"
    rights = container.do("grep", "-E", "^(CapEff|CapBnd|NoNewPrivs|Seccomp):", "/proc/self/status").split()
    assert rights == ["CapEff:", "0" * 16, "CapBnd:", "0" * 16, "NoNewPrivs:", "1", "Seccomp:", "2"]
    for path in ("/opt/roundlog/x", "/etc/x", "/var/x"):
        assert "Read-only" in container.podman.tried("exec", container.name, "touch", path).stderr
    assert container.podman.inspect(container.name)["HostConfig"]["Memory"] == 2 * 2**30
    changed = container.podman("diff", container.name).split("\n")
    assert [line for line in changed if line and not re.fullmatch(r"C /(etc|run|data|copies)", line)] == []


def test_no_tool_that_installs_is_left_in_it_and_it_says_what_it_is(container: Container):
    for program in ("pip", "pip3", "gcc", "git", "make"):
        assert container.podman.tried("exec", container.name, "sh", "-c", f"command -v {program}").stdout == ""
    assert container.podman.tried("exec", container.name, "python", "-c", "import pip").returncode == 1
    labels = container.podman.inspect(IMAGE)["Config"]["Labels"]
    assert labels["org.opencontainers.image.revision"] == COMMIT
    said = container.do("roundlog", "--version")
    assert labels["org.opencontainers.image.version"] == said.split()[1]
    assert COMMIT in said


def test_killed_it_comes_back_by_itself_and_has_all_that_was_acknowledged(container: Container):
    for _ in range(3):
        server = container.find_server()
        with Writers(container, 4) as writers:  # type: ignore[arg-type]  # all that they ask of a server
            wait_until(lambda: len(writers.acknowledged) > 50)
            os.kill(server, signal.SIGKILL)
        wait_until(container.is_well, container.say, PATIENCE)
        assert container.find_server() != server
        recorded = container.announced()
        assert {*writers.acknowledged} - recorded == set()
    assert container.podman.inspect(container.name)["RestartCount"] == 3
    container.do("roundlog", "verify")


def test_a_server_that_is_halted_is_not_well(container: Container):
    server = container.find_server()
    os.kill(server, signal.SIGSTOP)
    try:
        assert not container.is_well()
    finally:
        os.kill(server, signal.SIGCONT)
    wait_until(container.is_well, container.say, PATIENCE)


def test_it_copies_to_the_other_volume_and_a_copy_is_restored(container: Container):
    answer = plain_http.post(
        f"{container.address}/api/t/club/announcements", json={"text": "x"}, headers=container.key()
    )
    assert answer.status_code == 201
    container.do("roundlog", "backup", "/copies", "--with-keys")
    (copy,) = [name for name in container.do("ls", "/copies").split() if not name.endswith(".office.db")][-1:]
    container.podman("stop", container.name)
    mounts = [word for volume in container._volumes for word in ("--volume", volume)]
    words = ["run", "--rm", "--read-only", "--cap-drop=all", *mounts, IMAGE]
    said = container.podman(*words, "restore", f"/copies/{copy}", "--keep-aside")
    assert "verified and restored" in said
    container.podman("start", container.name)
    wait_until(container.is_well, container.say, PATIENCE)
    assert container.announced() == {"x"}


def test_it_ends_when_it_is_told_to(container: Container):
    began = time.monotonic()
    container.podman("stop", "--time=60", container.name)
    assert time.monotonic() - began < 50  # by SIGTERM, not by the SIGKILL that would come after a minute
    assert container.podman.inspect(container.name)["State"]["ExitCode"] == 0


# -- three of them -----------------------------------------------------------------------------------------------------


@pytest.fixture
def nodes(podman: Podman, tmp_path: Path) -> Iterator[list[str]]:
    """The three services of deploy/cluster/compose.yaml, which know each other by name."""
    secrets = tmp_path / "club.json"
    Roundlog(tmp_path)("cluster", "new", secrets, "--name", "club")
    (user,) = re.findall(r"^USER (\d+)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.M)
    os.chown(secrets, int(user), -1)
    (network,) = json.loads(podman("network", "inspect", "podman"))
    subnet = ipaddress.ip_network(network["subnets"][0]["subnet"])
    services = {name: service for name, service in CLUSTER.items() if name.startswith("hall-")}
    addresses = {name: str(subnet[-10 - number]) for number, name in enumerate(services)}
    known = [f"--add-host={name}:{address}" for name, address in addresses.items()]
    names = [f"roundlog-test-{os.getpid()}-{name}" for name in services]
    try:
        for name, (host, service) in zip(names, services.items(), strict=True):
            place = [f"--name={name}", f"--hostname={service['hostname']}", f"--ip={addresses[host]}", *known]
            mounts = [f"--volume={name}:/data", f"--volume={secrets}:/run/roundlog/club.json:ro"]
            podman("run", "--detach", *place, *mounts, *options_of(service), IMAGE, *service["command"])
        yield names
    finally:
        for name in names:
            podman.tried("rm", "--force", "--time=0", name)
            podman.tried("volume", "rm", name)


def test_three_nodes_of_the_compose_file_are_a_cluster(podman: Podman, nodes: list[str]):
    def takes_entries(name: str) -> bool:
        return podman.tried("exec", name, "roundlog", "health").returncode == 0

    wait_until(lambda: all(map(takes_entries, nodes)), lambda: podman.tried("logs", nodes[0]).stderr, PATIENCE)
    told = podman.tried("exec", nodes[1], "roundlog", "cluster", "status", "--server", "http://127.0.0.1:8000").stdout
    assert re.findall(r"^(hall-\d):4222 +there", told, re.M)[-3:] == ["hall-1", "hall-2", "hall-3"]
    podman("kill", nodes[0])
    wait_until(lambda: all(map(takes_entries, nodes[1:])), lambda: podman.tried("logs", nodes[1]).stderr, PATIENCE)
