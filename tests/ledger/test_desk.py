"""The desk: one door for writes, durable before the answer, retry-safe, several at once, several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from engine.errors import BadInput, Refusal, Unavailable, VersionConflict
from engine.model import Board, Details, Player, Result, Rules
from ledger.actors import sign
from ledger.acts.act import Command
from ledger.acts.disputes import ConfirmResult, ResultDisputed
from ledger.acts.hall import Announce, Announced
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import CheckIn, WithdrawPlayer
from ledger.acts.record import Recorded
from ledger.acts.results import EnterResult, ResultEntered
from ledger.acts.retyped_results import ResultRetyped
from ledger.acts.rounds import PublishRound
from ledger.desk import Answer, Desk
from ledger.state import State
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.turns import Task
from ledger.worker import Worker

OPEN = OpenTournament(details=Details("Club evening"), rules=Rules(system="by-hand", rounds=3))


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as log:
        yield log


def players(count: int) -> RegisterPlayers:
    return RegisterPlayers(players=tuple(NewPlayer(player=Player(n, f"Player {n}")) for n in range(1, count + 1)))


async def opened(desk: Desk, boards: int) -> None:
    """A tournament with its first round published."""
    await desk.handle("club", OPEN, actor="anna")
    await desk.handle("club", players(2 * boards), actor="anna")
    seated = tuple(Board(2 * n - 1, 2 * n) for n in range(1, boards + 1))
    await desk.handle("club", PairByHand(round=1, boards=seated), actor="anna")
    await desk.handle("club", PublishRound(round=1), actor="anna")


def result(board: int, what: Result = Result.WHITE_WINS) -> EnterResult:
    return EnterResult(round=1, board=board, result=what)


async def test_an_answer_names_the_version_and_the_records(log: SqliteLog) -> None:
    desk = Desk(log)
    answer = await desk.handle("club", OPEN, actor="anna", command_id="first")
    assert answer.version == 1
    (recorded,) = answer.records
    assert (recorded.stream, recorded.version, recorded.actor, recorded.command) == ("club", 1, "anna", "first")
    assert list(log.read("club")) == [recorded]


async def test_the_state_after_the_answer_shows_it(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    await desk.handle("club", result(1), actor="anna")
    state = desk.state("club")
    assert state is not None
    assert state.tournament.rounds[0].boards[0].result is Result.WHITE_WINS


async def test_a_refusal_writes_nothing(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    before = log.position()
    with pytest.raises(Refusal, match="no-such-board"):
        await desk.handle("club", result(9), actor="anna")
    assert log.position() == before


async def test_a_retried_command_gets_its_first_answer_and_is_not_recorded_twice(log: SqliteLog) -> None:
    desk = Desk(log)
    await desk.handle("club", OPEN, actor="anna")
    first = await desk.handle("club", players(2), actor="anna", command_id="retry-me")
    again = await desk.handle("club", players(2), actor="anna", command_id="retry-me")
    assert again == first
    assert log.position() == 3


async def test_a_retried_command_is_known_after_a_restart(log: SqliteLog) -> None:
    desk = Desk(log)
    await desk.handle("club", OPEN, actor="anna")
    first = await desk.handle("club", players(2), actor="anna", command_id="retry-me")
    assert await Desk(log).handle("club", players(2), actor="anna", command_id="retry-me") == first


async def test_a_double_click_is_one_command(log: SqliteLog) -> None:
    desk = Desk(log)
    await desk.handle("club", OPEN, actor="anna")
    both = await asyncio.gather(*(desk.handle("club", players(2), actor="anna", command_id="double") for _ in range(2)))
    assert both[0] == both[1]
    assert log.position() == 3


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_command_id_is_not_given_to_another_command(log: SqliteLog, is_restarted: bool) -> None:
    """Of the same kind or not; here or, from the log alone, after a restart."""
    desk = Desk(log)
    await opened(desk, boards=2)
    first = await desk.handle("club", result(1), actor="anna", command_id="key")
    desk = Desk(log) if is_restarted else desk
    for other in (result(2), result(1, Result.DRAW), result(9), Announce(text="Tea")):
        with pytest.raises(Refusal) as refused:
            await desk.handle("club", other, actor="anna", command_id="key")
        assert (refused.value.code, refused.value.facts) == (
            "command-id-reused",
            {"stream": "club", "command": "key"},
        )
    assert await desk.handle("club", result(1), actor="anna", command_id="key") == first
    assert log.position() == first.version


async def test_a_command_id_is_not_given_to_another_command_while_the_first_is_on_its_way(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    asked = (desk.handle("club", result(board), actor="anna", command_id="key") for board in (1, 2, 1))
    first, other, again = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(other, Refusal)
    assert other.code == "command-id-reused"
    assert isinstance(first, Answer)
    assert first == again
    assert log.position() == first.version


async def test_a_command_id_is_known_for_ever(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    late = RegisterPlayers(players=tuple(NewPlayer(player=Player(0, name)) for name in ("Xenia", "Yme", "Zoë")))
    first = await desk.handle("club", late, actor="anna", command_id="key")
    for number in range(70):
        await desk.handle("club", Announce(text=f"Tea {number}"), actor="anna", command_id=f"tea-{number}")
    assert await desk.handle("club", late, actor="anna", command_id="key") == first
    assert desk.answer_to("club", "key") == first
    assert desk.answer_to("club", "another") is None
    assert len(first.records) == 3
    with pytest.raises(Refusal, match="command-id-reused"):
        await desk.handle("club", Announce(text="Tea"), actor="anna", command_id="key")


async def test_commands_that_are_sent_twice_at_once_are_recorded_once(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    asked = [(Announce(text=f"Tea {number % 6}"), f"tea-{number % 6}") for number in range(12)]
    handled = (desk.handle("club", command, actor="anna", command_id=key) for command, key in asked)
    answers = await asyncio.gather(*handled)
    assert answers[:6] == answers[6:]
    assert len({answer.version for answer in answers}) == 6


async def test_the_same_command_said_otherwise_is_the_same_command(log: SqliteLog) -> None:
    """What would have been recorded is what counts."""
    desk = Desk(log)
    await opened(desk, boards=1)
    first = await desk.handle("club", WithdrawPlayer(player=1), actor="anna", command_id="key")
    assert await desk.handle("club", WithdrawPlayer(player=1, from_round=2), actor="anna", command_id="key") == first


async def test_an_expected_version_that_has_passed_is_a_conflict(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    seen = (await desk.handle("club", result(1), actor="anna")).version
    await desk.handle("club", result(2), actor="bert")
    with pytest.raises(VersionConflict) as conflict:
        await desk.handle("club", Announce(text="Tea"), actor="anna", expected_version=seen)
    assert conflict.value.facts == {"stream": "club", "expected": seen, "actual": seen + 1}


async def test_many_results_at_once_are_all_recorded_in_order(log: SqliteLog) -> None:
    published: list[int] = []

    def publish(recorded: Recorded, state: State) -> None:
        assert state.version == recorded.version
        published.append(recorded.version)

    desk = Desk(log, publish)
    await opened(desk, boards=40)
    answers = await asyncio.gather(*(desk.handle("club", result(n), actor="anna") for n in range(1, 41)))
    assert sorted(answer.version for answer in answers) == list(range(84, 124))
    assert published == list(range(1, 124))
    state = desk.state("club")
    assert state is not None
    assert state.tournament.rounds[0].is_complete


async def test_two_arbiters_with_different_results_for_one_board(log: SqliteLog) -> None:
    """The first stands; the second is told what stands, and nothing is overwritten."""
    desk = Desk(log)
    await opened(desk, boards=1)
    first, second = await asyncio.gather(
        desk.handle("club", result(1), actor="anna"),
        desk.handle("club", result(1, Result.DRAW), actor="bert"),
    )
    assert isinstance(first.records[0].event, ResultEntered)
    event = second.records[0].event
    assert isinstance(event, ResultDisputed)
    assert (event.stands, event.result, event.disputes) == (Result.WHITE_WINS, Result.DRAW, first.version)


async def test_a_typo_of_ones_own_is_put_right_from_wherever_it_is_typed(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    first = await desk.handle("club", result(1), actor=sign("anna", "console", "192.168.1.20"))
    again = msgspec.structs.replace(result(1, Result.DRAW), replaces=first.version)
    other = await desk.handle("club", again, actor=sign("bert", "console", "192.168.1.20"), command_id="b1")
    assert isinstance(other.records[0].event, ResultDisputed)
    confirmed = ConfirmResult(dispute=other.version)
    await desk.handle("club", confirmed, actor="anna")
    kept = await desk.handle("club", again, actor="anna (api)")
    assert isinstance(kept.records[0].event, ResultDisputed)  # for it was confirmed


async def test_a_typo_that_is_sent_twice_is_put_right_once(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    first = await desk.handle("club", result(1), actor="anna (console)")
    again = msgspec.structs.replace(result(1, Result.DRAW), replaces=first.version)
    asked = [await desk.handle("club", again, actor="anna (command line)", command_id="a1") for _ in range(2)]
    assert [type(answer.records[0].event) for answer in asked] == [ResultRetyped] * 2
    assert asked[0] == asked[1]


async def test_the_same_result_twice_is_answered_when_the_first_is_durable(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    first, second = await asyncio.gather(*(desk.handle("club", result(1), actor=who) for who in ("anna", "bert")))
    assert second == Answer(first.version, ())
    assert log.position() == first.version


async def test_who_hangs_up_takes_nothing_back(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    holder = sqlite3.connect(log.path)
    holder.execute("BEGIN IMMEDIATE")  # so that the write takes its time
    asking = asyncio.create_task(desk.handle("club", result(1), actor="anna"))
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    holder.close()
    answer = await desk.handle("club", result(2), actor="anna")
    assert answer.version == 9
    assert desk.state("club") == Desk(log).state("club")


async def test_a_log_that_is_closed_refuses_and_says_so(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk = Desk(log)
        await opened(desk, boards=1)
    with pytest.raises(Unavailable, match="log-closed"):
        await desk.handle("club", result(1), actor="anna")


async def test_a_name_that_cannot_be_chained_is_refused_and_nothing_is_built_on_it(log: SqliteLog) -> None:
    desk = Desk(log)
    await opened(desk, boards=1)
    with pytest.raises(BadInput, match="unprintable-name"):
        await desk.handle("club", result(1), actor="anna\nbert")
    answer = await desk.handle("club", result(1, Result.DRAW), actor="anna")
    assert answer.version == log.position()


async def test_more_tournaments_than_are_kept_in_memory(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.desk.STREAMS_KEPT", 3)
    desk = Desk(log)
    for number in range(10):
        await desk.handle(f"club-{number}", OPEN, actor="anna")
    for number in range(10):
        await desk.handle(f"club-{number}", players(2), actor="anna")
        state = desk.state(f"club-{number}")
        assert state is not None
        assert len(state.tournament.entries) == 2


def test_a_tournament_that_does_not_exist(log: SqliteLog) -> None:
    assert Desk(log).state("nowhere") is None


async def test_nothing_is_decided_on_top_of_a_write_that_another_process_overtook(tmp_path: Path) -> None:
    """The loop is busy while the write fails; the next command must not build on a player who was never registered."""
    with SqliteLog(tmp_path / "roundlog.db") as log, SqliteLog(tmp_path / "roundlog.db") as other:
        desk = Desk(log)
        overtaken = [await _overtaken(f"club-{number}", desk, other) for number in range(50)]
        assert any(overtaken)


async def _overtaken(stream: str, desk: Desk, other: SqliteLog) -> bool:
    """False: the registration was on disk before the other process came."""
    await desk.handle(stream, OPEN, actor="anna")
    registering = asyncio.create_task(desk.handle(stream, players(2), actor="anna"))
    await asyncio.sleep(0)
    tea = [Announced(announcement=2, text="Tea")]
    try:
        other.submit(stream, 1, tea, actor="bert", command="tea").result()
    except VersionConflict:
        await registering
        return False
    withdrawing = asyncio.create_task(desk.handle(stream, WithdrawPlayer(player=2), actor="anna"))
    desk.log.submit(f"{stream}-x", 0, tea, actor="anna", command="hurry").result()  # its thread writes all that waits
    answers = await asyncio.gather(registering, withdrawing, return_exceptions=True)
    assert isinstance(answers[0], Answer)
    if not isinstance(answers[1], Answer):
        assert isinstance(answers[1], Refusal)
        assert answers[1].code == "no-such-player"
    assert Desk(other).state(stream) == desk.state(stream)
    return True


async def test_more_busy_tournaments_than_are_kept_in_memory(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.desk.STREAMS_KEPT", 1)
    desk = Desk(log)
    answers = await asyncio.gather(*(desk.handle(f"club-{n}", OPEN, actor="anna") for n in range(3)))
    assert [answer.version for answer in answers] == [1, 1, 1]


async def test_a_publisher_that_fails_does_not_make_a_record_undone(log: SqliteLog) -> None:
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))

    def publish(recorded: Recorded, state: State) -> None:
        raise ZeroDivisionError

    desk = Desk(log, publish)
    answer = await desk.handle("club", OPEN, actor="anna")
    assert answer.version == log.position() == 1
    assert isinstance(told[0], ZeroDivisionError)
    assert desk.state("club") is not None


async def test_what_is_recorded_while_the_desk_answers_is_answered_too(tmp_path: Path) -> None:
    """The log's thread leaves the second answer while the loop is busy with the first: that needs a call of its own."""
    with SqliteLog(tmp_path / "roundlog.db") as log:

        def publish(recorded: Recorded, state: State) -> None:
            if recorded.actor == "anna":  # now all that was handed over is recorded
                log.submit("nowhere", 0, [Announced(announcement=1, text="Tea")], actor="eve", command="tea").result()

        desk = Desk(log, publish)
        holder = sqlite3.connect(log.path)
        holder.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(desk.handle("first", OPEN, actor="anna"))
        await asyncio.sleep(0.02)  # the log's thread has taken it, and waits for the holder
        second = asyncio.create_task(desk.handle("second", OPEN, actor="bert"))
        await asyncio.sleep(0)
        holder.close()
        answers = await asyncio.wait_for(asyncio.gather(first, second), timeout=60)
        assert [answer.version for answer in answers] == [1, 1]
        assert log.position() == 3


