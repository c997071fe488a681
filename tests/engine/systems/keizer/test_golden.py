"""Cases from outside: twenty seasons, the figures of the text, a club's published table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.ladder import Ladder
from engine.model import Tournament
from engine.systems.keizer.ladder import ladder, ladder_in, season_of, working
from engine.systems.keizer.system import KEIZER
from tests.cases import cases
from tests.engine.systems.keizer.golden_files import Case, before_round, by_name, kind_of, season, totals


def with_options(t: Tournament, **options: bool | int | str) -> Tournament:
    return replace(t, rules=replace(t.rules, options={**t.rules.options, **options}))


def same(found: Ladder, expected: Case, where: str) -> None:
    assert list(found.order) == expected["ranking"], where
    assert {rung.player: rung.total for rung in found.rungs} == totals(expected["totals"]), where


def one_pass_after_every_round(case: Case) -> None:
    replayed = season_of(season(case))
    for expected in case["one_pass"]:
        same(ladder_in(replayed, expected["after_round"]), expected, f"after round {expected['after_round']}")


def end_correction(case: Case) -> None:
    corrected = ladder(replace(season(case), end_correction=True))
    assert corrected.is_corrected
    same(corrected, case["end_correction"], "end correction")


def until_stable(case: Case, key: str, start: str) -> None:
    t = with_options(season(case), passes="until-stable", stable_from=start)
    replayed = season_of(t)
    for expected in case[key]:
        number = expected["after_round"]
        found = ladder_in(replayed, number)
        same(found, expected, f"after round {number}")
        assert (replayed.evenings[number].passes, found.circle) == (expected["steps"], expected["cycle_length"]), number
        assert bool(found.alternating) == ("cycle" in expected)


def until_stable_from_the_previous_ladder(case: Case) -> None:
    until_stable(case, "fixed_point_from_previous", "previous-ladder")


def until_stable_from_the_start_order(case: Case) -> None:
    until_stable(case, "fixed_point_from_start", "start-order")


def pairings_colours_and_byes(case: Case) -> None:
    t = season(case)
    for played in case["rounds"]:
        paired = KEIZER.pair(before_round(t, played))
        where = f"round {played['round']}"
        boards = [(board.white, board.black) for board in paired.boards]
        assert boards == [(game["white"], game["black"]) for game in played["games"]], where
        assert paired.bye == played["bye"], where
        relaxed = [r.facts["rematch_gap_used"] for r in paired.reasons if r.code == "keizer-gap-relaxed"]
        assert (relaxed or [case["rules"]["rematch_gap"]]) == [played["rematch_gap_used"]], where


def figures_3_and_4(case: Case) -> None:
    t = worked_example(case)
    for played in case["rounds"]:
        number = played["round"]
        ladder_is(ladder(t, number), played["ranking_after"], t)
        workings_are(t, number, played[f"fig{number + 2}_table"])


def end_correction_of_the_example(case: Case) -> None:
    t = replace(worked_example(case), end_correction=True)
    expected = case["not_in_seed"]["end_correction_if_round_2_were_last"]
    ladder_is(ladder(t), expected["ranking"], t)
    workings_are(t, None, expected["table"])


def pairings_of_the_example(case: Case) -> None:
    t = worked_example(case)
    for played in case["rounds"]:
        paired = KEIZER.pair(t.up_to(played["round"] - 1))
        names = [(name_of(t, board.white), name_of(t, board.black)) for board in paired.boards]
        assert names == [(game["white"], game["black"]) for game in played["games"]]


def a_published_table_is_stable(case: Case) -> None:
    names = [row[0] for row in case["table"]]
    t = with_options(by_name(names, [case["games"]], case["top_value"]), passes="until-stable")
    found = ladder(t)
    rows = [[name_of(t, rung.player), rung.value, rung.total] for rung in found.rungs]
    assert rows == [[name, Fraction(value), Fraction(total)] for name, value, total in case["table"]]
    assert season_of(t).evenings[-1].passes == 0


def worked_example(case: Case) -> Tournament:
    names = [row["name"] for row in case["start_ladder"]]
    return by_name(names, [played["games"] for played in case["rounds"]], case["top_value"])


def name_of(t: Tournament, player: int) -> str:
    return t.entries[player].player.name


def ladder_is(found: Ladder, expected: list[Case], t: Tournament) -> None:
    rows = [(rung.place, name_of(t, rung.player), rung.value, rung.total) for rung in found.rungs]
    assert rows == [(r["place"], r["name"], Fraction(r["new_value"]), Fraction(r["total"])) for r in expected]


def workings_are(t: Tournament, after_round: int | None, expected: list[Case]) -> None:
    number = {entry.player.name: player for player, entry in t.entries.items()}
    for row in expected:
        shown = working(t, number[row["name"]], after_round)
        assert shown.own_value == Fraction(row["value"]), row
        assert [line.points for line in shown.lines] == [Fraction(points) for points in row["rounds"]], row
        assert shown.total == Fraction(row["total"]), row


CHECKS: dict[str, tuple[Callable[[Case], None], ...]] = {
    "season": (
        one_pass_after_every_round,
        end_correction,
        until_stable_from_the_previous_ladder,
        until_stable_from_the_start_order,
        pairings_colours_and_byes,
    ),
    "example": (figures_3_and_4, end_correction_of_the_example, pairings_of_the_example),
    "table": (a_published_table_is_stable,),
}


def all_checks() -> Iterator[object]:
    for path in cases("keizer", Path(__file__).parent / "golden"):
        for check in CHECKS[kind_of(json.loads(path.read_text()))]:
            yield pytest.param(path, check, id=f"{path.stem}-{check.__name__}")


@pytest.mark.parametrize(("path", "check"), list(all_checks()))
def test_golden(path: Path, check: Callable[[Case], None]) -> None:
    check(json.loads(path.read_text()))
