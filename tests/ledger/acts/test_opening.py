"""Opening a tournament, its details, its rules, its end."""

import pytest
from msgspec.structs import replace

from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, Details, PointTable, Result, Rules
from ledger.acts.hall import Announce, Announced
from ledger.acts.opening import (
    ChangeDetails,
    ChangeRules,
    DetailsChanged,
    FinishTournament,
    OpenTournament,
    ReopenTournament,
    RulesChanged,
    TournamentFinished,
    TournamentOpened,
    TournamentReopened,
)
from ledger.acts.results import CorrectResult, GamePostponed, ResultCorrected
from ledger.acts.rounds import PublishRound, RoundClosed
from tests.ledger.given import Given, entered, given, opened, paired, played, published, with_players

DETAILS = Details("Club evening")
RULES = Rules("by-hand", 5)


def when_opened_with(rules):
    return given().when(OpenTournament(details=DETAILS, rules=rules))


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_tournament_is_opened():
    details = replace(DETAILS, place="Tartu", starts="2026-05-01", arbiter="Õie Käär")
    rules = Rules("by-hand", 9, points=DRAUGHTS_POINTS, game="draughts", language="et")
    given().when(OpenTournament(details=details, rules=rules)).then(
        TournamentOpened(details=details, rules=rules, has_alphabet=True, is_discreet=True)
    )


def test_it_is_opened_once():
    given(opened()).when(OpenTournament(details=DETAILS, rules=RULES)).then_refused(
        "tournament-exists", name="Club evening"
    )


def test_nothing_can_be_asked_of_a_tournament_that_was_never_opened():
    given().when(PublishRound(round=1)).then_refused("no-such-tournament")


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\u3000\u00a0"])
def test_it_has_a_name_that_can_be_seen(name):
    given().when(OpenTournament(details=Details(name), rules=RULES)).then_refused("text-missing", field="name")


@pytest.mark.parametrize("field", ["name", "place", "federation", "starts", "ends", "arbiter", "time_control"])
@pytest.mark.parametrize("letter", ["\n", "\x00", "\x1b", "\x85", "\u2028", "\u2029", "\ud800"])
def test_its_details_stand_on_one_line_and_can_be_written(field, letter):
    details = replace(DETAILS, **{field: f"Club{letter}evening"})
    given().when(OpenTournament(details=details, rules=RULES)).then_refused("text-has-control-characters", field=field)


@pytest.mark.parametrize("field", ["name", "place", "federation", "starts", "ends", "arbiter", "time_control"])
def test_its_details_are_not_a_novel(field):
    details = replace(DETAILS, **{field: "x" * 501})
    given().when(OpenTournament(details=details, rules=RULES)).then_refused(
        "text-too-long", field=field, longest=500, length=501
    )


def test_it_does_not_end_before_it_begins():
    details = replace(DETAILS, starts="2026-05-02", ends="2026-05-01")
    given().when(OpenTournament(details=details, rules=RULES)).then_refused(
        "dates-in-wrong-order", field="ends", starts="2026-05-02", ends="2026-05-01"
    )


@pytest.mark.parametrize(
    ("starts", "ends"), [("2026-05-01", "2026-05-01"), ("in May", "2026-05-01"), ("2026-05-02", "")]
)
def test_one_day_is_enough_and_what_is_no_day_is_left_as_it_is(starts, ends):
    details = replace(DETAILS, starts=starts, ends=ends)
    given().when(OpenTournament(details=details, rules=RULES)).then(
        TournamentOpened(details=details, rules=RULES, has_alphabet=True, is_discreet=True)
    )


def test_five_hundred_letters_are_not_too_long():
    details = Details("é" * 500)
    given().when(OpenTournament(details=details, rules=RULES)).then(
        TournamentOpened(details=details, rules=RULES, has_alphabet=True, is_discreet=True)
    )


