"""Random draughts tournaments: no absolute rule is ever broken, and whoever can be paired is paired.

``audit`` looks again, by code that shares nothing with the pairers; whether a legal pairing exists is asked of a brute
force in small fields and of a matching library in large ones, never of our own matching.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
import rustworkx
from msgspec.structs import replace

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import ExtraGame, ExtraPurpose, PlayerId, Tournament, Withdrawal
from engine.pairing import Paired
from engine.registry import SYSTEMS
from engine.system import System
from engine.systems.kndb import pairing as kndb
from tests.engine.systems.fmjd.positions import RESULTS, any_combination, opened, played

PRESETS = ("fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.2a", "fmjd-5.2b", "fmjd-5.3")
DRAUGHTS = ("kndb", *PRESETS)
KNDB_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"dummy": "last-player"},
    {"first_round": "neighbours"},
    {"first_bye_counts_zero": True},
    {"dummy": "last-player", "first_round": "neighbours", "first_bye_counts_zero": True},
)
DUMMY = 0


def _exhaustively(values: Iterable[int]) -> list[Any]:
    """Those that ``make test`` leaves to ``make test-all``."""
    return [pytest.param(value, marks=pytest.mark.exhaustive) for value in values]


def _options(draw: random.Random, system: str, players: int) -> dict[str, Any]:
    if system != "kndb":
        return any_combination(draw) if draw.random() < 0.5 else {}
    options = dict(draw.choice(KNDB_OPTIONS))
    if draw.random() < 0.3:
        upper = " ".join(map(str, range(1, 2 * (players // 4) + 1)))
        options |= {"strength_groups": (upper,), "guided_rounds": draw.randint(1, 3)}
    return options


# -- is there a legal pairing? -----------------------------------------------------------------------------------------


def _legal_pairs(t: Tournament) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Who may meet whom, the dummy with them where the number is odd: read off the rounds and the options alone."""
    playing = list(t.available(t.next_round))
    met = {frozenset((b.white, b.black)) for r in t.rounds for b in r.boards}
    met |= {frozenset((game.white, game.black)) for game in t.extra_games}
    met |= {frozenset((r.bye, DUMMY)) for r in t.rounds if r.bye is not None}
    if len(playing) % 2:
        playing.append(DUMMY)
    guided = t.next_round <= int(t.rules.options.get("guided_rounds", 0))  # type: ignore[arg-type]
    group = _first_strength_group(t) if guided else set(playing)
    for one, other in combinations(playing, 2):
        is_apart = DUMMY not in (one, other) and (one in group) != (other in group)
        if frozenset((one, other)) not in met and not is_apart:
            yield one, other


def _first_strength_group(t: Tournament) -> set[PlayerId]:
    lines = t.rules.options.get("strength_groups", ())
    assert isinstance(lines, tuple)
    return {int(word) for line in lines for word in line.split()}


def _by_trying_all(t: Tournament) -> bool:
    pairs = {frozenset(pair) for pair in _legal_pairs(t)}
    playing = list(t.available(t.next_round))

    def can(rest: list[PlayerId]) -> bool:
        if not rest:
            return True
        one, *others = rest
        return any(frozenset((one, o)) in pairs and can([p for p in others if p != o]) for o in others)

    return can([*playing, DUMMY] if len(playing) % 2 else playing)


