"""Files of other programs are read, or refused, as is known of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Outcome
from ledger.acts.evolve import fold
from ledger.formats.trf import TrfFile, events, parse, understand, write
from ledger.formats.trf.lines import KeptLine, TextLine
from tests.outside import OUTSIDE, needs_outside, outside

CASES = outside("read/expected.json")


def trfs(folder: str) -> list[Path]:
    return sorted((OUTSIDE / folder).glob("*.trf"))


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


READABLE = [f"read/{case['file']}" for case in CASES if case["expect"].startswith("read")]
READABLE += [str(path.relative_to(OUTSIDE)) for folder in ("check", "pair", "tiebreaks") for path in trfs(folder)]
# Other programs' records that another one of TRF26 says: rounds, colour, points, absences, accelerations, separations.
SAID_OTHERWISE = {"XXR", "XXC", "XXS", "XXZ", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}


@needs_outside
@pytest.mark.parametrize("path", READABLE)
def test_an_export_loses_no_record_of_what_was_imported(path: str) -> None:
    file = parse((OUTSIDE / path).read_bytes())
    state = fold(events(file))
    assert state is not None
    again = parse(write(state.tournament, rest=state.file_rest))
    assert understand(again).tournament == understand(with_single_spaces(file)).tournament
    assert ids_of(file) - SAID_OTHERWISE <= ids_of(again)
    kept = {record.text for record in file.of(KeptLine) if record.text}
    assert kept <= {record.text for record in again.of(KeptLine)}


def with_single_spaces(file: TrfFile) -> TrfFile:
    return replace(file, players=tuple(replace(line, name=" ".join(line.name.split())) for line in file.players))


def ids_of(file: TrfFile) -> set[str]:
    return {record.id for record in file.of(TextLine) if record.text.strip()}


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
