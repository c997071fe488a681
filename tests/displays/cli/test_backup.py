"""``roundlog backup`` and ``roundlog restore``: what is made, what is refused, and that nothing is ever lost."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.server_lock import lock_for_server
from ledger.backup import folder as copies
from ledger.private_file import path_of_private_file
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from tests.displays.cli.test_faults import as_somebody_else, changed, reachable
from tests.displays.commandline import COMMAND, Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    roundlog.log.with_name("roundlog.db-server").touch()  # the lock of a server, which stays
    return roundlog


@pytest.fixture
def stick(club: Roundlog) -> Path:
    folder = club.folder / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Roundlog:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return Roundlog(folder)


@pytest.fixture
def umask() -> Iterator[None]:
    """One that lets everybody read what is made without a mode."""
    before = os.umask(0)
    yield
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- a copy ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_the_log_record_for_record(club: Roundlog, stick: Path, umask: None):
    club("backup", stick / "copy.db")
    assert names(stick) == ["copy.db"]  # no half copy, nothing of SQLite's
    assert verify(stick / "copy.db") == verify(club.log)
    assert (stick / "copy.db").stat().st_mode & 0o777 == 0o600


def test_it_says_where_how_much_and_the_seal(club: Roundlog, stick: Path):
    found = verify(club.log)
    said = club("backup", stick / "copy.db")
    assert f"{stick / 'copy.db'}: {found.records} records, 33 kB, check value {found.head}, verified" in said
    told = club.tried("backup", stick / "copy.db", "--json").json()
    assert (told["records"], told["head"], told["keys"]) == (found.records, found.head, "")
    assert told["size"] == (stick / "copy.db").stat().st_size


def test_what_stands_in_the_wal_alone_is_copied_while_somebody_writes(club: Roundlog, stick: Path):
    writer = sqlite3.connect(club.log, isolation_level=None)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    with SqliteLog(club.log) as log:
        club("announce", "club", "in the WAL")
        writer.execute("BEGIN IMMEDIATE")  # somebody is about to write; a copy does not wait for it
        club("backup", stick / "copy.db")
        writer.execute("ROLLBACK")
        assert verify(stick / "copy.db").head == log.seal()
    writer.close()


def test_a_damaged_log_is_not_copied_under_a_good_name(club: Roundlog, stick: Path):
    changed(
        club.log,
        "DROP TRIGGER records_are_not_changed",
        "UPDATE records SET body = replace(body, 'Anna', 'Anne') WHERE position = 2",
    )
    assert "club" in club.refused(1, "backup", stick / "copy.db")
    assert names(stick) == []


def test_keys_are_copied_if_asked_and_it_says_what_that_means(club: Roundlog, stick: Path, umask: None):
    link = club("key", "--name", "Els")
    said = club("backup", stick / "copy.db", "--with-keys")
    assert f"{stick / 'copy.office.db'} has the keys. Whoever has this file can sign in" in said
    assert names(stick) == ["copy.db", "copy.office.db"]
    assert (stick / "copy.office.db").stat().st_mode & 0o777 == 0o600
    there = Roundlog(stick)
    there.log = stick / "copy.db"
    assert "Els" in there("keys")
    assert link.strip() not in (stick / "copy.office.db").read_bytes().decode(errors="replace")


def test_keys_that_there_are_not_cannot_be_copied(club: Roundlog, stick: Path):
    assert "There are no keys at" in club.refused(2, "backup", stick / "copy.db", "--with-keys")
    assert names(stick) == []


# -- a folder ----------------------------------------------------------------------------------------------------------


def test_in_a_folder_it_is_named_by_date_and_position(club: Roundlog, stick: Path):
    club("backup", stick)
    (name,) = names(stick)
    assert name.startswith(time.strftime("roundlog-%Y%m%dT", time.gmtime()))
    assert name.endswith(f"Z-{verify(club.log).records}.db")


def test_of_the_old_ones_the_last_are_kept(club: Roundlog, stick: Path):
    for number in range(4):
        club("announce", "club", f"news {number}")
        said = club("backup", stick, "--keep", 2)
    assert "1 older copy removed" in said
    last = verify(club.log).records
    assert [copy.position for copy in copies.list_copies(club.log, stick)] == [last - 1, last]


def test_what_the_new_copy_has_not_is_never_removed(club: Roundlog, stick: Path, elsewhere: Roundlog):
    """Of another log of the same name; of what was put aside; with keys, where the new one has none; of a person."""
    elsewhere("open", "autumn", "--name", "Autumn", "--rounds", "3")
    elsewhere("backup", stick)
    shutil.copy(club.log, elsewhere.folder / "branch.db")
    branch = Roundlog(elsewhere.folder)
    branch.log = elsewhere.folder / "branch.db"
    branch("announce", "club", "put aside")
    branch("backup", stick / f"roundlog-20200101T000000Z-{verify(branch.log).records}.db")
    club("key", "--name", "Els")
    club("backup", stick, "--with-keys")
    (stick / "roundlog-mine.db").write_bytes(club.log.read_bytes())
    before = set(names(stick))
    assert len(before) == 5
    for number in range(3):
        club("announce", "club", f"news {number}")
        club("backup", stick, "--keep", 1)
    assert before < set(names(stick))
    assert len(names(stick)) == 6


def test_half_copies_of_who_was_killed_are_removed_in_time(club: Roundlog, stick: Path):
    old, new = stick / ".roundlog-old.part", stick / ".roundlog-new.part"
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    club("backup", stick, "--keep", 5)
    assert not old.exists()
    assert new.exists()  # of a program that may still be at it


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_a_file_that_is_there_is_replaced_if_the_copy_has_all_of_it(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    club("announce", "club", "later")
    club("backup", stick / "copy.db")
    assert verify(stick / "copy.db") == verify(club.log)


def test_another_log_or_a_newer_copy_or_any_other_file_stays(club: Roundlog, stick: Path, elsewhere: Roundlog):
    elsewhere("open", "autumn", "--name", "Autumn", "--rounds", "3")
    shutil.copy(elsewhere.log, stick / "other.db")
    shutil.copy(club.log, stick / "newer.db")
    newer = Roundlog(stick)
    newer.log = stick / "newer.db"
    newer("announce", "club", "only here")
    (stick / "letter.db").write_text("Dear Els")
    before = {path: path.read_bytes() for path in stick.iterdir()}
    for name in ("other.db", "newer.db", "letter.db"):
        assert "it stays as it is" in club.refused(1, "backup", stick / name)
    assert {path: path.read_bytes() for path in stick.iterdir()} == before


def test_keys_that_are_there_stay_unless_the_copy_has_all_of_them(club: Roundlog, stick: Path):
    club("key", "--name", "Els")
    club("backup", stick / "copy.db", "--with-keys")
    before = (stick / "copy.office.db").read_bytes()
    assert "There are keys already" in club.refused(1, "backup", stick / "copy.db")
    assert (stick / "copy.office.db").read_bytes() == before
    club("key", "--name", "Jan")
    club("backup", stick / "copy.db", "--with-keys")
    path_of_private_file(club.log).unlink()
    club("key", "--name", "Mart")
    before = (stick / "copy.office.db").read_bytes()
    assert "There are keys already" in club.refused(1, "backup", stick / "copy.db", "--with-keys")
    assert (stick / "copy.office.db").read_bytes() == before


def test_the_log_and_its_folder_are_no_place_for_a_copy(club: Roundlog):
    club("key", "--name", "Els")
    for name in ("roundlog.db", "roundlog.office.db"):
        assert "is the log itself, or belongs to it" in club.refused(1, "backup", club.folder / name)
    os.link(club.log, club.folder / "same.db")
    assert "is the log itself" in club.refused(1, "backup", club.folder / "same.db")
    assert "is the folder of the log itself" in club.refused(1, "backup", club.folder)


def test_a_stick_that_is_not_in(club: Roundlog):
    assert "perhaps the stick is not in" in club.refused(3, "backup", club.folder / "media" / "stick")
    assert "perhaps the stick is not in" in club.refused(3, "backup", club.folder / "media" / "copy.db")
    assert "perhaps the stick is not in" in club.refused(3, "backup", f"{club.folder}/media/")


def test_a_stick_that_is_read_only(club: Roundlog, stick: Path):
    reachable(stick)
    club.log.chmod(0o644)
    stick.chmod(0o555)
    with as_somebody_else():
        assert f"{stick} cannot be written to" in club.refused(3, "backup", stick)
    assert names(stick) == []


def test_a_stick_that_is_full(club: Roundlog, stick: Path):
    """No file may grow beyond 30 kB; the log has more. (A disk that is full answers with another error: below.)"""
    club("backup", stick / "copy.db")
    before = (stick / "copy.db").read_bytes()
    club("announce", "club", "x" * 400)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    command = [*COMMAND, "--log", str(club.log), "backup", str(stick / "copy.db")]
    root = Path(__file__).parents[3]
    said = subprocess.run(command, cwd=root, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert said.returncode == 3
    assert said.stderr.startswith(f"roundlog: {stick} cannot be written to (")
    assert said.stderr.count("\n") == 1
    assert names(stick) == ["copy.db"]
    assert (stick / "copy.db").read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")
def test_a_stick_that_has_no_room_left(club: Roundlog, stick: Path):
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20k", "none", stick], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        said = club.tried("backup", stick)
        assert said.code == 3
        assert said.err == f"roundlog: There is no room left in {stick}; nothing that was there has changed.\n"
        assert names(stick) == []
    finally:
        subprocess.run(["umount", stick], check=True)


def test_to_keep_none_is_no_wish(club: Roundlog, stick: Path):
    assert "must lie between 1 and" in club.refused(2, "backup", stick, "--keep", 0)
    assert "exclude each other" in club.refused(2, "backup", stick / "copy.db", "--keep", 3)
    assert names(stick) == []


# -- restoring ---------------------------------------------------------------------------------------------------------


def test_a_copy_is_restored_with_its_keys_and_played_on(club: Roundlog, stick: Path, elsewhere: Roundlog):
    club("key", "--name", "Els")
    club("backup", stick / "copy.db", "--with-keys")
    said = elsewhere("restore", stick / "copy.db")
    assert "verified and restored" in said
    assert "The keys of the copy are restored" in said
    assert elsewhere("standings", "club") == club("standings", "club")
    assert "Els" in elsewhere("keys")
    assert elsewhere.log.stat().st_mode & 0o777 == 0o600
    elsewhere("announce", "club", "we go on")
    assert names(stick) == ["copy.db", "copy.office.db"]


def test_what_other_programs_have_copied_is_written_to_as_a_log_is(club: Roundlog, stick: Path, elsewhere: Roundlog):
    changed(club.log, f"VACUUM INTO '{stick / 'copy.db'}'")
    elsewhere("restore", stick / "copy.db")
    (mode,) = sqlite3.connect(elsewhere.log).execute("PRAGMA journal_mode").fetchone()
    assert mode == "wal"


def test_a_damaged_copy_changes_nothing(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    changed(
        stick / "copy.db",
        "DROP TRIGGER records_are_not_changed",
        "UPDATE records SET body = replace(body, 'Anna', 'Anne') WHERE position = 2",
    )
    club.refused(1, "restore", stick / "copy.db")
    club.refused(1, "restore", stick / "copy.db", "--keep-aside")
    (stick / "copy.db").write_bytes(b"no log at all")
    club.refused(2, "restore", stick / "copy.db")
    club.refused(2, "restore", stick / "missing.db")


def test_records_that_the_copy_has_not_are_counted_and_named(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    club("announce", "club", "one")
    club("announce", "club", "two")
    club("open", "autumn", "--name", "Autumn", "--rounds", "3")
    said = club.refused(1, "restore", stick / "copy.db")
    assert "has 3 records that the copy has not, of autumn and club" in said


def test_what_is_there_is_put_aside_and_never_deleted(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    copied = verify(club.log)
    club("announce", "club", "only here")
    was = verify(club.log)
    for _ in range(2):  # within the same second too
        club("restore", stick / "copy.db", "--keep-aside")
        assert verify(club.log) == copied
    aside = [path for path in club.folder.iterdir() if ".aside-" in path.name]
    assert {verify(path).head for path in aside} == {was.head, copied.head}
    assert len(aside) == 2


def test_an_older_log_makes_room_for_a_newer_copy_without_a_word(club: Roundlog, stick: Path):
    shutil.copy(club.log, club.folder / "older")
    club("announce", "club", "later")
    club("backup", stick / "copy.db")
    newest = verify(club.log)
    shutil.copy(club.folder / "older", club.log)
    said = club("restore", stick / "copy.db")
    assert "What was here before is now" in said
    assert verify(club.log) == newest


def test_a_log_that_cannot_be_read_is_put_aside_with_its_wal_if_told(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    club.log.write_bytes(b"nothing that SQLite knows" * 100)
    club.log.with_name("roundlog.db-wal").write_bytes(b"left over")
    assert "cannot be read" in club.refused(1, "restore", stick / "copy.db")
    club("restore", stick / "copy.db", "--keep-aside")
    assert verify(club.log) == verify(stick / "copy.db")
    assert b"left over" in [path.read_bytes() for path in club.folder.glob("*.aside-*-wal")]


def test_a_wal_without_its_log_does_not_get_into_the_restored_one(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    club.log.rename(club.folder / "gone.db")
    wal = club.log.with_name("roundlog.db-wal")
    wal.write_bytes(b"of another time")
    club("restore", stick / "copy.db")
    assert not wal.exists()
    assert verify(club.log) == verify(stick / "copy.db")


def test_nothing_is_restored_under_a_running_server_or_an_open_log(club: Roundlog, stick: Path):
    club("backup", stick / "copy.db")
    club("verify")
    with lock_for_server(club.log):
        assert "Another server has" in club.refused(3, "restore", stick / "copy.db", "--keep-aside")
    with SqliteLog(club.log) as log:
        assert "locked by another program" in club.refused(3, "restore", stick / "copy.db", "--keep-aside")
        assert log.position() == verify(stick / "copy.db").records


def test_a_key_that_was_revoked_since_stays_revoked(club: Roundlog, stick: Path):
    club("key", "--name", "Els")
    club("backup", stick / "copy.db", "--with-keys")
    club("revoke", "1")
    revoked = club("keys")
    said = club("restore", stick / "copy.db", "--keep-aside")
    assert "The keys stay those that were here." in said
    assert club("keys") == revoked


def test_other_keys_are_put_aside_only_if_told(club: Roundlog, stick: Path):
    club("key", "--name", "Els")
    club("backup", stick / "copy.db", "--with-keys")
    path_of_private_file(club.log).unlink()
    club("key", "--name", "Mart")
    assert "other ones than in the copy" in club.refused(1, "restore", stick / "copy.db")
    club("restore", stick / "copy.db", "--keep-aside")
    assert "Els" in club("keys")
    (aside,) = club.folder.glob("roundlog.aside-*.office.db")
    assert aside.with_name(aside.name.replace(".office", "")).exists()  # names that belong together


def test_a_log_without_keys_says_so(club: Roundlog, stick: Path, elsewhere: Roundlog):
    club("backup", stick / "copy.db")
    assert "the next start prints a new link for the owner" in elsewhere("restore", stick / "copy.db")


@pytest.mark.parametrize(
    ("mark", "why", "what"),
    [
        ("roundlog.standby.json", "one of two servers", "begins anew as a second server in an empty folder"),
        ("roundlog.cluster.json", "a node of a cluster", "a new cluster begins with it under another name"),
    ],
)
def test_a_log_that_others_share_leaves_them_only_if_told(club: Roundlog, stick: Path, mark: str, why: str, what: str):
    club("backup", stick / "copy.db")
    (club.folder / mark).write_text("{}")
    assert why in club.refused(1, "restore", stick / "copy.db")
    assert what in club("restore", stick / "copy.db", "--keep-aside")
    assert not (club.folder / mark).exists()
    (aside,) = club.folder.glob(f"roundlog.aside-*{mark.removeprefix('roundlog')}")
    assert aside.read_text() == "{}"
    club("announce", "club", "alone")
