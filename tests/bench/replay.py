"""Reading the log: to events and to states, against a plain file of the same lines; and against `eventsourcing`."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ledger.events import Event
from ledger.evolve import fold
from ledger.store.sqlite import SqliteLog
from tests.bench.measure import Figure, best, cpu_seconds
from tests.bench.tournaments import commands, fill


def replay(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """The whole log, stream by stream; the file has the bodies in the same order."""
    many = 50_000 if is_quick else 1_000_000
    read, folded, plain, chunks, events = _replayed(directory / "one", many, together=1)
    yield Figure(f"replay {events:,} events to structs", read, plain, "plain JSON lines, decoded one by one", 0.6)
    yield Figure("  the same", read, chunks, "plain JSON lines, decoded 256 kB at a time")
    yield Figure("replay and fold to states", folded, plain, "plain JSON lines, decoded, not folded", 0.45)
    read, folded, plain, _, events = _replayed(directory / "ten", many // 5, together=10)
    yield Figure(
        f"replay {events:,} events of 10 interleaved", read, plain, "plain JSON lines, decoded one by one", 0.6
    )
    yield Figure("  the same, folded to states", folded, plain, "plain JSON lines, decoded, not folded", 0.45)


def _replayed(directory: Path, many: int, together: int) -> tuple[float, float, float, float, int]:
    """CPU seconds an event. The log was closed and opened again, like any log of a tournament that is over."""
    directory.mkdir()
    with SqliteLog(directory / "log.db") as log:
        fill(log, many, together)
    with SqliteLog(directory / "log.db", read_only=True) as log:
        streams = [head.stream for head in log.heads()]
        lines = directory / "events.jsonl"
        with lines.open("w") as file:
            file.writelines(raw.body + "\n" for stream in streams for raw in log.raw(stream))
        read, folded, plain, chunks = best(
            5,
            lambda: cpu_seconds(lambda: read_log(log, streams)),
            lambda: cpu_seconds(lambda: fold_log(log, streams)),
            lambda: cpu_seconds(lambda: read_lines(lines)),
            lambda: cpu_seconds(lambda: read_chunks(lines)),
        )
        events = log.position()
    return read / events, folded / events, plain / events, chunks / events, events


def read_log(log: SqliteLog, streams: list[str]) -> None:
    for stream in streams:
        for _ in log.events(stream):
            pass


def fold_log(log: SqliteLog, streams: list[str]) -> None:
    for stream in streams:
        fold(log.events(stream))


def read_lines(path: Path) -> None:
    decode = msgspec.json.Decoder(Event).decode
    with path.open("rb") as file:
        for line in file:
            decode(line)


def read_chunks(path: Path) -> None:
    decode_lines = msgspec.json.Decoder(Event).decode_lines
    with path.open("rb") as file:
        while lines := file.readlines(262_144):
            for _ in decode_lines(b"".join(lines)):
                pass


def replay_against_library(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """One stream of 10,000 events: an open of 1,000 players over 18 rounds."""
    from tests.bench.library import Library

    players, rounds = (100, 18) if is_quick else (1_000, 18)
    history = [event for command in commands(1, players, rounds) for event in command]
    library = Library(directory / "library.db")
    library.record(history)
    with SqliteLog(directory / "stream.db") as log:
        log.submit("open", 0, history, actor="arbiter", command="all").result()
        ours, other = best(
            3, lambda: cpu_seconds(lambda: fold(log.events("open"))), lambda: cpu_seconds(lambda: library.replay())
        )
        state = fold(log.events("open"))
    assert state is not None
    assert library.replay() == (
        len(state.tournament.entries),
        sum(len(played.boards) for played in state.tournament.rounds),
    )
    gc.collect()
    yield Figure(f"replay a stream of {len(history):,} events", ours, other, "eventsourcing on SQLite", 20)
