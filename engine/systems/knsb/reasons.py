"""Reasons of a KNSB:2014 round: what was decided and by which article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.model import PlayerId, Tournament
from engine.pairing import Reason
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.criteria import B3, B5_UP, B6_UP, NAMES, X, Z
from engine.systems.knsb.procedure import PairedGroup

REGULATION = "KNSB:2014"

# Which step of C10 lets a criterion be ignored, in the order of the criteria; B3 has none.
_LOWERED_BY = ("B3", "C10g", "C10f", "C10e", "C10e", "C10d", "C10c", "C10b", "C10a")


def article(name: str) -> str:
    return f"{REGULATION} {name}"


def numbers(players: Iterable[KnsbPlayer]) -> tuple[PlayerId, ...]:
    return tuple(one.player for one in players)


def of_absences(t: Tournament) -> Iterator[Reason]:
    """KNSB:2014 F8: who is not paired any more after an absence without notice."""
    for player in sorted(t.entries):
        silent = t.silent_withdrawal(player, t.next_round)
        if silent is not None:
            yield Reason("gone-without-notice", article("F8"), (player,), {"round": silent.from_round - 1})


def of_group(settled: PairedGroup) -> Iterator[Reason]:
    """How a group came to its pairs, from C1 to the lowering of requirements."""
    group, choice = settled.group, settled.choice
    score = group.residents[-1].score
    players = numbers(one for pair in settled.pairs for one in pair)
    if settled.pairs:
        yield Reason("group-paired", article("C6"), players, {"score": score, "pairs": choice.plan.pairs})
    for one in group.sent_on:
        yield Reason("no-opponent-in-group", article("C1"), (one.player,), {"score": score})
    if group.added is not None:
        yield Reason("groups-merged", article("C13"), numbers(group.everybody), {"score": score})
    if choice.leaving and not settled.pairs and not group.is_last:
        yield Reason("group-moves-down", article("C14a"), numbers(group.at(choice.leaving)), {"score": score})
    yield from _reopening_reasons(settled)
    if settled.pairs:
        yield from _demands(settled)
        yield from _ignored_reasons(settled)


def _reopening_reasons(settled: PairedGroup) -> Iterator[Reason]:
    """KNSB:2014 C12, C13."""
    leaving = numbers(settled.leaving)
    for again in settled.reopenings:
        code = "group-reopened" if again.article == "C12" else "group-reopened-for-the-last"
        before = numbers(again.before)
        yield Reason(code, article(again.article), leaving, {"score": again.below, "instead_of": before})


def _demands(settled: PairedGroup) -> Iterator[Reason]:
    """KNSB:2014 A3, C14, D2: who was paired first, and what was asked less than at first."""
    plan, first = settled.choice.plan, settled.group.first_plan()
    moved = len(settled.group.moved_down)
    if plan.moved:
        seated = numbers(one for pair in settled.pairs[: plan.moved] for one in pair)
        yield Reason("moved-down-first", article("A3"), seated)
    if 0 < plan.moved < min(moved, first.moved):
        yield Reason("fewer-moved-down", article("C14b2"), (), {"count": plan.moved, "of": moved})
    if moved and not plan.moved:
        yield Reason("treated-as-homogeneous", article("A3" if first.moved == 0 else "C14b2"))
    if plan.pairs < first.pairs:
        rule = "C14b1" if plan.moved else "C14a"
        yield Reason("fewer-pairs", article(rule), numbers(settled.leaving), {"count": plan.pairs, "of": first.pairs})
    exchanged = settled.choice.exchange.leaving
    if exchanged:
        yield Reason("players-exchanged", article("D2"), (), {"count": len(exchanged)})


def _ignored_reasons(settled: PairedGroup) -> Iterator[Reason]:
    """KNSB:2014 C10: each requirement that was lowered, and for whom. What A8 shows to be the least is not lowered."""
    table, pairs = settled.group.table, settled.choice.plan.pairs
    least = {X: table.least_clashes(pairs), Z: table.least_strong_clashes(pairs)}
    if settled.choice.ignored[B3]:
        yield Reason("leaves-with-more", article("B3"), _for_whom(settled, B3))
    for criterion, count in enumerate(settled.choice.ignored):
        if count and criterion != B3:
            rule = _LOWERED_BY[criterion]
            if count <= least.get(criterion, 0):
                rule = "A8a" if criterion == X else "A8b"
            whom = _for_whom(settled, criterion)
            yield Reason("criterion-ignored", article(rule), whom, {"requirement": NAMES[criterion], "count": count})


def _for_whom(settled: PairedGroup, criterion: int) -> tuple[PlayerId, ...]:
    """The players of the pairs that break a criterion, or those who leave in spite of it."""
    table, choice = settled.group.table, settled.choice
    if criterion in table.leaving:
        return numbers(settled.group.at(p for p in choice.leaving if table.leaving[criterion] >> p & 1))
    breaking = (pair for pair in choice.pairs if table.breaking[criterion][pair[0]] >> pair[1] & 1)
    if criterion in (B5_UP, B6_UP):
        return numbers(settled.group.at(max(pair) for pair in breaking))  # the lower of the two floats up
    return numbers(settled.group.at(place for pair in breaking for place in pair))
