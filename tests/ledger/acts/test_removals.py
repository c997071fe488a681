"""Entries that were a mistake: the log keeps them, nothing else does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import ExtraPurpose, Outcome, Player, Result, Rules, SitOut
from engine.standings import rank
from ledger.acts.act import Event
from ledger.acts.extra_games import ExtraGamePlayed
from ledger.acts.extras import PointsAdjusted, TieSettled
from ledger.acts.players import NewPlayer, PlayerRegistered, RegisterPlayers
from ledger.acts.presence import AbsenceAnnounced, PlayerCheckedIn
from ledger.acts.removals import PlayerRemoved, RemovePlayers
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.separations import PlayersSeparated
from ledger.acts.start_order import StartOrderSet
from tests.ledger.given import entered, given, opened, paired, published, registered, with_players

MISTAKE = "registered twice"


def test_who_was_registered_by_mistake_is_in_no_list():
    after = given(*with_players(4)).when(RemovePlayers(players=(2,))).then(PlayerRemoved(player=2))
    assert list(after.tournament.entries) == [1, 3, 4]
    assert [line.player for line in rank(after.tournament)] == [1, 3, 4]


def test_all_that_was_said_of_them_goes_with_them():
    said = (
        StartOrderSet(order=(4, 3, 2, 1)),
        PlayersSeparated(players=(1, 2)),
        PlayersSeparated(players=(1, 2, 3)),
        AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.ABSENT),
        PlayerCheckedIn(player=2, round=1),
        PlayerCheckedIn(player=3, round=1),
    )
    after = given(*with_players(4), *said).when(RemovePlayers(players=(2,))).then(PlayerRemoved(player=2))
    t = after.tournament
    assert t.start_order == (4, 3, 1)
    assert [s.players for s in t.separations] == [(1, 3)]
    assert after.state.hall.check_ins == {1: (3,)}


def free_in_round_1(outcome: Outcome, rules: Rules | None = None) -> tuple[Event, ...]:
    """1 meets 2, and 3 has no game."""
    first = opened() if rules is None else replace(opened(), rules=rules)
    pairing = replace(paired(1, (1, 2)), sitouts=(SitOut(3, outcome),))
    people = with_players(3)[1:]
    return (first, *people, pairing, RoundPublished(round=1), entered(1, 1, "1-0"), RoundClosed(round=1))


# An absence, which the ladder of a club would pay for week after week.
NEVER_CAME = free_in_round_1(Outcome.ABSENT)


def test_rounds_that_they_were_absent_from_do_not_keep_them():
    said = (
        PointsAdjusted(player=3, round=1, points=1, reason="by decision"),
        TieSettled(order=(3, 2), by="lot", seed="s"),
    )
    asked = RemovePlayers(players=(3,), reason=MISTAKE)
    t = given(*NEVER_CAME, *said).when(asked).then(PlayerRemoved(player=3, reason=MISTAKE)).tournament
    assert t.rounds[0].sitouts == ()
    assert (t.adjustments, t.settlements) == ((), ())
    assert {line.player for line in rank(t)} == {1, 2}


def test_several_are_removed_at_once_or_none():
    given(*with_players(4)).when(RemovePlayers(players=(4, 2))).then(PlayerRemoved(player=4), PlayerRemoved(player=2))
    given(*with_players(4)).when(RemovePlayers(players=(4, 9))).then_refused("no-such-player", player=9)
    given(*with_players(4)).when(RemovePlayers(players=(4, 4))).then_refused("player-twice", player=4)
    given(*with_players(4)).when(RemovePlayers(players=())).then_refused("nobody-to-remove")


def test_a_reason_is_asked_only_once_a_round_is_paired():
    given(*with_players(2)).when(RemovePlayers(players=(2,))).then(PlayerRemoved(player=2))
    given(*NEVER_CAME).when(RemovePlayers(players=(3,))).then_refused("reason-missing")


def test_who_was_paired_is_withdrawn_instead():
    asked = RemovePlayers(players=(1,), reason=MISTAKE)
    given(*with_players(2), *published(1, (1, 2))).when(asked).then_refused("player-was-paired", player=1, round=1)


def test_who_had_the_bye_was_paired():
    asked = RemovePlayers(players=(3,), reason=MISTAKE)
    history = free_in_round_1(Outcome.PAIRING_BYE)
    given(*history).when(asked).then_refused("player-was-paired", player=3, round=1)


def test_who_is_free_in_a_round_robin_has_a_place_in_its_table():
    asked = RemovePlayers(players=(3,), reason=MISTAKE)
    table = free_in_round_1(Outcome.ZERO_BYE, Rules("round-robin", 3))
    given(*table).when(asked).then_refused("player-was-paired", player=3, round=1)
    given(*free_in_round_1(Outcome.ZERO_BYE)).when(asked).then(PlayerRemoved(player=3, reason=MISTAKE))


def test_who_played_for_a_place_stays():
    game = ExtraGamePlayed(purpose=ExtraPurpose.PLAY_OFF, after_round=1, white=3, black=2, result=Result.DRAW)
    asked = RemovePlayers(players=(3,), reason=MISTAKE)
    given(*NEVER_CAME, game).when(asked).then_refused("player-had-extra-game", player=3)


def test_a_draft_is_taken_back_first():
    asked = RemovePlayers(players=(1,), reason=MISTAKE)
    given(*with_players(2), paired(1, (1, 2))).when(asked).then_refused("player-in-draft", player=1, round=1)


REMOVED = (*with_players(3), PlayerRemoved(player=3))


def test_their_number_is_given_to_nobody_else():
    new = RegisterPlayers(players=(NewPlayer(player=Player(0, "Zoë")),))
    given(*REMOVED).when(new).then(PlayerRegistered(player=Player(4, "Zoë")))
    asked = RegisterPlayers(players=(NewPlayer(player=Player(3, "Zoë")),))
    given(*REMOVED).when(asked).then_refused("number-of-removed", number=3, name="Cor")


def test_to_take_it_back_they_are_registered_again_under_their_number():
    again = RegisterPlayers(players=(NewPlayer(player=registered(3).player),))
    after = given(*REMOVED).when(again).then(registered(3))
    assert list(after.tournament.entries) == [1, 2, 3]


@pytest.mark.parametrize("round_number", [1, 2])
def test_the_next_round_is_paired_without_them(round_number):
    history = NEVER_CAME if round_number == 2 else with_players(3)
    after = given(*history, PlayerRemoved(player=3, reason=MISTAKE)).tournament
    assert after.available(round_number) == (1, 2)
