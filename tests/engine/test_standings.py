"""The start order and the table by points."""

from __future__ import annotations

import msgspec

from engine.model import (
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.standings import Standing, rank
from engine.start_order import TITLES, start_order


def tournament(*players: Player, **parts: object) -> Tournament:
    entries = {player.number: Entry(player) for player in players}
    plain = Tournament(details=Details("Open"), rules=Rules("by-hand", 9), entries=entries)
    return msgspec.structs.replace(plain, **parts)


FOUR = tuple(Player(number, f"Player {number}", 2000 - number) for number in (1, 2, 3, 4))


# -- the start order ---------------------------------------------------------------------------------------------------


def test_knsb_a2_rating_goes_before_title_and_title_before_name() -> None:
    t = tournament(
        Player(1, "Zoe", 2100),
        Player(2, "Bea", 2200),
        Player(3, "Ann", 2200),
        Player(4, "Zed", 2200, "FM"),
        Player(5, "Una"),
        Player(6, "Ted", 2200, "GM"),
    )
    assert start_order(t) == (6, 4, 3, 2, 1, 5)


def test_knsb_a2_the_titles_in_the_order_of_the_article() -> None:
    players = [Player(n, "Same", 2300, title) for n, title in enumerate(reversed((*TITLES, "")), start=1)]
    assert start_order(tournament(*players)) == tuple(range(len(players), 0, -1))
    assert TITLES == ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def test_names_are_ordered_without_regard_to_capitals_and_namesakes_by_number() -> None:
    t = tournament(Player(4, "de Vries"), Player(3, "De Boer"), Player(2, "Jansen"), Player(1, "Jansen"))
    assert start_order(t) == (3, 4, 1, 2)


def test_an_order_that_was_set_stands_and_newcomers_follow_it_by_strength() -> None:
    t = tournament(*FOUR, Player(5, "Late", 1500), Player(6, "Later", 2500), start_order=(3, 1, 4, 2))
    assert start_order(t) == (3, 1, 4, 2, 6, 5)


# -- the table ---------------------------------------------------------------------------------------------------------


def test_equal_scores_share_a_place_and_stand_in_start_order() -> None:
    played = Round(1, (Board(1, 4, Result.BLACK_WINS), Board(3, 2, Result.DRAW)))
    assert rank(tournament(*FOUR, rounds=(played,))) == (
        Standing(1, 4, (2,)),
        Standing(2, 2, (1,)),
        Standing(2, 3, (1,)),
        Standing(4, 1, (0,)),
    )


def test_the_order_of_entry_does_not_matter() -> None:
    played = Round(1, (Board(1, 4, Result.BLACK_WINS), Board(3, 2, Result.DRAW)))
    forth, back = tournament(*FOUR, rounds=(played,)), tournament(*reversed(FOUR), rounds=(played,))
    assert rank(forth) == rank(back)


def test_before_the_first_round_all_share_the_first_place() -> None:
    table = rank(tournament(*FOUR, start_order=(2, 1, 4, 3)))
    assert [(line.place, line.player, line.score) for line in table] == [(1, 2, 0), (1, 1, 0), (1, 4, 0), (1, 3, 0)]
    assert rank(tournament()) == ()


def test_a_withdrawn_player_stays_in_the_table() -> None:
    t = tournament(*FOUR, rounds=(Round(1, (Board(1, 2, Result.WHITE_WINS),), (SitOut(3, Outcome.PAIRING_BYE),)),))
    gone = msgspec.structs.replace(t.entries[1], withdrawals=(Withdrawal(2),))
    t = msgspec.structs.replace(t, entries={**t.entries, 1: gone})
    assert [line.player for line in rank(t)] == [1, 3, 2, 4]
