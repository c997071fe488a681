"""The embedded log keeps what ``ledger.store.log.Log`` promises."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.errors import BadInput, Unavailable, VersionConflict
from engine.model import Result
from ledger.events import Announced, ResultEntered
from ledger.store.sqlite import BODIES_AT_A_TIME, ROWS_AT_A_TIME, SqliteLog
from tests.ledger.store.logs import OPENED, RESULT, ROOT, record, tournament


@pytest.fixture
def log(tmp_path: Path):
    with SqliteLog(tmp_path / "log.db") as log:
        yield log


# -- appending -------------------------------------------------------------------------------------------------------


def test_what_is_appended_can_be_read_again(log: SqliteLog) -> None:
    events = tournament()
    recorded = log.submit("a-open", 0, events, actor="Eve", command="c1").result()
    assert [r.event for r in recorded] == list(events)
    assert [r.version for r in recorded] == [r.position for r in recorded] == list(range(1, len(events) + 1))
    assert {(r.stream, r.actor, r.command) for r in recorded} == {("a-open", "Eve", "c1")}
    assert tuple(log.read("a-open")) == tuple(log.read_all()) == recorded
    assert tuple(log.events("a-open")) == events


async def test_append_is_submit_awaited(log: SqliteLog) -> None:
    recorded = await log.append("a-open", 0, [OPENED], actor="Eve", command="c1")
    assert recorded == tuple(log.read("a-open"))


def test_many_streams_share_one_log_each_with_versions_of_its_own(log: SqliteLog) -> None:
    for stream in ("b", "a", "b", "ä", "a", "b"):
        record(log, stream, RESULT)
    assert [(h.stream, h.version) for h in log.heads()] == [("a", 2), ("b", 3), ("ä", 1)]
    assert [r.version for r in log.read("b")] == [1, 2, 3]
    assert [r.position for r in log.read("b")] == [1, 3, 6]
    assert {h.stream: h.hash for h in log.heads()} == {r.stream: r.hash for r in log.read_all()}
    last = list(log.read_all())[-1]
    assert (log.position(), log.seal()) == (6, last.seal)


def test_an_empty_log_is_at_position_0(log: SqliteLog) -> None:
    assert (log.position(), log.seal(), log.heads()) == (0, "0" * 64, ())
    assert list(log.read("none")) == list(log.events("none")) == list(log.read_all()) == []


def test_no_events_are_no_record(log: SqliteLog) -> None:
    assert log.submit("a", 7, [], actor="Eve", command="c1").result() == ()
    assert log.position() == 0


def test_somebody_was_faster(log: SqliteLog) -> None:
    record(log, "a", OPENED)
    with pytest.raises(VersionConflict) as caught:
        log.submit("a", 0, [OPENED], actor="Eve", command="c2").result()
    assert caught.value.facts == {"stream": "a", "expected": 0, "actual": 1}
    assert log.position() == 1


def test_submissions_that_build_on_each_other_are_taken_in_order(log: SqliteLog) -> None:
    waiting = [log.submit("a", n, [RESULT], actor="Eve", command=f"c{n}") for n in range(50)]
    assert [w.result()[0].version for w in waiting] == list(range(1, 51))


def test_what_builds_on_a_failed_submission_fails_too(log: SqliteLog) -> None:
    record(log, "a", OPENED)
    first = log.submit("a", 5, [RESULT], actor="Eve", command="c1")
    second = log.submit("a", 6, [RESULT], actor="Eve", command="c2")
    assert [type(w.exception()) for w in (first, second)] == [VersionConflict, VersionConflict]


async def test_what_builds_on_a_failed_submission_fails_though_the_version_fits_by_chance(tmp_path: Path) -> None:
    """Another process brings the stream to the very version that the second submission expects."""
    with SqliteLog(tmp_path / "log.db") as ours, SqliteLog(tmp_path / "log.db") as theirs:
        record(ours, "a", OPENED)
        record(theirs, "a", RESULT, command="theirs")
        first = asyncio.ensure_future(ours.append("a", 1, [RESULT], actor="Eve", command="c1"))
        second = asyncio.ensure_future(ours.append("a", 2, [RESULT], actor="Eve", command="c2"))
        answers = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(a) for a in answers] == [VersionConflict, VersionConflict]
        again = await ours.append("a", 2, [RESULT], actor="Eve", command="c3")  # by now the failure is known
        assert again[0].version == 3


def test_a_retried_command_is_recorded_once(log: SqliteLog) -> None:
    first = log.submit("a", 0, tournament(), actor="Eve", command="c1").result()
    record(log, "a", RESULT, command="c2")
    again = log.submit("a", 0, [OPENED], actor="Eve", command="c1").result()
    assert again == first
    assert log.position() == len(first) + 1


def test_a_command_that_is_retried_before_it_was_answered_is_recorded_once(log: SqliteLog) -> None:
    waiting = [log.submit("a", 0, [OPENED, RESULT], actor="Eve", command="c1") for _ in range(20)]
    assert {tuple(r.version for r in w.result()) for w in waiting} == {(1, 2)}
    assert log.position() == 2


def test_the_same_command_id_in_another_stream_is_another_command(log: SqliteLog) -> None:
    assert record(log, "a", OPENED, command="c1") != record(log, "b", OPENED, command="c1")


def test_a_retried_command_is_recognised_after_a_restart_and_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path) as log:
        first = record(log, "a", OPENED, command="c1")
    with SqliteLog(path) as one, SqliteLog(path) as other:
        assert one.submit("a", 9, [OPENED], actor="Eve", command="c1").result() == first
        second = record(other, "a", RESULT, command="c2")
        assert one.submit("a", 9, [RESULT], actor="Eve", command="c2").result() == second


def test_the_writer_may_forget_what_it_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.store.tail.MOST_COMMANDS_KEPT", 3)
    with SqliteLog(tmp_path / "log.db") as log:
        for n in range(20):
            log.submit("ab"[n % 2], n // 2, [RESULT], actor="Eve", command=f"c{n}").result()
        assert log.submit("a", 0, [RESULT], actor="Eve", command="c0").result()[0].version == 1
        assert [head.version for head in log.heads()] == [10, 10]


def test_two_processes_write_to_one_log_in_turns(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path) as one, SqliteLog(path) as other:
        for n in range(20):
            log = (one, other)[n % 2]
            log.submit("a", n, [RESULT], actor="Eve", command=f"c{n}").result()
        assert list(one.read("a")) == list(other.read("a"))
        assert one.position() == 20


@pytest.mark.parametrize("field", ["stream", "actor", "command"])
@pytest.mark.parametrize("text", ["a\nb", "a\x00", "a\x7f", "\u2028", "\ud800"])
def test_a_name_is_one_line(log: SqliteLog, field: str, text: str) -> None:
    names = {"stream": "a", "actor": "Eve", "command": "c1"} | {field: text}
    with pytest.raises(BadInput) as caught:
        log.submit(names["stream"], 0, [OPENED], actor=names["actor"], command=names["command"]).result()
    assert (caught.value.code, caught.value.facts) == ("unprintable-name", {"field": field})


@pytest.mark.parametrize(("stream", "command", "field"), [("", "c1", "stream"), ("a", "", "command")])
def test_a_stream_and_a_command_have_a_name(log: SqliteLog, stream: str, command: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        log.submit(stream, 0, [OPENED], actor="Eve", command=command).result()
    assert (caught.value.code, caught.value.facts) == ("empty-name", {"field": field})


def test_names_may_have_any_letters(log: SqliteLog) -> None:
    record(log, "võistlus 2026 / ♟👩‍⚖️", OPENED)
    assert log.heads()[0].stream == "võistlus 2026 / ♟👩‍⚖️"


def test_text_that_unicode_cannot_write_is_refused(log: SqliteLog) -> None:
    with pytest.raises(BadInput, match="not-unicode"):
        log.submit("a", 0, [Announced(announcement=1, text="\ud800")], actor="Eve", command="c1").result()
    assert log.position() == 0


def test_line_breaks_and_other_controls_in_an_event_stay_what_they_are(log: SqliteLog) -> None:
    said = Announced(announcement=1, text="line 1\nline 2\r\n\x00\u2028end")
    record(log, "a", said)
    assert list(log.events("a")) == [said]


# -- time ------------------------------------------------------------------------------------------------------------


def test_the_time_is_utc_to_the_microsecond(tmp_path: Path) -> None:
    summer = timezone(timedelta(hours=3))
    with SqliteLog(tmp_path / "log.db", clock=lambda: datetime(2026, 5, 1, 17, 0, tzinfo=summer)) as log:
        assert record(log, "a", OPENED)[0].at == "2026-05-01T14:00:00.000000Z"


def test_time_never_runs_backwards_within_a_log(tmp_path: Path) -> None:
    times = iter([datetime(2026, 5, 1, 14, m, tzinfo=UTC) for m in (5, 3, 7)])
    with SqliteLog(tmp_path / "log.db", clock=lambda: next(times)) as log:
        minutes = [record(log, stream, RESULT)[0].at[14:16] for stream in "abc"]
    assert minutes == ["05", "05", "07"]
    with SqliteLog(tmp_path / "log.db", clock=lambda: datetime(2020, 1, 1, tzinfo=UTC)) as log:
        assert record(log, "d", RESULT)[0].at == "2026-05-01T14:07:00.000000Z"


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [ROWS_AT_A_TIME * 2 + 3, BODIES_AT_A_TIME, BODIES_AT_A_TIME + 1])
def test_a_range_is_read_by_version_in_order(log: SqliteLog, many: int) -> None:
    events = [ResultEntered(round=1, board=n, result=Result.DRAW) for n in range(1, many + 1)]
    record(log, "a", *events)
    record(log, "b", OPENED)
    assert list(log.events("a")) == [r.event for r in log.read("a")] == events
    for after, upto in ((0, 1), (5, 5), (7, 3), (1, many), (many - 2, many + 9), (ROWS_AT_A_TIME, ROWS_AT_A_TIME + 1)):
        assert list(log.events("a", after, upto)) == events[after : max(upto, after)]
        assert [r.version for r in log.read("a", after, upto)] == list(range(1, many + 1))[after : max(upto, after)]
    assert [r.position for r in log.read_all(many - 3)] == [many - 2, many - 1, many, many + 1]


def test_bodies_come_in_order_also_when_the_streams_of_a_log_are_interleaved(log: SqliteLog) -> None:
    for n in range(1, 301):
        for stream in "zya":
            log.submit(stream, n - 1, [ResultEntered(round=1, board=n, result=Result.DRAW)], actor="", command=f"{n}")
    log.submit("z", 300, [OPENED], actor="", command="last").result()
    assert [e.board for e in log.events("y") if isinstance(e, ResultEntered)] == list(range(1, 301))


def test_bodies_come_in_order_also_when_sqlite_walks_the_other_way(log: SqliteLog) -> None:
    events = tournament()
    record(log, "a", *events)
    log._idle[0].execute("PRAGMA reverse_unordered_selects = ON")
    backwards = log._rows("SELECT version FROM records WHERE stream = 'a'")
    assert [version for (version,) in backwards] == list(range(len(events), 0, -1))
    assert tuple(log.events("a")) == events


def test_a_reader_does_not_see_what_is_not_durable_and_needs_no_writer(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        first = record(log, "a", OPENED)
        with SqliteLog(tmp_path / "log.db", read_only=True) as reader:
            assert tuple(reader.read("a")) == first
            second = record(log, "a", RESULT)
            assert tuple(reader.read("a")) == first + second
            with pytest.raises(Unavailable, match="log-read-only"):
                reader.submit("a", 2, [RESULT], actor="Eve", command="c9").result()


def test_many_threads_may_read_at_the_same_moment(log: SqliteLog) -> None:
    events = tournament(players=40, rounds=9)
    record(log, "a", *events)
    with ThreadPoolExecutor(8) as readers:
        found = list(readers.map(lambda _: tuple(log.events("a")), range(64)))
    assert found == [events] * 64


def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    waiting = log.submit("a", 0, [OPENED], actor="Eve", command="c1")
    log.close()
    log.close()
    assert waiting.result()[0].version == 1  # what was handed over before is recorded
    with pytest.raises(Unavailable, match="log-closed"):
        log.submit("a", 1, [RESULT], actor="Eve", command="c2").result()
    with pytest.raises(Unavailable, match="log-closed"):
        log.position()


# -- following -------------------------------------------------------------------------------------------------------


async def test_follow_gives_the_past_and_then_the_present_without_a_gap(log: SqliteLog) -> None:
    async def write() -> None:
        for n in range(100, 200):
            await log.append("a", n, [RESULT], actor="Eve", command=f"c{n}")

    record(log, "a", *[RESULT] * 100)
    seen = []
    writing = asyncio.ensure_future(write())
    async for recorded in log.follow(after=40):
        seen.append(recorded)
        if recorded.position == 200:
            break
    await writing
    assert seen == list(log.read_all(40))


async def test_follow_sees_what_another_process_records(log: SqliteLog) -> None:
    script = """
