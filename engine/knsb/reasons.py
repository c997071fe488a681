"""What was decided and by which article, as values: a screen turns them into sentences."""

from __future__ import annotations

from collections.abc import Iterator

from engine.knsb.criteria import NAMES
from engine.knsb.procedure import Settled
from engine.pairing import Reason

REGULATION = "KNSB:2014"

# Which step of C10 lets a criterion be ignored, in the order of the criteria.
_LOWERED_BY = ("C10g", "C10f", "C10e", "C10e", "C10d", "C10c", "C10b", "C10a")


def article(name: str) -> str:
    return f"{REGULATION} {name}"


def of_group(settled: Settled) -> Iterator[Reason]:
    """How a group came to its pairs, from C1 to the lowering of requirements."""
    choice = settled.choice
    players = tuple(one.player for pair in settled.pairs for one in pair)
    score = settled.residents[-1].score
    for one in settled.sent_on:
        yield Reason("no-opponent-in-group", article("C1"), (one.player,), {"score": score})
    if settled.is_merged:
        yield Reason("groups-merged", article("C13"), players, {"score": score})
    if not settled.pairs:
        return
    yield Reason("group-paired", article("C6"), players, {"score": score, "pairs": choice.plan.pairs})
    if choice.plan.moved:
        seated = tuple(one.player for pair in settled.pairs[: choice.plan.moved] for one in pair)
        yield Reason("moved-down-first", article("A3"), seated, {"score": score})
    if choice.exchange.leaving:
        yield Reason("players-exchanged", article("D2"), players, {"count": len(choice.exchange.leaving)})
    for name, step, count in zip(NAMES, _LOWERED_BY, choice.ignored, strict=True):
        if count:
            yield Reason("criterion-ignored", article(step), players, {"requirement": name, "count": count})
