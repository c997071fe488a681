"""The table of faults as often as it is worth, with its bars in seconds: for a machine that has nothing else to do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ledger.cluster.engines import require_engines

if TYPE_CHECKING:
    from tests.cluster.faults import Stage

pytestmark = pytest.mark.exhaustive
PAUSE = 0.05  # seconds of each writer between two entries
NONE = 0.5  # seconds: no pause that anybody notices
STANDING_STILL = 15.0
# Times, and the most seconds that what is measured may take.
TABLE: dict[str, tuple[int, dict[str, float]]] = {
    "kill_leading_engine": (10, {"no writes": 10}),
    "stop_politely": (6, {"no writes elsewhere": NONE}),
    "kill_following_engine": (6, {"no writes elsewhere": NONE, "no writes at its node": NONE}),
    "let_leading_engine_stand_still": (3, {"no writes": 10}),
    "kill_all": (3, {"back": 15}),
    "kill_node": (10, {"no writes elsewhere": NONE, "screens away": 3, "back": 5}),
    "lose_two_for_a_while": (3, {"refused after": 15}),
    "flip_a_bit": (3, {}),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    require_engines()
    from tests.cluster.faults import stage

    with stage(tmp_path_factory.mktemp("cluster"), PAUSE) as found:
        yield found


@pytest.mark.parametrize("name", TABLE)
def test_a_fault_again_and_again(found: Stage, name: str) -> None:
    from tests.cluster import faults

    times, bars = TABLE[name]
    fault = getattr(faults, name)
    if name == "let_leading_engine_stand_still":
        fault = partial(fault, seconds=STANDING_STILL)
    slow = []
    for turn in range(1, times + 1):
        measured = faults.do(fault, found, f"{name} {turn}/{times}")
        faults.check_all_is_well(found)
        slow += [f"{turn}: {what} {measured[what]:.2f} s" for what, most in bars.items() if measured[what] > most]
    assert slow == []


def test_each_copy_can_be_served_alone(tmp_path: Path) -> None:
    require_engines()
    from tests.cluster import faults

    with faults.stage(tmp_path, PAUSE) as found:
        found.writers.wait_for_more(*found.cluster.servers[:2], count=200)
        faults.check_all_is_well(found)
        token = found.cluster.token
    for server in found.cluster.servers:
        faults.check_copy_alone(server, token)
