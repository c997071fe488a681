"""Random draughts tournaments: no absolute rule is ever broken, and whoever can be paired is paired.

``audit`` and the brute force look again, by code that shares nothing with the pairers.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import Tournament, Withdrawal
from engine.pairing import Paired, PairingSystem
from engine.registry import SYSTEMS
from tests.engine.systems.fmjd.positions import any_combination, opened, played

DRAUGHTS = ("kndb", "fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.3")
KNDB_OPTIONS = ({}, {"dummy": "last-player"}, {"first_round": "neighbours"}, {"first_bye_counts_zero": True})


def _options(draw: random.Random, system: str) -> dict[str, object]:
    if system == "kndb":
        return dict(draw.choice(KNDB_OPTIONS))
    return any_combination(draw) if draw.random() < 0.5 else {}


def _legal_pairing_exists(t: Tournament) -> bool:
    """By trying all. The bye is a partner for whoever has not had it yet."""
    playing = list(t.available(t.next_round))
    met = {frozenset((b.white, b.black)) for r in t.rounds for b in r.boards}
    had_bye = {r.bye for r in t.rounds}

    def can(rest: list[int]) -> bool:
        if not rest:
            return True
        one, *others = rest
        if len(rest) % 2 and one not in had_bye and can(others):
            return True
        return any(frozenset((one, o)) not in met and can([p for p in others if p != o]) for o in others)

    return can(playing)


def _checked_round(system: PairingSystem, t: Tournament) -> Paired:
    paired = system.pair(t)
    assert breaches(t, paired.boards, t.next_round, paired.sitouts) == ()
    seated = [player for board in paired.boards for player in (board.white, board.black)]
    seated += [paired.bye] if paired.bye is not None else []
    assert sorted(seated) == list(t.available(t.next_round))
    if paired.bye is not None:
        assert paired.bye not in {r.bye for r in t.rounds}
    return paired


def _some_leave(draw: random.Random, t: Tournament) -> Tournament:
    gone = [n for n in t.available(t.next_round) if draw.random() < 0.03]
    left = {n: replace(t.entries[n], withdrawals=(Withdrawal(t.next_round),)) for n in gone}
    return replace(t, entries={**t.entries, **left})


@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize("seed", range(5))
def test_small_fields_are_paired_as_long_as_a_legal_pairing_exists(system: str, seed: int) -> None:
    _paired_as_long_as_possible(system, seed)


def _paired_as_long_as_possible(system: str, seed: int) -> None:
    draw = random.Random(f"{system} {seed}")
    players = draw.randint(2, 9)
    t = opened(draw, system, players, players + 1, _options(draw, system))
    while _legal_pairing_exists(t):
        paired = _checked_round(SYSTEMS[system], t)
        assert SYSTEMS[system].pair(t) == paired
        t = played(draw, t, paired)
    with pytest.raises(NoPairing):
        SYSTEMS[system].pair(t)


@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 6))])
def test_no_absolute_rule_is_broken_in_fields_up_to_60(system: str, seed: int) -> None:
    draw = random.Random(f"{system} {seed} large")
    t = opened(draw, system, draw.randint(20, 60), 9, _options(draw, system))
    for _ in range(9):
        t = _some_leave(draw, played(draw, t, _checked_round(SYSTEMS[system], t)))


@pytest.mark.parametrize("system", DRAUGHTS)
def test_a_field_is_paired_until_nothing_is_left_to_pair(system: str) -> None:
    _until_the_end(system, 12)


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize("seed", range(5, 30))
def test_many_small_fields_are_paired_as_long_as_a_legal_pairing_exists(system: str, seed: int) -> None:
    _paired_as_long_as_possible(system, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", DRAUGHTS)
def test_sixty_players_are_paired_until_nothing_is_left_to_pair(system: str) -> None:
    _until_the_end(system, 60)


def _until_the_end(system: str, players: int) -> None:
    """Half of all rounds can always be played: a player has then met less than half of the others (Dirac)."""
    draw = random.Random(f"{system} {players}")
    t = opened(draw, system, players, players, {})
    try:
        while True:
            t = played(draw, t, _checked_round(SYSTEMS[system], t))
    except NoPairing:
        assert len(t.rounds) >= players // 2