def test_all_that_is_wrong_is_told_at_once():
    """A form shows each at its field."""
    details = Details("", starts="2026-05-02", ends="2026-05-01", place="x" * 501)
    rules = replace(RULES, rounds=0, game="go", points=PointTable(per_point=0, win=-1))
    refusal = given(opened()).when(OpenTournament(details=details, rules=rules)).refusal
    assert (refusal.code, refusal.facts) == ("text-missing", {"field": "name"})  # the first of them
    assert [(one.code, one.facts.get("field")) for one in refusal.problems] == [
        ("text-missing", "name"),
        ("text-too-long", "place"),
        ("dates-in-wrong-order", "ends"),
        ("bad-number-of-rounds", None),
        ("number-outside-range", "win"),
        ("not-one-of", "game"),
        ("tournament-exists", None),
    ]


def test_one_thing_that_is_wrong_is_told_alone():
    refusal = given().when(OpenTournament(details=Details(""), rules=RULES)).refusal
    assert (refusal.code, refusal.problems) == ("text-missing", ())


def told(rules: Rules) -> list[str]:
    return [one.code for one in when_opened_with(rules).refusal.problems]


def test_tiebreaks_and_options_are_told_with_the_rest():
    rules = replace(RULES, tiebreaks=("BH/C9", "coin", "BH", "BH"), options={"speed": 3, "weight": 80})
    beyond = ["tiebreak-cuts-too-much", "unknown-tiebreak", "tiebreak-twice"]
    assert told(rules) == [*beyond, "option-unknown", "option-unknown"]
    assert told(replace(rules, game="go")) == ["not-one-of", *beyond, "option-unknown", "option-unknown"]


def test_nothing_is_said_that_follows_from_something_else_that_is_wrong():
    """Of no rounds nothing can be cut, and a system that nobody knows has no options."""
    rules = replace(RULES, tiebreaks=("BH/C9", "coin"), options={"speed": 3})
    assert told(replace(rules, rounds=0)) == ["bad-number-of-rounds", "unknown-tiebreak", "option-unknown"]
    assert told(replace(rules, system="astrology")) == ["unknown-system", "tiebreak-cuts-too-much", "unknown-tiebreak"]


def test_its_system_is_one_that_we_know():
    answer = when_opened_with(Rules("astrology", 5)).answer
    assert (answer.code, answer.facts["system"]) == ("unknown-system", "astrology")
    assert "by-hand" in answer.facts["known"]


@pytest.mark.parametrize("rounds", [0, -1, 1000, 10**30])
def test_it_has_between_1_and_999_rounds(rounds):
    when_opened_with(Rules("by-hand", rounds)).then_refused("bad-number-of-rounds", rounds=rounds, most=999)


@pytest.mark.parametrize("rounds", [1, 999])
def test_one_round_and_999_are_both_possible(rounds):
    rules = Rules("by-hand", rounds)
    when_opened_with(rules).then(TournamentOpened(details=DETAILS, rules=rules, has_alphabet=True, is_discreet=True))


def test_its_tiebreaks_are_ones_that_we_know():
    answer = when_opened_with(replace(RULES, tiebreaks=("coin",))).answer
    assert (answer.code, answer.facts["code"]) == ("unknown-tiebreak", "coin")


@pytest.mark.parametrize("tag", ["en", "fr", "pt-BR", "zh-Hant-TW", "fil"])
def test_its_language_is_any_that_there_may_be_words_for(tag):
    rules = replace(RULES, language=tag)
    when_opened_with(rules).then(TournamentOpened(details=DETAILS, rules=rules, has_alphabet=True, is_discreet=True))


@pytest.mark.parametrize("tag", ["", "e", "english", "nl_NL", "en-", "../en", "en\n"])
def test_its_language_is_a_language_tag(tag):
    when_opened_with(replace(RULES, language=tag)).then_refused("not-a-language", field="language", value=tag)


