"""``python -m tests.bench [--quick] [--only NAME]``: prints a table, writes ``bench.json``."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.append import append
from tests.bench.cluster import cluster
from tests.bench.cluster_crowd import cluster_crowd
from tests.bench.draughts import draughts
from tests.bench.fanout import fanout
from tests.bench.festival import festival
from tests.bench.http import http
from tests.bench.keizer import keizer
from tests.bench.knsb import knsb
from tests.bench.measure import Figure
from tests.bench.pages import pages
from tests.bench.pairing import pairing
from tests.bench.rating_lists import rating_lists
from tests.bench.replay import replay, replay_against_library
from tests.bench.standings import standings
from tests.bench.startup import startup
from tests.bench.strangers import strangers
from tests.bench.thousands import thousands
from tests.bench.turns import turns

BENCHES: dict[str, Callable[[Path, bool], Iterator[Figure]]] = {
    "replay": replay,
    "library": replay_against_library,
    "append": append,
    "http": http,
    "fanout": fanout,
    "cluster": cluster,
    "crowd": cluster_crowd,
    "thousands": thousands,
    "strangers": strangers,
    "festival": festival,
    "keizer": keizer,
    "ratings": rating_lists,
    "standings": standings,
    "pairing": pairing,
    "knsb": knsb,
    "draughts": draughts,
    "pages": pages,
    "startup": startup,
    "turns": turns,
}
HEADING = ("what", "ours", "other", "against", "ratio", "goal", "")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller; the ratios are rougher")
    parser.add_argument("--only", choices=BENCHES, help="one of them")
    asked = parser.parse_args()
    figures = [figure for name in BENCHES if asked.only in (None, name) for figure in _measured(name, asked.quick)]
    _print([HEADING, *(figure.line() for figure in figures)])
    Path("bench.json").write_text(
        json.dumps([_plain(figure) for figure in figures], indent=1, ensure_ascii=False) + "\n"
    )
    missed = sum(figure.verdict == "MISSED" for figure in figures)
    print(
        f"{missed} of {sum(figure.goal is not None for figure in figures)} goals MISSED"
        if missed
        else "all goals reached"
    )


def _measured(name: str, is_quick: bool) -> list[Figure]:
    # In the working directory, not in /tmp: that may be memory, where a sync costs nothing.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as directory:
        return list(BENCHES[name](Path(directory), is_quick))


def _print(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _plain(figure: Figure) -> dict[str, str | float | None]:
    return {
        "name": figure.name,
        f"ours_{figure.unit or 'seconds'}": figure.ours,
        f"other_{figure.unit or 'seconds'}": figure.other,
        "against": figure.against,
        "ratio": round(figure.ratio, 3),
        "goal": figure.goal,
        "verdict": figure.verdict,
    }


if __name__ == "__main__":
    main()
