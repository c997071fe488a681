"""Start numbers in place of the players' own, as people see them: those of the file for the federation."""

from engine.model import Player
from ledger.acts.act import Event
from ledger.acts.players import PlayerRegistered
from ledger.acts.start_order import ExchangeNumbers, NumbersExchanged, ShowStartNumbers, StartNumbersShown
from ledger.formats.trf.writer import Dialect, start_numbers
from ledger.shown_numbers import find_by_shown_number, shown_number, shown_numbers
from ledger.state import State
from ledger.views.view import person, plain_person
from tests.ledger.given import given, played, with_players

WEAK_FIRST = tuple(
    PlayerRegistered(player=Player(number, name, rating))
    for number, name, rating in ((11, "Anna", 1500), (12, "Bob", 1700), (13, "Cor", 1900), (14, "Dora", 2100))
)
BEFORE: tuple[Event, ...] = (*with_players(0), *WEAK_FIRST)
SHOWN = StartNumbersShown(shown=True)


def state_of(*events: Event) -> State:
    return given(*BEFORE, *events).state


def test_numbers_are_the_players_own_until_the_organiser_says_otherwise():
    t = state_of().tournament
    assert shown_numbers(t) == {}
    assert [shown_number(t, player) for player in (11, 14)] == [11, 14]
    assert (person(t, 14).shown_number, person(t, 14).start_number) == (14, None)
    given(*BEFORE).when(ShowStartNumbers()).then(SHOWN)
    given(*BEFORE, SHOWN).when(ShowStartNumbers()).then()
    given(*BEFORE, SHOWN).when(ShowStartNumbers(shown=False)).then(StartNumbersShown(shown=False))


def test_then_they_are_the_places_in_the_start_order_which_the_file_has():
    t = state_of(SHOWN).tournament
    assert shown_numbers(t) == {14: 1, 13: 2, 12: 3, 11: 4} == start_numbers(t, Dialect.TRF26)
    assert [find_by_shown_number(t, number) for number in (1, 4)] == [14, 11]
    assert (person(t, 14).number, person(t, 14).shown_number) == (14, 1)
    assert plain_person(t, 14).start_number is None  # of what is kept as it was


def test_numbers_with_gaps_in_the_start_order_are_places_in_the_file_too():
    """Where they are not shown, the file has the players' own numbers if they follow the start order."""
    strong_first = [PlayerRegistered(player=Player(n, f"P{n}", 2400 - n)) for n in (3, 5, 9)]
    t = given(*with_players(0), *strong_first).state.tournament
    assert start_numbers(t, Dialect.TRF26) == {3: 3, 5: 5, 9: 9}
    t = given(*with_players(0), *strong_first, SHOWN).state.tournament
    assert start_numbers(t, Dialect.TRF26) == {3: 1, 5: 2, 9: 3} == shown_numbers(t)


def test_they_follow_the_start_order():
    late = PlayerRegistered(player=Player(15, "Eef", 2000))
    t = state_of(SHOWN, late).tournament
    assert shown_numbers(t) == {14: 1, 15: 2, 13: 3, 12: 4, 11: 5}
    level = PlayerRegistered(player=Player(16, "Fay", 2000))
    exchanged = NumbersExchanged(players=(15, 16), order=(14, 16, 15, 13, 12, 11))
    given(*BEFORE, SHOWN, late, level).when(ExchangeNumbers(player=15, other=16)).then(exchanged)
    assert shown_number(state_of(SHOWN, late, level, exchanged).tournament, 16) == 2


def test_a_number_that_nobody_is_shown_by_means_nobody():
    t = state_of(SHOWN).tournament
    assert find_by_shown_number(t, 11) == 0
    assert find_by_shown_number(t, 99) == 99
    assert find_by_shown_number(state_of().tournament, 11) == 11


def test_a_refusal_calls_players_by_what_people_see():
    refused = given(*BEFORE, SHOWN).when(ExchangeNumbers(player=14, other=11)).refusal
    assert (refused.facts["players"], refused.numbers) == ((14, 11), {14: 1, 11: 4})
    assert given(*BEFORE).when(ExchangeNumbers(player=14, other=11)).refusal.numbers == {}


def test_after_round_1_is_paired_a_reason_is_needed_and_after_round_4_it_is_too_late():
    four = with_players(4)
    one = (*four, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))
    given(*one).when(ShowStartNumbers()).then_refused("reason-missing")
    given(*one).when(ShowStartNumbers(reason="As agreed.")).then(StartNumbersShown(shown=True, reason="As agreed."))
