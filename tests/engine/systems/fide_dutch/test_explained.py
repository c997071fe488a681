"""Reasons: what decided in a bracket, and why not the opponents who came first."""

from __future__ import annotations

from pathlib import Path

from engine.pairing import Reason
from engine.systems import fide_dutch_2017, fide_dutch_2026
from tests.engine.systems.fide_dutch.trf import Case

GOLDEN = Path(__file__).parent / "golden"
CASE = Case(GOLDEN / "fide-dutch-2026" / "small-10000-n16-r6.trf")


def reasons(player: int | None = None) -> tuple[Reason, ...]:
    return fide_dutch_2026.explain(CASE.before(5, fide_dutch_2026.KEY), player).reasons


def test_an_explanation_does_not_change_the_pairing() -> None:
    t = CASE.before(5, fide_dutch_2026.KEY)
    told, plain = fide_dutch_2026.explain(t), fide_dutch_2026.pair(t)
    assert (told.boards, told.bye) == (plain.boards, plain.bye)
    assert plain.reasons == ()


def test_a_bracket_says_its_players_and_what_was_counted() -> None:
    bracket = next(r for r in reasons() if r.code == "bracket" and 13 in r.players)
    assert bracket.players == (1, 13, 15, 16)
    assert bracket.facts["floating_down"] == (13, 16)
    assert bracket.facts["counted"] == ("C6=2", "C14=1")


def test_3_2_a_bracket_says_its_halves_as_they_were_paired() -> None:
    """In round 1 there is nothing else to say: 3 meets the third of the lower half."""
    first = fide_dutch_2026.explain(CASE.before(1, fide_dutch_2026.KEY))
    (bracket,) = [r for r in first.reasons if r.code == "bracket"]
    assert (bracket.facts["upper"], bracket.facts["lower"]) == (tuple(range(1, 9)), tuple(range(9, 17)))
    for told in (r for r in reasons() if r.code == "bracket"):
        halves = {*told.facts["upper"], *told.facts["lower"]}
        assert halves <= {*told.players} - {*told.facts["moved_down"]}
        pairs = [r.players for r in reasons() if r.code == "pair" and {*r.players} <= halves]
        assert [one for one, _ in pairs] == [*told.facts["upper"]]
        assert {other for _, other in pairs} <= {*told.facts["lower"]}  # of whom some may float down


def test_c1_who_was_met_before_is_named_with_the_round() -> None:
    assert Reason("met-before", "FIDE C.04.3:2026 [C1]", (6, 10), {"round": 2}) in reasons()


def test_a_worse_candidate_is_named_with_its_criterion_and_both_counts() -> None:
    assert Reason("would-be-worse", "FIDE C.04.3:2026 [C14]", (1, 13), {"there": 2, "here": 1}) in reasons()


def test_who_asks_is_told_of_his_own_pair_only() -> None:
    own = reasons(6)
    assert [r.players for r in own if r.code == "pair"] == [(6, 11)]
    assert all(6 in r.players for r in own)


def test_c4_who_would_be_left_without_an_opponent_is_named() -> None:
    case = Case(GOLDEN / "fide-dutch-2026" / "small-10001-n9-r6.trf")
    told = fide_dutch_2026.explain(case.before(4, fide_dutch_2026.KEY)).reasons
    assert Reason("would-strand", "FIDE C.04.3:2026 [C4]", (3, 8), {"stranded": (9,)}) in told


def test_2017_explains_itself_by_its_own_articles() -> None:
    case = Case(GOLDEN / "fide-dutch-2017" / "small-60000-n16-r6.trf")
    told = fide_dutch_2017.explain(case.before(5, fide_dutch_2017.KEY))
    assert {r.article.split()[1] for r in told.reasons} == {"C.04.3:2017"}
