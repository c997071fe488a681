"""What a bracket would have cost otherwise: quickly, and the same as by weighing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from engine.model import Colour, Details, Entry, Player, Rules, Tournament
from engine.system import System
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.alternatives import Alternatives
from engine.systems.fide_dutch.candidates import settled_round
from engine.systems.fide_dutch.pool import Pool
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.trf import Case

EDITIONS = {"fide-dutch-2017": edition_2017.EDITION, "fide-dutch-2026": edition_2026.EDITION}

GOLDEN = Path(__file__).parent / "golden"
FILES = [
    (system, path)
    for system in (FIDE_DUTCH_2026, FIDE_DUTCH_2017)
    for path in sorted((GOLDEN / system.key).glob("small-*.trf"))[6:12]
]


def brackets(system: System, path: Path) -> Iterator[Alternatives]:
    read, edition = Case(path), EDITIONS[system.key]
    for number in range(1, read.columns + 1):
        for settled in settled_round(read.before(number, system.key), edition.readings, edition.brackets):
            yield Alternatives(settled)


@pytest.mark.parametrize(("system", "path"), FILES, ids=lambda value: getattr(value, "stem", None))
def test_3_8_counting_and_searching_give_the_cost_that_weighing_gives(system: System, path: Path) -> None:
    for ways in brackets(system, path):
        b, candidate = ways.bracket, ways.settled.candidate
        assert ways.best == ways.with_pairs_weighed(candidate.pairs)[0]
        for made in range(min(2, len(candidate.pairs))):
            before = candidate.pairs[:made]
            rest = b.without(player for pair in before for player in pair).members
            for pair in combinations(rest, 2):
                if b.may_pair(*pair):
                    assert ways.with_pairs([*before, pair]) == ways.with_pairs_weighed([*before, pair])


@pytest.mark.parametrize(("system", "path"), FILES, ids=lambda value: getattr(value, "stem", None))
def test_3_8_another_downfloater_costs_what_weighing_says(system: System, path: Path) -> None:
    for ways in brackets(system, path):
        floating = ways.settled.candidate.floaters
        for other in ways.bracket.members:
            assert ways.with_floater(other) == ways.with_floater_weighed(other)
            for player in floating:
                if other not in floating:
                    assert ways.with_floater(other, player) == ways.with_floater_weighed(other, player)


def test_a_large_first_round_with_a_bye_is_explained_without_any_weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who else might have the bye is seen from the pairing that was made; weighing it took half a minute."""

    def refused(*_: object) -> list[int]:
        raise AssertionError("weighed")

    monkeypatch.setattr(Pool, "best", refused)
    entries = {number: Entry(Player(number, f"Player {number}", 2600 - number)) for number in range(1, 252)}
    t = Tournament(
        details=Details("Large"),
        rules=Rules(FIDE_DUTCH_2026.key, 9),
        entries=entries,
        start_order=tuple(entries),
        first_colour=Colour.WHITE,
    )
    told = FIDE_DUTCH_2026.pair_with_reasons(t).reasons
    (later,) = [reason for reason in told if reason.code == "not-instead-later"]
    assert later.players == (251,)
    assert later.facts["others"] == tuple(range(1, 251))