class _SlowWorker:
    """Pairs in its own time: meanwhile something is written."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._meanwhile = meanwhile
        self.asked = 0

    async def run(self, task: Task, function: Callable[..., Any], *given: object) -> Any:
        self.asked += 1
        made = function(*given)
        await self._meanwhile()
        return made


@pytest.mark.parametrize(
    ("written", "times"),
    [(CheckIn(player=1, round=1), 1), (Announce(text="Coffee"), 1), (WithdrawPlayer(player=2), 2)],
)
async def test_a_pairing_is_made_again_only_if_what_it_depends_on_has_changed(
    log: SqliteLog, written: Command, times: int
) -> None:
    async def meanwhile() -> None:
        if worker.asked == 1:
            await desk.handle("club", written, actor="bert")

    worker = _SlowWorker(meanwhile)
    desk = Desk(log, worker=cast(Worker, worker))
    rules = Rules(system="round-robin", rounds=3)
    await desk.handle("club", OpenTournament(details=Details(name="Club"), rules=rules), actor="anna")
    await desk.handle("club", players(4), actor="anna")
    answer = await desk.handle("club", PairRound(round=1), actor="anna")
    assert worker.asked == times
    assert answer.version == log.position()
    assert isinstance(answer.records[-1].event, RoundPaired)


async def test_a_late_retry_of_a_pairing_is_looked_at_in_the_worker_too(log: SqliteLog) -> None:
    async def meanwhile() -> None:
        return

    rules = Rules(system="round-robin", rounds=3)
    first = Desk(log)
    await first.handle("club", OpenTournament(details=Details(name="Club"), rules=rules), actor="anna")
    await first.handle("club", players(4), actor="anna")
    paired = await first.handle("club", PairRound(round=1), actor="anna", command_id="pair")
    worker = _SlowWorker(meanwhile)
    again = Desk(log, worker=cast(Worker, worker))
    assert await again.handle("club", PairRound(round=1), actor="anna", command_id="pair") == paired
    assert worker.asked == 1
