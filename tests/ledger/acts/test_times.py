"""A clock that was ahead: the record that says so is dated by the clock, and what follows too."""

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from ledger.acts.decide import decide
from ledger.acts.times import CorrectTime, TimeCorrected
from ledger.replay import AtTime, version_at
from tests.ledger.given import given, opened
from tests.ledger.histories import recorded
from tests.ledger.store.logs import RESULT


def test_it_is_told_with_its_reason():
    after = given(opened()).when(CorrectTime(reason="a day ahead")).then(TimeCorrected(reason="a day ahead"))
    assert after.state.hall.time_corrected == after.state.version == 2
    with pytest.raises(Refusal, match="reason-missing"):
        decide(after.state, CorrectTime(reason=" "))


@pytest.mark.parametrize(
    ("at", "version"),
    [("2026-04-30", 0), ("2026-05-01", 1), ("2026-05-03", 1), ("2026-05-04", 4), ("2026-05-05", 5), ("2031-01-01", 5)],
)
def test_a_time_finds_what_was_written_by_then(at: str, version: int):
    """Records 2 and 3 are dated ten years ahead; nobody knows when, but they were written before the fourth."""
    days = ("2026-05-01", "2036-05-02", "2036-05-03", "2026-05-04", "2026-05-05")
    records = recorded([RESULT, RESULT, RESULT, TimeCorrected(reason="years ahead"), RESULT])
    dated = [replace(one, at=f"{day}T12:00:00.000000Z") for one, day in zip(records, days, strict=True)]
    assert version_at(dated, AtTime(f"{at}T23:59:59.999999Z")) == version
