"""Reasons: what decided in a bracket, and why not the opponents who came first."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.pairing import Reason, about
from engine.system import System
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.trf import Case

GOLDEN = Path(__file__).parent / "golden"
CASE = Case(GOLDEN / "fide-dutch-2026" / "small-10000-n16-r6.trf")


def reasons(player: int | None = None) -> tuple[Reason, ...]:
    return FIDE_DUTCH_2026.pair_with_reasons(CASE.before(5, FIDE_DUTCH_2026.key), player).reasons


def listed(reason: Reason, fact: str) -> tuple[int | str, ...]:
    found = reason.facts[fact]
    assert isinstance(found, tuple)
    return found


def test_an_explanation_does_not_change_the_pairing() -> None:
    t = CASE.before(5, FIDE_DUTCH_2026.key)
    told, plain = FIDE_DUTCH_2026.pair_with_reasons(t), FIDE_DUTCH_2026.pair(t)
    assert (told.boards, told.bye) == (plain.boards, plain.bye)
    assert plain.reasons == ()


def test_a_bracket_says_its_players_and_what_was_counted() -> None:
    bracket = next(r for r in reasons() if r.code == "bracket" and 13 in r.players)
    assert bracket.players == (1, 13, 15, 16)
    assert bracket.facts["floating_down"] == (13, 16)
    assert bracket.facts["counted"] == ("C6=2", "C14=1")


def test_3_2_a_bracket_says_its_halves_as_they_were_paired() -> None:
    """In round 1 there is nothing else to say: 3 meets the third of the lower half."""
    first = FIDE_DUTCH_2026.pair_with_reasons(CASE.before(1, FIDE_DUTCH_2026.key))
    (bracket,) = [r for r in first.reasons if r.code == "bracket"]
    assert (bracket.facts["upper"], bracket.facts["lower"]) == (tuple(range(1, 9)), tuple(range(9, 17)))
    for told in (r for r in reasons() if r.code == "bracket"):
        halves = {*listed(told, "upper"), *listed(told, "lower")}
        assert halves <= {*told.players} - {*listed(told, "moved_down")}
        pairs = [r.players for r in reasons() if r.code == "pair" and {*r.players} <= halves]
        assert [one for one, _ in pairs] == [*listed(told, "upper")]
        assert {other for _, other in pairs} <= {*listed(told, "lower")}  # of whom some may float down


def test_c1_who_was_met_before_is_named_with_the_round() -> None:
    assert Reason("met-before", "FIDE C.04.3:2026 [C1]", (6, 10), {"round": 2}) in reasons()


def test_a_worse_candidate_is_named_with_its_criterion_and_both_counts() -> None:
    assert Reason("would-be-worse", "FIDE C.04.3:2026 [C14]", (1, 13), {"there": 2, "here": 1}) in reasons()


def test_who_asks_is_told_of_his_own_pair_only() -> None:
    own = reasons(6)
    assert [r.players for r in own if r.code == "pair"] == [(6, 11)]
    assert all(6 in r.players for r in own)


@pytest.mark.parametrize("number", [2, 4, 6])
def test_who_asks_is_told_the_same_alone_and_out_of_what_all_are_told(number: int) -> None:
    """A page explains a round once for all, the command line for one. Both of a pair hear what spoke against others."""
    t = CASE.before(number, FIDE_DUTCH_2026.key)
    everything = FIDE_DUTCH_2026.pair_with_reasons(t)
    for player in t.entries:
        assert about(everything, player).reasons == FIDE_DUTCH_2026.pair_with_reasons(t, player).reasons


def test_c5_who_is_left_of_the_last_bracket_has_the_bye_and_does_not_float() -> None:
    """Nor does it count against the pairing that one has it."""
    told = FIDE_DUTCH_2026.pair_with_reasons(CASE.before(2, FIDE_DUTCH_2026.key)).reasons
    *others, last = [reason for reason in told if reason.code == "bracket"]
    assert (last.facts["floating_down"], last.facts["bye"], last.facts["counted"]) == ((), (15,), ())
    assert all(bracket.facts["bye"] == () for bracket in others)
    assert any(str(code).startswith("C6=") for bracket in others for code in listed(bracket, "counted"))


def test_c7_c21_scores_that_are_compared_have_no_number() -> None:
    counted = [
        str(code)
        for path in sorted((GOLDEN / "fide-dutch-2026").glob("small-*.trf"))[:8]
        for number in range(2, Case(path).columns + 1)
        for reason in FIDE_DUTCH_2026.pair_with_reasons(Case(path).before(number, FIDE_DUTCH_2026.key)).reasons
        if reason.code == "bracket"
        for code in listed(reason, "counted")
    ]
    on_scores = ("C7", "C18", "C19", "C20", "C21")
    assert {code.partition("=")[1] for code in counted if code.startswith(on_scores)} == {""}
    assert {code for code in counted if "=" not in code} <= {"C8", *on_scores}


def test_c4_who_would_be_left_without_an_opponent_is_named() -> None:
    case = Case(GOLDEN / "fide-dutch-2026" / "small-10001-n9-r6.trf")
    told = FIDE_DUTCH_2026.pair_with_reasons(case.before(4, FIDE_DUTCH_2026.key)).reasons
    assert Reason("would-strand", "FIDE C.04.3:2026 [C4]", (3, 8), {"stranded": (9,)}) in told


def test_2017_explains_itself_by_its_own_articles() -> None:
    case = Case(GOLDEN / "fide-dutch-2017" / "small-60000-n16-r6.trf")
    told = FIDE_DUTCH_2017.pair_with_reasons(case.before(5, FIDE_DUTCH_2017.key))
    assert {r.article.split()[1] for r in told.reasons} == {"C.04.3:2017"}


# -- colours -----------------------------------------------------------------------------------------------------------


def colours(name: str, number: int, system: System = FIDE_DUTCH_2026) -> list[Reason]:
    case = Case(GOLDEN / system.key / name)
    return [r for r in system.pair_with_reasons(case.before(number, system.key)).reasons if r.code == "colour-given"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_5_2_every_board_is_told_why_its_colours_are_so_right_after_its_pair(number: int) -> None:
    told = FIDE_DUTCH_2026.pair_with_reasons(CASE.before(number, FIDE_DUTCH_2026.key))
    given = [r.players for r in told.reasons if r.code == "colour-given"]
    assert sorted(given) == sorted((board.white, board.black) for board in told.boards)
    pairs = [{*r.players} for r in told.reasons if r.code == "pair"]
    assert pairs == [{*players} for players in given]


def found(name: str, number: int, players: tuple[int, int]) -> tuple[str, dict[str, object]]:
    (reason,) = [r for r in colours(name, number) if r.players == players]
    return reason.article.removeprefix("FIDE C.04.3:2026 "), dict(reason.facts)


def preferring(white: str, black: str) -> dict[str, object]:
    """``"mild black 0 bw"``: how strongly, what, the difference, the colours so far."""
    facts: dict[str, object] = {}
    for seat, words in (("white", white), ("black", black)):
        strength, colour, difference, *had = words.split()
        facts |= {f"{seat}_strength": strength, f"{seat}_preference": colour}
        facts |= {f"{seat}_difference": int(difference), f"{seat}_had": "".join(had)}
    return facts


def test_5_2_1_both_have_what_they_prefer() -> None:
    facts = {"by": "both-preferences", **preferring("mild white 0 wbwb", "strong black 1 wbw")}
    assert found("small-10000-n16-r6.trf", 5, (7, 5)) == ("5.2.1", facts)


def test_5_2_1_one_has_what_is_preferred_and_the_other_has_not_played() -> None:
    facts = {"by": "only-preference", **preferring("none none 0", "strong black 1 w")}
    assert found("small-10000-n16-r6.trf", 2, (4, 7)) == ("5.2.1", facts)


def test_5_2_2_the_stronger_preference_is_told_with_the_weaker_one() -> None:
    facts = {"by": "stronger-preference", **preferring("mild black 0 bw", "strong black 1 w")}
    assert found("small-10000-n16-r6.trf", 3, (2, 4)) == ("5.2.2", facts)


def test_5_2_2_of_two_absolute_preferences_both_differences_are_told() -> None:
    facts = {"by": "wider-difference", **preferring("absolute black 1 bww", "absolute black 2 wbww")}
    assert found("small-10019-n20-r5.trf", 5, (5, 2)) == ("5.2.2", facts)


def test_5_2_3_who_alternates_is_told_since_which_round() -> None:
    facts = {"by": "alternation", **preferring("mild black 0 wbbw", "mild black 0 bwbw")}
    assert found("small-10000-n16-r6.trf", 5, (14, 13)) == ("5.2.3", {**facts, "white_round": 2, "black_round": 2})


def test_5_2_3_where_a_round_was_not_played_the_games_compared_are_of_two_rounds() -> None:
    facts = {"by": "alternation", **preferring("strong black 1 wwb", "strong black 1 wbwbw")}
    article, told = found("small-10015-n11-r7.trf", 6, (6, 8))
    assert (article, told) == ("5.2.3", {**facts, "white_round": 4, "black_round": 5})


def test_5_2_4_the_higher_ranked_has_what_both_prefer() -> None:
    facts = {"by": "higher-preference", **preferring("mild white 0 bwwb", "mild white 0 wb")}
    assert found("small-10000-n16-r6.trf", 5, (2, 3)) == ("5.2.4", facts)


def test_5_2_5_before_any_game_the_number_and_the_lot_are_told() -> None:
    facts = {"by": "number", **preferring("none none 0", "none none 0")}
    lot = {"higher": 2, "number": 2, "parity": "even", "drawn": "white"}
    assert found("small-10000-n16-r6.trf", 1, (10, 2)) == ("5.2.5", {**facts, **lot})


def test_e_the_edition_of_2017_names_its_own_articles() -> None:
    first, later = (colours("small-60000-n16-r6.trf", number, FIDE_DUTCH_2017) for number in (1, 5))
    assert {r.article for r in first} == {"FIDE C.04.3:2017 E.5"}
    assert "FIDE C.04.3:2017 E.1" in {r.article for r in later}
