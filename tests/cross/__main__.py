"""``make cross-test``: so many tournaments each way against gacrux and, where ``$ROUNDLOG_BBP`` names one, an engine
with the command line of bbpPairings. It goes on from the record (``record.json``), and adds to it when it ends or is
stopped.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

from displays.cli.terminal import Progress
from tests.cross.finding import Judgement, Key, Way
from tests.cross.judging import PEERS, Job, judge
from tests.cross.pages import write_pages
from tests.cross.record import add_to_record, find_done, read_record, take_open, write_record
from tests.cross.report import report
from tests.cross.state import State

CHUNK = 8  # small tournaments that a process judges at one go


def jobs(tournaments: int, done: set[Key]) -> Iterator[Job]:
    there = [name for name, peer in PEERS.items() if peer.is_there()]
    if not there:
        sys.exit("No other program is here: make install-peers, or name one in $ROUNDLOG_BBP.")
    for number in range(1, tournaments + 1):
        for name in there:
            for way in Way:
                if (name, way.value, number) not in done:
                    yield name, way, number


def main() -> None:
    """What was judged stands in the state until it is in the record, whatever ends the run."""
    asked = _read_arguments()
    state = State(asked.state)
    record = add_to_record(read_record(), state.judged)
    if asked.again:
        record, again = take_open(record)
        todo = [(one.peer, one.way, one.number) for one in again]
    else:
        todo = [*jobs(asked.tournaments, find_done(record))]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began, before = time.monotonic(), len(state.judged)
    try:
        _judge_for(todo, asked, state)
    except KeyboardInterrupt:
        print("Stopped; the next run goes on from here.", file=sys.stderr)
    seconds, judged = time.monotonic() - began, len(state.judged) - before
    record = add_to_record(record, state.judged)
    write_record(record)
    write_pages(record)
    state.clear()
    text = report(record)
    asked.report.write_text(text, "utf-8")
    print(text)
    print(f"{judged} tournaments in {seconds:.0f} s: {judged / max(seconds, 1) / asked.jobs:.2f} per second and job.")
    if any(entry.unexplained for entry in record):
        sys.exit(1)


def _judge_for(todo: list[Job], asked: argparse.Namespace, state: State) -> None:
    ends = time.monotonic() + 60 * asked.minutes if asked.minutes else None
    with Progress(len(todo)) as progress, closing(_judge_all(todo, asked.jobs)) as judgements:
        for judgement in judgements:
            state.add(judgement)
            progress.step()
            if ends is not None and time.monotonic() > ends:
                return


def _judge_all(todo: list[Job], workers: int) -> Generator[Judgement]:
    if workers < 2:
        yield from map(judge, todo)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_stopping_to_the_parent) as pool:
        yield from pool.map(judge, todo, chunksize=CHUNK)


def _leave_stopping_to_the_parent() -> None:
    """Control-C reaches every process of a terminal, ``timeout`` every one of its group."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make cross-test", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50_000, metavar="N", help="each way (default 50000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at once")
    parser.add_argument("--state", type=Path, default=Path("build/cross-test.jsonl"), metavar="FILE")
    parser.add_argument("--report", type=Path, default=Path("build/cross-test.md"), metavar="FILE")
    parser.add_argument("--minutes", type=int, metavar="N", help="stop after so many")
    parser.add_argument("--again", action="store_true", help="those anew that nobody could explain or compare")
    return parser.parse_args()


if __name__ == "__main__":
    main()
