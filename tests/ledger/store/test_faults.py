"""A full disk, a file that is read-only, locked, foreign or newer: a clear error, and nothing is changed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.errors import BadInput, Broken, RoundlogError, Unavailable, VersionConflict
from engine.model import Details
from ledger.acts.hall import Announced
from ledger.acts.opening import DetailsChanged
from ledger.store.schema import SCHEMA_VERSION, meaning_of
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from tests.ledger.store.logs import OPENED, RESULT, ROOT, record, two_tournaments, unguarded


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may do everything, so as root these tests look at the file with the rights of nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A directory that somebody else can reach, too."""
    for directory in (tmp_path, *tmp_path.parents):
        if directory.owner() == "root" and os.geteuid() == 0 and directory.is_relative_to(_temporary(tmp_path)):
            directory.chmod(0o755)
    yield tmp_path
    tmp_path.chmod(0o755)


def _temporary(path: Path) -> Path:
    """The directory of this test run and all below it: pytest makes them for the owner only."""
    return next(p for p in path.parents if p.name.startswith("pytest-of-"))


def refused(path: Path, read_only: bool = False) -> RoundlogError:
    with pytest.raises(RoundlogError) as caught:
        SqliteLog(path, read_only=read_only, patience=0.05)
    return caught.value


def content_of(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in directory.iterdir() if file.is_file()}


# -- files that are not ours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "content", [b"Rk;Name;Rtg\n" * 100, b"\x00" * 5000, os.urandom(64) * 99], ids=["csv", "0", "noise"]
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes, read_only: bool) -> None:
    (tmp_path / "log.db").write_bytes(content)
    error = refused(tmp_path / "log.db", read_only)
    assert (type(error), error.code) == (BadInput, "not-a-roundlog-log")
    assert content_of(tmp_path) == {"log.db": content}


@pytest.mark.parametrize("read_only", [True, False])
def test_the_database_of_another_program(tmp_path: Path, read_only: bool) -> None:
    connection = sqlite3.connect(tmp_path / "log.db")
    connection.execute("CREATE TABLE records (position INTEGER PRIMARY KEY)")
    connection.close()
    before = content_of(tmp_path)
    error = refused(tmp_path / "log.db", read_only)
    assert (type(error), error.code) == (BadInput, "not-a-roundlog-log")
    assert content_of(tmp_path) == before


@pytest.mark.parametrize("read_only", [True, False])
def test_a_log_that_a_newer_version_wrote(tmp_path: Path, read_only: bool) -> None:
    path = two_tournaments(tmp_path / "log.db")
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    error = refused(path, read_only)
    assert (type(error), error.code) == (BadInput, "log-is-newer")
    assert (error.facts["found"], error.facts["known"]) == (SCHEMA_VERSION + 1, SCHEMA_VERSION)
    assert path.read_bytes() == before
    with pytest.raises(BadInput, match="log-is-newer"):
        verify(path)


def test_a_log_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.db", read_only=True).code == "no-such-log"
    with pytest.raises(BadInput, match="no-such-log"):
        verify(tmp_path / "none.db")
    assert refused(tmp_path / "nowhere/log.db").code == "no-such-directory"
    assert content_of(tmp_path) == {}


def test_an_empty_file_becomes_a_log_but_is_none_to_a_reader(tmp_path: Path) -> None:
    (tmp_path / "log.db").touch()
    assert refused(tmp_path / "log.db", read_only=True).code == "not-a-roundlog-log"
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
    assert verify(tmp_path / "log.db").records == 1


def test_a_directory_is_no_log(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "log-no-access"


# -- rights ----------------------------------------------------------------------------------------------------------


def test_a_read_only_file_can_be_read_but_not_written(place: Path) -> None:
    path = two_tournaments(place / "log.db")
    path.chmod(0o444)
    before = content_of(place)
    with as_somebody_else():
        error = refused(path)
        assert (type(error), error.code) == (Unavailable, "log-read-only")
        with SqliteLog(path, read_only=True) as log:
            assert log.position() == verify(path).records > 0
    assert content_of(place)["log.db"] == before["log.db"]


def test_a_read_only_directory_can_be_read(place: Path) -> None:
    path = two_tournaments(place / "log.db")
    path.chmod(0o444)
    place.chmod(0o555)
    before = content_of(place)
    with as_somebody_else():
        assert refused(path).code in ("log-read-only", "log-no-access")
        with SqliteLog(path, read_only=True) as log:
            assert log.position() == verify(path).records > 0
    assert content_of(place) == before


@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_may_not_be_opened(place: Path, read_only: bool) -> None:
    path = two_tournaments(place / "log.db")
    path.chmod(0o000)
    with as_somebody_else():
        error = refused(path, read_only)
    assert (type(error), error.code) == (Unavailable, "log-no-access")


def test_a_directory_in_which_no_file_may_be_made(place: Path) -> None:
    place.chmod(0o555)
    with as_somebody_else():
        error = refused(place / "log.db")
    assert (type(error), error.code) == (Unavailable, "log-no-access")
    assert content_of(place) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_new_log_is_readable_by_its_owner_only_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    """It has what everybody may not know: drafts, birth years, from where somebody acted."""
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {"log.db": 0o600, "log.db-wal": 0o600, "log.db-shm": 0o600}
    (tmp_path / "log.db").chmod(0o640)
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", RESULT)
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o640}


