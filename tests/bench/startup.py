"""Starting: ``roundlog pair FILE`` and the drop-in engine against a Python that only imports msgspec."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ledger.formats.trf import Dialect, before_round, parse, understand, write
from tests.bench.measure import Figure, best

GOAL = 2.5
PLAYERS, ROUNDS = 30, 5


def startup(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """CPU time of whole processes, whose modules are compiled already, as they are once installed."""
    roundlog, engine = (str(Path(sys.executable).with_name(name)) for name in ("roundlog", "roundlog-engine"))
    file = directory / "field.trf"
    wanted = f"simulate --players {PLAYERS} --rounds {ROUNDS} --seed 1 --dialect trf26 -o {file}"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(directory.resolve() / "compiled")
    subprocess.run([roundlog, *wanted.split()], check=True, env=environment)
    next_file = directory / "next.trf"
    next_file.write_text(_without_last_round(file.read_text("utf-8")), "utf-8")
    ours, drop_in, other = best(
        5 if is_quick else 15,
        _cpu_of([roundlog, "pair", str(file), "--round", str(ROUNDS)], environment),
        _cpu_of([engine, "--dutch", str(next_file), "-p"], environment),
        _cpu_of([sys.executable, "-c", "import msgspec"], environment),
    )
    yield Figure("roundlog pair FILE, from start to end", ours, other, "import msgspec", GOAL, is_speed=False)
    yield Figure("roundlog-engine --dutch FILE -p", drop_in, other, "import msgspec", GOAL, is_speed=False)


def _without_last_round(text: str) -> str:
    """What the engine is handed: the rounds before the one that it pairs, and the points of these."""
    t = before_round(understand(parse(text)).tournament, ROUNDS)
    return write(t, Dialect.TRF26, line_end="\n")


def _cpu_of(command: Sequence[str], environment: dict[str, str]) -> Callable[[], float]:
    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return run
