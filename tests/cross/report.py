"""The report of a cross-test in Markdown: counts each way, differences by cause, those without an explanation, and by
which engine which tournaments were judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.cross.causes import CAUSES
from tests.cross.finding import Finding, Judgement, Way
from tests.cross.record import Entry

_WAYS = {Way.OURS: "ours, judged by it", Way.THEIRS: "its own, judged by us"}
_TOTALS = ("tournaments", "players", "rounds", "values", "ranks", "differences")
MOST_SHOWN = 50


def report(entries: Sequence[Entry]) -> str:
    parts = (_causes(entries), _unexplained(entries), _errors(entries))
    return "\n".join([count_table(entries), *(line for part in parts for line in ("", *part)), "", _versions(entries)])


def count_table(entries: Sequence[Entry]) -> str:
    return "\n".join(_counts(entries)) + "\n"


def _counts(entries: Sequence[Entry]) -> Iterator[str]:
    heads = (
        "other program",
        "tournaments",
        "how many",
        "players",
        "rounds",
        "values",
        "ranks",
        "differences",
        "unexplained",
    )
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    for peer, way in sorted({(entry.peer, entry.way.value) for entry in entries}):
        those = [entry for entry in entries if (entry.peer, entry.way.value) == (peer, way)]
        sums = [sum(getattr(entry, total) for entry in those) for total in _TOTALS]
        unexplained = sum(len(entry.unexplained) for entry in those)
        counted = " | ".join(f"{count:,}" for count in (*sums, unexplained))
        yield f"| {peer} | {_WAYS[Way(way)]} | {counted} |"


def _causes(entries: Sequence[Entry]) -> Iterator[str]:
    causes = sorted({cause for entry in entries for cause in entry.causes})
    if not causes:
        return
    yield "| cause | article | departs | differences | smallest example | what it is |"
    yield "|---|---|---|---:|---|---|"
    for cause in causes:
        known = CAUSES[cause]
        those = [(entry.causes[cause], entry.way) for entry in entries if cause in entry.causes]
        least, way = min(those, key=lambda pair: pair[0].size)
        example = f"{way.value} {least.number} ({least.players} players, {least.rounds} rounds)"
        times = sum(one.differences for one, _ in those)
        yield f"| {' | '.join((cause, known.article, known.fault, f'{times:,}', example, known.text))} |"


def _unexplained(entries: Sequence[Entry]) -> Iterator[str]:
    lines = [_line(one, finding) for entry in entries for one, finding in entry.unexplained]
    yield f"{len(lines)} differences without an explanation."
    yield from lines[:MOST_SHOWN]


def _line(one: Judgement, finding: Finding) -> str:
    where = f"{one.peer} {one.way.value} {one.number}, {one.players} players"
    what = f"round {finding.round}" if finding.round else f"player {finding.player} {finding.code}"
    return f"- {where}: {finding.what}, {what} [{finding.article}]: ours {finding.ours}, theirs {finding.theirs}"


def _errors(entries: Sequence[Entry]) -> Iterator[str]:
    errors = [one for entry in entries for one in entry.open if one.error]
    without = sum(entry.no_pairing for entry in entries)
    yield f"{without + len(errors)} tournaments could not be compared; of {without} the generator found no pairing."
    yield from (f"- {one.peer} {one.way.value} {one.number}: {one.error}" for one in errors[:MOST_SHOWN])


def _versions(entries: Sequence[Entry]) -> str:
    return "".join(
        f"{entry.peer} {entry.peer_version}, {entry.way.value}, by the engine of {entry.engine}: "
        + ", ".join(f"{first}–{last}" for first, last in entry.numbers)
        + "\n"
        for entry in entries
    )
