"""Lots, guided or not, and the colour of the first board."""

import hashlib

import pytest

from engine.model import Colour
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots, FirstColourDrawn, LotDrawn, LotsDrawn
from tests.ledger.given import given, opened, paired, registered, with_players


def test_lots_can_be_drawn_again_by_anybody_who_has_the_seed():
    by_the_seed = sorted((1, 2, 3, 4), key=lambda n: hashlib.sha256(f"Tartu 1 May:{n}".encode()).hexdigest())
    after = (
        given(*with_players(4))
        .when(DrawLots(seed="Tartu 1 May"))
        .then(LotsDrawn(seed="Tartu 1 May", order=tuple(by_the_seed)))
    )
    assert [after.tournament.entries[number].player.lot for number in by_the_seed] == [1, 2, 3, 4]


def test_lots_do_not_depend_on_the_order_of_registration():
    backwards = (opened(), *(registered(number) for number in (4, 3, 2, 1)))
    forwards = given(*with_players(4)).when(DrawLots(seed="s")).answer
    assert given(*backwards).when(DrawLots(seed="s")).answer == forwards


def test_kndb_modification_1_a_guided_draw_keeps_to_its_groups():
    def by_the_seed(*players):
        return sorted(players, key=lambda n: hashlib.sha256(f"s:{n}".encode()).hexdigest())

    groups = ((2, 5), (6, 1))
    order = (*by_the_seed(2, 5), *by_the_seed(6, 1), *by_the_seed(3, 4))  # who is in no group comes last
    asked = DrawLots(seed="s", groups=groups)
    after = given(*with_players(6)).when(asked).then(LotsDrawn(seed="s", order=order, groups=groups))
    assert [after.tournament.entries[number].player.lot for number in order] == [1, 2, 3, 4, 5, 6]


def test_kndb_modification_1_the_groups_of_a_guided_draw_are_checked():
    four = given(*with_players(4))
    four.when(DrawLots(seed="s", groups=((1, 2), (2, 3)))).then_refused("player-twice", player=2)
    four.when(DrawLots(seed="s", groups=((1, 9),))).then_refused("no-such-player", player=9)
    four.when(DrawLots(seed="s", groups=((1, 2), ()))).then_refused("group-is-empty")


def test_lots_need_a_seed():
    given(*with_players(2)).when(DrawLots(seed=" ")).then_refused("text-missing", field="seed")


def test_a_seed_can_be_read_out():
    given(*with_players(2)).when(DrawLots(seed="a\x07")).then_refused("text-has-control-characters", field="seed")


def test_no_lots_are_drawn_for_nobody():
    given(opened()).when(DrawLots(seed="s")).then_refused("too-few-players", players=0, needed=1)


def test_no_lots_are_drawn_after_the_first_pairing():
    given(*with_players(2), paired(1, (1, 2))).when(DrawLots(seed="s")).then_refused(
        "round-already-paired", round=1, next=2
    )


def test_lots_may_have_been_drawn_by_hand_in_this_order():
    after = given(*with_players(3)).when(DrawLots(order=(3, 1, 2))).then(LotsDrawn(seed="", order=(3, 1, 2)))
    assert [after.tournament.entries[number].player.lot for number in (1, 2, 3)] == [2, 3, 1]


def test_an_order_drawn_by_hand_names_everybody_once():
    three = given(*with_players(3))
    three.when(DrawLots(order=(3, 1))).then_refused("lots-missing", field="order", players=(2,))
    three.when(DrawLots(order=(3, 1, 1))).then_refused("player-twice", player=1)
    three.when(DrawLots(order=(3, 1, 4))).then_refused("no-such-player", player=4)
    three.when(DrawLots(order=(3, 1, 2), seed="s")).then_refused("drawn-by-hand-or-not", field="order")


def test_lots_that_stand_are_drawn_again_only_for_a_reason():
    drawn = given(*with_players(2)).when(DrawLots(order=(2, 1))).then(LotsDrawn(seed="", order=(2, 1)))
    drawn.when(DrawLots(order=(1, 2))).then_refused("lots-stand", players=(1, 2))
    drawn.when(DrawLots(order=(1, 2), reason="two balls had no number")).then(
        LotsDrawn(seed="", order=(1, 2), reason="two balls had no number")
    )


# -- one lot after the other -------------------------------------------------------------------------------------------


def test_kndb_ranking_list_a_player_draws_a_number_before_round_1():
    after = given(*with_players(3)).when(DrawLot(player=2, lot=3)).then(LotDrawn(player=2, lot=3))
    assert [after.tournament.entries[number].player.lot for number in (1, 2, 3)] == [None, 3, None]


