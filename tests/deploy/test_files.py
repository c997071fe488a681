"""The image and the files of a cluster, read as the programs read them that they are for; nothing is started.

The words that start Roundlog are read by the command line itself, the addresses are asked of the routes.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from displays.cli.health import PATIENCE
from displays.web.server import routes
from displays.words.language import Language
from ledger.cluster.node_list import find_own, parse_node_list
from tests.deploy.reading import find_closed, read_command

HOUSE = Path(__file__).parents[2]
CLUSTER = HOUSE / "deploy" / "cluster"
CONTAINERFILE = (HOUSE / "deploy" / "Containerfile").read_text("utf-8")
OPERATING = (HOUSE / "docs" / "operating.md").read_text("utf-8")
COMPOSE: Any = yaml.safe_load((CLUSTER / "compose.yaml").read_text("utf-8"))
KUBERNETES: list[Any] = list(yaml.safe_load_all((CLUSTER / "kubernetes.yaml").read_text("utf-8")))
NODES = {name: service for name, service in COMPOSE["services"].items() if name.startswith("hall-")}
PATHS = {route.path for route in routes() if hasattr(route, "path")}
USER = re.search(r"^USER (\d+)$", CONTAINERFILE, re.M)[1]  # type: ignore[index]  # it is there


def of_kind(kind: str) -> list[Any]:
    return [one for one in KUBERNETES if one["kind"] == kind]


(STATEFUL,) = of_kind("StatefulSet")
POD = STATEFUL["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]


# -- compose -----------------------------------------------------------------------------------------------------------


def test_every_node_of_compose_is_told_the_same_list_and_who_it_is() -> None:
    assert len(NODES) == 3
    read = {name: read_command(node["command"]) for name, node in NODES.items()}
    (nodes,) = {one["cluster"] for one in read.values()}
    assert [address.host for address in parse_node_list(nodes)] == [*NODES]
    assert {name: one["node"] for name, one in read.items()} == {name: name for name in NODES}
    assert {node["hostname"] for node in NODES.values()} == set(NODES)
    assert all(one["behind_proxy"] for one in read.values())


def test_every_node_of_compose_has_a_volume_and_the_secrets() -> None:
    for name, node in NODES.items():
        mounts = dict(volume.split(":", 1) for volume in node["volumes"])
        assert mounts[name] == "/data"
        assert name in COMPOSE["volumes"]
        assert mounts["./club.json"] == f"{read_command(node['command'])['cluster_file']}:ro"
        assert "ports" not in node  # the engine is reached from within alone


def test_the_balancer_asks_the_nodes_of_compose() -> None:
    written = (CLUSTER / "nginx.conf").read_text("utf-8")
    assert re.findall(r"^ +server (\S+):8000 ", written, re.M) == [*NODES]
    assert written.count("{") == written.count("}")
    listens = re.search(r"listen (\d+);", written)
    assert listens is not None
    assert COMPOSE["services"]["balancer"]["ports"] == [f"{listens[1]}:{listens[1]}"]
    statements = [line.split("#")[0].strip() for line in written.splitlines()]
    assert [line for line in statements if line and line[-1] not in ";{}"] == []


# -- Kubernetes --------------------------------------------------------------------------------------------------------


def test_every_pod_finds_itself_in_the_list() -> None:
    read = read_command(CONTAINER["args"])
    nodes = parse_node_list(read["cluster"])
    assert len(nodes) == STATEFUL["spec"]["replicas"] == 3
    for number in range(3):
        pod = f"{STATEFUL['metadata']['name']}-{number}"
        own = find_own(nodes, read["node"].replace("$(POD_NAME)", pod))
        assert own == nodes[number]
        assert own.host == f"{pod}.{STATEFUL['spec']['serviceName']}"
    assert [one["name"] for one in CONTAINER["env"]] == ["POD_NAME"]


def test_the_nodes_find_each_other_before_they_are_ready() -> None:
    (within,) = [one for one in of_kind("Service") if one["metadata"]["name"] == STATEFUL["spec"]["serviceName"]]
    assert within["spec"]["clusterIP"] == "None"
    assert within["spec"]["publishNotReadyAddresses"] is True
    assert STATEFUL["spec"]["podManagementPolicy"] == "Parallel"
    (address, *_) = parse_node_list(read_command(CONTAINER["args"])["cluster"])
    assert {one["port"] for one in within["spec"]["ports"]} == {address.port, address.route_port}


def test_what_selects_the_pods_has_their_labels() -> None:
    labels = STATEFUL["spec"]["template"]["metadata"]["labels"]
    selectors = [one["spec"]["selector"] for one in of_kind("Service")]
    selectors += [one["spec"]["selector"]["matchLabels"] for one in (STATEFUL, *of_kind("PodDisruptionBudget"))]
    selectors += [one["spec"]["podSelector"]["matchLabels"] for one in of_kind("NetworkPolicy")]
    assert selectors == [labels] * 5
    named = {port["name"] for port in CONTAINER["ports"]}
    (policy,) = of_kind("NetworkPolicy")
    assert {port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]} == named
    engine = [rule for rule in policy["spec"]["ingress"] if {"port": "engine"} in rule["ports"]]
    assert [rule["from"] for rule in engine] == [[{"podSelector": {"matchLabels": labels}}]]


def test_the_probes_ask_what_is_there_and_do_not_ask_for_a_majority() -> None:
    probes = [CONTAINER[name]["httpGet"] for name in ("readinessProbe", "livenessProbe", "startupProbe")]
    assert {probe["path"] for probe in probes} == {"/health/reading"} <= PATHS
    annotations = STATEFUL["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/path"] in PATHS
    for service in NODES.values():
        assert service["healthcheck"]["test"] == ["CMD", "roundlog", "health", "--reading"]


def test_a_node_has_no_more_rights_than_it_needs() -> None:
    for service in NODES.values():
        assert find_closed(service) == {"read_only", "cap_drop", "security_opt", "mem_limit", "pids_limit"}
    assert POD["automountServiceAccountToken"] is False
    assert POD["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert CONTAINER["securityContext"]["readOnlyRootFilesystem"]


def test_the_secrets_are_for_the_user_of_the_image_alone() -> None:
    """The group reads what Kubernetes mounts, which is root's (``ledger/secret_files.py``)."""
    (secret,) = [volume["secret"] for volume in POD["volumes"] if "secret" in volume]
    assert secret["defaultMode"] & ~0o640 == 0
    context = POD["securityContext"]
    assert {str(context[name]) for name in ("runAsUser", "runAsGroup", "fsGroup")} == {USER}
    mounts = {mount["name"]: mount["mountPath"] for mount in CONTAINER["volumeMounts"]}
    assert read_command(CONTAINER["args"])["cluster_file"].startswith(mounts["secrets"])
    claimed = [claim["metadata"]["name"] for claim in STATEFUL["spec"]["volumeClaimTemplates"]]
    assert {*mounts} == {*claimed, *(volume["name"] for volume in POD["volumes"])}


