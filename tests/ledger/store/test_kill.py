"""The writing process is killed at random moments: what it acknowledged is there, and nothing half-stands."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import sqlite_utils

from ledger.store.schema import BLOCK
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.ledger.store.logs import RESULT, ROOT, record

BATCH = 3  # events a command
WRITERS = 8

# Every writer says on the pipe what was acknowledged; a line is written by one call and so arrives whole.
# Blocks are made all the time, so that the blow may fall while one is.
CHILD = f"""
import asyncio, os, sys
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import RESULT

async def write(log, stream, version, life):
    while True:
        recorded = await log.append(stream, version, [RESULT] * {BATCH}, actor="Eve", command=f"{{life}}-{{version}}")
        version = recorded[-1].version
        os.write(1, "".join(f"{{stream}} {{r.version}} {{r.hash}}\\n" for r in recorded).encode())

async def main(path, life):
    log = SqliteLog(path)
    versions = {{head.stream: head.version for head in log.heads()}}
    streams = [f"stream-{{n}}" for n in range({WRITERS})]
    os.write(1, b"ready\\n")
    await asyncio.gather(*(write(log, stream, versions.get(stream, 0), life) for stream in streams))

asyncio.run(main(*sys.argv[1:]))
"""


def killed_after(path: Path, seconds: float, life: int) -> list[tuple[str, int, str]]:
    """What a process acknowledged in the time that it was given to live."""
    command = [sys.executable, "-c", CHILD, str(path), str(life)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        child.kill()
        said = child.stdout.read().decode()
    assert child.returncode == -9  # it did not end by itself
    lines = [line.split() for line in said[: said.rfind("\n") + 1].splitlines()]
    return [(stream, int(version), hash) for stream, version, hash in lines]


def kill(path: Path, times: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged: set[tuple[str, int, str]] = set()
    for life in range(times):
        acknowledged |= set(killed_after(path, chance.uniform(0.0, 0.25), life))
        check(path, acknowledged)
    assert acknowledged
    check_that_blocks_are_caught_up_with(path)


def check_that_blocks_are_caught_up_with(path: Path) -> None:
    with SqliteLog(path) as log:
        versions = [len(record(log, head.stream, *[RESULT] * BLOCK)) + head.version for head in log.heads()]
    verify(path)
    with sqlite_utils.Database(str(path)) as database:
        assert database["blocks"].count == sum(version // BLOCK for version in versions)


def check(path: Path, acknowledged: set[tuple[str, int, str]], of_a_command: int = BATCH) -> None:
    verify(path)
    with SqliteLog(path, read_only=True) as log:
        records = list(log.read_all())
    assert acknowledged <= {(r.stream, r.version, r.hash) for r in records}
    assert [r.position for r in records] == list(range(1, len(records) + 1))
    for stream in {r.stream for r in records}:
        versions = [r.version for r in records if r.stream == stream]
        assert versions == list(range(1, len(versions) + 1))
    assert set(Counter((r.stream, r.command) for r in records).values()) <= {of_a_command}


def test_a_writer_that_is_killed_five_times_loses_nothing(tmp_path: Path) -> None:
    kill(tmp_path / "log.db", times=5, seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2, 7))
def test_a_writer_that_is_killed_fifty_times_more_loses_nothing(tmp_path: Path, seed: int) -> None:
    kill(tmp_path / "log.db", times=10, seed=seed)
