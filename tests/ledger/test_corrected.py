"""A tournament knows what of it was corrected: the marks on pages, cards and phones come from there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ledger.events import ColoursCorrected, Recorded, ResultCorrected, RoundChanged, RoundTakenBack, SitOutCorrected
from ledger.evolve import fold
from tests.ledger.histories import random_history

Subject = tuple[int, ...]  # who sat at a board, the lower number first; or who had no game


def corrected(records: Sequence[Recorded]) -> dict[int, set[Subject]]:
    """By round. One that is taken back takes its corrections with it, other seats those of whom they part or pair."""
    found: dict[int, set[Subject]] = {}
    t = None
    for recorded in records:
        event, t = recorded.event, fold([recorded.event], t)
        if isinstance(event, ResultCorrected | ColoursCorrected):
            board = t.rounds[event.round - 1].boards[event.board - 1]
            found.setdefault(event.round, set()).add(tuple(sorted((board.white, board.black))))
        elif isinstance(event, SitOutCorrected):
            found.setdefault(event.round, set()).add((event.player,))
        elif isinstance(event, RoundTakenBack):
            found.pop(event.round, None)
        elif isinstance(event, RoundChanged):
            still: set[Subject] = {tuple(sorted((board.white, board.black))) for board in event.boards}
            still |= {(out.player,) for out in event.sitouts}
            found[event.round] = found.get(event.round, set()) & still
    return {number: subjects for number, subjects in found.items() if subjects}


@pytest.mark.parametrize("seed", range(60))
def test_whoever_asks_a_tournament_is_told_what_its_log_tells(seed: int) -> None:
    records = random_history(seed, 120)
    t = fold([recorded.event for recorded in records])
    known: dict[int, set[Subject]] = {}
    for one in t.rounds:
        subjects = [tuple(sorted((board.white, board.black))) for board in one.boards]
        subjects += [(out.player,) for out in one.sitouts]
        known[one.number] = {subject for subject in subjects if any(map(one.is_corrected, subject))}
        assert all(len({*map(one.is_corrected, subject)}) == 1 for subject in subjects)
    assert {number: subjects for number, subjects in known.items() if subjects} == corrected(records)


def test_there_are_such_histories() -> None:
    found = [corrected(random_history(seed, 120)) for seed in range(60)]
    sizes = {len(subject) for rounds in found for subjects in rounds.values() for subject in subjects}
    assert sizes == {1, 2}, "corrected boards, and who had no game"
