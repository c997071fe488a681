"""Fields in which whole score groups want the same colour: paired as from outside, and in a bounded number of steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.system import System
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from ledger.formats.input_file import read_content
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from tests.cases import cases
from tests.engine.systems.one_sided import CASES, one_sided

GOLDEN = Path(__file__).parent / "golden" / "timing-hard"
FIELDS = cases("timing-hard", GOLDEN, "*.trf")
SYSTEMS = (FIDE_DUTCH_2026, FIDE_DUTCH_2017)
MOST_STEPS = 4  # times the cube of the field; it was 89 when one weighing answered for one player
MOST_GROWTH = 1.5  # of that number, in a field three times as large; it was 8.6 when each downfloater was searched for


@pytest.mark.parametrize("path", FIELDS, ids=lambda path: path.stem)
def test_a_hard_field_is_paired_as_from_outside(path: Path, steps: list[int]) -> None:
    t = understand(parse(read_content(str(path))), FIDE_DUTCH_2026.key).tournament
    paired = FIDE_DUTCH_2026.pair(t)
    bye = [] if paired.bye is None else [f"{paired.bye} 0"]
    ours = {*(f"{board.white} {board.black}" for board in paired.boards), *bye}
    _, *expected = (path.parent / "expected" / f"{path.stem}.txt").read_text().split("\n")
    assert ours == {line for line in expected if line}
    assert sum(steps) <= MOST_STEPS * len(t.entries) ** 3


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize(("white", "drawn", "seed"), CASES)
def test_a_one_sided_field_is_weighed_in_cubic_time(
    system: System, white: int, drawn: int, seed: int, steps: list[int]
) -> None:
    """However many score groups compete for one colour: most choices of the order are read off together."""
    for t in one_sided(system, white, drawn, seed):
        steps.clear()
        system.pair(t)
        assert sum(steps) <= MOST_STEPS * len(t.entries) ** 3, f"round {t.next_round}"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_three_times_the_field_takes_no_longer_than_cubic_time_allows(system: System, steps: list[int]) -> None:
    """Black wins nearly all: whole score groups are asked, player by player, who of them may float down."""

    def hardest(size: int) -> float:
        found = []
        for seed in (0, 2, 4):
            *_, t = one_sided(system, 9, 7, seed, size=(size, size + 1), rounds=3)
            steps.clear()
            system.pair(t)
            found.append(sum(steps) / size**3)
        return max(found)

    assert hardest(301) <= MOST_GROWTH * hardest(101)
