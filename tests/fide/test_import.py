"""Tournaments from the files of other programs, by the questions of FIDE's checklist for programs (VCL4THP 47–56)."""

from __future__ import annotations

import dataclasses
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Rules
from ledger.acts.act import CONFIRM
from ledger.acts.evolve import fold
from ledger.acts.pairing import RoundPaired
from ledger.acts.record import Recorded
from ledger.formats.trf import parse, understand
from ledger.formats.trf.comments import write_comments
from ledger.formats.trf.left_mode import UNSAID
from ledger.formats.trf.report import write_report
from ledger.formats.trf.to_events import story
from ledger.formats.trf.writer import Dialect
from ledger.imported_rounds import check_imported, confirm_import
from ledger.state import State
from ledger.store.sqlite import SqliteLog
from ledger.worker import Worker
from tests.displays.client import Web
from tests.displays.commandline import YES, Roundlog
from tests.displays.web.api.club import problem
from tests.ledger.formats.trf.sheets import player, read, sheet

SIX_ROUNDS = Path(__file__).parents[1] / "engine/systems/fide_dutch/golden/fide-dutch-2026/small-10001-n9-r6.trf"
# Four players by their numbers: the rules pair 1–3 and 4–2 in round 1. Here they do not, and then two meet again.
RIGHT = ("3w1", "4b0", "1b0", "2w1")
WRONG = ("2w1", "1b0", "4w=", "3b=")
AGAIN = ("2b1", "1w0", "4b=", "3w=")


def file_of(*rounds: tuple[str, ...], system: str = "192 FIDE_DUTCH_2026") -> str:
    lines = [player(n, *(cells[n - 1] for cells in rounds), rating=str(2500 - n)) for n in range(1, 5)]
    return sheet("012 Four", "142 3", "152 W", *([system] if system else []), *lines)


def test_54_rounds_that_follow_the_rules_ask_nothing() -> None:
    checked = check_imported(read(file_of(RIGHT)).tournament)
    assert (checked.checked, checked.unchecked, checked.differences) == (1, 0, ())
    assert confirm_import(checked) is None


def test_54_the_rounds_of_another_engine_are_compared_one_by_one() -> None:
    t = understand(parse(SIX_ROUNDS.read_bytes()), "fide-dutch-2026").tournament
    assert check_imported(t).checked == 6
    assert check_imported(t).differences == ()


def test_54_a_difference_has_its_round_and_both_pairings() -> None:
    (difference,) = check_imported(read(file_of(WRONG)).tournament).differences
    assert (difference.round, difference.there, difference.ours) == (1, ((1, 2), (3, 4)), ((1, 3), (4, 2)))


def test_54_an_acceleration_is_a_rule_too() -> None:
    """In Baku two of the four have a point more: the same pairs are wrong."""
    checked = check_imported(read(file_of(RIGHT, system="192 FIDE_DUTCH_2026_BAKU")).tournament)
    assert [one.ours for one in checked.differences] == [((1, 2), (3, 4))]


def test_55_it_is_a_question_of_level_3_with_every_round() -> None:
    checked = check_imported(read(file_of(WRONG, AGAIN)).tournament)
    wanted = confirm_import(checked)
    assert wanted is not None
    assert wanted.level == CONFIRM
    assert [one.facts.get("round") for one in wanted.consequences] == [1, 2, None]
    assert wanted.consequences[0].facts == {"round": 1, "there": "1–2 3–4", "ours": "1–3 4–2"}


def test_55_the_right_pairing_is_kept_and_stands_in_the_comments() -> None:
    understood = read(file_of(WRONG))
    told = story(understood.tournament, understood.rest, check_imported(understood.tournament).by_engine)
    (paired,) = (event for event in told if isinstance(event, RoundPaired))
    assert paired.by_engine is not None
    records = [Recorded(n, "f", n, "", "Anna", "the file", e, f"{n:08x}" + "f" * 56, "") for n, e in enumerate(told, 1)]
    lines = [line.partition(" (")[0] for line in write_comments(records, {n: n for n in range(1, 5)})]
    assert lines == ["### Import @ Round 1: 1-3 4-2 => 1-2 3-4", "### Import @ Round 1"]


