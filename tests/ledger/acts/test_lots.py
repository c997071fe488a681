"""Lots, guided or not, and the colour of the first board."""

import hashlib

import pytest

from engine.model import Colour
from ledger.acts.lots import DrawFirstColour, DrawLots, FirstColourDrawn, LotsDrawn
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
