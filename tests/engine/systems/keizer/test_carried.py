"""What a Keizer season takes over from the one before it: colours and last meetings."""

import pytest
from msgspec.structs import replace

from engine.audit import breaches
from engine.carried import Carried, CarriedMeeting
from engine.model import Board, Tournament
from engine.systems.keizer.colours import colour_histories
from engine.systems.keizer.system import KEIZER
from tests.engine.systems.keizer.club import club


def after(t: Tournament, *met: tuple[int, int, int], **colours: str) -> Tournament:
    """``p1="wb"``: the colours of player 1 last season."""
    had = {int(name[1:]): letters for name, letters in colours.items()}
    return replace(t, carried=Carried(colours=had, meetings=tuple(CarriedMeeting(*one) for one in met)))


def pairs(t: Tournament) -> set[tuple[int, int]]:
    """White first."""
    return {(board.white, board.black) for board in KEIZER.pair(t).boards}


def codes(t: Tournament) -> set[str]:
    return {reason.code for reason in KEIZER.pair(t).reasons}


def test_with_nothing_taken_over_everything_is_as_it_was():
    assert KEIZER.pair(club(4, rematch_gap=3)) == KEIZER.pair(after(club(4, rematch_gap=3)))


def test_who_met_at_the_end_of_last_season_does_not_meet_at_once():
    t = after(club(4, rematch_gap=3), (2, 1, 1))
    assert pairs(t) == {(1, 3), (2, 4)}
    (told,) = [reason for reason in KEIZER.pair(t).reasons if reason.code == "keizer-met-last-season"]
    assert (told.players, told.facts) == ((1, 2), {"before": 1, "gap": 3})


@pytest.mark.parametrize(("before", "may_meet"), [(3, False), (4, True)])
def test_the_spacing_counts_the_rounds_across_the_seasons(before: int, may_meet: bool):
    t = after(club(4, rematch_gap=3), (1, 2, before))
    assert ((1, 2) in pairs(t)) == may_meet
    assert ("keizer-rematch-of-last-season" in codes(t)) == may_meet


def test_meetings_of_last_season_are_none_of_this_one():
    t = after(club(2, max_meetings=1), (1, 2, 1))
    assert pairs(t) == {(1, 2)}
    assert pairs(after(club(2, "1-2 1", max_meetings=2), (1, 2, 1))), "one of two"


def test_a_spacing_that_cannot_be_kept_is_relaxed():
    told = codes(after(club(2, rematch_gap=3), (1, 2, 1)))
    assert {"keizer-gap-relaxed", "keizer-rematch-of-last-season"} <= told


def test_a_pairing_by_hand_too_soon_after_last_season_is_told():
    t = after(club(2, rematch_gap=3), (1, 2, 1))
    (found,) = breaches(t, (Board(1, 2),), 1)
    assert (found.code, found.is_wish, found.facts) == (
        "rematch-of-last-season",
        True,
        {"round": 1, "between": 0, "gap": 3},
    )


def test_the_balance_of_colours_goes_on():
    assert pairs(after(club(2), p1="wwb", p2="wbb")) == {(2, 1)}
    assert pairs(after(club(2), p1="wb", p2="bw")) == {(1, 2)}, "the last colours alternate"
    assert pairs(after(club(2, "1-2 1"), p1="bb", p2="ww")) == {(1, 2)}


def test_colours_of_this_season_come_after_those_of_the_last():
    histories = colour_histories(after(club(2, "1-2 1"), p1="wb"))
    assert [colour.value for colour in histories[1].latest] == ["white", "black", "white"]
    assert histories[1].balance == 1


def test_the_swiss_rule_says_where_the_two_differed_last():
    t = after(club(2, "1-2 1", "2-1 1", colours="swiss"), p1="w", p2="b")
    assert pairs(t)
    assert pairs(after(club(2, colours="swiss"), p1="bwb", p2="wwb")) == {(1, 2)}
    (told,) = [
        reason
        for reason in KEIZER.pair(after(club(2, colours="swiss"), p1="bwbb", p2="wbbb")).reasons
        if reason.code == "colour-given"
    ]
    assert told.facts["by"] == "alternation-of-last-season"
    assert "white_round" not in told.facts
