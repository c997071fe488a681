"""Automatic copies: when they are made, what happens when the stick is out, and what is said about it."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal
from ledger.acts.hall import Announced
from ledger.backup.automatic import CopyOptions, LogCopies
from ledger.backup.folder import list_copies
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.displays.commandline import Roundlog

PATIENCE = 20.0  # seconds, for a machine with much to do
QUIET = 0.4  # seconds, in which a thread that looks all the time would have done something


@pytest.fixture
def club(tmp_path: Path) -> Roundlog:
    roundlog = Roundlog(tmp_path)
    roundlog.open_four()
    return roundlog


@pytest.fixture
def log(club: Roundlog) -> Iterator[SqliteLog]:
    with SqliteLog(club.log) as opened:
        yield opened


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def copies_of(log: SqliteLog, stick: Path, every: int = 10) -> LogCopies:
    options = CopyOptions(stick, every)
    return LogCopies(log, log.path, options, look_every=0.02, retry_after=0.02)


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_the_first_is_made_at_once_and_no_other_while_nothing_is_recorded(log: SqliteLog, stick: Path):
    with copies_of(log, stick, every=0) as copies:
        wait_until(lambda: copies.state().position == log.position())
        time.sleep(QUIET)
    (copy,) = list_copies(log.path, stick)
    assert verify(copy.path).head == log.seal()
    assert copies.state().problem is None


def test_what_is_recorded_is_copied_when_it_is_time(club: Roundlog, log: SqliteLog, stick: Path):
    with copies_of(log, stick, every=0) as copies:
        wait_until(lambda: copies.state().position == log.position())
        club("announce", "club", "news")  # by another program
        wait_until(lambda: copies.state().position == log.position())
    assert len(list_copies(log.path, stick)) == 2


def test_the_end_of_a_round_is_copied_before_it_is_time(club: Roundlog, log: SqliteLog, stick: Path):
    with copies_of(log, stick) as copies:
        wait_until(lambda: copies.state().position == log.position())
        club("pair", "club", 1, "--boards", "1-2 3-4")
        time.sleep(QUIET)
        assert copies.state().position < log.position()
        club("publish", "club", 1)
        wait_until(lambda: copies.state().position == log.position())
        club("results", "club", 1, "1:1-0 2:½")
        time.sleep(QUIET)
        assert copies.state().position < log.position()
        club("close", "club", 1)
        wait_until(lambda: copies.state().position == log.position())


def test_a_stick_that_is_out_is_told_and_used_again_when_it_is_back(club: Roundlog, log: SqliteLog, stick: Path):
    with copies_of(log, stick, every=0) as copies:
        wait_until(lambda: copies.state().position == log.position())
        stick.rename(stick.with_name("pocket"))
        club("announce", "club", "news")
        wait_until(lambda: copies.state().problem is not None)
        problem = copies.state().problem
        assert problem is not None
        assert problem.code == "backup-no-folder"
        stick.with_name("pocket").rename(stick)
        wait_until(lambda: copies.state().problem is None)
        assert copies.state().position == log.position()


def test_a_stick_may_be_missing_when_the_server_starts(log: SqliteLog, stick: Path):
    stick.rmdir()
    with copies_of(log, stick) as copies:
        problem = copies.state().problem
        assert problem is not None
        assert problem.code == "backup-no-folder"
        stick.mkdir()
        wait_until(lambda: copies.state().position == log.position())


def test_an_empty_folder_in_place_of_the_stick_is_no_stick(club: Roundlog, log: SqliteLog, stick: Path):
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == stick.stat().st_dev:
        pytest.skip("there is one disk here")
    there = Path(tempfile.mkdtemp(dir=shared))
    try:
        place = stick.with_name("place")
        place.symlink_to(there)
        with copies_of(log, place, every=0) as copies:
            wait_until(lambda: copies.state().position == log.position())
            assert not copies.is_on_disk_of_log()
            place.unlink()
            place.symlink_to(stick)
            club("announce", "club", "news")
            wait_until(lambda: copies.state().problem is not None)
            problem = copies.state().problem
            assert problem is not None
            assert problem.code == "backup-on-log-disk"
            assert copies.is_on_disk_of_log()
        assert [*stick.iterdir()] == []
    finally:
        shutil.rmtree(there)


def test_the_folder_of_the_log_is_refused_at_once(log: SqliteLog):
    with pytest.raises(Refusal, match="backup-own-folder"), copies_of(log, log.path.parent):
        pass


def test_a_server_that_is_started_again_knows_its_last_copy(club: Roundlog, log: SqliteLog, stick: Path):
    club("backup", stick)
    club("announce", "club", "since")
    (copy,) = list_copies(log.path, stick)
    with copies_of(log, stick) as copies:
        time.sleep(QUIET)
        assert (copies.state().at, copies.state().position) == (copy.at, copy.position)  # it is not time yet
        assert copies.state().newest == copy.position + 1
    assert list_copies(log.path, stick) == [copy]


def test_it_is_late_when_something_was_recorded_and_three_intervals_have_gone_by(log: SqliteLog, stick: Path):
    stick.rmdir()
    with copies_of(log, stick, every=0) as copies:
        assert copies.state().is_late
        stick.mkdir()
        wait_until(lambda: not copies.state().is_late)
    with copies_of(log, stick.with_name("nowhere")) as copies:
        assert not copies.state().is_late  # ten minutes have not gone by three times


def test_of_the_copies_so_many_are_kept(club: Roundlog, log: SqliteLog, stick: Path):
    with LogCopies(log, log.path, CopyOptions(stick, 0, keep=2), look_every=0.02) as copies:
        for number in range(4):
            club("announce", "club", f"news {number}")
            wait_until(lambda: copies.state().position == log.position())
    assert len(list_copies(log.path, stick)) == 2


def test_a_copy_that_is_under_way_does_not_keep_the_server_from_ending(log: SqliteLog, stick: Path):
    many = [Announced(announcement=number, text="x" * 400) for number in range(20_000)]
    log.submit("club", log.version("club"), many, actor="test", command="many").result()
    with copies_of(log, stick):
        wait_until(lambda: any(path.stat().st_size for path in stick.iterdir()))
        half = [path.name for path in stick.iterdir()]
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert all(name.endswith(".part") for name in half)
    assert [*stick.iterdir()] == []