def test_its_game_is_chess_or_draughts():
    when_opened_with(replace(RULES, game="go")).then_refused(
        "not-one-of", field="game", value="go", possible=("chess", "draughts")
    )


def test_its_options_are_those_of_the_system():
    answer = when_opened_with(replace(RULES, options={"speed": 9})).answer
    assert (answer.code, answer.facts["system"], answer.facts["option"]) == ("option-unknown", "by-hand", "speed")


@pytest.mark.parametrize(
    "points",
    [
        PointTable(win=1, draw=2),
        PointTable(draw=1, loss=2),
        PointTable(win=0, draw=0),
        PointTable(win=1, draw=1, loss=1),
        PointTable(per_point=0),
    ],
)
def test_a_win_is_worth_no_less_than_a_draw_and_a_draw_than_a_loss(points):
    when_opened_with(replace(RULES, points=points)).then_refused(
        "bad-points", per_point=points.per_point, win=points.win, draw=points.draw, loss=points.loss
    )


@pytest.mark.parametrize("field", PointTable.__struct_fields__)
@pytest.mark.parametrize("points", [-1, 1_000_001, 10**30])
def test_no_point_is_negative_or_beyond_counting(field, points):
    when_opened_with(replace(RULES, points=replace(PointTable(), **{field: points}))).then_refused(
        "number-outside-range", field=field, value=points, least=0, most=1_000_000
    )


@pytest.mark.parametrize(
    "points",
    [PointTable(), DRAUGHTS_POINTS, FOOTBALL_POINTS, PointTable(pairing_bye=1), PointTable(draw=0), PointTable(draw=2)],
)
def test_point_tables_are_free(points):
    rules = replace(RULES, points=points)
    when_opened_with(rules).then(TournamentOpened(details=DETAILS, rules=rules, has_alphabet=True, is_discreet=True))


# -- changing ----------------------------------------------------------------------------------------------------------


def test_details_are_changed_at_any_time():
    details = Details("Club championship", place="Utrecht")
    given(opened()).when(ChangeDetails(details=details)).then(DetailsChanged(details=details))


def test_the_same_details_again_are_no_news():
    given(opened()).when(ChangeDetails(details=DETAILS)).then_nothing()


def test_changed_details_are_checked_as_the_first_were():
    given(opened()).when(ChangeDetails(details=Details(" "))).then_refused("text-missing", field="name")


def test_rules_are_changed_for_a_reason():
    rules = replace(RULES, rounds=7, language="nl")
    given(opened()).when(ChangeRules(rules=rules, reason="more players than boards")).then(
        RulesChanged(rules=rules, reason="more players than boards")
    )


@pytest.mark.parametrize("reason", ["", "   ", "\u200b", "\u2060\u00a0"])
def test_rules_are_not_changed_without_one_once_a_round_is_paired(reason):
    under_way = given(*with_players(2), paired(1, (1, 2)))
    rules = replace(under_way.tournament.rules, rounds=7)
    under_way.when(ChangeRules(rules=rules, reason=reason)).then_refused("reason-missing")


def test_before_the_first_pairing_they_are_changed_without_a_reason():
    rules = replace(RULES, rounds=7)
    given(opened()).when(ChangeRules(rules=rules)).then(RulesChanged(rules=rules, reason=""))


def test_the_same_rules_are_no_change():
    given(opened()).when(ChangeRules(rules=RULES, reason="why not")).then_refused("nothing-changes")


def test_all_that_is_wrong_with_changed_rules_is_told_at_once():
    rules = replace(RULES, rounds=1, system="round-robin", game="go", options={"speed": 3})
    history = (*with_players(2), *played(1, {(1, 2): "1-0"}), paired(2, (2, 1)))
    found = given(*history).when(ChangeRules(rules=rules, reason="")).refusal
    assert [one.code for one in found.problems] == [
        "reason-missing",
        "not-one-of",
        "option-unknown",
        "rules-are-fixed",
        "fewer-rounds-than-paired",
    ]


