"""An engine with the command line of bbpPairings as the other program: the one that ``$ROUNDLOG_BBP`` names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from engine.model import Tournament
from engine.registry import USUAL_SWISS
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, write
from tests.cross.finding import Judgement, Way
from tests.cross.pairings import Pairs, compare_rounds, played_pairs
from tests.cross.tournaments import tournament_of_ours

NAME = "bbp"
NO_PAIRING = 1  # its exit code
PATIENCE = 600  # seconds for one call


def is_there() -> bool:
    return bool(os.environ.get("ROUNDLOG_BBP"))


def find_version() -> str:
    """Its command line has no word for it that all such engines know."""
    return os.environ["ROUNDLOG_BBP"]


def judge(way: Way, number: int, folder: Path) -> Judgement:
    program = os.environ["ROUNDLOG_BBP"]
    if way is Way.OURS:
        _, t = tournament_of_ours(number)
        findings = compare_rounds(t, lambda before: pair(program, before, folder, number), with_next=True)
    else:
        t = generate(program, number, folder)
        findings = compare_rounds(t, lambda before: played_pairs(t, before.next_round), with_next=False)
    return Judgement(NAME, way, number, len(t.entries), len(t.rounds), findings=tuple(findings))


def pair(program: str, before: Tournament, folder: Path, number: int) -> Pairs | None:
    file = folder / f"asked-{number}.trf"
    file.write_text(write(before, Dialect.TRFX, line_end="\n"), "utf-8")
    said = _run(program, "--dutch", str(file), "-p")
    file.unlink()
    if said.returncode == NO_PAIRING:
        return None
    if said.returncode:
        raise RuntimeError(said.stderr.strip())
    lines = said.stdout.splitlines()[1:]
    return {(int(white), int(black)) for white, black in (line.split() for line in lines)}


def generate(program: str, number: int, folder: Path) -> Tournament:
    file = folder / f"made-{number}.trf"
    said = _run(program, "--dutch", "-g", "-o", str(file), "-s", str(number))
    if said.returncode not in (0, NO_PAIRING):
        raise RuntimeError(said.stderr.strip())
    content = file.read_bytes()
    file.unlink()
    return understand(parse(content), USUAL_SWISS).tournament


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
