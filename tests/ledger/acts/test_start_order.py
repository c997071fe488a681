"""FIDE C.04.2 2: the start numbers are those of the ratings, and once round 4 is paired they stay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Board, Colour, Details, Player, PlayerId, Result, Rules
from engine.standings import rank
from engine.start_order import start_order
from ledger.acts.act import Event
from ledger.acts.evolve import fold
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerCorrected, PlayerRegistered, SetStartOrder, StartOrderSet
from ledger.acts.removals import PlayerRemoved, RemovePlayers
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished, RoundTakenBack
from ledger.formats.trf import parse, tournament, write
from tests.ledger.given import given

PLAYERS = tuple(Player(n, f"Player {n}", 2000 - 100 * n) for n in range(1, 7))
PAIRS = (((1, 4), (5, 2), (3, 6)), ((2, 1), (6, 5), (4, 3)), ((1, 5), (3, 2), (4, 6)), ((6, 1), (2, 4), (5, 3)))


def opening(system: str) -> list[Event]:
    return [
        TournamentOpened(details=Details("Open"), rules=Rules(system, 5)),
        *(PlayerRegistered(player=player) for player in PLAYERS),
        FirstColourDrawn(seed="", colour=Colour.WHITE),
    ]


def paired(number: int, system: str = "fide-dutch-2026") -> list[Event]:
    boards = tuple(Board(white, black) for white, black in PAIRS[number - 1])
    return [RoundPaired(round=number, system=system, boards=boards), RoundPublished(round=number)]


def played(number: int, system: str = "fide-dutch-2026") -> list[Event]:
    results = (ResultEntered(round=number, board=board, result=Result.DRAW) for board in (1, 2, 3))
    return [*paired(number, system), *results, RoundClosed(round=number)]


def rounds(last: int, system: str = "fide-dutch-2026") -> list[Event]:
    return [*opening(system), *(event for number in range(1, last + 1) for event in played(number, system))]


def corrected(player: PlayerId, rating: int) -> PlayerCorrected:
    return PlayerCorrected(player=replace(PLAYERS[player - 1], rating=rating), reason="list of May")


def order_after(*events: Event) -> tuple[PlayerId, ...]:
    state = fold(events)
    assert state is not None
    return start_order(state.tournament)


@pytest.mark.parametrize("last", [0, 1, 2, 3])
def test_2_3_a_rating_corrected_before_round_4_is_paired_renumbers(last: int) -> None:
    assert order_after(*rounds(last), corrected(6, 1950)) == (6, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("system", ["fide-dutch-2026", "fide-dutch-2017"])
def test_2_3_a_rating_corrected_once_round_4_is_paired_does_not(system: str) -> None:
    assert order_after(*rounds(3, system), *paired(4, system), corrected(6, 1950)) == (1, 2, 3, 4, 5, 6)


def test_what_was_corrected_before_counts_when_the_order_is_fixed() -> None:
    before = [*rounds(3), corrected(6, 1950), *paired(4)]
    assert order_after(*before, corrected(6, 1400)) == (6, 1, 2, 3, 4, 5)


def test_a_round_4_that_is_taken_back_fixes_nothing() -> None:
    taken_back = RoundTakenBack(round=4, reason="somebody left")
    assert order_after(*rounds(3), *paired(4), taken_back, corrected(6, 1950)) == (6, 1, 2, 3, 4, 5)


def test_the_moments_before_show_the_numbers_of_then() -> None:
    history = [*rounds(2), corrected(6, 1950), *played(3), *paired(4)]
    assert order_after(*history[: len(rounds(2))]) == (1, 2, 3, 4, 5, 6)
    assert order_after(*history) == (6, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("last", [1, 4])
def test_2_4_a_late_entry_gets_the_place_of_the_rating(last: int) -> None:
    late = PlayerRegistered(player=Player(9, "Late", 1750), from_round=last + 1)
    assert order_after(*rounds(last), late) == (1, 2, 9, 3, 4, 5, 6)


def test_2_4_also_in_an_order_that_was_set() -> None:
    late = PlayerRegistered(player=Player(9, "Late", 1750), from_round=2)
    as_imported = StartOrderSet(order=(1, 2, 3, 4, 5, 6))
    assert order_after(*rounds(1), as_imported, late) == (1, 2, 9, 3, 4, 5, 6)


def test_2_3_a_late_entry_has_the_place_for_good_when_the_next_round_is_paired() -> None:
    late = PlayerRegistered(player=Player(9, "Late", 1750), from_round=5)
    fifth = RoundPaired(round=5, system="fide-dutch-2026", boards=(Board(1, 9),))
    history = [*rounds(4), late]
    assert order_after(*history, corrected(2, 1500)) == (1, 9, 2, 3, 4, 5, 6)
    assert order_after(*history, fifth, corrected(2, 1500)) == (1, 2, 9, 3, 4, 5, 6)


def test_who_was_never_paired_leaves_a_fixed_order_when_removed() -> None:
    never = PlayerRegistered(player=Player(9, "Never", 1750))
    history = [*opening("fide-dutch-2026"), never, *(event for n in (1, 2, 3) for event in played(n)), *paired(4)]
    assert order_after(*history) == (1, 2, 9, 3, 4, 5, 6)
    asked = RemovePlayers(players=(9,), reason="registered twice")
    after = given(*history).when(asked).then(PlayerRemoved(player=9, reason="registered twice"))
    assert start_order(after.tournament) == (1, 2, 3, 4, 5, 6)
    assert {line.player for line in rank(after.tournament)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("system", ["fide-dutch-2026", "fide-dutch-2017"])
def test_2_3_no_other_order_is_set_once_round_4_is_paired(system: str) -> None:
    asked = SetStartOrder(order=(2, 1, 3, 4, 5, 6), reason="wrong list")
    given(*rounds(3, system)).when(asked).then(StartOrderSet(order=asked.order, reason="wrong list"))
    given(*rounds(3, system), *paired(4, system)).when(asked).then_refused("start-order-is-fixed", round=4)
    given(*rounds(4, "knsb-2014")).when(asked).then(StartOrderSet(order=asked.order, reason="wrong list"))


def test_an_order_that_was_set_afterwards_in_an_older_log_is_the_one() -> None:
    order = (2, 1, 3, 4, 5, 6)
    assert order_after(*rounds(4), StartOrderSet(order=order, reason="lot"), corrected(6, 1950)) == order


def test_other_regulations_know_no_such_rule() -> None:
    assert order_after(*rounds(4, "knsb-2014"), corrected(6, 1950)) == (6, 1, 2, 3, 4, 5)


def test_a_rating_corrected_in_round_5_leaves_the_export_as_it_is() -> None:
    """Our own ``check`` found our own file wrong."""
    before, after = fold(rounds(4)), fold([*rounds(4), corrected(6, 1950)])
    assert before is not None
    assert after is not None
    files = [tournament(parse(write(state.tournament))) for state in (before, after)]
    assert [t.rounds for t in files] == [files[0].rounds] * 2


def test_events_are_decided_on_it() -> None:
    """The order that stands already changes nothing."""
    fixed = SetStartOrder(order=(1, 2, 3, 4, 5, 6), reason="as it is")
    given(*rounds(3), corrected(6, 1950), corrected(6, 1400), *paired(4), corrected(6, 1950)).when(fixed).then_nothing()
