"""Every round of every file is paired again from the history in the file, and compared with the engine that made it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.system import System
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.cases import cases
from tests.engine.systems.fide_dutch.trf import Case

GOLDEN = Path(__file__).parent / "golden"
SETS = {
    "fide-dutch-2026": FIDE_DUTCH_2026,
    "fide-dutch-2026-extra": FIDE_DUTCH_2026,
    "fide-dutch-2017": FIDE_DUTCH_2017,
}
SAMPLED = 5  # of the project's own files, every fifth is in the sample that `make test` runs


def _files() -> list[object]:
    found: list[object] = []
    for folder, system in SETS.items():
        for i, path in enumerate(cases(folder, GOLDEN / folder, "*.trf")):
            is_extra = path.is_relative_to(GOLDEN) and i % SAMPLED
            marks = [pytest.mark.exhaustive] if is_extra else []
            found.append(pytest.param(path, system, id=f"{folder}/{path.stem}", marks=marks))
    return found


@pytest.mark.parametrize(("path", "system"), _files())
def test_each_round_is_paired_as_in_the_file(path: Path, system: System) -> None:
    case = Case(path)
    differing = [text for number in range(1, case.columns + 1) if (text := _difference(case, number, system))]
    assert not differing, "\n".join(differing)


def _difference(case: Case, number: int, system: System) -> str:
    paired = system.pair(case.before(number, system.key))
    ours = {(board.white, board.black) for board in paired.boards}
    pairs, bye = case.expected(number)
    if (ours, paired.bye) == (pairs, bye):
        return ""
    return (
        f"{case.name} round {number}: ours {sorted(ours - pairs)} bye {paired.bye}, "
        f"expected {sorted(pairs - ours)} bye {bye}"
    )


@pytest.mark.parametrize("path", cases("timing", GOLDEN / "timing", "*.trf"), ids=lambda path: path.stem)
@pytest.mark.parametrize("system", [FIDE_DUTCH_2026, FIDE_DUTCH_2017], ids=lambda system: system.key)
def test_boards_are_published_in_the_order_of_the_file(path: Path, system: System) -> None:
    """On these fields, with few byes and forfeits, both editions agree."""
    paired = system.pair(Case(path).before(6, system.key))
    bye = [] if paired.bye is None else [f"{paired.bye} 0"]
    ours = [str(len(paired.boards) + len(bye)), *(f"{b.white} {b.black}" for b in paired.boards), *bye]
    assert ours == (path.parent / "expected" / f"{path.stem}.txt").read_text().split("\n")[: len(ours)]
