"""Record of what was judged, in the repository, so that any machine goes on from it: totals and causes for single
tournaments. One entry for each program, way and version of both: a change of the engine does not void what was judged
before, and the entry says with which engine that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from tests.cross.finding import Finding, Judgement, Key, Way

PATH = Path(__file__).with_name("record.json")
Range = tuple[int, int]  # from this number to that one, both among them


class Cause(msgspec.Struct):
    """Differences that are explained: how many, and the smallest tournament that shows it."""

    differences: int
    number: int
    players: int
    rounds: int

    @property
    def size(self) -> tuple[int, int]:
        return (self.players * self.rounds, self.number)


class Entry(msgspec.Struct, omit_defaults=True):
    """What one version of the engine and one of the other program were compared in."""

    peer: str
    way: Way
    engine: str  # the commit
    peer_version: str
    numbers: tuple[Range, ...] = ()
    tournaments: int = 0
    players: int = 0
    rounds: int = 0
    values: int = 0
    ranks: int = 0
    differences: int = 0
    causes: dict[str, Cause] = {}
    no_pairing: int = 0  # of the tournaments: the other program's generator found none and wrote no file
    open: tuple[Judgement, ...] = ()  # differences that nobody has explained, and what could not be compared
    note: str = ""

    @property
    def made_by(self) -> tuple[str, str, str, str]:
        return (self.peer, self.way.value, self.engine, self.peer_version)

    @property
    def unexplained(self) -> list[tuple[Judgement, Finding]]:
        return [(one, finding) for one in self.open for finding in one.findings if not finding.cause]


def read_record(path: Path = PATH) -> list[Entry]:
    return msgspec.json.decode(path.read_bytes(), type=list[Entry]) if path.exists() else []


def write_record(entries: Sequence[Entry], path: Path = PATH) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(entries), indent=1) + b"\n")


def find_done(entries: Iterable[Entry]) -> set[Key]:
    return {
        (entry.peer, entry.way.value, number)
        for entry in entries
        for first, last in entry.numbers
        for number in range(first, last + 1)
    }


def add_to_record(entries: Sequence[Entry], judged: Iterable[Judgement]) -> list[Entry]:
    """What is in it already is not counted again."""
    done = find_done(entries)
    found = {entry.made_by: msgspec.structs.replace(entry) for entry in entries}
    for one in judged:
        if one.key in done:
            continue
        done.add(one.key)
        made_by = (one.peer, one.way.value, one.engine, one.peer_version)
        entry = found.setdefault(made_by, Entry(one.peer, one.way, one.engine, one.peer_version))
        _count(entry, one)
    return [*found.values()]


def take_open(entries: Sequence[Entry]) -> tuple[list[Entry], list[Judgement]]:
    """The record without what nobody has explained or could not be compared, and those: to be judged again."""
    without = []
    for entry in entries:
        kept = msgspec.structs.replace(entry, open=())
        for one in entry.open:
            _count(kept, one, sign=-1)
        without.append(kept)
    return without, [one for entry in entries for one in entry.open]


def _count(entry: Entry, one: Judgement, sign: int = 1) -> None:
    entry.numbers = (_with if sign > 0 else _without)(entry.numbers, one.number)
    entry.tournaments += sign
    for total in ("players", "rounds", "values", "ranks"):
        setattr(entry, total, getattr(entry, total) + sign * getattr(one, total))
    entry.differences += sign * len(one.findings)
    entry.no_pairing += sign * one.is_without_pairing
    entry.causes = {**entry.causes}
    for finding in one.findings:
        if finding.cause:
            _count_cause(entry, finding.cause, one, sign)
    if sign > 0 and one.is_open:
        entry.open = (*entry.open, one)


def _count_cause(entry: Entry, cause: str, one: Judgement, sign: int) -> None:
    this = Cause(0, one.number, one.players, one.rounds)
    before = entry.causes.get(cause, this)
    least = min(before, this, key=lambda example: example.size)
    entry.causes[cause] = msgspec.structs.replace(least, differences=before.differences + sign)


def _with(ranges: Sequence[Range], number: int) -> tuple[Range, ...]:
    if ranges and ranges[-1][1] == number - 1:  # as they come
        return (*ranges[:-1], (ranges[-1][0], number))
    return _ranges({*_numbers(ranges), number})


def _without(ranges: Sequence[Range], number: int) -> tuple[Range, ...]:
    return _ranges({*_numbers(ranges)} - {number})


def _numbers(ranges: Sequence[Range]) -> Iterator[int]:
    for first, last in ranges:
        yield from range(first, last + 1)


def _ranges(numbers: set[int]) -> tuple[Range, ...]:
    """Numbers that follow each other have the same distance from their places."""
    placed = enumerate(sorted(numbers))
    runs = ([number for _, number in run] for _, run in groupby(placed, lambda pair: pair[1] - pair[0]))
    return tuple((run[0], run[-1]) for run in runs)
