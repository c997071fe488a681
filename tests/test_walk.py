"""One result, from the POST to the pixel: the steps of ``ARCHITECTURE.md``, followed in a running server.

A step has a name, a function with which it begins, and the modules in which it is done. A request with which an arbiter
enters a result is followed from the first of our functions that it enters until one subscriber has the frame, with
Python's own profiler. The test fails when

- a step does not begin, or begins before one that stands above it,
- a module of ours is entered that no step names: whoever adds one names it here and in ``ARCHITECTURE.md``, and asks
  first whether the way has to become longer,
- the hub asks the desk or the log for anything while it publishes or renders: nothing flows back,
- there are more than twelve steps.

What the steps are made of is not a step: the engine's values and tables, the ledger's events and views, words.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest_asyncio

from tests import plain_http
from tests.displays.web.live.server import PAIR, PUBLISH, frame, serving

MOST_STEPS = 12


class Step(NamedTuple):
    what: str
    begins_in: tuple[str, ...]  # a module, or a folder for all in it; several where it may be in one of them
    begins: str = ""  # the function with which it begins; empty: any
    also: tuple[str, ...] = ()  # modules in which it goes on


WEB, LIVE = "displays.web", "displays.web.live"
WALK = (
    Step(
        "who is asking, and may they",
        (f"{WEB}.access.middleware",),
        "__call__",
        (
            f"{WEB}.access",
            f"{WEB}.network",  # that another machine has come through; whether a host is this one's
            "ledger.private_file",
            "ledger.festival_index",
            f"{LIVE}.admission",
            f"{WEB}.errors",
            f"{WEB}.compression",
            f"{WEB}.request",
            f"{WEB}.request_log",
            f"{WEB}.request_counts",
        ),
    ),
    Step("the body becomes a command", (f"{WEB}.api",)),
    Step("the desk takes it, one at a time for each tournament", ("ledger.desk",), "handle"),
    Step("it is decided: events, or a refusal", ("ledger.acts.decide",), "decide", ("ledger.acts",)),
    Step(
        "the events are appended to the log, durably",
        ("ledger.store",),
        "append",
        ("ledger.standby", "ledger.append_clock"),
    ),
    Step(
        "the projector takes the records",
        ("ledger.views.projector",),
        "apply",
        ("ledger.publication", "ledger.tournament_list"),
    ),
    Step("the state evolves, once", ("ledger.acts.evolve",), "evolve", ("ledger.acts",)),
    Step("record and state are published to the hub", (f"{LIVE}.hub",), "publish", (f"{LIVE}.throttle",)),
    Step(
        "what the topic shows is rendered, once for all",
        (f"{LIVE}.topics",),
        "render_topic",
        (f"{WEB}.visibility", f"{WEB}.screens.showing", f"{WEB}.screens.status", f"{LIVE}.other_nodes"),
    ),
    Step("it is encoded, once for all", (f"{LIVE}.frames",), "__init__"),
    Step(
        "the same bytes go to every subscriber",
        (f"{LIVE}.subscriptions",),
        "broadcast",
        (f"{LIVE}.connection", "ledger.durations"),
    ),
    Step("the screen paints what changed", ()),  # static/js/screen: tests/browser
)
MADE_OF = (
    *(
        "engine",
        "ledger.state",
        "ledger.views",
        "ledger.categories",
        "ledger.person_publicity",
        "ledger.absent_days",
        "ledger.shown_numbers",
        "ledger.hidden_characters",
    ),
    *("displays.words", f"{WEB}.server"),
)
MEANWHILE = (f"{LIVE}.hub_tasks",)  # what the hub does again and again
OURS = ("engine", "ledger", "displays")


def is_in(module: str, folders: tuple[str, ...]) -> bool:
    return any(module == folder or module.startswith(f"{folder}.") for folder in folders)


@contextmanager
def followed(calls: list[tuple[str, str]], inside: list[tuple[str, str]]) -> Iterator[None]:
    """Notes every function of ours that is entered, and those that are entered from within the hub."""

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and is_in(module, OURS):
            calls.append((module, frame.f_code.co_name))
            if any(_is_publishing(caller) for caller in _callers(frame)):
                inside.append((module, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_publishing(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") == "displays.web.live.hub" and frame.f_code.co_name in ("publish", "_render")


async def _enter_result(port: int, key: dict[str, str], board: int) -> int:
    async with plain_http.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=key) as phone:
        answer = await phone.post(f"/api/t/open/rounds/1/boards/{board}/result", json={"result": "1-0"})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["version"])


class Walk(NamedTuple):
    calls: list[tuple[str, str]]  # (module, function), in the order of being entered
    inside: list[tuple[str, str]]  # those of them that were entered from within the hub's publishing and rendering


@pytest_asyncio.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """The second result of a round, so that everything is loaded; one subscriber."""
    found = Walk([], [])
    async with serving(tmp_path / "roundlog.db") as server:
        await server.open_four()
        await server.do(PAIR, PUBLISH)
        _, key = server.key()
        async with server.follow("boards") as line:
            await frame(line)
            await _enter_result(server.port, key, 1)
            await frame(line)
            with followed(*found):
                version = await _enter_result(server.port, key, 2)
                assert (await frame(line))["version"] == version
        yield found


async def test_the_way_of_a_result_has_the_steps_that_are_named(walk: Walk):
    assert len(WALK) <= MOST_STEPS
    began = []
    for step in WALK[:-1]:
        calls = ((n, name) for n, (module, name) in enumerate(walk.calls) if is_in(module, step.begins_in))
        began.append(next((n for n, name in calls if step.begins in ("", name)), None))
    found = [number for number in began if number is not None]
    assert len(found) == len(began), [step.what for step, number in zip(WALK, began, strict=False) if number is None]
    assert found == sorted(found)


async def test_no_other_module_is_on_the_way(walk: Walk):
    named = tuple(module for step in WALK for module in (*step.begins_in, *step.also)) + MADE_OF + MEANWHILE
    assert sorted({module for module, _ in walk.calls if not is_in(module, named)}) == []


async def test_nothing_flows_back(walk: Walk):
    """The hub renders what it was handed, and asks neither the desk nor the log."""
    assert any(name == "Hub.publish" for _, name in walk.inside)
    assert any(name == "Hub._render" for _, name in walk.inside)
    assert [call for call in walk.inside if is_in(call[0], ("ledger.desk", "ledger.store"))] == []
