"""One round of a FIDE (Dutch) tournament: the whole command against gacrux and py4swiss on the same file.

Round 6 of 9, CPU time of the process with its start-up, taken in turns. All three are compiled beforehand, as an
installed program is. The pairs of gacrux must be ours, or there is nothing to compare.
"""

from __future__ import annotations

import compileall
import importlib.util
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.chances import Chances
from engine.registry import SYSTEMS
from engine.simulation import simulate
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, write
from tests.bench.measure import Figure, best

HOUSE = Path(__file__).parents[2]
FILES = HOUSE / "tests" / "engine" / "systems" / "fide_dutch" / "golden" / "timing"
LARGE_FILES = HOUSE.parent / "shared" / "oracle" / "timing"  # if they are there; otherwise some are simulated
NEW, OLD = "fide-dutch-2026", "fide-dutch-2017"
GOALS = {50: None, 200: 0.4, 500: 0.25, 1000: 0.12, 2000: 0.08, 4000: 0.05}
IN_PROCESS = 0.15  # of gacrux's whole command, at 200 players
HARD_FILES = LARGE_FILES.parent / "timing-hard"  # whole score groups want the same colour
HARD = 0.5  # of bbpPairings 6, which is not at hand: known by its ratio to gacrux with 1,000 players
PATIENT = 500  # up to so many players the best of three; above, once
SLOW_PEER = 500  # py4swiss needs half a minute for 1000
PLAYED, ROUNDS = 5, 9


def pairing(directory: Path, is_quick: bool) -> Iterator[Figure]:
    for room in ("engine", "ledger", "displays"):
        compileall.compile_dir(HOUSE / room, quiet=1)
    sizes = [size for size in GOALS if size <= PATIENT or not is_quick]
    files = {size: _file(size, directory) for size in sizes}
    if _is_installed("gacrux"):
        for size, path in files.items():
            for figure in _against_gacrux(size, path):
                yield figure
                if size == 1000:
                    yield from _against_bbp_pairings(figure.other)
    if _is_installed("py4swiss"):
        for size, path in files.items():
            if size <= SLOW_PEER:
                yield _against_py4swiss(size, path, directory)
    if not is_quick:
        yield _growth(files)


def _is_installed(peer: str) -> bool:
    found = importlib.util.find_spec(peer) is not None
    if not found:
        print(f"{peer} is not installed, nothing is compared with it: make install-bench")
    return found


def _file(size: int, directory: Path) -> Path:
    for folder in (FILES, LARGE_FILES):
        path = folder / f"n{size}.trf"
        if path.exists():
            return path
    path = directory / f"n{size}.trf"
    t = simulate(SYSTEMS[NEW], size, PLAYED, size, Chances(forfeits=0, byes=0, withdrawals=0, late=0)).tournament
    text = write(t, Dialect.TRFX, line_end="\n").replace(f"XXR {PLAYED}\n", f"XXR {ROUNDS}\n")
    path.write_text(text, "utf-8")
    return path


# -- whole commands ----------------------------------------------------------------------------------------------------


def _against_gacrux(size: int, path: Path) -> Iterator[Figure]:
    ours = Run([sys.executable, "-m", "displays.cli", "pair", str(path), "--system", NEW])
    theirs = Run([sys.executable, "-m", "gacrux.pairingchecker", "-i", str(path), "-p", "-n", str(PLAYED + 1)])
    times = 3 if size <= PATIENT else 1
    mine, other = best(times, ours.cpu, theirs.cpu)
    assert _our_pairs(ours.said) == _pairs_of_gacrux(theirs.said), f"gacrux pairs {path} otherwise"
    yield Figure(f"pair {size} players, whole command", mine, other, "gacrux", GOALS[size], is_speed=False)
    if size == 200:
        (inside,) = best(times, lambda: _in_process(path))
        yield Figure("  the same, in process", inside, other, "gacrux, whole command", IN_PROCESS, is_speed=False)


def _against_bbp_pairings(gacrux: float) -> Iterator[Figure]:
    """The hard fields in process, against what bbpPairings takes where gacrux takes so long."""
    if not HARD_FILES.exists():
        print(f"{HARD_FILES} is not there: hard fields are not compared")
        return
    ratios = json.loads((HARD_FILES / "peer.json").read_text())["ratio"]
    for name, ratio in ratios.items():
        (mine,) = best(3, partial(_in_process, HARD_FILES / name))
        yield Figure(f"pair {Path(name).stem}", mine, ratio * gacrux, "bbpPairings", HARD, is_speed=False)


def _against_py4swiss(size: int, path: Path, directory: Path) -> Figure:
    ours = Run([sys.executable, "-m", "displays.cli", "pair", str(path), "--system", OLD])
    answer = str(directory / "pairs.txt")
    theirs = Run([sys.executable, "-c", "from py4swiss.main import main; main()", "-t", str(path), "-p", answer])
    mine, other = best(3 if size <= 200 else 1, ours.cpu, theirs.cpu)
    return Figure(f"pair {size} players by the rules of 2017", mine, other, "py4swiss", is_speed=False)


class Run:
    """A command, and what it said last."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self.said = ""

    def cpu(self) -> float:
        """Seconds of CPU, its own and the system's."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.said = subprocess.run(self._command, cwd=HOUSE, stdout=subprocess.PIPE, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _our_pairs(said: str) -> set[tuple[int, ...]]:
    return {tuple(map(int, line.split())) for line in said.splitlines()[1:]}


def _pairs_of_gacrux(said: str) -> set[tuple[int, ...]]:
    return {tuple(pair) for pair in json.loads(said)["pairingResult"]["pairs"]}


# -- within this process -----------------------------------------------------------------------------------------------


def _in_process(path: Path) -> float:
    started = time.process_time()
    _paired(path)
    return time.process_time() - started


def _paired(path: Path) -> None:
    SYSTEMS[NEW].pair(understand(parse(path.read_bytes()), NEW).tournament)


def _growth(files: dict[int, Path]) -> Figure:
    """Eight times the players in at most 64 times the time."""
    few, many = PATIENT, max(files)
    short, long = best(3, lambda: _in_process(files[few]), lambda: _in_process(files[many]))
    square = (many // few) ** 2
    return Figure(f"growth from {few} to {many}", long, square * short, f"{square} times {few}", 1.0, is_speed=False)
