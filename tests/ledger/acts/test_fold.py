"""``fold`` takes runs of results and registrations at once; it gives what ``evolve`` gives one by one."""

from __future__ import annotations

import random

import pytest

from engine.model import Result
from ledger.acts.act import Event
from ledger.acts.evolve import evolve, fold
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import GamePostponed, ResultCorrected, ResultEntered
from ledger.state import State
from tests.ledger.store.logs import tournament


def one_by_one(events: list[Event], t: State | None = None) -> State | None:
    for event in events:
        t = evolve(t, event)
    return t


def disturbed(seed: int) -> list[Event]:
    """A tournament with results that are entered again, corrected and postponed, in this round and in earlier ones."""
    chance = random.Random(seed)
    events: list[Event] = []
    for event in tournament(players=12, rounds=4):
        events.append(event)
        if isinstance(event, ResultEntered) and chance.random() < 0.5:
            played, board = chance.randint(1, event.round), chance.randint(1, 6)
            events += chance.choice(
                (
                    [ResultEntered(round=played, board=board, result=Result.BLACK_WINS)],
                    [GamePostponed(round=played, board=board)],
                    [
                        ResultCorrected(
                            round=played,
                            board=board,
                            old=Result.DRAW,
                            result=Result.WHITE_WINS,
                            corrects=1,
                            reason="misread",
                        )
                    ],
                    [next(e for e in events if isinstance(e, PlayerRegistered))],
                )
            )
    return events


@pytest.mark.parametrize("seed", range(20))
def test_a_fold_is_what_evolve_makes_of_the_events_one_by_one(seed: int) -> None:
    events = disturbed(seed)
    for until in range(len(events) + 1):
        assert fold(events[:until]) == one_by_one(events[:until])


@pytest.mark.parametrize("seed", range(5))
def test_a_fold_may_be_taken_up_anywhere(seed: int) -> None:
    events = disturbed(seed)
    whole = fold(events)
    assert whole is not None
    assert whole.version == len(events)
    for until in range(len(events)):
        before = fold(events[:until])
        kept = repr(before)
        assert fold(iter(events[until:]), before) == whole
        assert repr(before) == kept  # a state is never changed