@pytest.mark.skipif(sys.platform != "linux", reason="has a file of which the system reads nothing")
def test_what_the_disk_does_not_give_is_an_io_error_and_no_damage(tmp_path: Path) -> None:
    """SQLite says of both that the file is malformed."""
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    refused_by_disk = meaning_of(error, Path("/proc/self/mem"))  # reading it from its beginning fails with EIO
    assert isinstance(refused_by_disk, Unavailable)
    assert refused_by_disk.code == "log-io-error"
    damaged = meaning_of(error, two_tournaments(tmp_path / "log.db"))
    assert isinstance(damaged, Broken)
    assert damaged.code == "log-damaged"


# -- locked ----------------------------------------------------------------------------------------------------------


def test_a_log_that_another_process_holds_cannot_be_opened_for_writing(tmp_path: Path) -> None:
    path = two_tournaments(tmp_path / "log.db")
    holder = sqlite3.connect(path)
    holder.execute("BEGIN IMMEDIATE")
    error = refused(path)
    assert (type(error), error.code) == (Unavailable, "log-locked")
    with SqliteLog(path, read_only=True) as reader:  # readers do not wait for writers
        assert reader.position() > 0
    holder.close()


def test_an_append_to_a_locked_log_fails_and_the_next_one_succeeds(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", patience=0.05) as log:
        record(log, "a", OPENED)
        holder = sqlite3.connect(log.path)
        holder.execute("BEGIN IMMEDIATE")
        first = log.submit("a", 1, [RESULT], actor="Eve", command="c1")
        assert isinstance(first.exception(), Unavailable)
        assert first.exception().code == "log-locked"  # type: ignore[union-attr]
        holder.close()
        assert log.submit("a", 1, [RESULT], actor="Eve", command="c1").result()[0].version == 2
    assert verify(tmp_path / "log.db").records == 2


# -- deleted or replaced while it is open ------------------------------------------------------------------------------


def copied_over(path: Path) -> None:
    """As a backup is put back by ``cp new old.tmp && mv old.tmp old``."""
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody do that to an open file")
@pytest.mark.parametrize("ending", ["", "-wal"])
@pytest.mark.parametrize("lose", [Path.unlink, copied_over])
def test_a_file_that_nobody_will_find_any_more_is_not_written_to(
    tmp_path: Path, ending: str, lose: Callable[[Path], None]
) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        lose(tmp_path / f"log.db{ending}")
        failure = log.submit("a", 1, [RESULT], actor="Eve", command="c1").exception()
        assert isinstance(failure, Unavailable)
        assert failure.code == "log-file-replaced"
        with pytest.raises(Unavailable, match="log-file-replaced"):
            log.check()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody do that to an open file")
def test_a_file_that_is_put_back_is_written_to_again_and_has_nothing_that_was_refused(tmp_path: Path) -> None:
    path, away = tmp_path / "log.db", tmp_path / "away.db"
    with SqliteLog(path) as log:
        record(log, "a", OPENED)
        path.rename(away)
        assert log.submit("a", 1, [RESULT], actor="Eve", command="c1").exception() is not None
        away.rename(path)
        assert log.submit("a", 1, [RESULT], actor="Eve", command="c2").result()[0].version == 2
    assert verify(path).records == 2


def test_a_log_behind_a_link_or_named_from_a_folder_that_was_left_is_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_tournaments(tmp_path / "real.db")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/link.db").symlink_to(tmp_path / "real.db")
    monkeypatch.chdir(tmp_path / "elsewhere")
    with SqliteLog("link.db") as log:
        monkeypatch.chdir(tmp_path)
        assert log.submit("c", 0, [RESULT], actor="Eve", command="c1").result()[0].version == 1
        log.check()


# -- unknown events --------------------------------------------------------------------------------------------------


def test_an_event_type_that_we_do_not_know_is_named(tmp_path: Path) -> None:
    path = two_tournaments(tmp_path / "log.db")
    with unguarded(path) as database:
        database.execute('UPDATE records SET body = \'{"type":"player-knighted"}\' WHERE position = 7')
    with SqliteLog(path) as log:
        for reading in (log.read("a-open"), log.events("a-open"), log.read_all()):
            with pytest.raises(BadInput) as caught:
                list(reading)
            assert (caught.value.code, caught.value.facts) == (
                "unknown-event",
                {"position": 7, "type": "player-knighted"},
            )
        retried = log.submit("a-open", 0, [OPENED], actor="Eve", command="c3")  # the command of that record
        assert retried.exception().code == "unknown-event"  # type: ignore[union-attr]
        assert record(log, "b-open", RESULT)


# -- a full disk -----------------------------------------------------------------------------------------------------


class SmallDisk:
    """A file system of its own in memory, which somebody else fills."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1024k", "tmpfs", str(directory)], check=True)

    def fill(self, log: SqliteLog) -> None:
        (self.directory / "ballast").write_bytes(bytes(300_000))

    def make_room(self, log: SqliteLog) -> None:
        (self.directory / "ballast").unlink()

    def take_away(self) -> None:
        subprocess.run(["umount", str(self.directory)], check=True)


class SmallDatabase:
    """Where no file system may be mounted, SQLite itself is told that there is no more room: it says the same then."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir()

    def fill(self, log: SqliteLog) -> None:
        self._allow(log, 64)

    def make_room(self, log: SqliteLog) -> None:
        self._allow(log, 1_000_000)

    def _allow(self, log: SqliteLog, pages: int) -> None:
        assert log._writer is not None
        log._writer._connection.execute(f"PRAGMA max_page_count = {pages}")

    def take_away(self) -> None:
        pass


def _may_mount() -> bool:
    with tempfile.TemporaryDirectory() as directory:
        try:
            SmallDisk(Path(directory)).take_away()
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


@pytest.fixture(params=[SmallDisk, SmallDatabase] if _may_mount() else [SmallDatabase])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDisk | SmallDatabase]:
    disk = request.param(tmp_path / "disk")
    yield disk
    disk.take_away()


