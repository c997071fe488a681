"""KNDB: why a round was paired so; the ranking list, and what spoke against who came first."""

from __future__ import annotations

from msgspec.structs import replace

from engine.dummy import DUMMY
from engine.model import DRAUGHTS_POINTS, Separation
from engine.systems.kndb.system import KNDB
from tests.engine.systems.kndb.build import tournament


def test_modification_1_who_is_of_another_strength_group_is_told_so() -> None:
    """Not that the rest could not be paired."""
    t = tournament(8, strength_groups=("1 2 3 4",), guided_rounds=1)
    (own,) = [r for r in KNDB.pair_with_reasons(t, 1).reasons if r.code == "pair"]
    assert own.players == (1, 4)
    assert own.facts == {"met": (), "rest_unpaired": (), "other_strength": (8, 7, 6, 5)}


def test_who_is_kept_apart_is_told_so() -> None:
    t = replace(tournament(4), separations=(Separation((1, 4)),))
    (own,) = [r for r in KNDB.pair_with_reasons(t, 1).reasons if r.code == "pair"]
    assert (own.players, own.facts["apart"], own.facts["rest_unpaired"]) == ((1, 3), (4,), ())


def test_ranking_list_the_reasons_say_by_which_order_it_is_paired() -> None:
    t = tournament(4, "1-4 1-1, 2-3 2-0")
    told = [r for r in KNDB.pair_with_reasons(t).reasons if r.code == "ranking-place"]
    assert [(r.players, r.facts["place"], r.facts["score"], r.facts["resistance"]) for r in told] == [
        ((2,), 1, 2, 0),
        ((1,), 2, 1, 1),
        ((4,), 3, 1, 1),
        ((3,), 4, 0, 2),
    ]
    (own,) = [r for r in KNDB.pair_with_reasons(t, 4).reasons if r.code == "ranking-place"]
    assert (own.facts["place"], own.facts["lot"]) == (3, 4)


def test_modification_2_the_dummy_that_draws_has_its_place_in_the_ranking_list() -> None:
    """One that takes part like any player stands last, whatever happens: that need not be told."""
    points = replace(DRAUGHTS_POINTS, pairing_bye=1)
    t = tournament(5, "1-4 2-0, 2-3 2-0, 5 bye", points=points, dummy="draws")
    told = {r.facts["place"]: r.players for r in KNDB.pair_with_reasons(t).reasons if r.code == "ranking-place"}
    assert (len(told), told[4]) == (6, (DUMMY,))
    plain = KNDB.pair_with_reasons(tournament(5, "1-4 2-0, 2-3 2-0, 5 bye"))
    assert all(DUMMY not in r.players for r in plain.reasons if r.code == "ranking-place")
