"""When a record becomes public: the one rule that views, screens and the feed go by."""

from __future__ import annotations

import pytest

from engine.model import Board, Phase
from ledger.acts.hall import Announce
from ledger.acts.pairing import ChangeRound, PairByHand
from ledger.acts.rounds import PublishRound, TakeBackRound
from ledger.publication import Releases
from ledger.state import State
from ledger.views.projector import Projection
from tests.ledger.histories import opened, random_history

BOARDS = (Board(1, 2), Board(3, 4))


def test_a_draft_becomes_public_with_its_publication():
    table = opened(*"ABCD")
    before = len(table.records)
    table.do(PairByHand(round=1, boards=BOARDS))
    table.do(TakeBackRound(round=1, reason="a player came after all"))
    table.do(PairByHand(round=1, boards=BOARDS[::-1]))
    table.do(Announce(text="Tea"))
    table.do(PublishRound(round=1))
    releases: Releases[int] = Releases()
    told = [releases.take(record.version, record.event) for record in table.records]
    paired = before + 1
    assert told[:before] == [(version,) for version in range(1, paired)]
    assert told[before:] == [(), (), (), (paired + 3,), (paired, paired + 1, paired + 2, paired + 4)]
    assert releases.list_hidden() == frozenset()


def test_a_published_round_that_is_taken_back_stays_told_and_its_successor_is_a_draft():
    table = opened(*"ABCD")
    before = len(table.records)
    table.do(PairByHand(round=1, boards=BOARDS))
    table.do(PublishRound(round=1))
    table.do(TakeBackRound(round=1, reason="wrong list"))
    table.do(TakeBackRound(round=1))
    table.do(PairByHand(round=1, boards=BOARDS[::-1]))
    releases: Releases[int] = Releases()
    told = [releases.take(record.version, record.event) for record in table.records]
    assert told[before:] == [(), (before + 1, before + 2), (before + 3,), (), ()]
    assert releases.list_hidden() == {before + 4, before + 5}


def test_a_publication_that_is_taken_back_is_told_and_what_is_done_to_the_draft_then_is_not():
    table = opened(*"ABCD")
    before = len(table.records)
    table.do(PairByHand(round=1, boards=BOARDS), PublishRound(round=1), TakeBackRound(round=1, reason="wrong list"))
    table.do(ChangeRound(round=1, boards=BOARDS[::-1], reason="board 1 is broken"), PublishRound(round=1))
    releases: Releases[int] = Releases()
    told = [releases.take(record.version, record.event) for record in table.records]
    assert told[before:] == [(), (before + 1, before + 2), (before + 3,), (), (before + 4, before + 5)]


FOR_STAFF = (
    *(
        "result-disputed",
        "result-confirmed",
        "result-reported",
        "report-confirmed",
        "player-checked-in",
        "check-in-undone",
        "file-rest-kept",
        "report-sent",
        "list-registered",
        *("tariff-set", "fees-set", "payment-recorded", "payment-taken-back"),
    ),
)
OF_A_DRAFT = ("round-paired", "round-changed", "round-taken-back", "sit-out-corrected", "points-adjusted")


def is_draft(state: State | None, round_number: int) -> bool:
    played = () if state is None else state.tournament.rounds[round_number - 1 : round_number]
    return any(one.phase is Phase.PAIRED for one in played)


@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_what_is_held_is_what_the_phases_of_the_rounds_say(seed: int):
    projection = Projection()
    for_staff: set[int] = set()
    drafted: dict[int, int] = {}  # version → round
    for record in random_history(seed):
        before = projection.state
        projection.apply(record)
        what, about = record.event.__struct_config__.tag, getattr(record.event, "round", 0)
        if what in FOR_STAFF:
            for_staff.add(record.version)
        elif what in OF_A_DRAFT and (is_draft(before, about) or is_draft(projection.state, about)):
            drafted[record.version] = about
        elif what == "round-published":
            drafted = {version: number for version, number in drafted.items() if number != about}
        assert projection.draft_versions() == for_staff | set(drafted), record


@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_every_record_becomes_public_once_and_a_draft_is_what_the_state_says(seed: int):
    projection = Projection()
    releases: Releases[int] = Releases()
    public: list[int] = []
    was_public: set[int] = set()  # a draft that is the round's again after its publication was taken back
    for record in random_history(seed):
        projection.apply(record)
        public += releases.take(record.version, record.event)
        assert sorted([*public, *releases.list_hidden()]) == list(range(1, record.version + 1))
        assert projection.state is not None
        t = projection.state.tournament
        if len(t.rounds) > t.released_rounds and t.rounds[-1].since not in was_public:
            assert t.rounds[-1].since in releases.list_hidden()
        was_public |= {played.since for played in t.rounds[: t.released_rounds]}
        if t.released_rounds:
            assert not {played.since for played in t.rounds[: t.released_rounds]} & releases.list_hidden()
