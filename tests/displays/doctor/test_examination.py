"""``roundlog doctor`` over real faults: each is found with its remedy, and a healthy server has none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from displays.cli.doctor import EXIT_CODES
from displays.doctor import copies
from displays.doctor.finding import Severity, fault, note, run_checks
from displays.web.server_lock import lock_for_server
from displays.web.server_note import NotedServer, note_server
from displays.words.language import LANGUAGES, language
from engine.errors import BadInput
from engine.model import Details, Rules
from ledger.acts.opening import TournamentOpened
from ledger.private_file import path_of_private_file
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from tests.browser.hall import Hall
from tests.displays.commandline import Roundlog, Said
from tests.displays.doctor.machines import listening, make_certificate, serving_http
from tests.ports import find_port


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    roundlog.log.chmod(0o600)
    roundlog("key", "--role", "owner")
    return roundlog


@pytest.fixture
def stick(club: Roundlog) -> Path:
    folder = club.folder / "stick"
    folder.mkdir()
    return folder


def examined(club: Roundlog, *words: str | Path | int) -> Said:
    """On a port that nobody has."""
    named = () if "--port" in words or "--url" in words else ("--port", find_port())
    return club.tried("doctor", "--json", *named, *words)


def found(club: Roundlog, *words: str | Path | int) -> dict[str, dict[str, object]]:
    """What is wrong, by its code. Each has a sentence and a remedy, in every language, without a hole."""
    said = examined(club, *words)
    findings = said.json()["findings"]
    worst = max((EXIT_CODES[Severity(one["severity"])] for one in findings), default=0)
    assert said.code == worst
    for one in findings:
        for code in LANGUAGES:
            for key in (one["code"], f"{one['code']}-do"):
                facts = {**one["facts"], "problem": one["problem"]}
                assert "{" not in language(code).phrase(key, "doctor", **facts)
        assert one["remedy"] != one["problem"] != ""
    # Disks of other people, and what they have free, are no matter of this test.
    own = [one for one in findings if one["code"] not in ("copies-same-disk", "disk-nearly-full", "memory-little")]
    return {one["code"]: one for one in own if one["severity"] != "note"}


def test_of_a_healthy_log_nothing_is_said(club: Roundlog, stick: Path) -> None:
    club("backup", stick)
    before = club.contents()
    assert found(club, "--backup", stick, "--thorough") == {}
    assert club.contents() == before  # it changes nothing, and leaves nothing beside
    said = club.tried("doctor", "--port", find_port())
    assert "No server runs with this log." in said.out


def test_the_log_is_not_there(club: Roundlog) -> None:
    club.log.unlink()
    assert set(found(club)) == {"log-missing"}


def test_a_copy_was_put_back_by_half(club: Roundlog) -> None:
    club.log.rename(club.folder / "roundlog.aside-20261118-212530.db")
    (club.folder / ".roundlog-77-abc.part").touch()
    assert set(found(club)) == {"restore-half-done", "restore-leftover"}


def test_the_log_is_another_programs_file(club: Roundlog) -> None:
    club.log.write_text("no log at all, but a text that is long enough to be one", "utf-8")
    assert set(found(club)) == {"log-foreign"}


def test_the_log_was_written_by_a_newer_program(club: Roundlog) -> None:
    with sqlite3.connect(club.log) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    newer = found(club)["log-newer"]
    assert "99" in str(newer["problem"])


def change_record(log: Path, position: int, old: str, new: str) -> None:
    """As somebody does who has the file and no scruples."""
    with sqlite3.connect(log) as connection:
        (guard,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'records_are_not_changed'").fetchone()
        connection.execute("DROP TRIGGER records_are_not_changed")
        changed = "UPDATE records SET body = replace(body, ?, ?) WHERE position = ?"
        assert connection.execute(changed, (old, new, position)).rowcount == 1
        connection.execute(guard)
    connection.close()


def test_a_record_was_changed(club: Roundlog) -> None:
    change_record(club.log, 1, "Club evening", "Club morning")
    damaged = found(club)["log-damaged"]
    assert "restore" in str(damaged["remedy"])


def test_an_old_record_was_changed_and_is_found_by_who_is_thorough(club: Roundlog, monkeypatch) -> None:
    change_record(club.log, 1, "Club evening", "Club morning")
    monkeypatch.setattr("displays.doctor.log_file.NEWEST", 3)
    assert found(club) == {}
    assert set(found(club, "--thorough")) == {"log-damaged"}


def test_bytes_were_written_over(club: Roundlog) -> None:
    content = bytearray(club.log.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    club.log.write_bytes(content)
    assert set(found(club)) == {"log-damaged"}


@pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
def test_others_may_read_the_keys_and_the_log(club: Roundlog) -> None:
    path_of_private_file(club.log).chmod(0o640)
    club.log.chmod(0o644)
    both = found(club)
    assert (both["keys-readable-by-others"]["severity"], both["log-readable-by-others"]["severity"]) == (
        "fault",
        "warning",
    )
    assert both["keys-readable-by-others"]["facts"] == {"path": str(path_of_private_file(club.log)), "mode": "640"}


def test_the_clock_is_behind_the_log(club: Roundlog) -> None:
    """A log of tomorrow, as a clock that was ahead has dated it."""
    club.log.unlink()
    write_one_record(club.log, datetime.now(UTC) + timedelta(days=1))
    assert set(found(club)) == {"clock-behind-log"}


def write_one_record(path: Path, at: datetime) -> None:
    with SqliteLog(path, clock=lambda: at) as log:
        event = TournamentOpened(details=Details("Club"), rules=Rules("by-hand", 3))
        log.submit("club", 0, [event], actor="test", command="1").result(10)
    path.chmod(0o600)


# -- copies ------------------------------------------------------------------------------------------------------------


def test_the_folder_for_copies_is_missing_or_the_logs_own(club: Roundlog) -> None:
    assert set(found(club, "--backup", "/nowhere/at/all")) == {"copies-no-folder"}
    assert "copies-own-folder" in found(club, "--backup", club.folder)


def test_there_is_no_copy(club: Roundlog, stick: Path) -> None:
    assert set(found(club, "--backup", stick)) == {"copies-none"}


def test_the_newest_copy_is_damaged(club: Roundlog, stick: Path) -> None:
    club("backup", stick)
    (copy,) = stick.iterdir()
    copy.write_bytes(copy.read_bytes()[:9000])
    assert set(found(club, "--backup", stick)) == {"copy-damaged"}


def test_the_newest_copy_is_of_another_log(club: Roundlog, stick: Path) -> None:
    club("backup", stick)
    club.log.unlink()
    club.open_four()
    club("announce", "club", "Lunch")
    club.log.chmod(0o600)
    assert set(found(club, "--backup", stick)) == {"copy-of-other-log"}


def test_the_newest_copy_is_of_last_week(club: Roundlog, stick: Path) -> None:
    club("backup", stick)
    (copy,) = stick.iterdir()
    week_ago = (datetime.now(UTC) - timedelta(days=7)).strftime("%Y%m%dT%H%M%SZ")
    copy.rename(stick / f"roundlog-{week_ago}-{copy.stem.rpartition('-')[2]}.db")
    club("announce", "club", "Lunch")
    old = found(club, "--backup", stick)["copy-old"]
    assert old["facts"]["hours"] in (167, 168)  # type: ignore[index]


def test_there_is_no_room_for_another_copy(club: Roundlog, stick: Path) -> None:
    (one,) = copies.check_room_for_copies(club.log, stick, club.log.stat().st_size - 1)
    assert (one.code, one.severity) == ("copies-no-room", Severity.FAULT)
    assert [*copies.check_room_for_copies(club.log, stick, club.log.stat().st_size)] == []


# -- the server --------------------------------------------------------------------------------------------------------


def test_another_program_has_the_port(club: Roundlog) -> None:
    with listening() as port:
        taken = found(club, "--port", port)
    assert set(taken) == {"port-taken"}
    assert taken["port-taken"]["facts"] == {"host": "127.0.0.1", "port": port}


def test_a_host_that_is_no_address_of_this_machine(club: Roundlog) -> None:
    assert set(found(club, "--host", "192.0.2.77")) == {"address-not-ours"}


def test_nobody_answers_at_the_address(club: Roundlog) -> None:
    assert set(found(club, "--url", f"http://127.0.0.1:{find_port()}")) == {"address-unreachable"}


def test_a_name_that_leads_nowhere(club: Roundlog) -> None:
    assert set(found(club, "--url", "http://there-is-no-such-host.invalid")) == {"host-not-found"}


def test_what_answers_is_another_program(club: Roundlog) -> None:
    with serving_http(200, {"content-type": "text/html"}, b"<h1>It works!</h1>") as port:
        assert set(found(club, "--url", f"http://127.0.0.1:{port}")) == {"other-program-answers"}


def test_the_address_leads_to_another(club: Roundlog) -> None:
    with serving_http(301, {"location": "https://chess.example/"}) as port:
        moved = found(club, "--url", f"http://127.0.0.1:{port}")
    assert moved["address-redirects"]["facts"]["to"] == "https://chess.example/"  # type: ignore[index]


def test_a_server_of_another_version_with_another_log_that_cannot_write_and_a_proxy_without_websockets(
    club: Roundlog,
) -> None:
    told = {
        "version": "0.0.1",
        "position": 10**9,
        "head": "f" * 64,
        "code": "disk-full",
        "detail": "The disk is full.",
        "role": "single",
        "takes_writes": True,
        "other_servers": [],
        "backup": {"at": None, "position": 0, "late": True, "problem": None},
    }
    headers = {"content-type": "application/problem+json", "date": "Fri, 01 May 2026 12:00:00 GMT"}
    with serving_http(503, headers, json.dumps(told).encode()) as port:
        seen = found(club, "--url", f"http://127.0.0.1:{port}")
    assert set(seen) == {
        "server-other-version",
        "server-has-other-log",
        "server-cannot-write",
        "server-copies-late",
        "live-blocked",
    }
    assert "The disk is full." in str(seen["server-cannot-write"]["problem"])


def test_two_servers_take_entries_of_one_log(club: Roundlog) -> None:
    with SqliteLog(club.log, read_only=True) as log:
        position, head = log.position(), log.seal()
    told = {"version": "0.2.0", "position": position, "head": head, "role": "first", "takes_writes": True}
    with serving_http(200, {}, json.dumps({**told, "other_servers": []}).encode()) as other:
        address = f"http://127.0.0.1:{other}"
        with serving_http(200, {}, json.dumps({**told, "other_servers": [address]}).encode()) as port:
            seen = found(club, "--url", f"http://127.0.0.1:{port}")
    assert seen["two-servers-write"]["facts"]["other"] == address  # type: ignore[index]


def test_a_server_has_the_log_and_is_not_to_be_reached(club: Roundlog) -> None:
    noted = NotedServer(f"http://127.0.0.1:{find_port()}", os.getpid())
    with lock_for_server(club.log), note_server(club.log, noted):
        assert set(found(club)) == {"address-unreachable"}
    assert set(found(club)) == set()  # it has ended; what it had noted is of no interest


def test_phones_are_told_an_address_that_is_no_longer_ours(club: Roundlog) -> None:
    noted = NotedServer(f"http://127.0.0.1:{find_port()}", os.getpid(), hall=f"http://127.0.0.1:{find_port()}")
    with lock_for_server(club.log), note_server(club.log, noted):
        assert set(found(club)) == {"address-unreachable", "hall-unreachable"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    served = Hall(tmp_path_factory.mktemp("served"))
    yield served
    served.stop()


def test_of_a_healthy_server_nothing_is_said(hall: Hall) -> None:
    hall.open(4)
    served = Roundlog(hall.log.parent)
    served.log = hall.log
    assert found(served, "--thorough") == {}


def test_the_server_does_not_know_its_own_name(hall: Hall) -> None:
    served = Roundlog(hall.log.parent)
    served.log = hall.log
    unknown = found(served, "--url", f"http://127.1:{hall.port}")  # which leads to 127.0.0.1, under another name
    assert set(unknown) == {"unknown-host"}
    assert "--host-name 127.1" in str(unknown["unknown-host"]["remedy"])


def test_a_certificate_that_is_over(club: Roundlog) -> None:
    certificate, key = make_certificate(club.folder, days=-1)
    seen = found(club, "--certificate", certificate, "--certificate-key", key)
    assert set(seen) == {"certificate-expired"}
    assert set(found(club, "--certificate", "nowhere.pem")) == {"certificate-unreadable"}


# -- how it is told ----------------------------------------------------------------------------------------------------


def test_a_check_that_fails_does_not_keep_the_others_from_looking() -> None:
    def refuse() -> Iterator[object]:
        raise BadInput("no-such-log", path="x")

    def stumble() -> Iterator[object]:
        raise ZeroDivisionError("by nought")

    checks = {"one": refuse, "two": stumble, "three": lambda: [fault("disk-full", path="x", free=0)]}
    told = [*run_checks(checks)]  # type: ignore[arg-type]  # what they give does not matter
    assert [one.code for one in told] == ["check-refused", "check-failed", "disk-full"]
    assert told[1].facts == {"check": "two", "reason": "ZeroDivisionError: by nought"}


def test_it_is_told_in_sentences_the_worst_first(club: Roundlog) -> None:
    club.log.chmod(0o644)
    path_of_private_file(club.log).chmod(0o644)
    said = club.tried("doctor", "--port", find_port(), "--lang", "de")
    assert said.code == 2
    assert said.out.index("FEHLER: ") < said.out.index("ACHTUNG: ") < said.out.index("Hinweis: ")
    assert f"→ chmod 600 {club.log}" in said.out


def test_a_note_is_no_reason_to_worry() -> None:
    assert EXIT_CODES[note("server-not-running").severity] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--certificate-key", "x.pem"), "Still missing: --certificate."),
        (("--url", "chess.example"), "“chess.example” is not the address of a server"),
        (("--port", "http"), "Port: “http” is not a whole number."),
    ],
)
def test_what_is_typed_wrongly_is_told(club: Roundlog, words: tuple[str, ...], said: str) -> None:
    told = club.tried("doctor", *words)
    assert (told.code, told.out) == (2, "")
    assert said in told.err


@pytest.mark.skipif(shutil.which("unshare") is None or os.name != "posix", reason="needs a mount of its own")
def test_a_full_disk_and_one_that_can_only_be_read(club: Roundlog, tmp_path: Path) -> None:
    """On a real disk of two megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    script = f"""
mount -t tmpfs -o size=2m small {place} && cp -p {club.log} {place}/roundlog.db || exit 77
head -c 3000000 /dev/zero > {place}/ballast 2> /dev/null
"$@"; mount -o remount,ro {place}; "$@"; true
"""
    command = ["unshare", "--mount", "sh", "-c", script, "sh", *doctor_of(place / "roundlog.db")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode in (1, 77):
        pytest.skip("this machine lets nobody mount anything")
    full, read_only = (json.loads(line)["findings"] for line in told.stdout.splitlines())
    assert "disk-full" in [one["code"] for one in full]
    assert "disk-read-only" in [one["code"] for one in read_only]


def doctor_of(log: Path) -> list[str]:
    return [sys.executable, "-m", "displays.cli", "--log", str(log), "--json", "doctor", "--port", str(find_port())]