def test_a_number_is_in_the_hat_once():
    drawn = given(*with_players(3)).when(DrawLot(player=2, lot=3)).then(LotDrawn(player=2, lot=3))
    drawn.when(DrawLot(player=1, lot=3)).then_refused("lot-taken", field="lot", lot=3, player=2)
    drawn.when(DrawLot(player=1, lot=0)).then_refused(
        "number-outside-range", field="lot", value=0, least=1, most=99_999
    )


def test_the_program_draws_from_what_is_left_in_the_hat():
    drawn = given(*with_players(4), LotDrawn(player=2, lot=3))
    left = [1, 2, 4]
    lot = left[int(hashlib.sha256(b"Tartu:4").hexdigest(), 16) % 3]  # as anybody can who has the seed
    drawn.when(DrawLot(player=4, seed="Tartu")).then(LotDrawn(player=4, lot=lot, seed="Tartu"))


def test_everybody_who_draws_from_the_hat_has_another_lot():
    table = given(*with_players(6))
    for player in range(1, 7):
        (event,) = table.when(DrawLot(player=player, seed="s")).events
        table = given(*table.events, event)
    assert sorted(entry.player.lot or 0 for entry in table.tournament.entries.values()) == list(range(1, 7))


def test_kndb_modification_1_one_lot_of_a_guided_draw_is_one_of_its_group():
    drawn = given(*with_players(4), LotDrawn(player=1, lot=2))
    drawn.when(DrawLot(player=2, seed="s", lowest=1, highest=2)).then(LotDrawn(player=2, lot=1, seed="s"))
    full = given(*with_players(4), LotDrawn(player=1, lot=2), LotDrawn(player=2, lot=1))
    full.when(DrawLot(player=3, seed="s", lowest=1, highest=2)).then_refused("no-lot-left", lowest=1, highest=2)


def test_another_lot_for_the_same_player_needs_a_reason():
    drawn = given(*with_players(3), LotDrawn(player=2, lot=3))
    drawn.when(DrawLot(player=2, lot=1)).then_refused("lot-stands", player=2, lot=3)
    drawn.when(DrawLot(player=2, lot=1, reason="misread")).then(LotDrawn(player=2, lot=1, reason="misread"))
    drawn.when(DrawLot(player=2, lot=3)).then()


def test_a_lot_is_drawn_by_somebody_with_a_seed_or_a_number_before_round_1():
    two = given(*with_players(2))
    two.when(DrawLot(player=1)).then_refused("text-missing", field="seed")
    two.when(DrawLot(player=5, lot=1)).then_refused("no-such-player", player=5)
    given(*with_players(2), paired(1, (1, 2))).when(DrawLot(player=1, lot=1)).then_refused(
        "round-already-paired", round=1, next=2
    )


# -- the first colour --------------------------------------------------------------------------------------------------


def test_the_first_colour_is_drawn_from_the_seed():
    for seed in ("a", "b", "c", "d"):
        is_even = int(hashlib.sha256(f"{seed}:first colour".encode()).hexdigest(), 16) % 2 == 0
        colour = Colour.WHITE if is_even else Colour.BLACK
        after = given(opened()).when(DrawFirstColour(seed=seed)).then(FirstColourDrawn(seed=seed, colour=colour))
        assert after.tournament.first_colour is colour


def test_both_colours_can_come_out_of_the_draw():
    drawn = [event for seed in "abcdefgh" for event in given(opened()).when(DrawFirstColour(seed=seed)).events]
    assert {event.colour for event in drawn if isinstance(event, FirstColourDrawn)} == {Colour.WHITE, Colour.BLACK}


@pytest.mark.parametrize("colour", list(Colour))
def test_the_first_colour_may_have_been_drawn_before_the_public(colour):
    given(opened()).when(DrawFirstColour(colour=colour)).then(FirstColourDrawn(seed="", colour=colour))


def test_the_first_colour_needs_a_seed_or_a_colour():
    given(opened()).when(DrawFirstColour()).then_refused("text-missing", field="seed")


def test_a_seed_beside_a_given_colour_stands_on_one_line_too():
    given(opened()).when(DrawFirstColour(seed="\n", colour=Colour.WHITE)).then_refused(
        "text-has-control-characters", field="seed"
    )


def test_the_first_colour_is_drawn_once_unless_a_reason_is_given():
    drawn = (
        given(opened()).when(DrawFirstColour(colour=Colour.WHITE)).then(FirstColourDrawn(seed="", colour=Colour.WHITE))
    )
    drawn.when(DrawFirstColour(seed="again")).then_refused("first-colour-stands", colour="white")
    drawn.when(DrawFirstColour(colour=Colour.BLACK, reason="the coin fell off the table")).then(
        FirstColourDrawn(seed="", colour=Colour.BLACK, reason="the coin fell off the table")
    )


def test_the_first_colour_is_not_drawn_after_the_first_pairing():
    given(*with_players(2), paired(1, (1, 2))).when(DrawFirstColour(seed="s")).then_refused(
        "round-already-paired", round=1, next=2
    )
