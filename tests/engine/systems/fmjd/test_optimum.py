"""Decisions that keep the best pairings, against every pairing of a few players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.errors import NoPairing
from engine.matching.bitsets import members
from engine.systems.fmjd import optimum as optimum_module
from engine.systems.fmjd.optimum import Optimum
from engine.systems.fmjd.tariff import Count

SIZE = 8
FIELDS = 400  # of each seed
Pairing = tuple[int, ...]  # the partner of each


def pairings(rows: Sequence[int], mate: Pairing = (-1,) * SIZE) -> Iterator[Pairing]:
    if -1 not in mate:
        yield mate
        return
    one = mate.index(-1)
    for other in members(rows[one]):
        if mate[other] == -1:
            yield from pairings(
                rows, tuple(other if v == one else one if v == other else m for v, m in enumerate(mate))
            )


def random_rows(lot: Random) -> list[int]:
    rows = [0] * SIZE
    for one in range(SIZE):
        for other in range(one):
            if lot.random() < 0.7:
                rows[one] |= 1 << other
                rows[other] |= 1 << one
    return rows


def random_counts(lot: Random) -> list[Count]:
    """Each marks the pairs of some kinds of players, as colours and floats do; or pairs here and there."""
    kinds = [lot.randrange(3) for _ in range(SIZE)]
    found = []
    for _ in range(lot.randrange(1, 4)):
        by_kind = lot.random() < 0.8
        marks = {
            (kinds[a], kinds[b]) if by_kind else (a, b) for a in range(SIZE) for b in range(a) if lot.random() < 0.2
        }
        marked = [0] * SIZE
        for a in range(SIZE):
            for b in range(a):
                own = {(kinds[a], kinds[b]), (kinds[b], kinds[a])} if by_kind else {(a, b)}
                if own & marks:
                    marked[a] |= 1 << b
                    marked[b] |= 1 << a
        found.append(Count(tuple(marked)))
    return found


def check_decisions(lot: Random) -> None:
    """Each is granted if and only if a best pairing has it; what is left are the best pairings that have them all."""
    rows, counts = random_rows(lot), random_counts(lot)
    try:
        optimum = Optimum(rows)
    except NoPairing:
        return
    optimum.minimise(counts)
    everybody = (1 << SIZE) - 1
    found = {pairing: [count.of(pairing, everybody) for count in counts] for pairing in pairings(rows)}
    best = {pairing for pairing, counted in found.items() if counted == min(found.values())}
    for one in lot.sample(range(SIZE), SIZE):
        if not optimum.rest >> one & 1:
            continue
        if lot.random() < 0.6:
            options = lot.getrandbits(SIZE)
            is_granted = optimum.restrict(one, options)
        else:
            other = lot.choice([v for v in members(optimum.rest) if v != one])
            options = 1 << other
            is_granted = optimum.settle(one, other)
        kept = {pairing for pairing in best if options >> pairing[one] & 1}
        assert is_granted == bool(kept)
        best = kept or best
        assert tuple(optimum.mate) in best
        rest = list(members(optimum.rest))
        assert all(optimum.rows[a] >> b & 1 == optimum.rows[b] >> a & 1 for a in rest for b in rest)


@pytest.mark.parametrize("patience", [1, optimum_module.PATIENCE])
@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.exhaustive] if n else []) for n in range(25)])
def test_a_decision_is_granted_if_a_best_pairing_has_it(
    seed: int, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimum_module, "PATIENCE", patience)
    lot = Random(f"{seed} {patience}")
    for _ in range(FIELDS):
        check_decisions(lot)
