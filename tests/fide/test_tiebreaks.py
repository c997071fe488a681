"""Tie-breaks in FIDE mode, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine import tiebreaks
from engine.errors import Refusal
from engine.model import Board, Outcome, Player, Result, Rules, SitOut
from engine.standings import rank
from ledger.acts.external_values import ExternalValuesSet, SetExternalValues
from ledger.acts.pairing import PairByHand
from ledger.acts.players import CorrectPlayer
from ledger.acts.removals import RemovePlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.formats.trf.writer import Dialect, losses, write
from tests.fide.test_fide_mode import SWISS, WHY, do, with_rounds
from tests.ledger.given import Given

EXTERNAL = replace(SWISS, tiebreaks=("EXT", "BH"))


def places(history: Given) -> list[int]:
    return [line.player for line in rank(history.tournament)]


def test_207_values_from_outside_are_given_and_rank_at_their_place() -> None:
    """After round 1, of Ada and Cor, who have a point each, and of the others, who have none."""
    history = with_rounds(1, EXTERNAL)
    assert places(history) == [1, 3, 2, 4, 5]
    history = do(history, SetExternalValues(values={3: "12.5", 1: "9", 4: "0,125", 5: "-1"}))
    assert places(history) == [3, 1, 4, 5, 2]
    assert [line.values[1] for line in rank(history.tournament)] == [Fraction(25, 2), 9, Fraction(1, 8), -1, None]


def test_207_the_lowest_first_where_that_was_agreed() -> None:
    history = do(with_rounds(1, replace(EXTERNAL, tiebreaks=("EXT/R",))), SetExternalValues(values={3: "12", 1: "9"}))
    assert places(history)[:2] == [1, 3]


def test_207_a_value_is_changed_and_taken_away() -> None:
    history = do(with_rounds(1, EXTERNAL), SetExternalValues(values={1: "9", 3: "8"}))
    history.when(SetExternalValues(values={1: "9", 3: ""})).then(ExternalValuesSet(values={3: None}))
    assert do(history, SetExternalValues(values={3: ""})).tournament.external_values == {1: 9000}
    history.when(SetExternalValues(values={1: "9.000"})).then_nothing()


@pytest.mark.parametrize("text", ["nine", "1e3", "1.2345", "0x9", "½", "1 2", "--1"])
def test_207_what_is_no_number_is_refused_where_it_stands(text: str) -> None:
    with_rounds(1, EXTERNAL).when(SetExternalValues(values={1: "9", 3: text})).then_refused(
        "not-an-external-value", field="values.3", player=3, value=text
    )


def test_207_of_somebody_who_is_not_there_it_is_refused() -> None:
    with_rounds(1, EXTERNAL).when(SetExternalValues(values={9: "9"})).then_refused("no-such-player", player=9)


def test_207_a_player_who_is_removed_takes_theirs_along() -> None:
    history = do(with_rounds(0, EXTERNAL), SetExternalValues(values={5: "9"}), RemovePlayers(players=(5,), reason=WHY))
    assert history.tournament.external_values == {}


def test_207_a_file_leaves_them_out_and_says_so() -> None:
    t = do(with_rounds(1, EXTERNAL), SetExternalValues(values={1: "9"})).tournament
    assert "EXT" not in write(t, Dialect.TRF26)
    assert "\n202 BH" in write(t, Dialect.TRF26)
    assert "external_values" in [one.facts.get("field") for one in losses(t, Dialect.TRF26)]


# -- 208, 209: players without a rating --------------------------------------------------------------------------------


def with_unrated(code: str) -> Given:
    """Ada 2100, Bob 2000, Cor 1901, Dirk and Eva without one; Ada beat Bob, Cor beat Dirk."""
    history = with_rounds(0, replace(SWISS, tiebreaks=(code,)))
    for number, (name, rating) in enumerate(
        (("Ada", 2100), ("Bob", 2000), ("Cor", 1901), ("Dirk", None), ("Eva", None)), start=1
    ):
        fresh = Player(number, name, rating)
        if fresh != history.tournament.entries[number].player:
            history = do(history, CorrectPlayer(player=fresh, reason=WHY))
    boards = (Board(1, 2), Board(3, 4))
    return do(
        history,
        PairByHand(round=1, boards=boards, sitouts=(SitOut(5, Outcome.ZERO_BYE),)),
        PublishRound(round=1),
        *(EnterResult(round=1, board=board, result=Result.WHITE_WINS) for board in (1, 2)),
        CloseRound(round=1),
    )


@pytest.mark.parametrize(
    ("code", "counted"),
    [("ARO", None), ("ARO/U1500", 1500), ("ARO/UL", 1901), ("ARO/UM", 2000)],
    ids=["dropped", "a number", "lowest", "mean"],
)
def test_208_209_there_are_ways_to_count_who_has_no_rating(code: str, counted: int | None) -> None:
    t = with_unrated(code).tournament
    values = {line.player: line.values[1] for line in rank(t)}
    assert values[3] == counted  # Cor met Dirk
    assert values[1] == (2000 if counted else None)


@pytest.mark.parametrize(
    ("code", "told"), [("ARO/UL", "ARO/U1901"), ("TPR/UM", "TPR/U2000"), ("ARO/U1400", "ARO/U1400")]
)
def test_209_a_file_says_the_number(code: str, told: str) -> None:
    assert f"\n202 {told}\r" in write(with_unrated(code).tournament, Dialect.TRF26).replace("\n202", "\r\n202") + "\r"


@pytest.mark.parametrize("code", ["ARO/U1500/UL", "ARO/UL/UM", "ARO/UL/UL"])
def test_209_only_one_of_them_is_agreed(code: str) -> None:
    with pytest.raises(Refusal) as caught:
        tiebreaks.tiebreak(code)
    assert caught.value.code == "tiebreak-modifiers-contradict"


def test_209_where_nobody_has_a_rating_there_is_none_to_count() -> None:
    t = with_rounds(1, Rules("fide-dutch-2026", 7, tiebreaks=("ARO/UL",))).tournament
    bare = {n: replace(e, player=replace(e.player, rating=None)) for n, e in t.entries.items()}
    assert {line.values[1] for line in rank(replace(t, entries=bare))} == {None}
