"""The report of a cross-test in Markdown: counts each way, differences by cause, and those without an explanation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tests.cross.causes import CAUSES
from tests.cross.finding import Finding, Judgement, Way

_WAYS = {Way.OURS: "ours, judged by it", Way.THEIRS: "its own, judged by us"}
MOST_SHOWN = 50


def report(judged: Sequence[Judgement]) -> str:
    return "\n".join([*_counts(judged), "", *_causes(judged), "", *_unexplained(judged), *_errors(judged)]) + "\n"


def _counts(judged: Sequence[Judgement]) -> Iterator[str]:
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
    for peer, way in sorted({(one.peer, one.way.value) for one in judged}):
        those = [one for one in judged if (one.peer, one.way.value) == (peer, way)]
        sums = [sum(getattr(one, name) for one in those) for name in ("players", "rounds", "values", "ranks")]
        findings = [finding for one in those for finding in one.findings]
        unexplained = sum(not finding.cause for finding in findings)
        counted = " | ".join(f"{count:,}" for count in (len(those), *sums, len(findings), unexplained))
        yield f"| {peer} | {_WAYS[Way(way)]} | {counted} |"


def _causes(judged: Sequence[Judgement]) -> Iterator[str]:
    found: dict[str, list[Judgement]] = defaultdict(list)
    times: Counter[str] = Counter()
    for one in judged:
        for cause in {finding.cause for finding in one.findings if finding.cause}:
            found[cause].append(one)
        times.update(finding.cause for finding in one.findings if finding.cause)
    if not found:
        return
    yield "| cause | article | departs | differences | tournaments | smallest example | what it is |"
    yield "|---|---|---|---:|---:|---|---|"
    for cause, those in sorted(found.items()):
        known = CAUSES[cause]
        least = min(those, key=lambda one: (one.players * one.rounds, one.number))
        example = f"{least.way.value} {least.number} ({least.players} players, {least.rounds} rounds)"
        cells = (cause, known.article, known.fault, f"{times[cause]:,}", f"{len(those):,}", example, known.text)
        yield f"| {' | '.join(cells)} |"


def _unexplained(judged: Sequence[Judgement]) -> Iterator[str]:
    lines = [_line(one, finding) for one in judged for finding in one.findings if not finding.cause]
    yield f"{len(lines)} differences without an explanation."
    yield from lines[:MOST_SHOWN]


def _line(one: Judgement, finding: Finding) -> str:
    where = f"{one.peer} {one.way.value} {one.number}, {one.players} players"
    what = f"round {finding.round}" if finding.round else f"player {finding.player} {finding.code}"
    return f"- {where}: {finding.what}, {what} [{finding.article}]: ours {finding.ours}, theirs {finding.theirs}"


def _errors(judged: Sequence[Judgement]) -> Iterator[str]:
    errors = [one for one in judged if one.error]
    if errors:
        yield ""
        yield f"{len(errors)} tournaments could not be compared."
        yield from (f"- {one.peer} {one.way.value} {one.number}: {one.error}" for one in errors[:MOST_SHOWN])
