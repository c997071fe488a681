"""What an event does to the tournament. That every type of event has its case: ``test_samples``."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
    Withdrawal,
)
from ledger.acts.evolve import evolve, fold
from ledger.acts.lots import FirstColourDrawn, LotsDrawn
from ledger.acts.opening import DetailsChanged, RulesChanged, TournamentFinished, TournamentOpened, TournamentReopened
from ledger.acts.pairing import RoundChanged
from ledger.acts.players import PlayerCorrected
from ledger.acts.presence import AbsenceAnnounced, AbsenceCancelled, PlayerReturned, PlayerWithdrawn
from ledger.acts.results import ColoursCorrected, GamePostponed, ResultCorrected
from ledger.acts.rounds import RoundClosed, RoundPublished, RoundReopened, RoundTakenBack
from ledger.acts.separations import PlayersSeparated, SeparationLifted
from ledger.acts.sit_outs import SitOutCorrected
from ledger.acts.start_order import StartOrderSet
from ledger.state import Hall, State
from tests.ledger.given import boards, entered, given, opened, paired, played, published, registered, with_players

FOUR = with_players(4)
UNDER_WAY = (*FOUR, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}), *published(2, (1, 4), (2, 3)))


def state(*events) -> Tournament:
    return given(*events).tournament


def test_a_tournament_begins_with_its_opening():
    begun = Tournament(details=Details("Club evening"), rules=Rules("by-hand", 7))
    assert given(opened(rounds=7)).state == State(begun, Hall(), version=1)


@pytest.mark.parametrize("count", range(1, len(UNDER_WAY) + 1))
def test_the_version_counts_the_events(count):
    assert given(*UNDER_WAY[:count]).state.version == count


def test_a_fold_may_stop_and_go_on_anywhere():
    whole = fold(UNDER_WAY)
    for cut in range(len(UNDER_WAY) + 1):
        assert fold(UNDER_WAY[cut:], fold(UNDER_WAY[:cut])) == whole


def test_a_fold_is_evolve_one_by_one():
    """Also where results come in runs, of one round and of another, some of them for a board that had one."""
    late = (entered(2, 1, "1-0"), entered(1, 2, "1/2"), entered(2, 2, "0-1"), entered(2, 2, "1/2"), registered(5, 3))
    events = (*UNDER_WAY, *late, registered(6, 3), RoundClosed(round=2), entered(1, 1, "0-0f"))
    t = None
    for count, event in enumerate(events, start=1):
        t = evolve(t, event)
        assert fold(events[:count]) == t


def test_the_past_stays_as_it_was():
    """Each state is a value of its own: what happens later does not reach back into it."""
    events = (*UNDER_WAY, LotsDrawn(seed="s", order=(4, 3, 2, 1)), entered(2, 1, "1/2"))
    lived: list[tuple[State, bytes]] = []
    t = None
    for event in events:
        t = evolve(t, event)
        lived.append((t, msgspec.json.encode(t)))
    assert all(msgspec.json.encode(then) == written for then, written in lived)


def test_registration_gives_an_entry():
    assert state(opened(), registered(3, from_round=2)).entries == {3: Entry(Player(3, "Cor", rating=1800), 2)}


def test_a_round_is_paired_then_published_then_closed_then_reopened():
    drafted = (*FOUR, paired(1, (1, 2), (3, 4)))
    steps = (
        RoundPublished(round=1),
        entered(1, 1, "1-0"),
        entered(1, 2, "1-0"),
        RoundClosed(round=1),
        RoundReopened(round=1, reason="why"),
    )
    phases = [state(*drafted, *steps[:count]).rounds[0].phase for count in range(len(steps) + 1)]
    assert phases == [Phase.PAIRED, *[Phase.PUBLISHED] * 3, Phase.CLOSED, Phase.PUBLISHED]
    assert state(*drafted).rounds == (Round(1, boards((1, 2), (3, 4)), (), "by-hand", Phase.PAIRED, since=6),)


def test_a_result_belongs_to_its_board_and_names_its_record():
    t = state(*UNDER_WAY, entered(2, 2, "1/2"))
    assert t.rounds[1].boards == (Board(1, 4), Board(2, 3, Result.DRAW, since=13))
    assert t.rounds[0] == state(*UNDER_WAY).rounds[0]


def test_a_correction_takes_the_place_of_the_result():
    corrected = ResultCorrected(
        round=1, board=2, old=Result.BLACK_WINS, result=Result.DRAW, corrects=9, reason="score sheets"
    )
    assert state(*UNDER_WAY, corrected).rounds[0].boards[1] == Board(3, 4, Result.DRAW, since=13)


def test_a_postponed_game_waits():
    t = state(*UNDER_WAY, GamePostponed(round=2, board=1))
    assert t.rounds[1].boards[0] == Board(1, 4, Result.POSTPONED, since=13)


def test_corrected_colours_turn_the_board_and_its_result():
    t = state(*UNDER_WAY, ColoursCorrected(round=1, board=1, corrects=8, reason="sat wrong"))
    assert t.rounds[0].boards == (Board(2, 1, Result.BLACK_WINS, since=13), Board(3, 4, Result.BLACK_WINS, since=9))


def test_a_changed_round_has_its_new_boards_and_keeps_its_phase_and_system():
    before = state(*UNDER_WAY)
    t = state(*UNDER_WAY, RoundChanged(round=2, boards=boards((4, 1), (2, 3)), reason="balance"))
    assert t.rounds[1] == replace(before.rounds[1], boards=boards((4, 1), (2, 3)), since=13)


def test_a_round_taken_back_was_never_there():
    t = state(*UNDER_WAY, RoundTakenBack(round=2, reason="why"))
    assert t == state(*UNDER_WAY[:10])


def test_a_corrected_sit_out_names_its_record():
    history = (*with_players(3), *published(1, (1, 2), bye=3))
    corrected = SitOutCorrected(
        round=1, player=3, old=Outcome.PAIRING_BYE, outcome=Outcome.ABSENT, corrects=5, reason="did not come"
    )
    assert state(*history, corrected).rounds[0].sitouts == (SitOut(3, Outcome.ABSENT, since=7),)


def test_a_corrected_player_keeps_the_entry():
    history = (opened(), registered(1, from_round=2), AbsenceAnnounced(player=1, rounds=(3,), outcome=Outcome.ABSENT))
    t = state(*history, PlayerCorrected(player=Player(1, "Ada", rating=1), reason="list"))
    assert t.entries[1] == Entry(Player(1, "Ada", rating=1), 2, absences={3: Outcome.ABSENT})


def test_withdrawals_are_remembered_in_order():
    history = (
        *UNDER_WAY,
        PlayerWithdrawn(player=4, from_round=3),
        PlayerReturned(player=4, from_round=4),
        PlayerWithdrawn(player=4, from_round=5, counts_as=Outcome.ABSENT),
    )
    assert state(*history).entries[4].withdrawals == (Withdrawal(3, 4), Withdrawal(5, None, Outcome.ABSENT))


def test_absences_are_announced_and_cancelled_round_by_round():
    history = (
        *FOUR,
        AbsenceAnnounced(player=4, rounds=(2, 3, 4), outcome=Outcome.ABSENT),
        AbsenceCancelled(player=4, rounds=(3,)),
        AbsenceAnnounced(player=4, rounds=(4,), outcome=Outcome.HALF_BYE),
    )
    assert state(*history).entries[4].absences == {2: Outcome.ABSENT, 4: Outcome.HALF_BYE}


def test_a_lifted_separation_is_gone():
    history = (*FOUR, PlayersSeparated(players=(1, 2)), PlayersSeparated(players=(1, 2), from_round=3))
    assert state(*history, SeparationLifted(players=(1, 2))).separations == (Separation((1, 2), 3),)


def test_lots_are_written_on_the_players_and_taken_from_those_who_had_no_part_in_the_draw():
    t = state(*FOUR, LotsDrawn(seed="a", order=(2, 1, 4, 3)), LotsDrawn(seed="b", order=(3, 1)))
    assert [t.entries[number].player.lot for number in (1, 2, 3, 4)] == [2, None, 1, None]


def test_start_order_first_colour_details_and_rules_are_as_said_last():
    rules = Rules("by-hand", 9)
    t = state(
        *FOUR,
        StartOrderSet(order=(4, 3, 2, 1)),
        FirstColourDrawn(seed="", colour=Colour.BLACK),
        DetailsChanged(details=Details("Open")),
        RulesChanged(rules=rules, reason="more time"),
    )
    assert (t.start_order, t.first_colour, t.details, t.rules) == ((4, 3, 2, 1), Colour.BLACK, Details("Open"), rules)


def test_the_end_can_be_undone():
    ended = given(*UNDER_WAY, TournamentFinished(end_correction=True))
    assert (ended.tournament.is_finished, ended.tournament.end_correction) == (True, True)
    again = evolve(ended.state, TournamentReopened(reason="protest")).tournament
    assert (again.is_finished, again.end_correction) == (False, False)


# -- what decide would never let through -------------------------------------------------------------------------------


def test_what_is_no_event_is_a_bug():
    with pytest.raises(KeyError):
        evolve(given(*FOUR).state, "round-paired")  # type: ignore[arg-type]  # wrong on purpose


def test_only_an_opening_begins_a_tournament():
    with pytest.raises(AssertionError):
        evolve(None, registered(1))


def test_a_second_opening_begins_it_anew():
    """``decide`` refuses it; but evolve never checks and never raises, so even then the version goes on."""
    anew = TournamentOpened(details=Details("Other"), rules=Rules("by-hand", 3))
    begun = Tournament(details=Details("Other"), rules=Rules("by-hand", 3))
    assert given(*FOUR, anew).state == State(begun, Hall(), version=6)


def test_the_order_of_independent_results_does_not_matter():
    """Two arbiters type at once: whoever is first, the boards are the same but for the record that they name."""
    board_by_board = (*with_players(6), *published(1, (1, 2), (3, 4), (5, 6)))
    results = [entered(1, 1, "1-0"), entered(1, 2, "1/2"), entered(1, 3, "0-1")]
    seen = set()
    for seed in range(20):
        random.Random(seed).shuffle(results)
        seen.add(tuple((b.white, b.black, b.result) for b in state(*board_by_board, *results).rounds[0].boards))
    assert len(seen) == 1