def test_changed_rules_are_checked_as_the_first_were():
    given(opened()).when(ChangeRules(rules=Rules("by-hand", 0), reason="tired")).then_refused(
        "bad-number-of-rounds", rounds=0, most=999
    )


def test_before_the_first_pairing_points_may_change():
    rules = replace(RULES, points=FOOTBALL_POINTS)
    given(*with_players(2)).when(ChangeRules(rules=rules, reason="sponsor")).then(
        RulesChanged(rules=rules, reason="sponsor")
    )


def test_points_are_fixed_once_a_round_is_paired():
    given(*with_players(2), paired(1, (1, 2))).when(
        ChangeRules(rules=replace(RULES, points=FOOTBALL_POINTS), reason="sponsor")
    ).then_refused("rules-are-fixed", round=1)


ACCELERATED = Rules("fide-dutch-2026", 5, options={"acceleration": "baku"})


@pytest.mark.parametrize("options", [{}, {"acceleration": "haley"}, {"virtual_points": ("1 2 2",)}])
def test_fide_c_04_7_the_acceleration_is_fixed_once_round_1_is_paired(options):
    rules = replace(ACCELERATED, options=options)
    history = (TournamentOpened(details=DETAILS, rules=ACCELERATED), *with_players(2)[1:])
    change = ChangeRules(rules=rules, reason="too many points")
    given(*history).when(change).then(RulesChanged(rules=rules, reason="too many points"))
    given(*history, paired(1, (1, 2))).when(change).then_refused("acceleration-is-fixed", round=1)


@pytest.mark.parametrize(
    ("points", "is_refused"),
    [(CHESS_POINTS, False), (DRAUGHTS_POINTS, False), (FOOTBALL_POINTS, True), (PointTable(2, win=2, loss=1), True)],
)
def test_fide_c_04_7_1_1_baku_wants_a_win_worth_two_draws_and_a_loss_worth_nothing(points, is_refused):
    rules = replace(ACCELERATED, points=points)
    opening, change = OpenTournament(details=DETAILS, rules=rules), ChangeRules(rules=rules)
    plain = TournamentOpened(details=DETAILS, rules=Rules("fide-dutch-2026", 5))
    fix = ("options.acceleration", "none")
    for asked in (given().when(opening), given(plain).when(change)):
        if is_refused:
            asked.then_refused("baku-other-points", field="options.acceleration", fix=fix)
        else:
            assert asked.events
    by_list = replace(rules, options={"acceleration": "baku", "virtual_points": ("1 2 2",)})
    assert given().when(OpenTournament(details=DETAILS, rules=by_list)).events


def test_a_tournament_of_an_older_log_that_was_opened_so_can_go_on():
    rules = replace(ACCELERATED, points=FOOTBALL_POINTS)
    history = (TournamentOpened(details=DETAILS, rules=rules), *with_players(4)[1:], *played(1, {(1, 2): "1-0"}))
    change = ChangeRules(rules=replace(rules, tiebreaks=("BH",)), reason="wish")
    given(*history).when(change).then(RulesChanged(rules=change.rules, reason="wish"))


def test_fide_c_04_7_none_can_be_added_either_and_all_else_may_change():
    plain = replace(ACCELERATED, options={})
    history = (TournamentOpened(details=DETAILS, rules=plain), *with_players(2)[1:], paired(1, (1, 2)))
    change = ChangeRules(rules=ACCELERATED, reason="wish")
    given(*history).when(change).then_refused("acceleration-is-fixed", round=1)
    same = replace(plain, options={"acceleration": "none"}, tiebreaks=("BH",))
    given(*history).when(ChangeRules(rules=same, reason="wish")).then(RulesChanged(rules=same, reason="wish"))


