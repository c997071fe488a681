"""A list of players that was registered as a whole, and taken back so."""

import pytest
from msgspec.structs import replace

from engine.model import Ids, Outcome, Player
from ledger.acts.decide import decide, find_confirmation
from ledger.acts.lists import ListRegistered, ListTakenBack, TakeBackList
from ledger.acts.players import CompletedEntry, NewPlayer, PlayerCorrected, PlayerRegistered, RegisterPlayers
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.removals import PlayerRemoved
from ledger.state import FideMode
from tests.ledger.given import Given, given, played, with_players

VERA, WIM = NewPlayer(player=Player(0, "Vera")), NewPlayer(player=Player(0, "Wim"))
LISTED = (
    *with_players(2),
    PlayerRegistered(player=Player(3, "Vera")),
    PlayerRegistered(player=Player(4, "Wim")),
    ListRegistered(number=1, name="guests.xlsx", players=(3, 4)),
)


def names(after: Given) -> list[str]:
    return [player.name for player in after.tournament.players]


def test_who_comes_with_a_list_is_noted_with_it():
    asked = RegisterPlayers(players=(VERA, WIM), list_name="guests.xlsx")
    after = given(*with_players(2)).when(asked).then(*LISTED[-3:])
    assert [(one.name, one.players) for one in after.state.lists] == [("guests.xlsx", (3, 4))]


def test_a_list_is_taken_back_as_if_it_had_never_been_there():
    taken_back = ListTakenBack(list=1, players=(3, 4), reason="wrong group")
    after = given(*LISTED).when(TakeBackList(list=1, reason="wrong group")).then(taken_back)
    assert sorted(after.tournament.entries) == [1, 2]
    assert after.tournament.removed == {3: "Vera", 4: "Wim"}
    after.when(TakeBackList(list=1)).then_refused("list-is-gone", name="guests.xlsx")


def test_who_was_removed_already_is_not_removed_again():
    history = (*LISTED, PlayerRemoved(player=3))
    given(*history).when(TakeBackList(list=1)).then(ListTakenBack(list=1, players=(4,)))


def test_of_two_lists_one_is_taken_back():
    both = given(*LISTED).when(RegisterPlayers(players=(NewPlayer(player=Player(0, "Zoë")),), list_name="late.csv"))
    after = both.then(
        PlayerRegistered(player=Player(5, "Zoë")), ListRegistered(number=2, name="late.csv", players=(5,))
    )
    after = after.when(TakeBackList(list=1)).then(ListTakenBack(list=1, players=(3, 4)))
    assert "Zoë" in names(after)
    after.when(TakeBackList(list=2)).then(ListTakenBack(list=2, players=(5,)))


def test_whoever_is_registered_again_has_their_number_again():
    """The audit, and slips that were printed, tell of people by number."""
    history = (*LISTED, ListTakenBack(list=1, players=(3, 4)))
    asked = RegisterPlayers(players=(WIM, NewPlayer(player=Player(0, "Zoë")), VERA))
    events = given(*history).when(asked).events
    found = {e.player.name: e.player.number for e in events if isinstance(e, PlayerRegistered)}
    assert found == {"Wim": 4, "Zoë": 5, "Vera": 3}


def test_a_list_taken_back_does_not_take_the_next_one_with_it():
    again = RegisterPlayers(players=(VERA,), list_name="again.csv")
    history = given(*LISTED, ListTakenBack(list=1, players=(3, 4)))
    after = history.when(again).then(
        PlayerRegistered(player=Player(3, "Vera")), ListRegistered(number=2, name="again.csv", players=(3,))
    )
    after.when(TakeBackList(list=1)).then_refused("list-is-gone", name="guests.xlsx")


def test_once_a_round_is_paired_no_list_is_taken_back():
    history = (*LISTED, *played(1, {(1, 2): "1-0"}))
    given(*history).when(TakeBackList(list=1)).then_refused("list-round-paired", round=1)


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_list_that_is_not_there(number):
    given(*LISTED).when(TakeBackList(list=number)).then_refused("no-such-list", list=number)


def test_who_is_typed_in_is_no_list():
    after = given(*with_players(2)).when(RegisterPlayers(players=(VERA,))).then(LISTED[3])
    assert after.state.lists == ()


def test_rounds_that_were_asked_to_be_left_out_are_absences():
    absences = {2: Outcome.ABSENT, 4: Outcome.ABSENT, 3: Outcome.HALF_BYE}
    asked = RegisterPlayers(players=(NewPlayer(player=Player(0, "Vera"), absences=absences),))
    after = (
        given(*with_players(2))
        .when(asked)
        .then(
            LISTED[3],
            AbsenceAnnounced(player=3, rounds=(2, 4), outcome=Outcome.ABSENT),
            AbsenceAnnounced(player=3, rounds=(3,), outcome=Outcome.HALF_BYE),
        )
    )
    assert after.tournament.entries[3].absences == absences


@pytest.mark.parametrize(("number", "code"), [(0, "round-outside-programme"), (99, "round-outside-programme")])
def test_an_absence_is_in_a_round_to_come(number, code):
    new = NewPlayer(player=Player(0, "Vera"), absences={number: Outcome.ABSENT})
    given(*with_players(2)).when(RegisterPlayers(players=(new,))).then_refused(code, round=number, rounds=5)


def test_who_is_there_already_is_completed_by_the_list():
    known = given(*with_players(2)).tournament.entries[1].player
    fuller = Player(1, known.name, known.rating, club="Utrecht", ids=Ids(fide="4500123"))
    asked = RegisterPlayers(players=(VERA,), list_name="guests.xlsx", completed=(CompletedEntry(fuller),))
    given(*with_players(2)).when(asked).then(
        LISTED[3],
        PlayerCorrected(player=fuller, reason=""),
        ListRegistered(number=1, name="guests.xlsx", players=(3,)),
    )
    only = RegisterPlayers(players=(), list_name="guests.xlsx", completed=(CompletedEntry(fuller),))
    given(*with_players(2)).when(only).then(PlayerCorrected(player=fuller, reason=""))


def test_a_list_of_a_large_field_is_taken_back_in_one_event():
    numbers = tuple(range(1, 2001))
    history = (
        with_players(0)[0],
        *(PlayerRegistered(player=Player(number, f"Guest {number}")) for number in numbers),
        ListRegistered(number=1, name="all.xlsx", players=numbers),
    )
    (event,) = given(*history).when(TakeBackList(list=1)).events
    assert given(*history, event).tournament.entries == {}


def test_a_second_half_point_bye_that_a_list_asks_for_is_confirmed():
    """VCL4THP 174, whichever way it is given."""
    state = replace(given(*with_players(2)).state, fide_mode=FideMode(is_entered=True))
    twice, once = ({2: Outcome.HALF_BYE, 4: Outcome.HALF_BYE}, {2: Outcome.HALF_BYE, 4: Outcome.ABSENT})
    for absences, is_asked in ((twice, True), (once, False)):
        command = RegisterPlayers(players=(NewPlayer(player=Player(0, "Vera"), absences=absences),))
        confirmation = find_confirmation(state, command, decide(state, command))
        assert (confirmation is not None) is is_asked
