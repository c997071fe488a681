"""What is refused when a tournament is opened, and what is only hinted at."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.errors import Refusal
from engine.model import Rules
from engine.pairing import Choice, read_options
from engine.systems.keizer.options import KeizerEloOptions, KeizerOptions, fraction, options_of
from engine.systems.keizer.system import KEIZER, KEIZER_ELO

FIELDS = {"rounds", *KeizerOptions.__struct_fields__}


def rules(system: str = "keizer", rounds: int = 30, **options: bool | int | str | tuple[str, ...]) -> Rules:
    return Rules(system, rounds, options=options)


def chosen(option: str, value: Choice) -> dict[str, Any]:
    return {option: value}


def refusal(given: Rules, players: int = 0) -> Refusal:
    system = KEIZER_ELO if given.system == "keizer-elo" else KEIZER
    with pytest.raises(Refusal) as caught:
        system.check(given, players)
    return caught.value


def test_the_defaults_are_the_text_and_pass() -> None:
    KEIZER.check(rules(), 30)
    KEIZER_ELO.check(rules("keizer-elo"), 30)


def test_every_option_of_the_log_is_read_from_json_values() -> None:
    written = rules(top_value=45, absence="1/4", absence_times=4, rating_groups=("1800", "1500"), ranked_apart="rating")
    KEIZER.check(written, 0)
    options = read_options(written, KeizerOptions)
    assert (options.top_value, options.absence_times, options.rating_groups) == (45, 4, ("1800", "1500"))
    assert read_options(rules("keizer-elo", k_factor=20), KeizerEloOptions).k_factor == 20


def test_an_unknown_option_is_refused_by_name() -> None:
    found = refusal(rules(topvalue=50))
    assert (found.code, found.facts["option"], found.facts["system"]) == ("option-unknown", "topvalue", "keizer")
    known = found.facts["known"]
    assert isinstance(known, tuple)
    assert "top_value" in known
    assert refusal(rules("keizer-elo", top_value=50)).code == "option-unknown"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("win", "one"),
        ("win", "1/0"),
        ("rounding", "down"),
        ("rematch_gap", "six"),
        ("top_value", "high"),
        ("passes", "two"),
    ],
)
def test_an_option_that_cannot_be_read_is_refused_with_its_value(option: str, value: str) -> None:
    found = refusal(rules(**chosen(option, value)))
    assert (found.code, found.facts) == ("option-not-readable", {"option": option, "value": value})


@pytest.mark.parametrize(
    "option",
    [
        *("win", "draw", "loss", "absence", "absence_later", "absence_unnotified", "no_game", "team_duty", "step"),
        *("full_bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss", "missed_rounds", "left_share"),
    ],
)
def test_a_negative_fraction_is_refused(option: str) -> None:
    found = refusal(rules(**chosen(option, "-1/3")))
    assert (found.code, found.facts) == ("keizer-negative", {"option": option, "value": "-1/3"})


@pytest.mark.parametrize("written", ["12 days", "p", "12%p", "absent", "12 pp1"])
def test_what_is_neither_a_fraction_nor_points_is_refused(written: str) -> None:
    found = refusal(rules(no_game=written))
    assert (found.code, found.facts) == ("option-not-readable", {"option": "no_game", "value": written})


def test_fixed_points_below_nothing_are_refused() -> None:
    assert refusal(rules(absence="-3p")).facts == {"option": "absence", "value": "-3p"}


def test_games_pay_a_fraction_always() -> None:
    assert refusal(rules(win="40p")).code == "option-not-readable"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("rematch_gap", -1), ("absence_times", -1), ("max_meetings", 0), ("own_value_rounds", -1)),
        *(("max_same_colour", 0), ("min_games", -1)),
    ],
)
def test_a_count_that_makes_no_sense_is_refused(option: str, value: int) -> None:
    assert refusal(rules(**chosen(option, value))).facts == {"option": option, "value": str(value)}


def test_a_draw_that_pays_more_than_a_win_is_refused() -> None:
    assert refusal(rules(draw="2")).code == "keizer-result-order"


def test_absences_fall_by_one_series_only() -> None:
    found = refusal(rules(absence_falling=True, absence_halving=True))
    assert (found.code, found.facts) == ("keizer-absence-falls-twice", {"field": "options.absence_halving"})


def test_fixed_points_can_be_halved_but_are_no_third_quarter_or_fifth() -> None:
    found = refusal(rules(absence="12p", absence_falling=True))
    facts = {"field": "options.absence_falling", "absence": "12p"}
    assert (found.code, found.facts) == ("keizer-points-do-not-fall", facts)
    KEIZER.check(rules(absence="12p", absence_halving=True), 30)


def test_a_game_keeps_its_value_or_is_valued_by_the_own_one_when_the_opponent_leaves() -> None:
    found = refusal(rules(games_valued="then", left_opponents="own-value"))
    assert (found.code, found.facts) == ("keizer-left-valued-twice", {"field": "options.left_opponents"})


def test_the_final_list_cannot_ask_for_more_games_than_rounds() -> None:
    found = refusal(rules(rounds=20, min_games=21))
    facts = {"field": "options.min_games", "least": 21, "rounds": 20}
    assert (found.code, found.facts) == ("keizer-min-games", facts)
    KEIZER.check(rules(rounds=0, min_games=21), 30)  # nobody has said how many rounds


def test_elo_who_has_left_keeps_their_rating_so_there_is_no_last_value_to_choose() -> None:
    KEIZER_ELO.check(rules("keizer-elo", left_opponents="own-value"), 0)
    assert refusal(rules("keizer-elo", left_opponents="last-value")).code == "option-not-readable"


def test_rating_groups_go_from_strong_to_weak() -> None:
    assert refusal(rules(ranked_apart="rating", rating_groups=("1500", "1800"))).code == "keizer-rating-groups"
    assert refusal(rules(ranked_apart="rating")).code == "keizer-rating-groups"


def test_a_top_value_that_leaves_the_last_place_below_1_is_refused_with_the_least_that_would_do() -> None:
    found = refusal(rules(top_value=29), players=30)
    assert found.code == "keizer-top-value-too-small"
    assert found.facts == {"field": "options.top_value", "top": "29", "players": 30, "last": "0", "least": "30"}
    KEIZER.check(rules(top_value=30), 30)
    assert refusal(rules(top_value=29, expected_players=30)).code == "keizer-top-value-too-small"


def test_a_top_value_below_nothing_is_refused_whoever_comes() -> None:
    assert refusal(rules(top_value=0)).code == "keizer-top-value-too-small"


def test_elo_the_k_factor_is_at_most_32() -> None:
    KEIZER_ELO.check(rules("keizer-elo", k_factor=32), 0)
    assert refusal(rules("keizer-elo", k_factor=33)).facts == {"field": "options.k_factor", "value": 33, "most": 32}
    assert refusal(rules("keizer-elo", k_factor=-1)).code == "keizer-k-factor"
    assert refusal(rules("keizer-elo", estimated_rating=0)).code == "keizer-negative"


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("⅓", Fraction(1, 3)),
        ("⅔", Fraction(2, 3)),
        ("½", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("33%", Fraction(33, 100)),
        ("33 %", Fraction(33, 100)),
        ("12,5%", Fraction(1, 8)),
        ("0,33", Fraction(33, 100)),
        ("0.33", Fraction(33, 100)),
        (" 1/3 ", Fraction(1, 3)),
    ],
)
def test_a_fraction_is_read_as_people_and_this_program_write_it(written: str, exact: Fraction) -> None:
    given = rules(absence=written)
    KEIZER.check(given, 0)
    assert fraction(options_of(given), "absence") == exact


@pytest.mark.parametrize("written", ["", "%", "⅓⅓", "1/3%x", "1,5,5", "½/2", "½%", "1e3"])
def test_what_is_no_fraction_is_refused_still(written: str) -> None:
    assert refusal(rules(absence=written)).code == "option-not-readable"


@pytest.mark.parametrize("written", ["-⅓", "-33%", "-0,5"])
def test_a_negative_fraction_is_refused_however_it_is_written(written: str) -> None:
    assert refusal(rules(absence=written)).code == "keizer-negative"


# -- hints ------------------------------------------------------------------------------------------------------------


def hints(given: Rules, players: int) -> dict[str, object]:
    """What they say; each also names the field that it is about."""
    found = KEIZER.hints(given, players)
    assert all(str(hint.facts["field"]).removeprefix("options.") in FIELDS for hint in found)
    return {hint.code: {name: fact for name, fact in hint.facts.items() if name != "field"} for hint in found}


def test_rules_by_the_text_get_no_hint() -> None:
    assert hints(rules(rounds=18, rematch_gap=6), 30) == {}


def test_fewer_rounds_than_60_per_cent_of_the_players_are_hinted_at() -> None:
    assert hints(rules(rounds=17, rematch_gap=6), 30) == {"keizer-few-rounds": {"rounds": 17, "advised": 18}}
    assert [hint.code for hint in KEIZER_ELO.hints(rules("keizer-elo", rounds=17, rematch_gap=6), 30)] == [
        "keizer-few-rounds"
    ]


def test_the_text_counts_30_to_1_as_too_low_because_24_would_rather_stay_away() -> None:
    found = hints(rules(top_value=30, rematch_gap=6), 30)
    assert found["keizer-low-top-value"] == {"top": "30", "advised": 45}
    assert found["keizer-absence-pays-more"] == {"place": 27, "last": 30}


def test_a_top_value_far_above_is_hinted_at() -> None:
    assert hints(rules(top_value=90, rematch_gap=6), 30) == {"keizer-high-top-value": {"top": "90", "advised": 45}}


def test_no_rematch_rule_at_all_is_hinted_at() -> None:
    assert list(hints(rules(), 30)) == ["keizer-no-rematch-rule"]


def test_all_options_that_cannot_be_are_told_at_once() -> None:
    """A form shows each at its field; those that cannot even be read do not hide the others."""
    found = refusal(
        rules(rematch_gap="six", absence="often", win="-1", max_meetings=0, expected_players=10**6, step=-1)
    )
    assert [(one.code, one.facts.get("option", one.facts.get("field"))) for one in found.problems] == [
        ("option-not-readable", "rematch_gap"),
        ("option-not-readable", "step"),
        ("keizer-negative", "win"),
        ("option-not-readable", "absence"),
        ("number-outside-range", "options.expected_players"),
        ("keizer-negative", "max_meetings"),
    ]


def test_options_are_compared_only_where_each_is_right() -> None:
    """Else a top value would be called too small because of another field."""
    assert refusal(rules(top_value=3, absence="often"), 40).problems == ()
    assert refusal(rules(win="0", loss="often")).code == "option-not-readable"
    compared = refusal(rules(top_value=3, win="1/4", ranked_apart="rating"), 40)
    codes = ["keizer-result-order", "keizer-rating-groups", "keizer-top-value-too-small"]
    assert [one.code for one in compared.problems] == codes


def test_the_options_of_the_elo_variant_are_told_at_once_as_well() -> None:
    found = refusal(rules("keizer-elo", k_factor=33, estimated_rating=0, rematch_gap=-1, top_value=9))
    codes = ["option-unknown", "keizer-negative", "keizer-k-factor", "keizer-negative"]
    assert [one.code for one in found.problems] == codes


# -- options that change nothing --------------------------------------------------------------------------------------


def without_effect(given: Rules) -> list[tuple[object, object]]:
    system = KEIZER_ELO if given.system == "keizer-elo" else KEIZER
    found = [hint.facts for hint in system.hints(given, 30) if hint.code == "keizer-without-effect"]
    return [(facts["field"], facts["because"]) for facts in found]


@pytest.mark.parametrize(
    ("given", "option", "because"),
    [
        (rules(own_value="first-rounds"), "own_value", "own_value_rounds"),
        (rules(own_value_rounds=5), "own_value_rounds", "own_value"),
        (rules(absence="1/4", absence_times=0), "absence", "absence_times"),
        (rules(absence="0", absence_times=3), "absence_times", "absence"),
        (rules(absence="0", absence_falling=True), "absence_falling", "absence"),
        (rules(absence_times=1, absence_falling=True), "absence_falling", "absence_times"),
        (rules(team_duty="1/2", team_duty_by_result=True), "team_duty", "team_duty_by_result"),
        (rules(rating_groups=("1800",)), "rating_groups", "ranked_apart"),
        (rules(relax_gap=False), "relax_gap", "rematch_gap"),
        (rules(gap_weight=2), "gap_weight", "pairing"),
        (rules(colour_weight=3), "colour_weight", "pairing"),
        (rules(stable_from="start-order"), "stable_from", "passes"),
        (rules(absence="0", absence_halving=True), "absence_halving", "absence"),
        (rules(absence_times=1, absence_halving=True), "absence_halving", "absence_times"),
        (rules(absence_later="1/6"), "absence_later", "absence_times"),
        (rules(forfeit_win="1/2"), "forfeit_win", "forfeits"),
        (rules(forfeit_loss="1/6", forfeits="as-played"), "forfeit_loss", "forfeits"),
        (rules(left_opponents="last-value", games_valued="then"), "left_opponents", "games_valued"),
        (rules(left_share="1/2"), "left_share", "left_opponents"),
        (rules(few_games="marked"), "few_games", "min_games"),
        (rules(passes="until-stable", games_valued="then", own_value="never"), "passes", "games_valued"),
        (rules("keizer-elo", games_valued="then"), "games_valued", "k_factor"),
    ],
)
def test_an_option_that_changes_nothing_is_hinted_at_with_its_field(given: Rules, option: str, because: str) -> None:
    assert without_effect(given) == [(f"options.{option}", f"options.{because}")]


def test_what_a_form_sends_along_as_usual_is_no_choice() -> None:
    usual = {name: getattr(KeizerOptions(), name) for name in KeizerOptions.__struct_fields__}
    assert without_effect(rules(**usual)) == []
    assert without_effect(rules(own_value="first-rounds", own_value_rounds=5, rematch_gap=3, relax_gap=False)) == []


def test_an_absence_without_notice_that_pays_more_is_hinted_at() -> None:
    assert "keizer-silence-pays-more" in hints(rules(absence_unnotified="1/2"), 30)


def test_what_pays_more_than_it_should_is_hinted_at() -> None:
    assert "keizer-silence-pays-more" in hints(rules(absence="10p", absence_unnotified="11p"), 30)
    assert "keizer-silence-pays-more" not in hints(rules(absence="1/3", absence_unnotified="11p"), 30)  # for some
    assert "keizer-missed-pays-more" in hints(rules(missed_rounds="1/2"), 30)
    assert "keizer-missed-pays-more" not in hints(rules(missed_rounds="1/4"), 30)
    forfeits = rules(forfeits="own-fractions", forfeit_win="1/4", forfeit_loss="1/3")
    assert "keizer-forfeit-loss-pays-more" in hints(forfeits, 30)
    assert "keizer-colours-always-alternate" in hints(rules(max_same_colour=1), 30)
    assert "keizer-colours-always-alternate" not in hints(rules(max_same_colour=2), 30)


def test_fixed_points_for_an_absence_are_weighed_against_beating_the_last_one() -> None:
    """The last of 30 is worth 16: who stays away for 16 points gains no more than by beating them."""
    assert "keizer-absence-pays-more" not in hints(rules(absence="16p", rematch_gap=6), 30)
    assert hints(rules(absence="17p", rematch_gap=6), 30)["keizer-absence-pays-more"] == {"place": 29, "last": 30}


def test_more_rounds_than_there_are_opponents_for_are_hinted_at() -> None:
    assert hints(rules(rounds=30, max_meetings=1), 30)["keizer-opponents-run-out"] == {"rounds": 30, "most": 29}
    assert "keizer-opponents-run-out" not in hints(rules(rounds=29, max_meetings=1), 30)
    assert "keizer-opponents-run-out" not in hints(rules(rounds=30, max_meetings=1), 0)