import sys
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import record, OPENED
with SqliteLog(sys.argv[1]) as log:
    record(log, "elsewhere", OPENED)
"""
    following = log.follow()
    first = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0)
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(log.path), cwd=ROOT)
    assert await other.wait() == 0
    assert (await asyncio.wait_for(first, 30)).stream == "elsewhere"
    await following.aclose()


async def test_follow_ends_when_the_log_is_closed(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    record(log, "a", OPENED)

    async def all_there_is() -> list[int]:
        return [recorded.position async for recorded in log.follow()]

    following = asyncio.ensure_future(all_there_is())
    await asyncio.sleep(0.01)
    log.close()
    assert await following == [1]


async def test_a_cancelled_wait_takes_nothing_back(log: SqliteLog) -> None:
    impatient = asyncio.ensure_future(log.append("a", 0, [OPENED], actor="Eve", command="c1"))
    await asyncio.sleep(0)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert (await log.append("a", 0, [OPENED], actor="Eve", command="c1"))[0].version == 1


def test_a_loop_that_is_gone_does_not_hold_up_the_others(log: SqliteLog) -> None:
    async def leave() -> None:
        appending = asyncio.ensure_future(log.append("a", 0, [OPENED], actor="Eve", command="c1"))
        await asyncio.sleep(0)
        assert not appending.done()

    asyncio.run(leave())
    assert log.submit("a", 1, [RESULT], actor="Eve", command="c2").result()[0].version == 2


# -- the file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET actor = 'Mallory' WHERE position = 1",
        "DELETE FROM records WHERE position = 2",
        "INSERT OR REPLACE INTO records SELECT 1, stream, 3, at, 'Mallory', command, body, hash, seal FROM records",
        "REPLACE INTO records SELECT 3, stream, 1, at, 'Mallory', command, body, hash, seal FROM records LIMIT 1",
        "UPDATE OR REPLACE records SET position = 2 WHERE position = 1",
        "INSERT INTO records SELECT 7, stream, 3, at, actor, command, body, hash, seal FROM records WHERE version = 1",
        "INSERT INTO records SELECT 3, stream, 4, at, actor, command, body, hash, seal FROM records WHERE version = 1",
    ],
)
def test_the_table_refuses_whatever_is_not_an_append(log: SqliteLog, statement: str) -> None:
    record(log, "a", OPENED)
    record(log, "a", RESULT)
    connection = sqlite3.connect(log.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()
    assert [r.actor for r in log.read_all()] == ["arbiter", "arbiter"]


def test_the_type_is_what_the_body_says(log: SqliteLog) -> None:
    record(log, "a", OPENED, RESULT)
    connection = sqlite3.connect(log.path)
    assert connection.execute("SELECT type FROM typed").fetchall() == [("tournament-opened",), ("result-entered",)]
    connection.close()


def test_the_file_says_what_it_is_and_how_it_is_kept(log: SqliteLog) -> None:
    connection = sqlite3.connect(log.path)
    asked = {
        p: connection.execute(f"PRAGMA {p}").fetchone()[0] for p in ("application_id", "user_version", "journal_mode")
    }
    connection.close()
    assert asked == {"application_id": 0x524C4F47, "user_version": 1, "journal_mode": "wal"}
    assert log._writer is not None
    assert log._writer._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_closed_log_is_one_file(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
    assert [file.name for file in tmp_path.iterdir()] == ["log.db"]


def test_two_processes_may_create_the_log_at_the_same_moment(tmp_path: Path) -> None:
    script = "import sys; from ledger.store.sqlite import SqliteLog; SqliteLog(sys.argv[1]).close()"
    command = [sys.executable, "-c", script, str(tmp_path / "log.db")]
    both = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
