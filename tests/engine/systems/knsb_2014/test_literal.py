"""Random tournaments: equality with the literal enumeration, and the absolute criteria checked independently."""

from __future__ import annotations

from random import Random

import pytest

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import MEANINGS, Colour, Outcome, PlayerId, Tournament
from engine.pairing import Paired
from engine.systems.knsb.contenders import contenders
from engine.systems.knsb.pairing import pair
from tests.engine.systems.knsb_2014.literal import Literal, Unpairable
from tests.engine.systems.knsb_2014.simulation import MANNERS, positions


def literally(t: Tournament) -> tuple[set[frozenset[PlayerId]], PlayerId | None]:
    pairs, bye = Literal(contenders(t), t.next_round).run()
    return {frozenset((a.player, b.player)) for a, b in pairs}, bye.player if bye else None


def checked(t: Tournament) -> Paired:
    """The pairing, equal to the literal one; both or neither must find one."""
    if not t.available(t.next_round):
        with pytest.raises(NoPairing, match="too-few-players"):
            pair(t)
        raise NoPairing("too-few-players")  # ends the tournament
    try:
        expected = literally(t)
    except Unpairable:
        with pytest.raises(NoPairing, match="no-legal-pairing"):
            pair(t)
        raise NoPairing("no-legal-pairing") from None
    paired = pair(t)
    assert ({frozenset((b.white, b.black)) for b in paired.boards}, paired.bye) == expected, t.details.name
    return paired


def run_literally(seed: int, largest: int) -> None:
    chance = Random(seed)
    players, unplayed = chance.randint(3, largest), chance.choice((0.0, 0.06, 0.2))
    rounds = chance.randint(2, max(8, players))
    manner = chance.choice(("anyhow", "anyhow", *MANNERS))
    for _ in positions(seed, players, rounds, unplayed, checked, manner):
        pass


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_the_search_equals_the_literal_enumeration(seed: int) -> None:
    for each in range(seed, seed + 20):
        run_literally(each, largest=9)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(20_000, 21_500, 20))
def test_the_search_equals_the_literal_enumeration_up_to_twelve(seed: int) -> None:
    for each in range(seed, seed + 20):
        run_literally(each, largest=12)


@pytest.mark.exhaustive
def test_c12_while_another_stranded_player_waits() -> None:
    run_literally(12089, largest=12)


# -- absolute criteria -------------------------------------------------------------------------------------------------


def colours_of(t: Tournament, player: PlayerId) -> list[int]:
    found = []
    for played in t.rounds:
        for board in played.boards:
            for who, colour, _, outcome in board.seats():
                if who == player and MEANINGS[outcome].colour:
                    found.append(1 if colour is Colour.WHITE else -1)
    return found


def had_points_for_nothing(t: Tournament, player: PlayerId) -> bool:
    without_game = {Outcome.PAIRING_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE, Outcome.FORFEIT_WIN}
    outcomes = [s.outcome for r in t.rounds for s in r.sitouts if s.player == player]
    outcomes += [o for r in t.rounds for b in r.boards for who, _, _, o in b.seats() if who == player]
    return any(outcome in without_game for outcome in outcomes)


def assert_absolute_criteria(t: Tournament, paired: Paired) -> None:
    assert not breaches(t, paired.boards, t.next_round, paired.sitouts)  # B1a
    bye = [] if paired.bye is None else [paired.bye]
    everybody = sorted([n for b in paired.boards for n in (b.white, b.black)] + bye)
    assert everybody == list(t.available(t.next_round))
    assert paired.bye is None or not had_points_for_nothing(t, paired.bye)  # B1b
    if t.next_round < t.rules.rounds:  # B2; in the last round topscorers may break it
        for board in paired.boards:
            for player, colour in ((board.white, 1), (board.black, -1)):
                history = [*colours_of(t, player), colour]
                assert abs(sum(history)) <= 2
                assert len(history) < 3 or abs(sum(history[-3:])) < 3


# Every third in ``make test``: they meet every manner, small halls and large ones.
HALLS = [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed % 3 else []) for seed in range(50)]


@pytest.mark.parametrize("seed", HALLS)
def test_b1_and_b2_never_break(seed: int) -> None:
    for t, paired in positions(seed, 6 + seed, 7, manner=manner_of(seed)):
        assert_absolute_criteria(t, paired)


def manner_of(seed: int) -> str:
    return (*MANNERS, "anyhow", "anyhow")[seed % (len(MANNERS) + 2)]


def test_every_manner_is_met_by_a_third_of_them() -> None:
    assert {manner_of(seed) for seed in range(0, 50, 3)} >= {*MANNERS}


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(50))
def test_b1_and_b2_never_break_in_a_thousand_tournaments(block: int) -> None:
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        for t, paired in positions(seed, 5 + seed % 36, 5 + seed % 5, manner=manner_of(seed)):
            assert_absolute_criteria(t, paired)


@pytest.mark.parametrize(
    "manner", [pytest.param(one, marks=[pytest.mark.exhaustive] if one == "black" else []) for one in MANNERS]
)
def test_a_hall_of_a_hundred_and_fifty_in_which_everything_goes_one_way(manner: str) -> None:
    """C13 and C12 with whole groups that want the same colour: trying all sets of leavers would never end."""
    for t, paired in positions(7, 150, 7, 0.02, manner=manner):
        assert_absolute_criteria(t, paired)


def test_same_input_same_output() -> None:
    for t, paired in positions(3, 41, 6):
        assert pair(t) == paired
