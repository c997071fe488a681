"""FIDE C.04.2 2: start numbers are those of the ratings; once a round is paired only an act of its own gives new ones,
and once round 4 is paired they stay.

In older logs a corrected rating renumbered until then: they are read as they were meant.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Board, Colour, Details, Player, PlayerId, Result, Rules
from engine.standings import rank
from engine.start_order import NumberMove, moved_numbers, start_order
from ledger.acts.act import Event
from ledger.acts.evolve import fold
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.removals import PlayerRemoved, RemovePlayers
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished, RoundTakenBack
from ledger.acts.start_order import PlayersRenumbered, RenumberPlayers, SetStartOrder, StartOrderSet
from ledger.formats.trf import parse, tournament, write
from ledger.views.audit import AuditQuestion
from ledger.views.projector import Projection
from tests.ledger.given import given
from tests.ledger.histories import recorded

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
def test_in_an_older_log_a_rating_corrected_before_round_4_is_paired_renumbers(last: int) -> None:
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


# -- numbers that are kept from round 1 on -----------------------------------------------------------------------------

BOARDS_1 = tuple(Board(white, black) for white, black in PAIRS[0])
LIST_OF_MAY = RenumberPlayers(reason="list of May")


def keeping(last: int, system: str = "fide-dutch-2026") -> list[Event]:
    """As rounds are paired since numbers are kept."""
    return [replace(e, keeps_numbers=True) if isinstance(e, RoundPaired) else e for e in rounds(last, system)]


@pytest.mark.parametrize("last", [1, 2, 3, 4])
def test_2_3_a_corrected_rating_alone_moves_no_number(last: int) -> None:
    assert order_after(*keeping(last), corrected(6, 1950)) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("system", "keeps"), [("fide-dutch-2026", True), ("fide-dutch-2017", True), ("knsb-2014", False)]
)
def test_2_3_every_new_pairing_keeps_the_numbers(system: str, keeps: bool) -> None:
    """KNSB:2014 A2 ranks by rating whenever a round is paired."""
    [by_system] = given(*opening(system)).when(PairRound(round=1)).events
    [by_hand] = given(*opening(system)).when(PairByHand(round=1, boards=BOARDS_1)).events
    assert isinstance(by_system, RoundPaired)
    assert isinstance(by_hand, RoundPaired)
    assert (by_system.keeps_numbers, by_hand.keeps_numbers) == (keeps, keeps)


def test_before_round_1_numbers_follow_the_ratings() -> None:
    assert order_after(*opening("fide-dutch-2026"), corrected(6, 1950)) == (6, 1, 2, 3, 4, 5)
    given(*opening("fide-dutch-2026"), corrected(6, 1950)).when(RenumberPlayers()).then_nothing()


@pytest.mark.parametrize("last", [1, 3])
def test_2_3_players_are_renumbered_by_an_act_of_its_own(last: int) -> None:
    renumbered = PlayersRenumbered(order=(6, 1, 2, 3, 4, 5), reason="list of May")
    after = given(*keeping(last), corrected(6, 1950)).when(LIST_OF_MAY).then(renumbered)
    assert start_order(after.tournament) == (6, 1, 2, 3, 4, 5)
    after.when(LIST_OF_MAY).then_nothing()
    given(*keeping(last), corrected(6, 1950)).when(RenumberPlayers()).then_refused("reason-missing")


def test_2_3_nobody_is_renumbered_once_round_4_is_paired() -> None:
    given(*keeping(4), corrected(6, 1950)).when(LIST_OF_MAY).then_refused("start-order-is-fixed", round=4)


def test_2_3_new_numbers_stay_when_the_next_round_is_paired_and_taken_back() -> None:
    renumbered = PlayersRenumbered(order=(6, 1, 2, 3, 4, 5), reason="list of May")
    history = [*keeping(1), corrected(6, 1950), renumbered, *keeping(2)[len(rounds(1)) :]]
    assert order_after(*history, corrected(6, 1400)) == (6, 1, 2, 3, 4, 5)
    assert order_after(*history, RoundTakenBack(round=2, reason="")) == (6, 1, 2, 3, 4, 5)


def test_when_no_round_is_paired_any_more_numbers_follow_the_ratings_again() -> None:
    draft = keeping(1)[: len(opening("fide-dutch-2026")) + 1]
    assert order_after(*draft, corrected(6, 1950)) == (1, 2, 3, 4, 5, 6)
    assert order_after(*draft, corrected(6, 1950), RoundTakenBack(round=1, reason="")) == (6, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("last", [2, 3])
def test_a_round_taken_back_leaves_the_numbers_of_those_before(last: int) -> None:
    history = [*keeping(last), corrected(6, 1950), RoundTakenBack(round=last, reason="")]
    assert order_after(*history) == (1, 2, 3, 4, 5, 6)


def test_2_2_equal_ratings_keep_the_order_that_was_set_for_them() -> None:
    """Here by lot: 2 and 3 were drawn the other way round."""
    equals = [corrected(2, 1700), StartOrderSet(order=(1, 3, 2, 4, 5, 6))]
    history = [*opening("fide-dutch-2026"), *equals, *keeping(1)[len(opening("fide-dutch-2026")) :]]
    renumbered = PlayersRenumbered(order=(6, 1, 3, 2, 4, 5), reason="list of May")
    given(*history, corrected(6, 1950)).when(LIST_OF_MAY).then(renumbered)


def test_2_4_late_entries_get_the_number_of_their_rating_among_numbers_that_are_kept() -> None:
    late = PlayerRegistered(player=Player(9, "Late", 1750), from_round=2)
    assert order_after(*keeping(1), corrected(6, 1950), late) == (1, 2, 9, 3, 4, 5, 6)


def test_who_gets_another_number_is_told_with_the_old_and_the_new_one() -> None:
    moves = moved_numbers((1, 2, 3, 4), (1, 4, 2, 3))
    assert moves == (NumberMove(4, 4, 2), NumberMove(2, 2, 3), NumberMove(3, 3, 4))
    records = recorded([*keeping(1), corrected(6, 1950), PlayersRenumbered(order=(6, 1, 2, 3, 4, 5), reason="why")])
    told = Projection(records).show(AuditQuestion()).entries[-1].changes
    assert {(change.field, change.old, change.new) for change in told} == {
        ("start_number.6", 6, 1),
        *((f"start_number.{player}", player, player + 1) for player in range(1, 6)),
    }
