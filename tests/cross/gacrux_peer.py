"""gacrux as the other program: it pairs and ranks tournaments of ours, and makes some of its own."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace

from engine.model import Tournament
from engine.registry import USUAL_SWISS
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, write
from tests.cross.finding import Finding, Judgement, Way
from tests.cross.pairings import compare_rounds, played_pairs
from tests.cross.tables import compare_tables
from tests.cross.tournaments import LAST_OF_LARGER, plan_of, tournament_of_ours
from tests.engine.systems.fide_dutch.peers import gacrux

NAME = "gacrux"
DIGITS = 15_000  # of its weights, which Python would refuse to write out
FEWEST, USUAL_MOST, MOST, EACH_LARGE = 6, 16, 60, 40


def is_there() -> bool:
    return find_spec("gacrux") is not None


def find_version() -> str:
    return version("gacrux")


def judge(way: Way, number: int, folder: Path) -> Judgement:
    sys.set_int_max_str_digits(DIGITS)
    return _of_ours(number, folder) if way is Way.OURS else _of_theirs(number, folder)


def _of_ours(number: int, folder: Path) -> Judgement:
    """Every round paired once more by gacrux, then the values and ranks."""
    _, t = tournament_of_ours(number)
    findings = [*compare_rounds(t, gacrux, with_next=True)]
    values, ranks = _tables(_as_it_ended(t), folder, number, findings) if t.rounds else (0, 0)
    return Judgement(NAME, Way.OURS, number, len(t.entries), len(t.rounds), values, ranks, tuple(findings))


def _as_it_ended(t: Tournament) -> Tournament:
    """One that ran out of opponents has as many rounds as were played: gacrux counts announced ones as unplayed."""
    return replace(t, rules=replace(t.rules, rounds=len(t.rounds)))


def _tables(t: Tournament, folder: Path, number: int, findings: list[Finding]) -> tuple[int, int]:
    file = folder / f"{number}.trf"
    file.write_text(write(t, Dialect.TRF26, line_end="\n"), "utf-8")
    counted: list[int] = []
    for found in compare_tables(t, file, number):
        if isinstance(found, int):
            counted.append(found)
        else:
            findings.append(found)
    values, ranks = counted
    return values, ranks


def _of_theirs(number: int, folder: Path) -> Judgement:
    """What gacrux's generator made, paired once more by us; then the values and ranks. Its files name no tie-breaks. It
    writes none of a tournament in which it finds no pairing any more."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing

    file = folder / f"theirs-{number}.trf"
    try:
        generate(number, file)
    except GacruxNoLegalPairing:
        return Judgement(NAME, Way.THEIRS, number, is_without_pairing=True)
    t = understand(parse(file.read_bytes()), USUAL_SWISS).tournament
    file.unlink()
    findings = [*compare_rounds(t, lambda before: played_pairs(t, before.next_round), with_next=False)]
    listed = replace(t, rules=replace(t.rules, tiebreaks=plan_of(number).tiebreaks))
    values, ranks = _tables(_as_it_ended(listed), folder, number, findings)
    return Judgement(NAME, Way.THEIRS, number, len(t.entries), len(t.rounds), values, ranks, tuple(findings))


def generate(number: int, file: Path) -> None:
    """As its command ``tournamentgenerator`` does; half of them accelerated, with more or fewer byes and forfeits.

    Most time is spent in its matching, whose price grows faster than the field: most are small (see ``plan_of``)."""
    from gacrux.tournamentgenerator import tournamentgenerator

    lot = random.Random(f"gacrux {number}")
    is_large = number <= LAST_OF_LARGER or number % EACH_LARGE == 0
    players = lot.randint(FEWEST, MOST if is_large else USUAL_MOST)
    rounds = lot.randint(3, min(9, players - 2))
    statistics = [lot.choice(("0.0", "0.01", "0.04")), lot.choice(("0.0", "0.05", "0.1")), lot.choice(("0.0", "0.02"))]
    words = ["-g", str(number), "1", "-p", str(players), "-n", str(rounds), "-o", str(file), "-S", *statistics]
    accelerated = ["-a"] if lot.random() < 0.5 else []
    with _typed(["tournamentgenerator", *words, *accelerated]), redirect_stdout(io.StringIO()):
        generator = tournamentgenerator()
        generator.read_command_line()
        generator.process_tournaments()


@contextmanager
def _typed(words: list[str]) -> Iterator[None]:
    """It reads its command line from where a program finds it."""
    before, sys.argv = sys.argv, words
    try:
        yield
    finally:
        sys.argv = before
