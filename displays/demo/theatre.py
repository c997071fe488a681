"""Runs the stories: all kinds at the same time, one edition after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from displays.demo.kinds import KINDS, Kind
from displays.demo.setting import Setting
from displays.demo.story import TO_THE_BOARDS, story
from displays.demo.tempo import AtOnce, RealTime, Tempo
from engine.errors import RoundlogError
from ledger.commands import Announce, CloseRound, Command, EnterResult, FinishTournament, PairRound, SetClock
from ledger.desk import Desk
from ledger.state import State

ACTOR = "demo"
# Beats after a command, where it is not one: people walk to their boards, look at the table, go home.
PAUSES: Mapping[type[Command], int] = {SetClock: TO_THE_BOARDS, PairRound: 3, CloseRound: 8, FinishTournament: 12}
UNEVEN = (0.4, 1.6)  # results do not come by the clock
REST = 12  # beats after a tournament that could not be played on

# A demonstration that is left alone for a day must fill neither a disk nor the list of tournaments: all kinds play
# their first editions together, later ones share a stage, which makes some 350 tournaments and 50,000 records a day at
# the usual pace, and after the last it rests. All of them fit among the tournaments that a desk keeps in memory.
ON_STAGE = 2
MOST_EDITIONS = 60


class Herald(Protocol):
    """Tells whoever watches the terminal."""

    def begins(self, setting: Setting) -> None: ...

    def is_left(self, setting: Setting, error: RoundlogError) -> None: ...

    def is_over(self, editions: int) -> None: ...


class Performance:
    """One edition, as far as it has been played."""

    def __init__(self, desk: Desk, kind: Kind, edition: int, seed: int, tempo: Tempo) -> None:
        lot = random.Random(f"{seed} {kind.stream(edition)}")
        self.setting = Setting(kind, edition, lot, tempo)
        self._desk = desk
        self._story = story(self.setting)
        self._command: Command | None = next(self._story)

    async def begin(self) -> None:
        """Until the first players are there: from then on every page of it has something to show."""
        while (state := self._state()) is None or not state.tournament.entries:
            await self._step()
            self._go_on()

    async def play(self) -> None:
        """To its end, or to a refusal."""
        while self._command is not None:
            await self.setting.tempo.pause(await self._step())
            self._go_on()

    async def _step(self) -> float:
        """One command; how many beats are to pass before the next."""
        command = self._command
        assert command is not None
        await self._desk.handle(self.setting.stream, command, actor=ACTOR)
        return self.setting.lot.uniform(*UNEVEN) if isinstance(command, EnterResult) else PAUSES.get(type(command), 1)

    def _go_on(self) -> None:
        """What comes next is decided on the newest state: people may have been at work during the pause."""
        state = self._state()
        assert state is not None  # it has been written to
        self.setting.hall = state.hall
        try:
            self._command = self._story.send(state.tournament)
        except StopIteration:
            self._command = None

    def _state(self) -> State | None:
        return self._desk.state(self.setting.stream)


async def play_at_once(desk: Desk, seed: int) -> None:
    """The first edition of each kind, to its end, without waiting: each has its own days and its own chance."""
    async with asyncio.TaskGroup() as group:
        for kind in KINDS:
            group.create_task(Performance(desk, kind, 1, seed, AtOnce()).play())


@asynccontextmanager
async def playing(desk: Desk, seed: int, pace: float, herald: Herald) -> AsyncIterator[None]:
    """While the server runs. On entering, every kind has a tournament with its first players."""
    theatre = Theatre(desk, seed, RealTime(pace), herald)
    first = [await theatre.begun(kind) for kind in KINDS]
    task = asyncio.create_task(theatre.play(first))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class Theatre:
    """See the module."""

    def __init__(self, desk: Desk, seed: int, tempo: Tempo, herald: Herald, most_editions: int = MOST_EDITIONS) -> None:
        self._desk = desk
        self._seed = seed
        self._tempo = tempo
        self._herald = herald
        self._most_editions = most_editions
        self._stage = asyncio.Semaphore(ON_STAGE)

    async def begun(self, kind: Kind, edition: int = 1) -> Performance:
        performance = Performance(self._desk, kind, edition, self._seed, self._tempo)
        await performance.begin()
        return performance

    async def play(self, first: list[Performance]) -> None:
        async with asyncio.TaskGroup() as group:
            for performance in first:
                group.create_task(self._editions(performance))
        self._herald.is_over(self._most_editions)

    async def _editions(self, performance: Performance) -> None:
        await self._played(performance)
        for edition in range(2, self._most_editions + 1):
            async with self._stage:
                old, performance = performance, await self.begun(performance.setting.kind, edition)
                await self._point_on(old.setting, performance.setting)
                await self._played(performance)

    async def _played(self, performance: Performance) -> None:
        """Whoever takes a tournament into their own hands has it: what does not fit any more is left to them."""
        try:
            await performance.play()
        except RoundlogError as error:
            self._herald.is_left(performance.setting, error)
            await self._tempo.pause(REST)

    async def _point_on(self, old: Setting, new: Setting) -> None:
        """On the terminal, and on the screens that still show the last edition."""
        self._herald.begins(new)
        text = old.said("next-edition", name=new.name, address=f"/t/{new.stream}")
        await self._desk.handle(old.stream, Announce(text=text), actor=ACTOR)
