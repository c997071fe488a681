"""The secrets of a cluster, in one file: made once, carried to every machine, readable by its owner alone.

Passwords with which nodes and engines sign in to each other, and the authority that signs a certificate for each. Who
has this file is a member of the cluster; who has not can neither read nor write, whatever ports they reach.
"""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Annotated

import msgspec

from engine.errors import BadInput, Broken, Unavailable
from engine.model import Value
from ledger.cluster.certificates import is_authority, make_authority
from ledger.secret_files import is_secret_file, write_secret_file

# Both go into names of streams and subjects, and into the engine's configuration and addresses, as they are.
_NAME, _SECRET = "^[A-Za-z0-9_-]{1,32}$", "^[A-Za-z0-9_-]{16,128}$"
Name = Annotated[str, msgspec.Meta(pattern=_NAME)]
Secret = Annotated[str, msgspec.Meta(pattern=_SECRET)]


class ClusterFile(Value, frozen=True):
    name: Name  # of the cluster; what its streams and subjects begin with
    user: Name  # of the account that has the log
    password: Secret
    system_user: Name  # of the engine's own account: who is there, how they are
    system_password: Secret
    route_user: Name  # with which engines sign in to each other
    route_password: Secret
    ca_certificate: str  # of the authority of this cluster, as PEM
    ca_key: str

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown anywhere."""
        return self.password, self.system_password, self.route_password, self.ca_key

    def __repr__(self) -> str:
        """Without what is secret: whoever prints a value seldom means to."""
        return f"ClusterFile(name={self.name!r})"


def new_cluster_file(name: str) -> ClusterFile:
    if not re.fullmatch(_NAME, name):
        raise BadInput("bad-cluster-name", name=name)
    certificate, key = make_authority(name)
    return ClusterFile(
        name=name,
        user="log",
        password=secrets.token_urlsafe(32),
        system_user="system",
        system_password=secrets.token_urlsafe(32),
        route_user="route",
        route_password=secrets.token_urlsafe(32),
        ca_certificate=certificate,
        ca_key=key,
    )


def read_cluster_file(path: Path) -> ClusterFile:
    try:
        is_secret, content = is_secret_file(path), path.read_bytes()
    except FileNotFoundError as error:
        raise BadInput("cluster-file-missing", path=os.fspath(path)) from error
    except OSError as error:
        raise Unavailable("cluster-file-no-access", path=os.fspath(path)) from error
    if not is_secret:
        raise Unavailable("cluster-file-not-secret", path=os.fspath(path))
    try:
        found = msgspec.json.decode(content, type=ClusterFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Broken("cluster-file-unreadable", path=os.fspath(path)) from error
    if not is_authority(found.ca_certificate, found.ca_key):
        raise Broken("cluster-file-unreadable", path=os.fspath(path))
    return found


def write_cluster_file(path: Path, file: ClusterFile) -> None:
    """Never over another: whoever lost the secrets of a running cluster could not add a node to it."""
    content = msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"
    if not write_secret_file(path, content, may_replace=False):
        raise BadInput("cluster-file-exists", path=os.fspath(path))
