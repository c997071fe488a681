"""Files of other programs are read, or refused, as is known of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadInput
from engine.model import Outcome
from ledger.formats.trf import parse, understand, write
from tests.outside import OUTSIDE, needs_outside, outside

CASES = outside("read/expected.json")


@needs_outside
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_read_or_refused(case: dict[str, Any]) -> None:
    content = (OUTSIDE / "read" / case["file"]).read_bytes()
    if case["expect"].startswith("read"):
        t = understand(parse(content)).tournament
        again = understand(parse(write(t))).tournament
        assert [(r.boards, r.sitouts) for r in again.rounds] == [(r.boards, r.sitouts) for r in t.rounds]
        return
    with pytest.raises(BadInput) as caught:
        understand(parse(content))
    assert (caught.value.code == "trf-team-tournament") == (case["expect"] == "refuse as a team tournament")
    assert caught.value.facts["line"]


@needs_outside
def test_what_is_expected_of_them_is_known() -> None:
    assert {case["expect"].partition(",")[0] for case in CASES} == {"read", "refuse", "refuse as a team tournament"}


@needs_outside
def test_half_point_byes_that_stand_only_in_the_points() -> None:
    t = understand(parse((OUTSIDE / "read" / "icu_bunratty_masters_2011.tab").read_bytes())).tournament
    halves = [(r.number, s.player) for r in t.rounds for s in r.sitouts if s.outcome is Outcome.HALF_BYE]
    assert halves == [(1, 19), (1, 34), (3, 18), (4, 16), (5, 16), (6, 25)]


@needs_outside
def test_the_lone_plus_is_the_pairing_bye() -> None:
    t = understand(parse((OUTSIDE / "read" / "icu_valid.tab").read_bytes())).tournament
    assert [played.bye for played in t.rounds] == [None, None, None, None, 11]
