"""Simulated tournaments, each round paired by us and by another engine: gacrux for 2026, py4swiss for 2017.

The peers come with the extra ``peers``; without them these tests are skipped and say so. In gacrux pairs, colours and
bye must agree. py4swiss gives the first colours of a field with absentees by another numbering, so that only its pairs
and byes are compared.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.chances import Chances
from engine.errors import NoPairing
from engine.model import Entry, Separation, Tournament
from engine.simulation import simulate
from engine.system import System
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.peers import Pairs, gacrux, py4swiss

TOURNAMENTS = 150  # a system
pytestmark = [pytest.mark.exhaustive, pytest.mark.filterwarnings("default")]


def needs(peer: str) -> pytest.MarkDecorator:
    is_missing = importlib.util.find_spec(peer) is None
    if is_missing and os.environ.get("ROUNDLOG_PEERS") == "required":
        raise ModuleNotFoundError(f"{peer} is required: make install-peers")
    return pytest.mark.skipif(is_missing, reason=f"{peer} is not installed: make install-peers")


@needs("gacrux")
@pytest.mark.parametrize("seed", range(TOURNAMENTS))
def test_2026_pairs_as_gacrux(seed: int) -> None:
    assert list(differing(FIDE_DUTCH_2026, seed, gacrux)) == []


@needs("gacrux")
@pytest.mark.parametrize("seed", range(1000, 1000 + TOURNAMENTS // 3))
def test_2026_accelerated_and_kept_apart_pairs_as_gacrux(seed: int) -> None:
    assert list(differing(FIDE_DUTCH_2026, seed, gacrux, agree=something_agreed(seed))) == []


Agree = Callable[[Tournament], Tournament]


def something_agreed(seed: int) -> Agree:
    """Tournaments are accelerated (Baku), or groups are kept apart in them for some rounds."""

    def agree(t: Tournament) -> Tournament:
        lot = Random(seed)
        rules = replace(t.rules, options={"acceleration": "baku"} if lot.random() < 0.6 else {})
        separations = tuple(_separation(t, lot) for _ in range(lot.choice((0, 2, 5))))
        return replace(t, rules=rules, separations=separations)

    return agree


def nothing_agreed(t: Tournament) -> Tournament:
    return t


def _separation(t: Tournament, lot: Random) -> Separation:
    players = lot.sample(sorted(t.entries), lot.choice((2, 2, 3, 4)))
    first = lot.randint(1, t.rules.rounds)
    return Separation(tuple(sorted(players)), first, lot.choice((None, min(first + 2, t.rules.rounds))))


@needs("py4swiss")
@pytest.mark.parametrize("seed", range(TOURNAMENTS))
def test_2017_pairs_as_py4swiss(seed: int, tmp_path: Path) -> None:
    assert list(differing(FIDE_DUTCH_2017, seed, lambda t: py4swiss(t, tmp_path), without_colours)) == []


def without_colours(pairs: Pairs) -> Pairs:
    return {(max(pair), min(pair)) for pair in pairs}


def differing(
    system: System,
    seed: int,
    peer: Callable[[Tournament], Pairs | None],
    seen: Callable[[Pairs], Pairs] = set,
    agree: Agree = nothing_agreed,
) -> Iterator[str]:
    """The rounds in which the two do not agree, also on whether there is a pairing at all."""
    system = replace(system, pair=lambda t, pair=system.pair: pair(agree(t)))
    for t in rounds(system, seed, agree):
        ours, theirs = paired(system, t), peer(t)
        if (ours is None) != (theirs is None):
            yield f"round {t.next_round}: ours {ours}, theirs {theirs}"
        elif ours is not None and theirs is not None and seen(ours) != seen(theirs):
            yield f"round {t.next_round}: only ours {sorted(ours - theirs)}, only theirs {sorted(theirs - ours)}"


def paired(system: System, t: Tournament) -> Pairs | None:
    try:
        found = system.pair(t)
    except NoPairing:
        return None
    pairs = {(board.white, board.black) for board in found.boards}
    return pairs if found.bye is None else {*pairs, (found.bye, 0)}


def rounds(system: System, seed: int, agree: Agree) -> Iterator[Tournament]:
    """A tournament of its own kind for each seed, as it stood before each of its rounds."""
    lot = Random(seed)
    players = lot.randint(4, 60) if seed % 10 else lot.randint(60, 150)
    chances = Chances(
        draws=lot.choice((5, 30, 60)),
        forfeits=lot.choice((0, 2, 10)),
        byes=lot.choice((0, 3, 12)),
        withdrawals=lot.choice((0, 1, 4)),
        late=lot.choice((0, 5, 20)),
    )
    played = simulate(system, players, lot.randint(3, min(11, players - 1)), seed, chances)
    whole = agree(played.tournament)
    last = len(whole.rounds) + (played.stopped is not None)
    return (before(whole, number) for number in range(1, last + 1))


def before(t: Tournament, number: int) -> Tournament:
    entries = {player: known(entry, number) for player, entry in t.entries.items()}
    return replace(t, rounds=t.rounds[: number - 1], entries=entries)


def known(entry: Entry, number: int) -> Entry:
    absences = {r: outcome for r, outcome in entry.absences.items() if r <= number}
    return replace(entry, absences=absences, withdrawals=tuple(w for w in entry.withdrawals if w.from_round <= number))
