"""The secrets of a cluster: made once, for their owner alone, never shown."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import msgspec
import pytest

from engine.errors import BadInput, Broken, Unavailable
from ledger.cluster.certificates import is_authority
from ledger.cluster.cluster_file import new_cluster_file, read_cluster_file, write_cluster_file


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path, made = tmp_path / "club.json", new_cluster_file("club")
    write_cluster_file(path, made)
    assert read_cluster_file(path) == made
    assert made.name == "club"
    assert is_authority(made.ca_certificate, made.ca_key)


def test_every_cluster_has_secrets_of_its_own() -> None:
    one, other = new_cluster_file("club"), new_cluster_file("club")
    assert not set(one.secrets) & set(other.secrets)
    assert len(set(one.secrets)) == len(one.secrets) == 4
    assert min(len(secret) for secret in one.secrets) >= 32
    assert not is_authority(one.ca_certificate, other.ca_key)


def test_whoever_prints_it_shows_no_secret() -> None:
    file = new_cluster_file("club")
    assert [secret for secret in file.secrets if secret in repr(file) or secret in str(file)] == []
    assert "club" in repr(file)


@pytest.mark.parametrize("name", ["", "two words", "a.b", "a*", "x" * 33, "hall\n"])
def test_a_name_that_could_not_be_in_a_subject_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as told:
        new_cluster_file(name)
    assert told.value.code == "bad-cluster-name"


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    write_cluster_file(path, new_cluster_file("club"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["club.json"]  # nothing lies beside it


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    write_cluster_file(path, new_cluster_file("club"))
    path.chmod(0o644)
    with pytest.raises(Unavailable) as told:
        read_cluster_file(path)
    assert told.value.code == "cluster-file-not-secret"


def test_another_file_is_never_written_over(tmp_path: Path) -> None:
    path, first = tmp_path / "club.json", new_cluster_file("club")
    write_cluster_file(path, first)
    with pytest.raises(BadInput) as told:
        write_cluster_file(path, new_cluster_file("club"))
    assert told.value.code == "cluster-file-exists"
    assert read_cluster_file(path) == first
    assert os.listdir(tmp_path) == ["club.json"]


def test_a_file_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as told:
        read_cluster_file(tmp_path / "club.json")
    assert told.value.code == "cluster-file-missing"
    with pytest.raises(Unavailable) as refused:
        read_cluster_file(tmp_path)  # a folder
    assert refused.value.code in ("cluster-file-no-access", "cluster-file-not-secret")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as told:
        write_cluster_file(tmp_path / "nowhere" / "club.json", new_cluster_file("club"))
    assert told.value.code == "log-no-access"


@pytest.mark.parametrize(
    "changes",
    [
        {"password": "short"},
        {"password": 'quo"te' * 6},
        {"user": "a b"},
        {"name": "a.b"},
        {"ca_key": "no key"},
        {"ca_certificate": "nothing"},
        {"route_password": None},
    ],
)
def test_what_would_not_do_in_the_engines_configuration_is_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    path = tmp_path / "club.json"
    write_cluster_file(path, new_cluster_file("club"))
    path.write_bytes(msgspec.json.encode({**msgspec.json.decode(path.read_bytes()), **changes}))
    with pytest.raises(Broken) as told:
        read_cluster_file(path)
    assert told.value.code == "cluster-file-unreadable"


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"name": "club"}'])
def test_a_file_that_is_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "club.json"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(Broken) as told:
        read_cluster_file(path)
    assert told.value.code == "cluster-file-unreadable"
