"""What every log promises (``ledger.store.log.Log``): one suite, run against each of them.

Another log is added to ``conftest.py``.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from engine.errors import BadInput, Broken, Refusal, Unavailable, VersionConflict
from engine.model import Result
from ledger.acts.hall import Announced
from ledger.acts.results import ResultEntered
from ledger.acts.times import TimeCorrected
from ledger.store.log import Archive
from ledger.store.schema import BLOCK
from ledger.store.sqlite import ROWS_AT_A_TIME
from tests.ledger.store.conftest import Place
from tests.ledger.store.logs import OPENED, RESULT, record, tournament

# -- appending -------------------------------------------------------------------------------------------------------


def test_what_is_appended_can_be_read_again(log: Archive) -> None:
    events = tournament()
    recorded = log.submit("a-open", 0, events, actor="Eve", command="c1").result()
    assert [r.event for r in recorded] == list(events)
    assert [r.version for r in recorded] == [r.position for r in recorded] == list(range(1, len(events) + 1))
    assert {(r.stream, r.actor, r.command) for r in recorded} == {("a-open", "Eve", "c1")}
    assert tuple(log.read("a-open")) == tuple(log.read_all()) == recorded
    assert tuple(log.events("a-open")) == events


async def test_append_is_submit_awaited(log: Archive) -> None:
    recorded = await log.append("a-open", 0, [OPENED], actor="Eve", command="c1")
    assert recorded == tuple(log.read("a-open"))


def test_many_streams_share_one_log_each_with_versions_of_its_own(log: Archive) -> None:
    for stream in ("b", "a", "b", "ä", "a", "b"):
        record(log, stream, RESULT)
    assert [(h.stream, h.version) for h in log.heads()] == [("a", 2), ("b", 3), ("ä", 1)]
    assert [r.version for r in log.read("b")] == [1, 2, 3]
    assert [r.position for r in log.read("b")] == [1, 3, 6]
    assert {h.stream: h.hash for h in log.heads()} == {r.stream: r.hash for r in log.read_all()}
    last = list(log.read_all())[-1]
    assert (log.position(), log.seal()) == (6, last.seal)


def test_the_streams_that_moved_after_a_position(log: Archive) -> None:
    for stream in ("b", "a", "b", "ä", "b", "b"):
        record(log, stream, RESULT)
    assert [log.streams_after(position) for position in range(7)] == [
        *[("a", "b", "ä")] * 2,
        *[("b", "ä")] * 2,
        *[("b",)] * 2,
        (),
    ]
    assert [log.version(stream) for stream in ("a", "b", "ä", "none")] == [1, 4, 1, 0]


def test_an_empty_log_is_at_position_0(log: Archive) -> None:
    assert (log.position(), log.seal(), log.heads()) == (0, "0" * 64, ())
    assert (list(log.read("none")), list(log.events("none")), list(log.read_all())) == ([], [], [])


def test_no_events_are_no_record(log: Archive) -> None:
    assert log.submit("a", 7, [], actor="Eve", command="c1").result() == ()
    assert log.position() == 0


def test_somebody_was_faster(log: Archive) -> None:
    record(log, "a", OPENED)
    with pytest.raises(VersionConflict) as caught:
        log.submit("a", 0, [OPENED], actor="Eve", command="c2").result()
    assert caught.value.facts == {"stream": "a", "expected": 0, "actual": 1}
    assert log.position() == 1


def test_submissions_that_build_on_each_other_are_taken_in_order(log: Archive) -> None:
    waiting = [log.submit("a", n, [RESULT], actor="Eve", command=f"c{n}") for n in range(50)]
    assert [w.result()[0].version for w in waiting] == list(range(1, 51))


def test_what_builds_on_a_failed_submission_fails_too(log: Archive) -> None:
    record(log, "a", OPENED)
    first = log.submit("a", 5, [RESULT], actor="Eve", command="c1")
    second = log.submit("a", 6, [RESULT], actor="Eve", command="c2")
    assert [type(w.exception()) for w in (first, second)] == [VersionConflict, VersionConflict]


def test_a_retried_command_is_recorded_once(log: Archive) -> None:
    first = log.submit("a", 0, tournament(), actor="Eve", command="c1").result()
    record(log, "a", RESULT, command="c2")
    again = log.submit("a", 0, [OPENED], actor="Eve", command="c1").result()
    assert again == first
    assert log.position() == len(first) + 1


def test_a_command_that_is_retried_before_it_was_answered_is_recorded_once(log: Archive) -> None:
    waiting = [log.submit("a", 0, [OPENED, RESULT], actor="Eve", command="c1") for _ in range(20)]
    assert {tuple(r.version for r in w.result()) for w in waiting} == {(1, 2)}
    assert log.position() == 2


def test_the_same_command_id_in_another_stream_is_another_command(log: Archive) -> None:
    assert record(log, "a", OPENED, command="c1") != record(log, "b", OPENED, command="c1")


def test_a_retried_command_is_recognised_after_a_restart_and_by_another_process(place: Place) -> None:
    with place.open() as log:
        first = record(log, "a", OPENED, command="c1")
    with place.open() as one, place.open() as other:
        assert one.submit("a", 9, [OPENED], actor="Eve", command="c1").result() == first
        second = record(other, "a", RESULT, command="c2")
        assert one.submit("a", 9, [RESULT], actor="Eve", command="c2").result() == second


def test_two_processes_write_to_one_log_in_turns(place: Place) -> None:
    with place.open() as one, place.open() as other:
        for n in range(20):
            log = (one, other)[n % 2]
            log.submit("a", n, [RESULT], actor="Eve", command=f"c{n}").result()
        asyncio.run(one.newest())
        assert list(one.read("a")) == list(other.read("a"))
        assert one.position() == 20


@pytest.mark.parametrize("field", ["stream", "actor", "command"])
@pytest.mark.parametrize("text", ["a\nb", "a\x00", "a\x7f", "\u2028", "\ud800"])
def test_a_name_is_one_line(log: Archive, field: str, text: str) -> None:
    names = {"stream": "a", "actor": "Eve", "command": "c1"} | {field: text}
    with pytest.raises(BadInput) as caught:
        log.submit(names["stream"], 0, [OPENED], actor=names["actor"], command=names["command"]).result()
    assert (caught.value.code, caught.value.facts) == ("unprintable-name", {"field": field})


@pytest.mark.parametrize(("stream", "command", "field"), [("", "c1", "stream"), ("a", "", "command")])
def test_a_stream_and_a_command_have_a_name(log: Archive, stream: str, command: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        log.submit(stream, 0, [OPENED], actor="Eve", command=command).result()
    assert (caught.value.code, caught.value.facts) == ("empty-name", {"field": field})


def test_names_may_have_any_letters(log: Archive) -> None:
    record(log, "võistlus 2026 / ♟👩‍⚖️", OPENED)
    assert log.heads()[0].stream == "võistlus 2026 / ♟👩‍⚖️"


def test_text_that_unicode_cannot_write_is_refused(log: Archive) -> None:
    with pytest.raises(BadInput, match="not-unicode"):
        log.submit("a", 0, [Announced(announcement=1, text="\ud800")], actor="Eve", command="c1").result()
    assert log.position() == 0


def test_line_breaks_and_other_controls_in_an_event_stay_what_they_are(log: Archive) -> None:
    said = Announced(announcement=1, text="line 1\nline 2\r\n\x00\u2028end")
    record(log, "a", said)
    assert list(log.events("a")) == [said]


# -- time ------------------------------------------------------------------------------------------------------------


def test_the_time_is_utc_to_the_microsecond(place: Place) -> None:
    summer = timezone(timedelta(hours=3))
    with place.open(clock=lambda: datetime(2026, 5, 1, 17, 0, tzinfo=summer)) as log:
        assert record(log, "a", OPENED)[0].at == "2026-05-01T14:00:00.000000Z"


def test_time_never_runs_backwards_within_a_tournament(place: Place) -> None:
    times = iter([datetime(2026, 5, 1, 14, m, tzinfo=UTC) for m in (5, 3, 7)])
    with place.open(clock=lambda: next(times)) as log:
        minutes = [record(log, "a", RESULT)[0].at[14:16] for _ in range(3)]
    assert minutes == ["05", "05", "07"]
    with place.open(clock=lambda: datetime(2020, 1, 1, tzinfo=UTC)) as log:
        assert record(log, "a", RESULT)[0].at == "2026-05-01T14:07:00.000000Z"


def test_a_record_that_corrects_the_time_follows_the_clock_and_so_do_those_after_it(place: Place) -> None:
    clock = [datetime(2036, 5, 1, tzinfo=UTC)]
    with place.open(clock=lambda: clock[0]) as log:
        record(log, "club", RESULT)
        clock[0] = datetime(2026, 5, 1, 14, 0, tzinfo=UTC)
        record(log, "club", RESULT)
        record(log, "club", TimeCorrected(reason="ten years ahead"))
        clock[0] += timedelta(minutes=1)
        record(log, "club", RESULT)
        assert [one.at[:16] for one in log.read("club")] == ["2036-05-01T00:00"] * 2 + [
            "2026-05-01T14:00",
            "2026-05-01T14:01",
        ]


def test_a_clock_that_was_ahead_dates_no_other_tournament(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    clock = [datetime(2031, 1, 1, tzinfo=UTC)]
    with place.open(clock=lambda: clock[0]) as log:
        record(log, "a", OPENED)
        clock[0] = datetime(2026, 5, 1, 14, 0, tzinfo=UTC)
        assert record(log, "b", OPENED)[0].at == "2026-05-01T14:00:00.000000Z"
        assert [record(log, "a", RESULT)[0].at[:4] for _ in range(3)] == ["2031"] * 3
        assert [said.levelname for said in caplog.records] == ["WARNING"]  # once, for the tournament that it concerns
        assert "behind the last record of a" in caplog.text
        clock[0] -= timedelta(seconds=2)
        assert record(log, "b", RESULT)[0].at == "2026-05-01T14:00:00.000000Z"
        assert len(caplog.records) == 1  # clocks are set right by a little now and then
        assert [recorded.at[:4] for recorded in log.read_all()] == ["2031", "2026", "2031", "2031", "2031", "2026"]


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [ROWS_AT_A_TIME * 2 + 3, 3 * BLOCK + 5, 3 * BLOCK])
def test_a_range_is_read_by_version_in_order(log: Archive, many: int) -> None:
    events = [ResultEntered(round=1, board=n, result=Result.DRAW) for n in range(1, many + 1)]
    record(log, "a", *events)
    record(log, "b", OPENED)
    assert list(log.events("a")) == [r.event for r in log.read("a")] == events
    for after, upto in ((0, 1), (5, 5), (7, 3), (1, many), (many - 2, many + 9), (ROWS_AT_A_TIME, ROWS_AT_A_TIME + 1)):
        assert list(log.events("a", after, upto)) == events[after : max(upto, after)]
        assert [r.version for r in log.read("a", after, upto)] == list(range(1, many + 1))[after : max(upto, after)]
    assert [r.position for r in log.read_all(many - 3)] == [many - 2, many - 1, many, many + 1]


def test_bodies_come_in_order_also_when_the_streams_of_a_log_are_interleaved(log: Archive) -> None:
    for n in range(1, 301):
        for stream in "zya":
            log.submit(stream, n - 1, [ResultEntered(round=1, board=n, result=Result.DRAW)], actor="", command=f"{n}")
    log.submit("z", 300, [OPENED], actor="", command="last").result()
    assert [e.board for e in log.events("y") if isinstance(e, ResultEntered)] == list(range(1, 301))


def test_many_threads_may_read_at_the_same_moment(log: Archive) -> None:
    events = tournament(players=40, rounds=9)
    record(log, "a", *events)
    with ThreadPoolExecutor(8) as readers:
        found = list(readers.map(lambda _: tuple(log.events("a")), range(64)))
    assert found == [events] * 64


def test_a_closed_log_says_so(place: Place) -> None:
    log = place.open()
    waiting = log.submit("a", 0, [OPENED], actor="Eve", command="c1")
    log.close()
    log.close()
    assert waiting.result()[0].version == 1  # what was handed over before is recorded
    with pytest.raises(Unavailable, match="log-closed"):
        log.submit("a", 1, [RESULT], actor="Eve", command="c2").result()
    with pytest.raises(Unavailable, match="log-closed"):
        log.position()


# -- following -------------------------------------------------------------------------------------------------------


async def test_follow_gives_the_past_and_then_the_present_without_a_gap(log: Archive) -> None:
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


async def test_follow_ends_when_the_log_is_closed(place: Place) -> None:
    log = place.open()
    record(log, "a", OPENED)

    async def all_there_is() -> list[int]:
        return [recorded.position async for recorded in log.follow()]

    following = asyncio.ensure_future(all_there_is())
    await asyncio.sleep(0.01)
    log.close()
    assert await following == [1]


async def test_a_cancelled_wait_takes_nothing_back(log: Archive) -> None:
    impatient = asyncio.ensure_future(log.append("a", 0, [OPENED], actor="Eve", command="c1"))
    await asyncio.sleep(0)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert (await log.append("a", 0, [OPENED], actor="Eve", command="c1"))[0].version == 1


def test_a_loop_that_is_gone_does_not_hold_up_the_others(log: Archive) -> None:
    async def leave() -> None:
        appending = asyncio.ensure_future(log.append("a", 0, [OPENED], actor="Eve", command="c1"))
        await asyncio.sleep(0)
        assert not appending.done()

    asyncio.run(leave())
    assert log.submit("a", 1, [RESULT], actor="Eve", command="c2").result()[0].version == 2


# -- submissions that share a transaction ------------------------------------------------------------------------------


async def append(log: Archive, version: int, *, stream: str = "a", events: int = 1, command: str = "") -> int:
    recorded = await log.append(stream, version, [RESULT] * events, actor="Eve", command=command or f"c-{version}")
    return recorded[-1].version


async def test_of_many_that_come_at_once_the_one_that_does_not_fit_fails_alone(log: Archive) -> None:
    expected = [7 if number == 30 else 0 for number in range(64)]
    crowd = (append(log, version, stream=f"open-{number}", events=2) for number, version in enumerate(expected))
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    assert isinstance(answers[30], VersionConflict)
    assert [answer for number, answer in enumerate(answers) if number != 30] == [2] * 63
    assert log.position() == 126
    assert "open-30" not in {head.stream for head in log.heads()}


async def test_what_is_built_on_a_failure_fails_and_all_else_is_recorded_in_order(log: Archive) -> None:
    versions = [0, 1, 2, 9, 10, 3, 4]
    answers = await asyncio.gather(*(append(log, version) for version in versions), return_exceptions=True)
    failed = [number for number, answer in enumerate(answers) if isinstance(answer, VersionConflict)]
    assert failed == [3, 4]
    assert [answer for answer in answers if isinstance(answer, int)] == [1, 2, 3, 4, 5]


async def test_a_submission_that_failed_can_be_made_again(log: Archive) -> None:
    await append(log, 0)
    with pytest.raises(VersionConflict):
        await append(log, 7, events=3, command="again")
    assert await append(log, 1, events=3, command="again") == 4


async def test_a_crowd_that_another_process_overtakes(place: Place) -> None:
    """Only in the stream to which the other one wrote does it fail."""
    with place.open() as ours, place.open() as theirs:
        for number in range(20):
            await append(ours, 0, stream=f"open-{number}")
        await append(theirs, 1, stream="open-8", command="theirs")
        crowd = (append(ours, 1, stream=f"open-{number}") for number in range(20))
        answers = await asyncio.gather(*crowd, return_exceptions=True)
        assert [n for n, answer in enumerate(answers) if isinstance(answer, VersionConflict)] == [8]
        assert {head.version for head in ours.heads()} == {2}


@pytest.mark.parametrize("many", [1, BLOCK, 1000])
def test_as_many_events_as_you_like_are_one_submission(log: Archive, many: int) -> None:
    for start in (0, many):
        recorded = log.submit("a", start, [RESULT] * many, actor="Eve", command=f"c{start}").result()
        assert [r.version for r in recorded] == list(range(start + 1, start + 1 + many))


def test_many_threads_with_loops_and_without_write_at_the_same_time(log: Archive) -> None:
    async def in_a_loop(stream: str) -> None:
        for version in range(50):
            await append(log, version, stream=stream)

    def without(stream: str) -> None:
        for version in range(50):
            log.submit(stream, version, [RESULT], actor="Eve", command=f"{version}").result()

    with ThreadPoolExecutor(8) as threads:
        for number in range(4):
            threads.submit(asyncio.run, in_a_loop(f"loop-{number}"))
            threads.submit(without, f"thread-{number}")
    assert [head.version for head in log.heads()] == [50] * 8


def test_a_loop_that_stands_still_holds_up_nobody(log: Archive) -> None:
    async def submit() -> None:
        log.submit("a", 0, [RESULT], actor="Eve", command="first")

    with asyncio.Runner() as standing:
        standing.run(submit())
        assert asyncio.run(append(log, 1)) == 2


# -- what a command recorded -------------------------------------------------------------------------------------------


def test_what_a_command_recorded_is_found_by_its_id(log: Archive) -> None:
    record(log, "a", OPENED, command="c1")
    both = record(log, "a", RESULT, RESULT, command="c2")
    record(log, "b", OPENED, command="c2")
    assert log.read_command("a", "c2") == both
    assert log.read_command("a", "c9") == log.read_command("none", "c1") == ()


# -- whole streams -----------------------------------------------------------------------------------------------------


def test_a_stream_is_carried_to_another_log_with_its_hashes(place: Place, elsewhere: Place) -> None:
    with place.open() as ours, elsewhere.open() as theirs:
        record(ours, "a", *tournament())
        record(theirs, "b", OPENED)
        carried = list(ours.raw("a"))
        assert [theirs.adopt(carried).result() for _ in range(2)] == [True, False]
        assert list(theirs.raw("a")) == carried
        assert list(theirs.events("a")) == list(tournament())
        record(theirs, "a", RESULT, command="more")
        with pytest.raises(Refusal, match="stream-exists"):
            theirs.adopt(carried).result()


def test_the_end_of_a_stream_is_carried_to_a_log_that_has_its_beginning(place: Place, elsewhere: Place) -> None:
    with place.open() as ours, elsewhere.open() as theirs:
        record(ours, "a", *tournament())
        carried = list(ours.raw("a"))
        theirs.adopt(carried[:5]).result()
        assert theirs.adopt(carried[5:]).result()
        assert not theirs.adopt(carried[5:]).result()
        record(ours, "a", RESULT, RESULT, command="more")
        assert theirs.adopt(list(ours.raw("a"))[7:]).result()  # some of it is there
        assert list(theirs.raw("a")) == list(ours.raw("a"))
        assert list(theirs.events("a")) == list(ours.events("a"))


def test_the_end_of_another_stream_is_refused_and_nothing_of_it_is_taken_in(place: Place, elsewhere: Place) -> None:
    with place.open() as ours, elsewhere.open() as theirs:
        record(ours, "a", OPENED, RESULT, RESULT)
        record(theirs, "a", OPENED, command="another")
        carried = list(ours.raw("a"))
        for end in (carried[1:], carried):
            with pytest.raises(Refusal, match="stream-exists"):
                theirs.adopt(end).result()
        record(theirs, "b", OPENED)
        with pytest.raises(Broken, match="version-gap"):
            theirs.adopt([raw._replace(stream="c") for raw in carried[1:]]).result()
        with pytest.raises(Broken, match="hash-mismatch"):
            theirs.adopt([carried[0]._replace(stream="c"), *carried[1:]]).result()
        assert theirs.position() == 2


# -- copies of a log ---------------------------------------------------------------------------------------------------


def test_a_copy_has_the_same_positions_hashes_and_seals(place: Place, elsewhere: Place) -> None:
    with place.open() as ours, elsewhere.open() as theirs:
        record(ours, "a", OPENED)
        record(ours, "b", OPENED)
        for number in range(40):
            record(ours, "a" if number % 3 else "b", RESULT, command=f"c{number}")
        theirs.copy(list(ours.raw_after(0))[:25]).result()
        theirs.copy(list(ours.raw_after(theirs.position()))).result()
        assert list(theirs.read_all()) == list(ours.read_all())
        assert (theirs.position(), theirs.seal()) == (ours.position(), ours.seal())
        assert list(theirs.events("a")) == list(ours.events("a"))


def test_what_does_not_continue_the_log_is_not_copied(place: Place, elsewhere: Place) -> None:
    with place.open() as ours, elsewhere.open() as theirs:
        record(ours, "a", OPENED, RESULT, RESULT, RESULT)
        first, second, third, fourth = ours.raw_after(0)
        theirs.copy([first]).result()
        forged = third._replace(raw=third.raw._replace(body=third.raw.body + " "))
        for wrong, code in (
            ([third], "record-missing"),
            ([first], "record-missing"),
            ([second, forged], "hash-mismatch"),
            ([second, third._replace(seal="0" * 64)], "seal-mismatch"),
            ([second, fourth._replace(position=3)], "version-gap"),
        ):
            with pytest.raises(Broken, match=code):
                theirs.copy(wrong).result()
            assert theirs.position() == 1