def test_54_what_is_paired_by_hand_cannot_be_checked_and_asks_nothing() -> None:
    checked = check_imported(read(file_of(WRONG, system="")).tournament)
    assert (checked.checked, checked.unchecked) == (0, 1)
    assert confirm_import(checked) is None


def test_54_where_time_is_up_the_rest_is_not_checked() -> None:
    seconds = iter(range(100))
    checked = check_imported(read(file_of(WRONG, AGAIN)).tournament, longest=1.5, clock=lambda: next(seconds))
    assert (checked.checked, checked.unchecked) == (1, 1)
    assert [one.round for one in checked.differences] == [1]


def test_54_a_history_that_leaves_no_pairing_is_told_too() -> None:
    two = sheet("012 Two", "142 3", "152 W", "192 FIDE_DUTCH_2026", player(1, "2w1", "2b1"), player(2, "1b0", "1w0"))
    wanted = confirm_import(check_imported(read(two).tournament))
    assert wanted is not None
    assert [one.code for one in wanted.consequences] == ["import-round-has-no-pairing", "import-is-told"]


# -- where people open a file ------------------------------------------------------------------------------------------


def test_55_over_the_api_nothing_is_opened_before_the_yes(roundlog: Roundlog, web: Web) -> None:
    owner, body = web.bearer("owner"), {"text": file_of(WRONG)}
    asked = problem(owner.post("/api/trf", json=body), 409, "needs-confirmation")
    assert asked["facts"]["level"] == CONFIRM
    assert "1–3 4–2" in asked["problems"][0]["detail"]
    assert owner.get("/api/t").json() == []
    token = {"confirmation": asked["facts"]["token"]}
    other = {"text": file_of(WRONG).replace("012 Four", "012 Five")}
    assert problem(owner.post("/api/trf", json=other, headers=token), 409, "needs-confirmation")
    assert owner.post("/api/trf", json=body, headers=token).status_code == 201
    comments = owner.get("/api/t/four/trf?interim=1&comments=1").text
    assert "### Import @ Round 1: 1-3 4-2 => 1-2 3-4 (version " in comments
    assert problem(owner.post("/api/trf", json=body, headers=token), 409, "tournament-exists")


def test_54_over_the_api_what_cannot_be_checked_is_told(roundlog: Roundlog, web: Web) -> None:
    owner, body = web.bearer("owner"), {"text": file_of(WRONG, system="")}
    read_as = owner.post("/api/trf/preview", json=body, headers={"accept-language": "en"}).json()
    assert read_as["unchecked"].startswith("1 round is not compared with the rules")
    opened = owner.post("/api/trf", json=body, headers={"accept-language": "en"})
    assert opened.status_code == 201
    assert opened.json()["unchecked"] == read_as["unchecked"]


def test_54_a_check_that_takes_too_long_leaves_the_file_to_be_opened_and_says_so(roundlog: Roundlog, web: Web) -> None:
    owner, services = web.bearer("owner"), web.app.state.services
    with Worker(limit=0) as worker:  # whatever it is given takes too long
        web.app.state.services = dataclasses.replace(services, worker=worker)
        opened = owner.post("/api/trf", json={"text": file_of(WRONG)}, headers={"accept-language": "en"})
        web.app.state.services = services
    assert opened.status_code == 201
    assert opened.json()["unchecked"] == ("1 round is not compared with the rules: it would have taken too long.")


def test_54_where_no_round_is_paired_there_is_nothing_to_check(roundlog: Roundlog, web: Web) -> None:
    owner = web.bearer("owner")
    empty = file_of(("", "", "", ""))
    assert owner.post("/api/trf", json={"text": empty}).json()["unchecked"] == ""


