"""Fields in which whole score groups want the same colour: paired as from outside, and in a bounded number of steps.

Weighing a matching takes cubic time, a search for other partners square time; so the cubes and squares of their sizes,
and not a clock, tell what a field costs. Ordinary brackets take neither.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.matching import weighted
from engine.matching.cardinality import AlternatingTree
from engine.model import Colour, Details, Entry, Phase, Player, Result, Round, Rules, Tournament
from engine.system import System
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from ledger.formats.input_file import read_content
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from tests.cases import cases

GOLDEN = Path(__file__).parent / "golden" / "timing-hard"
FIELDS = cases("timing-hard", GOLDEN, "*.trf")
SYSTEMS = (FIDE_DUTCH_2026, FIDE_DUTCH_2017)
MOST_STEPS = 8  # times the cube of the field; it was 89 when one weighing answered for one player


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What each matching that is weighed costs, by the library or by hand, and each search for other partners."""
    taken: list[int] = []

    def count(where: object, name: str, price: Callable[..., int]) -> None:
        original = getattr(where, name)

        def counted(*args: object, **how: object) -> object:
            taken.append(price(*args))
            return original(*args, **how)

        monkeypatch.setattr(where, name, counted)

    count(weighted, "_match_by_library", lambda size, gains: size**3)
    count(weighted, "heaviest_pairs", lambda size, gains: size**3)
    count(AlternatingTree, "grow", lambda tree: tree.among.bit_count() ** 2)
    return taken


@pytest.mark.parametrize("path", FIELDS, ids=lambda path: path.stem)
def test_a_hard_field_is_paired_as_from_outside(path: Path, steps: list[int]) -> None:
    t = understand(parse(read_content(str(path))), FIDE_DUTCH_2026.key).tournament
    paired = FIDE_DUTCH_2026.pair(t)
    bye = [] if paired.bye is None else [f"{paired.bye} 0"]
    ours = {*(f"{board.white} {board.black}" for board in paired.boards), *bye}
    _, *expected = (path.parent / "expected" / f"{path.stem}.txt").read_text().split("\n")
    assert ours == {line for line in expected if line}
    assert sum(steps) <= MOST_STEPS * len(t.entries) ** 3


RESULTS = {"white": (100, 0), "mostly white": (85, 10), "drawn": (0, 100), "mostly drawn": (10, 85), "black": (0, 0)}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize("kind", RESULTS)
@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.exhaustive] if n else []) for n in range(12)])
def test_a_one_sided_field_is_weighed_in_cubic_time(system: System, kind: str, seed: int, steps: list[int]) -> None:
    """However many score groups compete for one colour: most choices of the order are read off together."""
    for t in _one_sided(system, *RESULTS[kind], seed):
        steps.clear()
        system.pair(t)
        assert sum(steps) <= MOST_STEPS * len(t.entries) ** 3, f"round {t.next_round}"


def _one_sided(system: System, white: int, drawn: int, seed: int) -> Iterator[Tournament]:
    """A tournament before each of its rounds; White wins and draws in so many of a hundred games."""
    lot = random.Random(f"{seed} {white} {drawn}")
    players, rounds = lot.randrange(40, 70), 7
    t = Tournament(
        details=Details(name=f"One-sided, seed {seed}"),
        rules=Rules(system=system.key, rounds=rounds),
        entries={n: Entry(Player(n, f"Player {n}", 2500 - n)) for n in range(1, players + 1)},
        start_order=tuple(range(1, players + 1)),
        first_colour=Colour.WHITE,
    )
    while t.next_round <= rounds:
        yield t
        paired = system.pair(t)
        boards = tuple(replace(board, result=_result(lot.randrange(100), white, drawn)) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, Round(t.next_round, boards, paired.sitouts, system.key, Phase.CLOSED)))


def _result(lot: int, white: int, drawn: int) -> Result:
    if lot < white:
        return Result.WHITE_WINS
    return Result.DRAW if lot < white + drawn else Result.BLACK_WINS
