"""What an engine is told: nothing is left to chance that the cluster relies on. The engine itself reads it here."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.cluster.certificates import issue_certificate
from ledger.cluster.cluster_file import ClusterFile, new_cluster_file
from ledger.cluster.engine_configuration import (
    folder_of_engine,
    listening_host,
    path_of_configuration,
    write_configuration,
)
from ledger.cluster.engine_process import find_binary
from ledger.cluster.node_list import EngineAddress, parse_address, parse_node_list
from ledger.secret_files import make_secret_folder

THREE = parse_node_list("hall-1,hall-2:4300,[2001:db8::1]:4400")


@pytest.fixture(scope="module")
def file() -> ClusterFile:
    return new_cluster_file("club")


def write(
    file: ClusterFile, folder: Path, own: EngineAddress = THREE[0], nodes: tuple[EngineAddress, ...] = THREE
) -> bool:
    certificate = issue_certificate(file.ca_certificate, file.ca_key, [node.host for node in nodes], folder)
    return write_configuration(file, own, nodes, folder, certificate)


def settings_in(folder: Path) -> Any:
    return msgspec.json.decode(path_of_configuration(folder).read_bytes())


@pytest.mark.parametrize("own", THREE, ids=lambda node: node.text)
def test_the_engine_can_read_it(file: ClusterFile, tmp_path: Path, own: EngineAddress) -> None:
    write(file, tmp_path, own)
    asked = subprocess.run([find_binary(), "-t", "-c", path_of_configuration(tmp_path)], capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr


def test_the_engine_would_complain_of_a_wrong_one(file: ClusterFile, tmp_path: Path) -> None:
    """Or the test above could not fail."""
    write(file, tmp_path)
    settings = settings_in(tmp_path)
    settings["jetstream"]["sync_interval"] = "sometimes"
    path_of_configuration(tmp_path).write_bytes(msgspec.json.encode(settings))
    asked = subprocess.run([find_binary(), "-t", "-c", path_of_configuration(tmp_path)], capture_output=True, text=True)
    assert asked.returncode != 0


def test_every_message_is_on_the_disk_before_it_is_acknowledged(file: ClusterFile, tmp_path: Path) -> None:
    write(file, tmp_path)
    assert settings_in(tmp_path)["jetstream"]["sync_interval"] == "always"


def test_who_only_reaches_the_ports_is_asked_for_a_certificate_and_a_password(
    file: ClusterFile, tmp_path: Path
) -> None:
    write(file, tmp_path)
    settings = settings_in(tmp_path)
    for place in (settings, settings["cluster"]):
        assert place["tls"]["verify"] is True
        assert place["tls"]["min_version"] == "1.3"
        assert place["tls"]["ca_file"] == str(tmp_path / "authority.pem")
    assert settings["cluster"]["authorization"]["password"] == file.route_password
    users = [user for account in settings["accounts"].values() for user in account["users"]]
    assert sorted((user["user"], user["password"]) for user in users) == sorted(
        [(file.user, file.password), (file.system_user, file.system_password)]
    )
    assert "no_auth_user" not in settings


def test_nothing_listens_besides_the_two_ports_of_the_list(file: ClusterFile, tmp_path: Path) -> None:
    write(file, tmp_path, THREE[1])
    settings = settings_in(tmp_path)
    assert settings["listen"] == "0.0.0.0:4300"
    assert settings["cluster"]["listen"] == "0.0.0.0:4301"
    others = {"http", "https", "http_port", "https_port", "monitor_port", "websocket", "mqtt", "leafnodes", "gateway"}
    assert not others & settings.keys()


def test_an_engine_knows_the_others_by_their_names_in_the_list(file: ClusterFile, tmp_path: Path) -> None:
    write(file, tmp_path, THREE[1])
    cluster = settings_in(tmp_path)["cluster"]
    assert [route.rpartition("@")[2] for route in cluster["routes"]] == ["hall-1:4223", "[2001:db8::1]:4401"]
    assert cluster["advertise"] == "hall-2:4301"


def test_one_alone_waits_for_nobody(file: ClusterFile, tmp_path: Path) -> None:
    write(file, tmp_path, THREE[0], THREE[:1])
    assert "cluster" not in settings_in(tmp_path)


def test_whether_anything_changed_is_told(file: ClusterFile, tmp_path: Path) -> None:
    """An engine that runs with the same configuration is not stopped."""
    assert write(file, tmp_path)
    assert not write(file, tmp_path)
    assert write(file, tmp_path, THREE[1])
    assert write(new_cluster_file("club"), tmp_path, THREE[1])


def test_the_passwords_are_for_the_owner_alone(file: ClusterFile, tmp_path: Path) -> None:
    folder = folder_of_engine(tmp_path / "club.db")
    make_secret_folder(folder)
    write(file, folder)
    assert folder == tmp_path / "club.engine"
    assert stat.S_IMODE(path_of_configuration(folder).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("entry", "listens"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "127.0.0.1"),
        ("[::1]", "::1"),
        ("hall-1", "0.0.0.0"),
        ("[2001:db8::1]", "::"),
    ],
)
def test_only_a_cluster_of_one_machine_is_kept_inside(entry: str, listens: str) -> None:
    assert listening_host(parse_address(entry)) == listens