def _by_the_library(t: Tournament) -> bool:
    playing = len(t.available(t.next_round))
    graph = rustworkx.PyGraph(multigraph=False)
    places: dict[PlayerId, int] = {}
    for one, other in _legal_pairs(t):
        for player in {one, other} - places.keys():
            places[player] = graph.add_node(player)
        graph.add_edge(places[one], places[other], 1)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == -(-playing // 2)


@pytest.mark.parametrize("seed", range(20))
def test_the_two_ways_to_ask_for_a_legal_pairing_agree(seed: int) -> None:
    draw = random.Random(seed)
    t = opened(draw, "kndb", draw.randint(3, 8), 9, {})
    while _by_trying_all(t):
        assert _by_the_library(t)
        t = played(draw, t, SYSTEMS["kndb"].pair(t))
    assert not _by_the_library(t)


# -- every system, as long as it can be --------------------------------------------------------------------------------


def _checked_round(system: System, t: Tournament) -> Paired:
    paired = system.pair(t)
    assert breaches(t, paired.boards, t.next_round, paired.sitouts) == ()
    seated = [player for board in paired.boards for player in (board.white, board.black)]
    seated += [paired.bye] if paired.bye is not None else []
    assert sorted(seated) == list(t.available(t.next_round))
    if paired.bye is not None:
        assert paired.bye not in {r.bye for r in t.rounds}
    return paired


def _some_leave(draw: random.Random, t: Tournament) -> Tournament:
    gone = [n for n in t.available(t.next_round) if draw.random() < 0.02]
    left = {n: replace(t.entries[n], withdrawals=(Withdrawal(t.next_round),)) for n in gone}
    return replace(t, entries={**t.entries, **left})


def _paired_as_long_as_possible(system: str, seed: str, players: int, *, leaving: bool = False) -> None:
    draw = random.Random(f"{system} {seed}")
    t = opened(draw, system, players, players + 1, _options(draw, system, players))
    is_possible = _by_trying_all if players < 10 else _by_the_library
    while t.next_round <= t.rules.rounds and len(t.available(t.next_round)) > 1 and is_possible(t):
        paired = _checked_round(SYSTEMS[system], t)
        assert players > 9 or SYSTEMS[system].pair(t) == paired  # the same again; large fields take long enough
        t = played(draw, t, paired)
        t = _some_leave(draw, t) if leaving else t
    if len(t.available(t.next_round)) > 1:
        with pytest.raises(NoPairing):
            SYSTEMS[system].pair(t)


@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(5, 30))]
)
def test_small_fields_are_paired_as_long_as_a_legal_pairing_exists(system: str, seed: int) -> None:
    _paired_as_long_as_possible(system, str(seed), random.Random(seed).randint(2, 9))


@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize(
    "players", [12, 15, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (25, 40, 59, 60))]
)
def test_larger_fields_too(system: str, players: int) -> None:
    _paired_as_long_as_possible(system, f"larger {players}", players)


@pytest.mark.parametrize("system", DRAUGHTS)
@pytest.mark.parametrize("seed", [0, *_exhaustively(range(1, 6))])
def test_fields_that_shrink_too(system: str, seed: int) -> None:
    players = random.Random(f"{system} {seed}").randint(16, 20 if seed == 0 else 60)
    _paired_as_long_as_possible(system, f"shrinking {seed}", players, leaving=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("options", [*KNDB_OPTIONS, {"strength_groups": ("1 2 3 4 5 6",), "guided_rounds": 3}])
@pytest.mark.parametrize("players", [11, 12])
def test_kndb_with_every_option(options: dict[str, Any], players: int) -> None:
    draw = random.Random(f"{options} {players}")
    t = opened(draw, "kndb", players, players + 1, options)
    while _by_the_library(t):
        t = played(draw, t, _checked_round(SYSTEMS["kndb"], t))
    with pytest.raises(NoPairing):
        kndb.pair(t)


# -- the dummy that always draws ---------------------------------------------------------------------------------------


def _with_drawing_dummy(draw: random.Random, players: int, rounds: int) -> Tournament:
    t = opened(draw, "kndb", players, rounds, {"dummy": "draws"})
    return replace(t, rules=replace(t.rules, points=kndb.usual_points(t.rules.options)))


def _play_between(draw: random.Random, t: Tournament) -> Tournament:
    boards = kndb.intermediate_round(t).boards
    assert not {frozenset((b.white, b.black)) for r in t.rounds for b in r.boards} & {
        frozenset((b.white, b.black)) for b in boards
    }
    games = (
        ExtraGame(ExtraPurpose.INTERMEDIATE, len(t.rounds), b.white, b.black, draw.choice(RESULTS)) for b in boards
    )
    return replace(t, extra_games=tuple(games))


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(12, 80))]
)
def test_kndb_modification_2_over_a_whole_tournament(seed: int) -> None:
    """As many rounds as half of the players let be sure of, an intermediate round, the last round; odd and even."""
    draw = random.Random(f"drawing dummy {seed}")
    players = draw.randint(7, 21)
    rounds = draw.randint(3, max(3, players // 3))
    t = _with_drawing_dummy(draw, players, rounds)
    for _ in range(rounds - 1):
        t = played(draw, t, _checked_round(SYSTEMS["kndb"], t))
    try:
        t = _play_between(draw, t)
    except NoPairing:
        assert players % 2  # the few whom the dummy concerns have met: the arbiter decides
        return
    paired = _checked_round(SYSTEMS["kndb"], t)
    assert (paired.bye is None) == (players % 2 == 0)
