"""The configuration of an engine (a NATS server): written by us, so that nothing in it is left to chance.

What the cluster relies on: every message is on the disk before it is acknowledged (``sync_interval: always``), who
connects has a certificate of the cluster and a password, and nothing listens besides the two ports of the list.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.errors import Unavailable
from ledger.cluster.certificates import NodeCertificate
from ledger.cluster.cluster_file import ClusterFile
from ledger.cluster.node_list import EngineAddress, is_loopback, join_host_and_port
from ledger.secret_files import write_secret_file

LOG_ACCOUNT, SYSTEM_ACCOUNT = "LOG", "SYS"
MOST_OF_A_MESSAGE = 8 * 1024 * 1024
# Said, because the engine would else take three quarters of what is free at its start: less, the more it has stored.
MOST_ON_DISK, MOST_IN_MEMORY = 1 << 40, 64 * 1024 * 1024
MOST_OF_ITS_LOG = 10 * 1024 * 1024
HANDSHAKE_SECONDS = 5  # a machine that does much else at the same time is slow, not wrong


def folder_of_engine(log: Path) -> Path:
    """``club.db`` → ``club.engine``."""
    return log.absolute().with_name(f"{log.stem}.engine")


def path_of_configuration(folder: Path) -> Path:
    return folder / "engine.conf"


def path_of_pid(folder: Path) -> Path:
    return folder / "engine.pid"


def path_of_engine_log(folder: Path) -> Path:
    return folder / "engine.log"


def path_of_store(folder: Path) -> Path:
    return folder / "store"


def listening_host(own: EngineAddress) -> str:
    """Everywhere, unless the others of the list are on this machine too."""
    is_v6 = ":" in own.host
    if is_loopback(own.host):
        return "::1" if is_v6 else "127.0.0.1"
    return "::" if is_v6 else "0.0.0.0"


def write_configuration(
    file: ClusterFile,
    own: EngineAddress,
    addresses: Sequence[EngineAddress],
    folder: Path,
    certificate: NodeCertificate,
) -> bool:
    """False: it stood there already, to the letter."""
    path, content = path_of_configuration(folder), _encode(file, own, addresses, folder, certificate)
    try:
        if path.read_bytes() == content:
            return False
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
    write_secret_file(path, content)
    return True


def _encode(
    file: ClusterFile,
    own: EngineAddress,
    addresses: Sequence[EngineAddress],
    folder: Path,
    certificate: NodeCertificate,
) -> bytes:
    """As JSON, which the engine reads like its own notation."""
    host = listening_host(own)
    tls = {
        "cert_file": os.fspath(certificate.certificate),
        "key_file": os.fspath(certificate.key),
        "ca_file": os.fspath(certificate.authority),
        "verify": True,  # who connects shows a certificate too
        "min_version": "1.3",
        "timeout": HANDSHAKE_SECONDS,
    }
    settings: dict[str, object] = {
        "server_name": own.server_name,
        "listen": join_host_and_port(host, own.port),
        "max_payload": MOST_OF_A_MESSAGE,
        "ping_interval": "1s",
        "ping_max": 3,
        "write_deadline": "5s",
        "tls": tls,
        "authorization": {"timeout": HANDSHAKE_SECONDS},
        "accounts": {
            SYSTEM_ACCOUNT: {"users": [{"user": file.system_user, "password": file.system_password}]},
            LOG_ACCOUNT: {"jetstream": "enabled", "users": [{"user": file.user, "password": file.password}]},
        },
        "system_account": SYSTEM_ACCOUNT,
        "jetstream": {
            "store_dir": os.fspath(path_of_store(folder)),
            "sync_interval": "always",
            "max_file_store": MOST_ON_DISK,
            "max_memory_store": MOST_IN_MEMORY,
        },
        "pid_file": os.fspath(path_of_pid(folder)),
        "log_file": os.fspath(path_of_engine_log(folder)),
        "logfile_size_limit": MOST_OF_ITS_LOG,
        "logfile_max_num": 3,
    }
    others = [address for address in addresses if address != own]
    if others:  # one alone would wait for ever for others to elect it
        settings["cluster"] = {
            "name": file.name,
            "listen": join_host_and_port(host, own.route_port),
            "advertise": join_host_and_port(own.host, own.route_port),  # the name in the certificate, not any address
            "no_advertise": True,  # nodes know the list
            "authorization": {
                "user": file.route_user,
                "password": file.route_password,
                "timeout": HANDSHAKE_SECONDS,
            },
            "tls": tls,
            "ping_interval": "1s",
            "ping_max": 3,
            "routes": [
                f"tls://{file.route_user}:{file.route_password}@{join_host_and_port(other.host, other.route_port)}"
                for other in others
            ],
        }
    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"