def test_there_cannot_be_fewer_rounds_than_were_paired():
    history = (*with_players(2), *played(1, {(1, 2): "1-0"}), paired(2, (2, 1)))
    given(*history).when(ChangeRules(rules=replace(RULES, rounds=1), reason="late")).then_refused(
        "fewer-rounds-than-paired", rounds=1, paired=2
    )


def test_the_round_that_was_paired_last_may_become_the_last_one():
    rules = replace(RULES, rounds=1)
    given(*with_players(2), paired(1, (1, 2))).when(ChangeRules(rules=rules, reason="fire alarm")).then(
        RulesChanged(rules=rules, reason="fire alarm")
    )


# -- the end -----------------------------------------------------------------------------------------------------------

ONE_ROUND = (*with_players(2, rounds=1), *played(1, {(1, 2): "1-0"}))


def finished() -> Given:
    return given(*ONE_ROUND, TournamentFinished())


def test_it_is_finished_after_its_last_round():
    after = given(*ONE_ROUND).when(FinishTournament()).then(TournamentFinished())
    assert after.tournament.is_finished


def test_it_is_not_finished_before_it_began():
    given(*with_players(2)).when(FinishTournament(reason="nobody came")).then_refused("nothing-played")


def test_it_is_not_finished_while_a_round_is_open():
    history = (*with_players(2, rounds=1), *published(1, (1, 2)), entered(1, 1, "1-0"))
    given(*history).when(FinishTournament()).then_refused("round-not-closed", round=1)


def test_fewer_rounds_than_agreed_need_a_reason():
    history = (*with_players(2), *played(1, {(1, 2): "1-0"}))
    given(*history).when(FinishTournament(reason=" ")).then_refused("rounds-left", played=1, rounds=5)
    given(*history).when(FinishTournament(reason="power cut")).then(TournamentFinished(reason="power cut"))


def test_it_is_not_finished_while_a_game_is_postponed():
    first = (*published(1, (1, 2), (3, 4)), entered(1, 1, "1-0"), GamePostponed(round=1, board=2), RoundClosed(round=1))
    history = (*with_players(4, rounds=2), *first, *played(2, {(1, 3): "1/2", (2, 4): "1/2"}))
    given(*history).when(FinishTournament()).then_refused("games-postponed", round=1, boards=(2,))
    given(*history, entered(1, 2, "0-1")).when(FinishTournament()).then(TournamentFinished())


def test_the_reason_of_an_early_end_stands_on_one_line():
    given(*ONE_ROUND).when(FinishTournament(reason="a\tb")).then_refused("text-has-control-characters", field="reason")


def test_after_the_end_nothing_is_corrected():
    finished().when(CorrectResult(round=1, board=1, result=Result.DRAW, reason="typing error")).then_refused(
        "tournament-is-finished"
    )


def test_it_is_finished_once():
    finished().when(FinishTournament()).then_refused("tournament-is-finished")


def test_after_the_end_the_prize_giving_is_announced():
    finished().when(Announce(text="Prizes at six")).then(Announced(announcement=9, text="Prizes at six"))


def test_after_the_end_the_name_may_be_put_right():
    details = Details("Club evening in memory of Max")
    finished().when(ChangeDetails(details=details)).then(DetailsChanged(details=details))


def test_a_finished_tournament_is_reopened_for_a_reason_and_then_corrected():
    again = finished().when(ReopenTournament(reason="protest")).then(TournamentReopened(reason="protest"))
    assert not again.tournament.is_finished
    again.when(CorrectResult(round=1, board=1, result=Result.DRAW, reason="protest upheld")).then(
        ResultCorrected(
            round=1, board=1, old=Result.WHITE_WINS, result=Result.DRAW, corrects=6, reason="protest upheld"
        )
    )


def test_it_is_not_reopened_without_a_reason():
    finished().when(ReopenTournament(reason="")).then_refused("reason-missing")


def test_only_a_finished_tournament_is_reopened():
    given(*ONE_ROUND).when(ReopenTournament(reason="protest")).then_refused("tournament-not-finished")
