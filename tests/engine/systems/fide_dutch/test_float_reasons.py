"""Reasons: why this player floats down or has the bye, and not another."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from engine.errors import Fact
from engine.pairing import Reason
from engine.system import System
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.alternatives import Alternatives
from engine.systems.fide_dutch.candidates import settled_round
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.trf import Case

EDITIONS = {"fide-dutch-2017": edition_2017.EDITION, "fide-dutch-2026": edition_2026.EDITION}

GOLDEN = Path(__file__).parent / "golden"
SIXTEEN, NINE = "small-10000-n16-r6.trf", "small-10001-n9-r6.trf"

Told = tuple[str, str, dict[str, Fact]]  # code, criterion, facts


def case(name: str, system: System = FIDE_DUTCH_2026) -> Case:
    return Case(GOLDEN / system.key / name)


def told(name: str, number: int, player: int, head: str, system: System = FIDE_DUTCH_2026) -> list[Told]:
    """What is told of a player alone, from the first reason with this code on."""
    reasons = system.pair_with_reasons(case(name, system).before(number, system.key), player).reasons
    alone = [reason for reason in reasons if reason.players == (player,) and reason.code != "bracket"]
    codes = [reason.code for reason in alone]
    return [_short(reason) for reason in alone[codes.index(head) :]]


def _short(reason: Reason) -> Told:
    return reason.code, reason.article.partition("[")[2].rstrip("]"), reason.facts


# -- the bye -----------------------------------------------------------------------------------------------------------


def test_c5_c2_nobody_with_fewer_points_may_have_the_bye_and_each_is_told_why() -> None:
    """Player 6 (2 half points) had the bye; 8, with as many as 4, won a round without a game."""
    assert told(NINE, 6, 4, "has-the-bye") == [
        ("has-the-bye", "", {"score": 3}),
        ("nobody-with-fewer-may", "", {"score": 3}),
        ("not-instead-had-points", "C2", {"others": (8,)}),
        ("not-instead-had-bye", "C2", {"others": (6,)}),
    ]


def test_c9_c12_of_those_with_as_few_points_the_criterion_that_decided_is_told() -> None:
    assert told(SIXTEEN, 2, 15, "has-the-bye") == [
        ("has-the-bye", "", {"score": 0}),
        ("nobody-has-fewer", "", {"score": 0}),
        ("not-instead-later", "", {"others": (9, 11, 13)}),
        ("not-instead-worse", "C12", {"others": (10, 16), "there": 1, "here": 0}),
        ("not-instead-worse", "C9", {"others": (12,), "there": 1, "here": 0}),
    ]


def test_2017_c2_the_bye_is_explained_by_its_own_articles() -> None:
    assert told("small-60001-n9-r6.trf", 6, 7, "has-the-bye", FIDE_DUTCH_2017) == [
        ("has-the-bye", "", {"score": 3}),
        ("nobody-with-fewer-may", "", {"score": 3}),
        ("not-instead-had-bye", "C2", {"others": (8, 4)}),
    ]


# -- floats ------------------------------------------------------------------------------------------------------------


def test_c12_c14_of_an_odd_bracket_each_who_is_ranked_lower_is_told_why_not_he() -> None:
    assert told(SIXTEEN, 3, 7, "floats-down-to") == [
        ("floats-down-to", "", {"score": 2, "to": 1}),
        ("bracket-is-odd", "", {}),
        ("not-instead-worse", "C12", {"others": (9,), "there": 1, "here": 0}),
        ("not-instead-worse", "C14", {"others": (15,), "there": 1, "here": 0}),
    ]


def test_c4_c7_who_floats_down_again_is_told_why_of_everybody() -> None:
    """Though nobody is ranked lower: 11, moved down himself, has more points; without 15 the rest has no pairing."""
    assert told(SIXTEEN, 6, 16, "floats-down-to") == [
        ("floats-down-to", "", {"score": 3, "to": 2}),
        ("bracket-is-odd", "", {}),
        ("lowest-in-bracket", "", {}),
        ("not-instead-less-good", "C7", {"others": (11,)}),
        ("not-instead-cannot", "C4", {"others": (15,)}),
    ]


def test_c6_where_several_float_down_their_number_is_told() -> None:
    assert told(SIXTEEN, 5, 13, "floats-down-to") == [
        ("floats-down-to", "", {"score": 3, "to": 2}),
        ("cannot-be-fewer", "C6", {"count": 2}),
        ("not-instead-worse", "C14", {"others": (15,), "there": 2, "here": 1}),
    ]


def test_who_has_nobody_to_meet_is_told_just_that() -> None:
    assert [code for code, _, _ in told(SIXTEEN, 4, 2, "floats-down-to")] == ["floats-down-to", "alone-in-bracket"]
    assert [code for code, _, _ in told(SIXTEEN, 2, 6, "floats-down-to")] == ["floats-down-to", "nobody-to-meet"]


def test_1_4_both_of_a_pair_of_different_scores_are_told_who_floats() -> None:
    t = case(SIXTEEN).before(3, FIDE_DUTCH_2026.key)
    expected = Reason("meets-lower-score", "FIDE C.04.3:2026", (7, 11), {"score": 2, "to": 1})
    assert all(expected in FIDE_DUTCH_2026.pair_with_reasons(t, player).reasons for player in (7, 11))


def test_c7_c19_scores_are_compared_and_not_counted() -> None:
    """As many would float down, but with more points: there is no number to tell."""
    t = case("small-10020-n15-r8.trf").before(8, FIDE_DUTCH_2026.key)
    assert (
        Reason("would-be-less-good", "FIDE C.04.3:2026 [C7]", (2, 7)) in FIDE_DUTCH_2026.pair_with_reasons(t, 2).reasons
    )


# -- what is told comes from what decided ------------------------------------------------------------------------------

ROUNDS = [
    (system, path)
    for system in (FIDE_DUTCH_2026, FIDE_DUTCH_2017)
    for path in sorted((GOLDEN / system.key).glob("small-*.trf"))[:6]
]


@pytest.mark.parametrize(("system", "path"), ROUNDS, ids=lambda value: getattr(value, "stem", None))
def test_3_8_no_other_downfloater_gives_a_better_candidate_and_those_chosen_give_the_best(
    system: System, path: Path
) -> None:
    read = Case(path)
    for number in range(2, read.columns + 1):
        edition = EDITIONS[system.key]
        for settled in settled_round(read.before(number, system.key), edition.readings, edition.brackets):
            ways, floating = Alternatives(settled), settled.candidate.floaters
            assert all(ways.with_floater(player) == ways.best for player in floating)
            staying = [player for player in settled.bracket.members if player not in floating]
            for other, player in product(staying, floating):
                instead = ways.with_floater(other, player)
                assert instead is None or instead >= ways.best
