"""``make cross-test``: so many tournaments each way against gacrux and, where ``$ROUNDLOG_BBP`` names one, an engine
with the command line of bbpPairings. It goes on where it stopped; ``--again`` judges those with a difference anew.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from displays.cli.terminal import Progress
from tests.cross.finding import Judgement, Way
from tests.cross.judging import PEERS, Job, judge
from tests.cross.report import report
from tests.cross.state import State

CHUNK = 4


def jobs(tournaments: int, state: State) -> Iterator[Job]:
    there = [name for name, peer in PEERS.items() if peer.is_there()]
    if not there:
        sys.exit("No other program is here: make install-peers, or name one in $ROUNDLOG_BBP.")
    done = state.done
    for number in range(1, tournaments + 1):
        for name in there:
            for way in Way:
                if (name, way.value, number) not in done:
                    yield name, way, number


def main() -> None:
    asked = _read_arguments()
    state = State(asked.state)
    todo = [*jobs(asked.tournaments, state)]
    if asked.again:
        todo = [(one.peer, one.way, one.number) for one in state.judged if one.findings or one.error]
        state.forget({(name, way.value, number) for name, way, number in todo})
    with Progress(len(todo)) as progress:
        for judgement in _judge_all(todo, asked.jobs):
            state.add(judgement)
            progress.step()
    text = report(state.judged)
    asked.report.write_text(text, "utf-8")
    print(text, end="")
    if any(not finding.cause for one in state.judged for finding in one.findings):
        sys.exit(1)


def _judge_all(todo: list[Job], workers: int) -> Iterator[Judgement]:
    if workers < 2:
        yield from map(judge, todo)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(judge, todo, chunksize=CHUNK)


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make cross-test", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50_000, metavar="N", help="each way (default 50000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at once")
    parser.add_argument("--state", type=Path, default=Path("build/cross-test.jsonl"), metavar="FILE")
    parser.add_argument("--report", type=Path, default=Path("build/cross-test.md"), metavar="FILE")
    parser.add_argument("--again", action="store_true", help="judge those anew that differ or could not be compared")
    return parser.parse_args()


if __name__ == "__main__":
    main()
