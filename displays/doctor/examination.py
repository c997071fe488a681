"""The examination: which checks there are for what was asked, each under a name."""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from displays.doctor import certificate, copies, disk, log_file, machine, network, program, running_server
from displays.doctor.finding import Check, Finding, fault, note
from displays.release.version import find_version
from displays.web.server import divide_files
from displays.web.server_lock import is_locked
from displays.web.server_note import NotedServer, read_note
from ledger.private_file import path_of_private_file
from ledger.store.sqlite_library import has_wal_reset_bug, sqlite3

if sys.platform != "win32":
    import resource

MOUNTS, MEMORY, LOCALTIME = Path("/proc/mounts"), Path("/proc/meminfo"), Path("/etc/localtime")


class ExaminationOptions(NamedTuple):
    """What is to be looked at."""

    log: Path
    backup: Path | None = None
    url: str = ""  # of the server that runs; empty: as it has noted beside the log
    host: str = "127.0.0.1"
    port: int = 8000  # where one is to be started, if none runs
    certificate: Path | None = None
    certificate_key: Path | None = None
    thorough: bool = False


def list_checks(asked: ExaminationOptions) -> dict[str, Check]:
    running = read_note(asked.log) if is_locked(asked.log) else None
    return {
        **_check_program(),
        **_check_machine(asked),
        **_check_log(asked),
        **({} if asked.backup is None else _check_copies(asked, asked.backup)),
        **_check_server(asked, running),
        **_check_certificate(asked, running),
    }


def _check_program() -> dict[str, Check]:
    return {
        "python": partial(program.check_python, sys.version_info[:3]),
        "sqlite": partial(program.check_sqlite, sqlite3.sqlite_version, has_bug=has_wal_reset_bug()),
        "packages": partial(program.check_packages, requires("roundlog") or (), _find_version),
    }


def _find_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _check_machine(asked: ExaminationOptions) -> dict[str, Check]:
    return {
        "clock": partial(_check_clock, asked.log),
        "time-zone": partial(machine.check_time_zone, os.environ.get("TZ", ""), LOCALTIME),
        "open-files": _check_open_files,
        "memory": lambda: machine.check_memory(machine.read_available_memory(MEMORY)),
    }


def _check_clock(log: Path) -> Iterator[Finding]:
    files = [path.stat().st_mtime for path in (log, log.with_name(log.name + "-wal")) if path.exists()]
    newest = datetime.fromtimestamp(max(files), UTC) if files else None
    yield from machine.check_clock(datetime.now(UTC), log_file.read_newest_time(log) if files else None, newest)


def _check_open_files() -> Iterator[Finding]:
    """What a server would be allowed: it asks for as many as it may have."""
    most = _read_most_files()
    if most is not None:
        yield from machine.check_open_files(most, divide_files(most).live)


def _read_most_files() -> int | None:
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if most == resource.RLIM_INFINITY else most
    return None


def _check_log(asked: ExaminationOptions) -> dict[str, Check]:
    log, folder = asked.log, asked.log.absolute().parent
    return {
        "disk": partial(_check_disk, log, folder),
        "permissions": partial(_check_permissions, log),
        "log": partial(log_file.check_log, log, thorough=asked.thorough),
        "beside-the-log": partial(log_file.check_beside, log),
    }


def _check_disk(log: Path, folder: Path) -> Iterator[Finding]:
    if not folder.is_dir():
        yield fault("folder-missing", path=os.fspath(folder))
        return
    mount = disk.find_mount(folder.resolve(), MOUNTS.read_text("utf-8", "replace")) if MOUNTS.exists() else None
    yield from disk.check_space(folder, copies.find_free(folder), log.stat().st_size if log.exists() else 0)
    yield from disk.check_writable(folder, is_writable=os.access(folder, os.W_OK), mount=mount)
    yield from disk.check_file_system(folder, mount)


def _check_permissions(log: Path) -> Iterator[Finding]:
    if os.name == "posix":
        yield from disk.check_permissions(log, path_of_private_file(log))


def _check_copies(asked: ExaminationOptions, folder: Path) -> dict[str, Check]:
    checks: dict[str, Check] = {
        "copies": partial(copies.check_folder_of_copies, asked.log, folder, is_writable=os.access(folder, os.W_OK))
    }
    if folder.is_dir():
        checks["room-for-copies"] = lambda: copies.check_room_for_copies(asked.log, folder, copies.find_free(folder))
        checks["newest-copy"] = partial(
            copies.check_newest_copy, asked.log, folder, datetime.now(UTC), thorough=asked.thorough
        )
    return checks


# -- the server --------------------------------------------------------------------------------------------------------


def _check_server(asked: ExaminationOptions, running: NotedServer | None) -> dict[str, Check]:
    """By the address that was named, by the one that it is called, and here."""
    if not asked.url and running is None:
        return {"port": partial(_check_where_to_start, asked.host, asked.port)}
    told = () if running is None else (running.here, running.public)
    addresses = dict.fromkeys(address for address in (asked.url, *told) if address)
    found: dict[str, Check] = {f"server {url}": partial(_check_address, url, asked.log, running) for url in addresses}
    if running is not None:
        found["hall"] = partial(network.check_hall, running.here, running.public or running.hall)
    return found


def _check_where_to_start(host: str, port: int) -> Iterator[Finding]:
    yield note("server-not-running")
    yield from network.check_port(host, port)


def _check_address(url: str, log: Path, running: NotedServer | None) -> Iterator[Finding]:
    unreachable = [*network.check_host(url)]
    yield from unreachable
    if unreachable:
        return
    try:
        answer = network.ask_health(url)
    except ssl.SSLError:  # of which the check of its certificate tells
        return
    except OSError as error:
        yield fault("server-silent", url=url, reason=error.strerror or str(error))
        return
    not_ours = [*network.check_answer(url, answer)]
    yield from not_ours
    if not_ours:
        return
    now = datetime.now(UTC)
    yield from running_server.check_health(url, answer)
    yield from running_server.check_version(url, answer, find_version())
    yield from running_server.check_clocks(url, answer, now)
    if running is not None or log.exists():
        yield from running_server.check_same_log(url, answer, log)
    yield from running_server.check_other_servers(url, answer, network.ask_health)
    yield from network.check_live(url)


def _check_certificate(asked: ExaminationOptions, running: NotedServer | None) -> dict[str, Check]:
    now, found = datetime.now(UTC), dict[str, Check]()
    public = "" if running is None else running.public
    for url in dict.fromkeys((asked.url, public)):
        parts = urlsplit(url)
        if parts.scheme == "https" and parts.hostname:
            port = network.find_port(parts)
            found[f"certificate {url}"] = partial(certificate.check_certificate_of, parts.hostname, port, now)
    if asked.certificate is not None:
        key = asked.certificate_key or asked.certificate
        names = (urlsplit(asked.url or public).hostname or "localhost",)
        check = partial(certificate.check_certificate_files, asked.certificate, key, names, now)
        found["certificate-files"] = check
    return found
