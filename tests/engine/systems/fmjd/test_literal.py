"""The engine against the objective read literally: all complete pairings of small fields, at every round."""

from __future__ import annotations

import random

import pytest

from engine.errors import NoPairing
from engine.model import Tournament
from engine.pairing import Paired
from engine.system import System
from engine.systems.fmjd import groups, optimum
from engine.systems.fmjd.counts import borders
from engine.systems.fmjd.field import FmjdField, field
from engine.systems.fmjd.system import SYSTEMS as FMJD_SYSTEMS
from tests.engine.systems.fmjd.build import read_axes
from tests.engine.systems.fmjd.literal import best_pairing
from tests.engine.systems.fmjd.positions import RESULTS, any_combination, opened, played
from tests.engine.systems.one_sided import games_by_lot


def _as_numbers(paired: Paired) -> set[frozenset[int]]:
    bye = () if paired.bye is None else (frozenset((paired.bye, 0)),)
    return {frozenset((board.white, board.black)) for board in paired.boards} | set(bye)


def _literal(system: System, t: Tournament) -> set[frozenset[int]] | None:
    axes = read_axes(t, system)
    entered = field(t, axes)
    best = best_pairing(entered, axes)
    if best is None:
        return None
    return {frozenset((entered.entrants[v].player, entered.entrants[mate].player)) for v, mate in best.items()}


def _agree(seed: int, largest: int, *, is_one_sided: bool = False) -> None:
    draw = random.Random(seed)
    system = draw.choice(FMJD_SYSTEMS)
    players = draw.randint(3, largest)
    options = any_combination(draw) if draw.random() < 0.5 else {}
    if is_one_sided:
        options["colour"] = draw.choice(("weak", "strong", "strong"))
    results = games_by_lot(seed) if is_one_sided else RESULTS
    t = opened(draw, system.key, players, players, options)
    for _ in range(players):
        expected = _literal(system, t)
        if expected is None:
            with pytest.raises(NoPairing):
                system.pair(t)
            return
        paired = system.pair(t)
        assert _as_numbers(paired) == expected, f"seed {seed}, round {t.next_round}"
        t = played(draw, t, paired, results)


@pytest.mark.parametrize("seed", range(40))
def test_the_best_of_all_complete_pairings(seed: int) -> None:
    _agree(seed, 8)


@pytest.mark.parametrize(
    "seed", [*range(40), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(40, 640))]
)
def test_the_best_also_where_one_colour_wins_or_nobody(seed: int) -> None:
    """And colours count: many want the same one."""
    _agree(4000 + seed, 9, is_one_sided=True)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_also_where_counts_are_condensed_at_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only an exhausted field of many players needs, forced upon small ones."""
    monkeypatch.setattr(optimum, "WIDE", 1)
    _agree(1000 + seed, 8)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_also_where_the_first_refusal_is_one_too_many(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only a large field with strong colour preferences needs, forced upon small ones."""
    monkeypatch.setattr(optimum, "PATIENCE", 1)
    _agree(3000 + seed, 8)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [*range(40, 120), *range(2000, 2600)])
def test_the_best_of_all_complete_pairings_in_many_tournaments(seed: int) -> None:
    _agree(seed, 10)


def _borders_at_once(entered: FmjdField, best: optimum.Optimum) -> None:
    best.minimise(borders(entered))


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(4, 24))]
)
def test_windows_between_borders_give_what_the_whole_field_gives(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(seed)
    system = draw.choice(FMJD_SYSTEMS)
    t = opened(draw, system.key, draw.randint(12, 24), 14, {})
    for _ in range(min(11, len(t.entries) // 2)):
        paired = system.pair(t)
        with monkeypatch.context() as changed:
            changed.setattr(groups, "cross_few_borders", _borders_at_once)
            assert system.pair(t) == paired, f"round {t.next_round}"
        t = played(draw, t, paired)
