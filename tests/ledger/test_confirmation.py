"""Confirmations: nothing is written before somebody has said yes to what follows, and a yes is worth something once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model import Details, Rules
from ledger.acts.act import CONFIRM, CONFIRM_TWICE, Command, Confirmation
from ledger.acts.fide_mode import FideModeLeft, LeaveFideMode
from ledger.acts.hall import Announce
from ledger.acts.opening import OpenTournament
from ledger.confirmation import LIFETIME, MOST_KEPT, NEEDED, Confirmations
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog

LEAVE = LeaveFideMode(reason="nine rounds")
ONCE = Confirmation(CONFIRM, (Refusal("met-before", board=3),))
TWICE = Confirmation(CONFIRM_TWICE, (Refusal("for-ever"),))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def ask(
    confirmations: Confirmations,
    token: str = "",
    wanted: Confirmation = ONCE,
    *,
    stream: str = "open",
    actor: str = "anna",
    command: Command = LEAVE,
) -> Refusal | None:
    try:
        confirmations.check(stream, actor, command, wanted, token)
    except Refusal as asked:
        return asked
    return None


def token_of(asked: Refusal | None) -> str:
    assert asked is not None
    assert asked.code == NEEDED
    return str(asked.facts["token"])


# -- one question ------------------------------------------------------------------------------------------------------


def test_the_first_answer_tells_what_follows() -> None:
    asked = ask(Confirmations())
    assert asked is not None
    assert {name: asked.facts[name] for name in ("level", "step", "steps")} == {"level": 3, "step": 1, "steps": 1}
    assert asked.problems == ONCE.consequences


def test_who_comes_with_its_token_has_said_yes() -> None:
    confirmations = Confirmations()
    assert ask(confirmations, token_of(ask(confirmations))) is None


def test_at_level_4_yes_is_said_twice_with_another_token_each_time() -> None:
    confirmations = Confirmations()
    first = token_of(ask(confirmations, wanted=TWICE))
    second = ask(confirmations, first, TWICE)
    assert second is not None
    assert (second.facts["step"], second.facts["steps"]) == (2, 2)
    assert ask(confirmations, token_of(second), TWICE) is None


def test_the_first_yes_said_twice_is_not_the_second() -> None:
    confirmations = Confirmations()
    first = token_of(ask(confirmations, wanted=TWICE))
    ask(confirmations, first, TWICE)
    again = ask(confirmations, first, TWICE)
    assert again is not None
    assert again.facts["step"] == 1


@pytest.mark.parametrize(
    "other",
    [
        {"actor": "bob"},
        {"stream": "another"},
        {"command": LeaveFideMode(reason="another reason")},
        {"wanted": Confirmation(CONFIRM, (Refusal("met-before", board=4),))},
        {"wanted": TWICE},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_yes_to_something_else_is_none(other) -> None:
    confirmations = Confirmations()
    assert ask(confirmations, token_of(ask(confirmations)), **other) is not None


def test_a_yes_that_comes_late_is_none() -> None:
    clock = Clock()
    confirmations = Confirmations(clock)
    token = token_of(ask(confirmations))
    clock.now = LIFETIME + 1
    assert ask(confirmations, token) is not None


def test_a_yes_that_was_used_is_none() -> None:
    confirmations = Confirmations()
    token = token_of(ask(confirmations))
    confirmations.spend(token)
    assert ask(confirmations, token) is not None


def test_questions_that_nobody_answers_make_room() -> None:
    confirmations = Confirmations()
    first = token_of(ask(confirmations))
    for _ in range(MOST_KEPT):
        last = token_of(ask(confirmations))
    assert ask(confirmations, first) is not None
    assert ask(confirmations, last) is None


# -- the desk ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as log:
        yield log


async def opened(log: SqliteLog) -> Desk:
    desk = Desk(log)
    rules = Rules("fide-dutch-2026", 7)
    await desk.handle("open", OpenTournament(details=Details("Open"), rules=rules), actor="anna")
    return desk


async def leave(desk: Desk, token: str = "", actor: str = "anna", command_id: str = "") -> Refusal | None:
    """What is asked; nothing, if it was recorded."""
    try:
        await desk.handle("open", LEAVE, actor=actor, confirmation=token, command_id=command_id)
    except Refusal as asked:
        return asked
    return None


async def second_token(desk: Desk, actor: str = "anna") -> str:
    return token_of(await leave(desk, token_of(await leave(desk, actor=actor)), actor))


def count_of_leavings(log: SqliteLog) -> int:
    return sum(isinstance(recorded.event, FideModeLeft) for recorded in log.read("open"))


async def test_nothing_is_written_before_the_last_yes(log: SqliteLog) -> None:
    desk = await opened(log)
    token = await second_token(desk)
    assert log.version("open") == 1
    assert await leave(desk, token) is None
    assert count_of_leavings(log) == 1


async def test_an_old_token_confirms_nothing(log: SqliteLog) -> None:
    desk = await opened(log)
    token = await second_token(desk)
    await leave(desk, token)
    assert (await leave(desk, token)) is not None
    assert count_of_leavings(log) == 1


async def test_after_a_restart_the_question_is_asked_anew(log: SqliteLog) -> None:
    token = await second_token(await opened(log))
    asked = await leave(Desk(log), token)
    assert asked is not None
    assert asked.facts["step"] == 1
    assert count_of_leavings(log) == 0


async def test_of_two_arbiters_at_once_one_has_left_it(log: SqliteLog) -> None:
    desk = await opened(log)
    anna, bob = await second_token(desk), await second_token(desk, "bob")
    asked = await asyncio.gather(leave(desk, anna), leave(desk, bob, "bob"))
    assert sorted("" if one is None else one.code for one in asked) == ["", "fide-mode-is-off"]
    assert count_of_leavings(log) == 1


async def test_what_others_write_meanwhile_does_not_ask_again(log: SqliteLog) -> None:
    desk = await opened(log)
    token = await second_token(desk)
    await desk.handle("open", Announce(text="Lunch"), actor="bob")
    assert await leave(desk, token) is None


async def test_a_request_that_is_sent_again_is_answered_as_before(log: SqliteLog) -> None:
    desk = await opened(log)
    token = await second_token(desk)
    assert await leave(desk, token, command_id="k1") is None
    assert await leave(desk, token, command_id="k1") is None
    assert count_of_leavings(log) == 1
