"""Games outside the rounds, points by decision, ties settled."""

import hashlib

import pytest

from engine.model import Adjustment, ExtraGame, ExtraPurpose, Result, Settlement
from ledger.acts.extra_games import (
    CorrectExtraGame,
    ExtraGameCorrected,
    ExtraGamePlayed,
    ExtraGameTakenBack,
    RecordExtraGame,
    TakeBackExtraGame,
)
from ledger.acts.extras import AdjustPoints, PointsAdjusted, SettleTie, TieSettled
from ledger.acts.removals import PlayerRemoved, RemovePlayers
from tests.ledger.given import given, played, published, with_players

FOUR = with_players(4)
PUBLISHED = (*FOUR, *published(1, (1, 2), (3, 4)))  # seven records
CLOSED = (*FOUR, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))  # ten records; the results are the 8th and 9th


# -- extra games -------------------------------------------------------------------------------------------------------


def extra(white, black, result, purpose=ExtraPurpose.PLAY_OFF):
    return RecordExtraGame(purpose=purpose, white=white, black=black, result=Result(result))


PLAY_OFF = ExtraGamePlayed(purpose=ExtraPurpose.PLAY_OFF, after_round=1, white=1, black=4, result=Result.WHITE_WINS)


def test_a_game_outside_the_rounds_is_recorded_after_a_closed_round():
    after = given(*CLOSED).when(extra(1, 4, "1-0")).then(PLAY_OFF)
    assert after.tournament.extra_games == (
        ExtraGame(ExtraPurpose.PLAY_OFF, 1, 1, 4, Result.WHITE_WINS, since=11, number=1),
    )


def test_an_intermediate_game_is_of_the_kndb_dummy_rule_only():
    asked = extra(1, 4, "1-0", ExtraPurpose.INTERMEDIATE)
    given(*CLOSED).when(asked).then_refused("no-intermediate-round-now", round=2)


def test_no_extra_game_is_played_while_a_round_is():
    given(*FOUR).when(extra(1, 4, "1-0")).then_refused("round-not-closed", round=1)
    given(*PUBLISHED).when(extra(1, 4, "1-0")).then_refused("round-not-closed", round=1)


@pytest.mark.parametrize("result", ["pending", "postponed"])
def test_an_extra_game_is_recorded_when_it_is_over(result):
    given(*CLOSED).when(extra(1, 4, result)).then_refused("not-a-result", result=result)
    asked = CorrectExtraGame(game=1, result=Result(result), reason="goes on")
    given(*CLOSED, PLAY_OFF).when(asked).then_refused("not-a-result", result=result)


def test_an_extra_game_is_between_two_players():
    given(*CLOSED).when(extra(1, 1, "1-0")).then_refused("player-twice", player=1)
    given(*CLOSED).when(extra(1, 9, "1-0")).then_refused("no-such-player", player=9)


def test_an_extra_game_is_corrected_by_naming_its_record():
    after = (
        given(*CLOSED, PLAY_OFF)
        .when(CorrectExtraGame(game=1, result=Result.DRAW, reason="typing error"))
        .then(ExtraGameCorrected(game=1, old=Result.WHITE_WINS, result=Result.DRAW, corrects=11, reason="typing error"))
    )
    assert after.tournament.extra_games == (ExtraGame(ExtraPurpose.PLAY_OFF, 1, 1, 4, Result.DRAW, since=12, number=1),)


@pytest.mark.parametrize("game", [0, -1, 2, 10**30])
def test_there_is_no_such_extra_game(game):
    asked = CorrectExtraGame(game=game, result=Result.DRAW, reason="typing error")
    given(*CLOSED, PLAY_OFF).when(asked).then_refused("no-such-extra-game", game=game, games=1)


def test_an_extra_game_is_corrected_for_a_reason_and_to_something_else():
    given(*CLOSED, PLAY_OFF).when(CorrectExtraGame(game=1, result=Result.DRAW, reason="")).then_refused(
        "reason-missing"
    )
    given(*CLOSED, PLAY_OFF).when(CorrectExtraGame(game=1, result=Result.WHITE_WINS, reason="x")).then_refused(
        "nothing-changes"
    )


def test_a_game_recorded_for_the_wrong_players_is_taken_back():
    wrong = TakeBackExtraGame(game=1, reason="it was Cor")
    back = ExtraGameTakenBack(game=1, corrects=11, reason="it was Cor")
    after = given(*CLOSED, PLAY_OFF).when(wrong).then(back)
    assert after.tournament.extra_games == ()
    after.when(wrong).then_refused("extra-game-stands-no-more", game=1)
    given(*CLOSED, PLAY_OFF).when(TakeBackExtraGame(game=1, reason=" ")).then_refused("reason-missing")
    given(*CLOSED, PLAY_OFF).when(TakeBackExtraGame(game=2, reason="x")).then_refused(
        "no-such-extra-game", game=2, games=1
    )


def test_the_number_of_a_game_is_its_own_for_ever():
    back = ExtraGameTakenBack(game=1, corrects=11, reason="it was Cor")
    corrected = ExtraGameCorrected(game=2, old=Result.WHITE_WINS, result=Result.DRAW, corrects=12, reason="slip")
    after = given(*CLOSED, PLAY_OFF, PLAY_OFF, back, PLAY_OFF, corrected).tournament
    assert [(game.number, game.result) for game in after.extra_games] == [(2, Result.DRAW), (3, Result.WHITE_WINS)]


