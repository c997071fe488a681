"""The worked example of Keizer's text as a finished season: ten players, two rounds, the end correction."""

from __future__ import annotations

import functools
import json
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.displays.commandline import Roundlog

EXAMPLE = Path(__file__).parent.parent / "engine" / "systems" / "keizer" / "golden" / "worked_example.json"
STREAM = "example"
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½"}


def read_example() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
    return found


def final_totals() -> dict[str, Fraction]:
    """By name, best first, with the end correction."""
    ranking = read_example()["not_in_seed"]["end_correction_if_round_2_were_last"]["ranking"]
    return {row["name"]: Fraction(row["total"]) for row in ranking}


@functools.cache
def _played() -> bytes:
    example = read_example()
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        opening = ("--name", "Worked example", "--system", "keizer", "--rounds", 2, "--option", "top_value=50")
        roundlog("open", STREAM, *opening)
        for place, row in enumerate(example["start_ladder"]):
            roundlog("register", STREAM, row["name"], "--rating", 2000 - place)
        for played in example["rounds"]:
            results = [f"{n}:{RESULTS[game['result']]}" for n, game in enumerate(played["games"], start=1)]
            roundlog("pair", STREAM)
            roundlog("publish", STREAM, played["round"])
            roundlog("results", STREAM, played["round"], " ".join(results))
            roundlog("close", STREAM, played["round"])
        return roundlog.log.read_bytes()


def play_example(roundlog: Roundlog, *, is_finished: bool = True) -> Roundlog:
    """The season in that folder; finished, so that the end correction is made."""
    roundlog.log.write_bytes(_played())
    if is_finished:
        roundlog("finish", STREAM)
    return roundlog