def test_55_at_the_command_line_nothing_is_written_without_a_yes(
    roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = roundlog.folder / "four.trf"
    file.write_text(file_of(WRONG), "utf-8")
    monkeypatch.setattr("sys.stdin", StringIO("no\n"))
    said = roundlog.tried("import", "trf", file)
    assert said.code != 0
    assert "1–3 4–2" in said.err
    assert not roundlog.log.exists()
    monkeypatch.setattr("sys.stdin", StringIO(YES))
    assert roundlog.tried("import", "trf", file).code == 0


def test_55_a_script_that_answers_nothing_has_the_file_read_but_not_in_fide_mode(
    roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = roundlog.folder / "four.trf"
    file.write_text(file_of(WRONG), "utf-8")
    monkeypatch.setattr("sys.stdin", StringIO())
    said = roundlog.tried("import", "trf", file, "--stream", "four")
    assert said.code == 0
    assert "nobody confirmed" in said.err
    with SqliteLog(roundlog.log) as log:
        state = fold(log.events("four"))
    assert state is not None
    assert state.fide_mode.is_entered
    assert not state.fide_mode.is_on


# -- defective files ---------------------------------------------------------------------------------------------------


def test_51_a_file_that_contradicts_itself_is_refused_with_its_line_and_column() -> None:
    with pytest.raises(BadInput) as refused:
        read(file_of(("2w1", "1b1", "4w=", "3b=")))
    assert refused.value.facts["line"] in range(1, 10)


def test_52_every_adjustment_is_told_with_its_line() -> None:
    told = read("042 May 10, 2020", file_of(RIGHT)).adjustments
    assert [(one.code, one.line) for one in told if one.line] == [("trf-date", 1)]


def test_53_why_a_file_cannot_be_opened_is_said_and_nothing_is_opened(roundlog: Roundlog, web: Web) -> None:
    owner = web.bearer("owner")
    body = {"text": file_of(("2w1", "1b1", "4w=", "3b="))}
    assert problem(owner.post("/api/trf", json=body), 400, "trf-results-contradict")["detail"]
    assert owner.get("/api/t").json() == []


def test_56_an_imported_tournament_is_in_fide_mode_at_once() -> None:
    understood = read(file_of(RIGHT))
    (opened, *_) = story(understood.tournament, understood.rest)
    assert getattr(opened, "fide_mode", None) is True


def test_56_with_rules_that_the_handbook_has_not_it_is_in_none() -> None:
    t = read(file_of(RIGHT)).tournament
    (opened, *_) = story(replace(t, rules=replace(t.rules, system=Rules("by-hand", 3).system)))
    assert getattr(opened, "fide_mode", None) is False


# -- FIDE mode that was left -------------------------------------------------------------------------------------------


def state_from(*lines: str) -> State:
    understood = read(*lines)
    state = fold(story(understood.tournament, understood.rest))
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("comment", "before", "reason"),
    [
        ("### FIDE mode exited @ Round 2: nine rounds (version 8, 00000008)", 2, "nine rounds"),
        ("### FIDE mode exited @ Round 1: odd (9): why", 1, "odd (9): why"),
        ("### FIDE mode exited @ Round 3", 2, UNSAID),  # which is not paired: it is told of the next one
        ("### FIDE mode exited before Round 1 was paired", 1, UNSAID),
    ],
)
def test_45_a_tournament_whose_file_says_that_the_mode_was_left_is_not_in_it(
    comment: str, before: int, reason: str
) -> None:
    mode = state_from(file_of(RIGHT), comment).fide_mode
    assert (mode.is_on, mode.left_before, mode.reason) == (False, before, reason)


def test_45_out_and_in_again_it_stays_left_and_is_told_once() -> None:
    state = state_from(file_of(RIGHT), "### FIDE mode exited @ Round 2: why (version 8, 00000008)")
    written = write_report(state, Dialect.TRF26, is_interim=True).text
    again = state_from(written)
    assert again.fide_mode == state.fide_mode
    assert write_report(again, Dialect.TRF26).text.count("FIDE mode exited") == 1


def test_45_of_rules_that_the_handbook_has_not_there_is_nothing_to_leave() -> None:
    state = state_from(file_of(RIGHT, system=""), "### FIDE mode exited @ Round 1: why")
    assert (state.fide_mode.is_on, state.fide_mode.left_before) == (False, 0)


def test_113_the_comments_of_an_imported_file_are_handed_on() -> None:
    comments = ("### MPA @ Round 1: 1-3 => 1-2", "### Correction @ Round 1: board 2", "### Import @ Round 1")
    text = write_report(state_from(file_of(RIGHT), *comments), Dialect.TRF26).text
    assert all(comment in text.splitlines() for comment in comments)