# -- the image ---------------------------------------------------------------------------------------------------------


def test_the_image_copies_what_is_there_and_installs_with_hashes() -> None:
    copied = [words.split()[:-1] for words in re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.M)]
    missing = [name for names in copied for name in names if not (HOUSE / name).exists()]
    assert missing == []
    assert "--require-hashes -r deploy/hashes-cluster.txt" in CONTAINERFILE
    packages = {path.name for path in HOUSE.iterdir() if (path / "__init__.py").exists()} - {"tests"}
    assert packages <= {name for names in copied for name in names}


def test_what_the_image_copies_is_all_that_its_build_is_given() -> None:
    """No log, no key and no history comes near it."""
    lines = (HOUSE / ".dockerignore").read_text("utf-8").splitlines()
    let_through = {line[1:] for line in lines if line.startswith("!")}
    copied = [words.split()[:-1] for words in re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.M)]
    assert "*" in lines
    assert let_through == {name for names in copied for name in names}


def test_the_image_says_which_version_it_is_and_asks_for_its_own_health() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.findall(r"^ARG VERSION=(.+)$", CONTAINERFILE, re.M) == [project["version"]]
    assert CONTAINER["image"] == f"roundlog:{project['version']}"
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (.+)$", CONTAINERFILE, re.M)
    program, *words = yaml.safe_load(check)
    assert program == "roundlog"
    assert read_command(words)["reading"]
    (patience,) = re.findall(r"^HEALTHCHECK .*--timeout=(\d+)s", CONTAINERFILE, re.M)
    assert int(patience) > PATIENCE


def test_the_image_starts_a_server() -> None:
    entry, command = (re.search(rf"^{word} (.+)$", CONTAINERFILE, re.M) for word in ("ENTRYPOINT", "CMD"))
    assert entry is not None
    assert command is not None
    assert yaml.safe_load(entry[1]) == ["roundlog"]
    assert read_command(yaml.safe_load(command[1]))["host"] == "0.0.0.0"
    assert all(str(STATEFUL).count(port) for port in re.search(r"^EXPOSE (.+)$", CONTAINERFILE, re.M)[1].split())  # type: ignore[index]


# -- docs/operating.md -------------------------------------------------------------------------------------------------


def commands_of_the_page() -> Iterator[list[str]]:
    """``hall-1$ roundlog …`` in its blocks, `roundlog cluster …` in a sentence; ``--log FILE`` may stand first."""
    blocks = "".join(re.findall(r"^ *```\n(.*?)^ *```$", OPERATING, re.M | re.S))
    typed = re.findall(r"\$ roundlog (.+?)(?: &&.*)?$", blocks, re.M) + re.findall(
        r"`roundlog (cluster .+?)`", OPERATING
    )
    for words in map(shlex.split, typed):
        yield [*words[2:], *words[:2]] if words[0] == "--log" else words


@pytest.mark.parametrize("words", [*commands_of_the_page()], ids=" ".join)
def test_every_command_of_the_page_can_be_typed(words: list[str]) -> None:
    assert read_command(words)


def test_every_error_that_the_page_names_can_be_told() -> None:
    named = {*re.findall(r"`((?:cluster|engine|log|two)-[a-z]+(?:-[a-z]+)+)`", OPERATING)}
    assert len(named) > 3
    assert named <= {*Language("en").section("errors")}


def test_the_page_has_commands() -> None:
    typed = {words[0] for words in commands_of_the_page()} | {" ".join(words[:2]) for words in commands_of_the_page()}
    assert {"serve", "cluster new", "cluster status"} <= typed
