"""KNSB:2014, article by article, on positions small enough to check by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.colours import BLACK, WHITE, By, Given, Strength
from engine.errors import NoPairing, Refusal
from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.registry import SYSTEMS
from engine.systems.knsb.colours import KnsbPreference, KnsbSide, allocate, preference
from engine.systems.knsb.contenders import Float, KnsbPlayer, contenders
from engine.systems.knsb.pairing import pair
from engine.systems.knsb.system import KNSB_2014


def tournament(players: int, *rounds: Round, of: int = 7, points: PointTable | None = None) -> Tournament:
    entries = {n: Entry(Player(n, f"Player {n}", 2400 - n)) for n in range(1, players + 1)}
    rules = Rules("knsb-2014", of, points or PointTable())
    return Tournament(Details("test"), rules, entries, rounds, first_colour=Colour.WHITE)


def played(number: int, *boards: tuple[int, int, Result], bye: int | None = None) -> Round:
    sitouts = () if bye is None else (SitOut(bye, Outcome.PAIRING_BYE),)
    return Round(number, tuple(Board(*board) for board in boards), sitouts, phase=Phase.CLOSED)


def boards(t: Tournament) -> list[tuple[int, int]]:
    return [(b.white, b.black) for b in pair(t).boards]


def card(t: Tournament, number: int) -> KnsbPlayer:
    return next(one for one in contenders(t) if one.player == number)


def wants(history: str) -> tuple[int, Strength]:
    found = preference(tuple(WHITE if game == "W" else BLACK for game in history))
    return found.colour, found.strength


W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


@pytest.mark.parametrize("history", ["WW", "BWW", "WBWW", "WWBW"])
def test_a7a_absolute_for_black(history: str) -> None:
    assert wants(history) == (BLACK, Strength.ABSOLUTE)


def test_a7b_strong_a7c_mild_a7f_none() -> None:
    assert wants("W") == (BLACK, Strength.STRONG)
    assert wants("BWB") == (WHITE, Strength.STRONG)
    assert wants("BW") == (BLACK, Strength.MILD)
    assert wants("") == (0, Strength.NONE)


def test_a2_by_rating_then_title_then_name() -> None:
    t = tournament(3)
    who = [Player(1, "Zuid", 2000), Player(2, "Abel", 2000), Player(3, "Zwart", 2000, "FM")]
    t = replace(t, entries={p.number: Entry(p) for p in who})
    assert [one.player for one in contenders(t)] == [3, 2, 1]


def test_f4_first_round_and_e5_colours() -> None:
    paired = pair(tournament(7))
    assert [(b.white, b.black) for b in paired.boards] == [(1, 4), (5, 2), (3, 6)]
    assert paired.bye == 7


def test_e5_the_other_colour_drawn() -> None:
    assert boards(replace(tournament(4), first_colour=Colour.BLACK)) == [(3, 1), (2, 4)]


def side(number: int, history: str) -> KnsbSide:
    colours = tuple(WHITE if game == "W" else BLACK for game in history)
    return KnsbSide(number, colours, preference(colours))


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "rule"),
    [
        ("W", "B", BLACK, "E1"),
        ("", "W", WHITE, "E1"),
        ("BW", "WBW", WHITE, "E2"),
        ("WBBW", "BWBW", WHITE, "E3"),  # the second game from the front is the last in which they differ
        ("BW", "BW", BLACK, "E4"),
        ("", "", WHITE, "E5"),
    ],
)
def test_e1_to_e5(higher: str, lower: str, colour: int, rule: str) -> None:
    given = allocate(side(1, higher), side(2, lower), Colour.WHITE)
    assert (given.colour, f"E{given.clause}") == (colour, rule)


def test_e2_two_absolute_preferences_are_equally_strong() -> None:
    wide = KnsbSide(2, (WHITE, WHITE), KnsbPreference(BLACK, Strength.ABSOLUTE))
    assert allocate(wide, replace(wide, number=3), Colour.WHITE) == Given(BLACK, By.HIGHER)


def test_f2_forfeit_gives_no_colour_and_the_two_may_meet_again() -> None:
    t = tournament(2, played(1, (1, 2, Result.FORFEIT_WHITE_WINS)))
    assert card(t, 1).colours == ()
    assert boards(t) == [(1, 2)]


def test_a4_floats_follow_unequal_scores() -> None:
    t = tournament(4, played(1, (1, 3, W), (4, 2, D)), played(2, (2, 1, W), (3, 4, D)))
    assert [card(t, n).last_float for n in (1, 2, 3, 4)] == [Float.DOWN, Float.UP, Float.UP, Float.DOWN]


def test_a4_loser_of_a_forfeit_has_no_float_the_winner_has_one() -> None:
    """The departure from note K2: the lower ranked player of an unequal pair stays away."""
    t = tournament(4, played(1, (1, 3, W), (4, 2, D)), played(2, (2, 1, Result.FORFEIT_BLACK_WINS), (3, 4, D)))
    assert card(t, 1).last_float is Float.DOWN
    assert card(t, 2).last_float is None


@pytest.mark.parametrize("outcome", [Outcome.PAIRING_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE])
def test_b1b_points_without_a_game_are_a_downfloat_and_bar_the_bye(outcome: Outcome) -> None:
    t = tournament(3, Round(1, (Board(1, 2, W),), (SitOut(3, outcome),), phase=Phase.CLOSED))
    assert (card(t, 3).last_float, card(t, 3).may_have_bye) == (Float.DOWN, False)


def test_b1b_absence_without_points_is_neither() -> None:
    t = tournament(3, Round(1, (Board(1, 2, W),), (SitOut(3, Outcome.ABSENT),), phase=Phase.CLOSED))
    assert (card(t, 3).last_float, card(t, 3).may_have_bye) == (None, True)


def test_a5_bye_is_worth_what_the_tournament_says() -> None:
    t = tournament(3, played(1, (1, 2, D), bye=3), points=PointTable(pairing_bye=1))
    assert card(t, 3).score == 1


def test_a10_topscorers_only_in_the_last_round_and_above_half() -> None:
    rounds = (played(1, (1, 2, W)), played(2, (2, 1, D)))
    assert [card(tournament(2, *rounds, of=3), n).is_topscorer for n in (1, 2)] == [True, False]
    assert not card(tournament(2, *rounds, of=4), 1).is_topscorer


def test_c1_a_lone_leader_moves_down() -> None:
    t = tournament(4, played(1, (1, 3, W), (4, 2, D)))
    reasons = KNSB_2014.pair_with_reasons(t).reasons
    assert any(r.article == "KNSB:2014 C1" and r.players == (1,) for r in reasons)


def test_f1_order_of_publication_bye_last() -> None:
    t = tournament(7, played(1, (1, 4, W), (5, 2, B), (3, 6, W), bye=7))
    paired = pair(t)
    scores = {n: card(t, n).score for n in range(1, 8)}
    tops = [max(scores[b.white], scores[b.black]) for b in paired.boards]
    assert tops == sorted(tops, reverse=True)


def test_f5_absent_and_withdrawn_players_are_not_paired() -> None:
    t = tournament(6)
    entries = dict(t.entries)
    entries[1] = replace(entries[1], absences={1: Outcome.ABSENT})
    entries[2] = replace(entries[2], withdrawals=(Withdrawal(1),))
    assert boards(replace(t, entries=entries)) == [(3, 5), (6, 4)]


def test_f9_adjourned_game_is_a_draw_for_pairing() -> None:
    assert card(tournament(2, played(1, (1, 2, Result.POSTPONED))), 1).score == 1


def test_kept_apart_players_do_not_meet() -> None:
    t = replace(tournament(4), separations=(Separation((1, 3)),))
    assert {frozenset(b) for b in boards(t)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_e3_the_reason_of_a_colour_says_the_preferences_and_the_round_from_which_it_changes() -> None:
    """1 and 3 are due Black alike; in round 2 the one had Black and the other White."""
    rounds = (
        played(1, (1, 2, Result.DRAW), (4, 3, Result.DRAW)),
        played(2, (2, 1, Result.DRAW), (3, 4, Result.DRAW)),
        played(3, (4, 1, Result.DRAW), (2, 3, Result.DRAW)),
        played(4, (1, 4, Result.DRAW), (3, 2, Result.DRAW)),
    )
    told = [r for r in KNSB_2014.pair_with_reasons(tournament(4, *rounds)).reasons if r.code == "colour-given"]
    (of_1,) = [r for r in told if 1 in r.players]
    assert (of_1.article, of_1.players) == ("KNSB:2014 E3", (1, 3))
    assert of_1.facts == {
        "by": "alternation",
        "white_preference": "black",
        "white_strength": "mild",
        "white_difference": 0,
        "white_had": "wbbw",
        "black_preference": "black",
        "black_strength": "mild",
        "black_difference": 0,
        "black_had": "bwbw",
        "white_round": 2,
        "black_round": 2,
    }


def test_reasons_name_articles_of_this_regulation() -> None:
    reasons = KNSB_2014.pair_with_reasons(tournament(5)).reasons
    assert {r.article for r in reasons} == {"KNSB:2014 C6", "KNSB:2014 A5", "KNSB:2014 D", "KNSB:2014 E5"}


def test_a5_one_player_alone_has_the_bye() -> None:
    paired = pair(tournament(1))
    assert (paired.boards, paired.bye) == ((), 1)


def test_refusals() -> None:
    with pytest.raises(Refusal, match="first-colour-not-drawn"):
        pair(replace(tournament(4), first_colour=None))
    with pytest.raises(NoPairing, match="too-few-players"):
        pair(tournament(0))
    with pytest.raises(NoPairing, match="no-legal-pairing"):
        pair(tournament(2, played(1, (1, 2, D))))


def test_registered_under_its_key() -> None:
    assert SYSTEMS["knsb-2014"] is KNSB_2014
