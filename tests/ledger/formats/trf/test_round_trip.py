"""Files that other programs wrote: read, written, read again. Nothing is lost and no 001 line changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.model import Tournament
from ledger.acts.evolve import fold
from ledger.formats.trf import Dialect, before_round, parse, render, story, tournament, understand, write
from tests.cases import cases

GOLDEN = Path(__file__).parent / "golden"
FOLDERS = (
    "fide-dutch-2026",
    "fide-dutch-2026-extra",
    "fide-dutch-2017",
    "knsb-2014-javafo",
    "tiebreaks-fide",
    "timing",
)
FILES = [path for folder in FOLDERS for path in cases(folder, GOLDEN / folder, "*.trf")]
SYSTEM = "fide-dutch-2026"  # a TRF16 does not name its system

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
each_dialect = pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.value)


def player_lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.startswith("001")]


@each_file
def test_a_file_that_is_read_and_rendered_is_the_same_file(path: Path) -> None:
    original = path.read_text()
    file = parse(original)
    assert file.adjustments == ()
    assert player_lines(render(file)) == player_lines(original)
    assert parse(render(file)).lines == file.lines


@each_file
@each_dialect
def test_a_tournament_that_is_written_and_read_is_the_same_tournament(path: Path, dialect: Dialect) -> None:
    file = parse(path.read_bytes())
    t = understand(file, SYSTEM).tournament
    ranks = {player.number: player.rank for player in file.players if player.rank is not None}
    written = write(t, dialect, places=ranks)
    assert player_lines(written) == player_lines(path.read_text())
    assert as_told_by(dialect, understand(parse(written), SYSTEM, t.rules.points).tournament) == as_told_by(dialect, t)


def as_told_by(dialect: Dialect, t: Tournament) -> Tournament:
    """A TRF16 has no record for separations, acceleration (so that boards are in another order), the first colour and
    rounds that are not played yet."""
    if dialect is not Dialect.TRF16:
        return t
    rules = replace(t.rules, options={}, rounds=len(t.rounds))
    rounds = (
        replace(played, boards=tuple(sorted(played.boards, key=lambda board: board.white))) for played in t.rounds
    )
    return replace(t, rules=rules, rounds=tuple(rounds), separations=(), first_colour=None)


@each_file
def test_every_round_can_be_taken_back_to_when_it_was_to_be_paired(path: Path) -> None:
    """The oracle's reading: columns 1 … r−1, and column r of those who had asked not to play."""
    t = tournament(parse(path.read_bytes()))
    for played in t.rounds:
        before = before_round(t, played.number)
        assert before.next_round == played.number
        paired = {player for board in played.boards for player in (board.white, board.black)} | {played.bye} - {None}
        assert set(before.available(played.number)) == paired
        assert all(max(entry.absences, default=0) <= played.number for entry in before.entries.values())


@each_file
def test_the_events_of_a_file_fold_to_what_the_file_says(path: Path) -> None:
    t = tournament(parse(path.read_bytes()))
    folded = fold(story(t))
    assert folded is not None
    assert without_versions(folded.tournament) == t


def without_versions(t: Tournament) -> Tournament:
    """A file knows nothing of the records of a log."""
    rounds = tuple(
        replace(played, since=0, boards=tuple(replace(board, since=0) for board in played.boards))
        for played in t.rounds
    )
    return replace(t, rounds=rounds)