def test_a_full_disk_fails_the_append_and_later_appends_work_when_there_is_room(
    disk: SmallDisk | SmallDatabase,
) -> None:
    with SqliteLog(disk.directory / "log.db") as log:
        record(log, "a", OPENED)
        disk.fill(log)
        version = _filled(log)
        assert list(log.events("a"))[-1] == Announced(announcement=version, text="x" * 2000)
        disk.make_room(log)
        again = log.submit("a", version, [RESULT], actor="Eve", command="again").result()
        assert again[0].version == version + 1
        assert verify(log.path).records == version + 1


def _filled(log: SqliteLog) -> int:
    """Appends until the disk is full; says the version that stands."""
    for version in range(1, 2000):
        said = Announced(announcement=version + 1, text="x" * 2000)
        failure = log.submit("a", version, [said], actor="Eve", command=f"c{version}").exception()
        if failure is not None:
            assert isinstance(failure, Unavailable)
            assert failure.code == "disk-full"
            return version
    raise AssertionError("the disk was never full")


def test_a_batch_that_meets_a_full_disk_fails_as_a_whole(disk: SmallDisk | SmallDatabase) -> None:
    with SqliteLog(disk.directory / "log.db") as log:
        record(log, "a", OPENED)
        disk.fill(log)
        big = DetailsChanged(details=Details(name="x" * 2_000_000))
        waiting = [log.submit("a", n, [big], actor="Eve", command=f"c{n}") for n in range(1, 6)]
        failures = [w.exception() for w in waiting]
        assert {type(f) for f in failures} <= {Unavailable, VersionConflict}
        assert failures[0].code == "disk-full"  # type: ignore[union-attr]
        assert [r.version for r in log.read("a")] == [1]
        assert record(log, "b", RESULT)


CANNOT_BE_MADE = """
import resource, sys
from ledger.store.sqlite import SqliteLog
from engine.errors import Unavailable
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (6000, limits[1]))
try:
    SqliteLog(sys.argv[1])
except Unavailable as error:
    print(error.code)
"""


def test_a_log_that_could_not_be_made_can_be_made_later(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CANNOT_BE_MADE, str(tmp_path / "log.db")]
    assert subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout == "log-io-error\n"
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
    assert verify(tmp_path / "log.db").records == 1


CANNOT_GROW = """
import resource, sys
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import RESULT, record
from engine.errors import Unavailable
with SqliteLog(sys.argv[1]) as log:
    record(log, "a", RESULT)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, limits[1]))
    for n in range(1, 500):
        failure = log.submit("a", n, [RESULT], actor="Eve", command=f"x{n}").exception()
        if failure is not None:
            break
    assert isinstance(failure, Unavailable), failure
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    log.submit("a", n, [RESULT], actor="Eve", command=f"x{n}").result()
    print(failure.code, n + 1)
"""


def test_a_log_that_may_not_grow_fails_the_append_and_later_appends_work(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CANNOT_GROW, str(tmp_path / "log.db")]
    code, records = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert code == "log-io-error"
    assert verify(tmp_path / "log.db").records == int(records)