def test_who_played_nothing_after_all_may_be_removed():
    never_came = (*with_players(5), *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))
    game = ExtraGamePlayed(purpose=ExtraPurpose.PLAY_OFF, after_round=1, white=5, black=2, result=Result.DRAW)
    history = given(*never_came, game)
    asked = RemovePlayers(players=(5,), reason="registered twice")
    history.when(asked).then_refused("player-had-extra-game", player=5)
    back = ExtraGameTakenBack(game=1, corrects=12, reason="it was Cor")
    given(*never_came, game, back).when(asked).then(PlayerRemoved(player=5, reason="registered twice"))


# -- points by decision ------------------------------------------------------------------------------------------------


def adjust(points, player=3, number=1, reason="telephone rang"):
    return AdjustPoints(player=player, round=number, points=points, reason=reason)


@pytest.mark.parametrize("points", [-2, 1, 1_000_000, -1_000_000])
def test_points_are_given_and_taken_by_decision(points):
    after = (
        given(*CLOSED)
        .when(adjust(points))
        .then(PointsAdjusted(player=3, round=1, points=points, reason="telephone rang"))
    )
    assert after.tournament.adjustments == (Adjustment(3, 1, points, "telephone rang"),)


def test_a_decision_about_points_has_a_reason():
    given(*CLOSED).when(adjust(-1, reason=" ")).then_refused("reason-missing")


def test_no_points_are_no_decision():
    given(*CLOSED).when(adjust(0)).then_refused("nothing-changes")


@pytest.mark.parametrize("points", [1_000_001, -1_000_001, 10**30])
def test_points_can_be_counted(points):
    given(*CLOSED).when(adjust(points)).then_refused(
        "number-outside-range", field="points", value=points, least=-1_000_000, most=1_000_000
    )


def test_points_belong_to_a_player_and_a_round():
    given(*CLOSED).when(adjust(1, player=9)).then_refused("no-such-player", player=9)
    given(*CLOSED).when(adjust(1, number=2)).then_refused("no-such-round", round=2, rounds=1)


# -- ties --------------------------------------------------------------------------------------------------------------


def settle(players, by, **more):
    return SettleTie(players=players, by=by, **more)


def test_a_tie_is_settled_by_a_lot_that_anybody_can_draw_again():
    order = tuple(sorted((1, 2, 4), key=lambda n: hashlib.sha256(f"Tartu:{n}".encode()).hexdigest()))
    after = (
        given(*CLOSED)
        .when(settle((4, 2, 1), "lot", seed="Tartu"))
        .then(TieSettled(order=order, by="lot", seed="Tartu"))
    )
    assert after.tournament.settlements == (Settlement(order, "lot", after_round=1),)


def test_a_lot_may_have_been_drawn_by_hand_before_the_players():
    given(*CLOSED).when(settle((4, 2, 1), "lot", is_drawn_by_hand=True)).then(TieSettled(order=(4, 2, 1), by="lot"))


def test_a_tie_is_settled_again_only_for_a_reason():
    settled = given(*CLOSED, TieSettled(order=(4, 1), by="lot", seed="Tartu"))
    settled.when(settle((1, 4), "lot", seed="Elva")).then_refused("tie-stands", by="lot", players=(4, 1))
    settled.when(settle((1, 4), "play-off", reason="they play after all")).then(
        TieSettled(order=(1, 4), by="play-off", reason="they play after all")
    )


def test_a_tie_is_settled_in_the_order_of_a_play_off():
    given(*CLOSED).when(settle((4, 1), "play-off")).then(TieSettled(order=(4, 1), by="play-off"))


def test_a_tie_is_settled_by_a_decision_with_its_reason():
    given(*CLOSED).when(settle((4, 1), "decision", reason="article 12")).then(
        TieSettled(order=(4, 1), by="decision", reason="article 12")
    )
    given(*CLOSED).when(settle((4, 1), "decision")).then_refused("reason-missing")


@pytest.mark.parametrize(
    ("asked", "code", "facts"),
    [
        (settle((1,), "play-off"), "too-few-players", {"players": 1, "needed": 2}),
        (settle((), "lot", seed="s"), "too-few-players", {"players": 0, "needed": 2}),
        (settle((1, 1), "play-off"), "player-twice", {"player": 1}),
        (settle((1, 9), "play-off"), "no-such-player", {"player": 9}),
        (settle((1, 2), "lot"), "text-missing", {"field": "seed"}),
        (settle((1, 2), "lot", seed="\n"), "text-has-control-characters", {"field": "seed"}),
        (settle((1, 2), "play-off", seed="\x00"), "text-has-control-characters", {"field": "seed"}),
        (settle((1, 2), "play-off", reason="\x00"), "text-has-control-characters", {"field": "reason"}),
        (
            settle((1, 2), "chance"),
            "not-one-of",
            {"field": "by", "value": "chance", "possible": ("lot", "play-off", "decision")},
        ),
    ],
)
def test_a_tie_is_not_settled_otherwise(asked, code, facts):
    given(*CLOSED).when(asked).then_refused(code, **facts)
