"""Runner of the demo: all kinds at the same time, one edition after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from displays.demo.edition import Edition
from displays.demo.kinds import KINDS, TournamentKind
from displays.demo.pace import AtOnce, DemoPace, RealTime
from displays.demo.script import TO_THE_BOARDS, tournament_script
from engine.errors import Refusal, RoundlogError
from ledger.acts.act import Command
from ledger.acts.hall import Announce, SetClock
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import PairRound
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound
from ledger.confirmation import NEEDED
from ledger.desk import Desk
from ledger.state import State

ACTOR = "demo"
# Beats after a command, where it is not one: people walk to their boards, look at the table, go home.
PAUSES: Mapping[type[Command], int] = {SetClock: TO_THE_BOARDS, PairRound: 3, CloseRound: 8, FinishTournament: 12}
UNEVEN = (0.4, 1.6)  # results do not come by the clock
REST = 12  # beats after a tournament that could not be played on

# A demonstration that is left alone for a day must fill neither a disk nor the list of tournaments: all kinds play
# their first editions together, later ones take turns, which makes some 350 tournaments and 50,000 records a day at
# the usual pace, and after the last it rests. All of them fit among the tournaments that a desk keeps in memory.
EDITIONS_AT_ONCE = 2
MOST_EDITIONS = 60


class Reporter(Protocol):
    """Reports to the terminal."""

    def begins(self, edition: Edition) -> None: ...

    def is_left(self, edition: Edition, error: RoundlogError) -> None: ...

    def is_over(self, editions: int) -> None: ...


class EditionRun:
    """One edition, as far as it has been played."""

    def __init__(self, desk: Desk, kind: TournamentKind, edition: int, seed: int, pace: DemoPace) -> None:
        lot = random.Random(f"{seed} {kind.stream(edition)}")
        self.edition = Edition(kind, edition, lot, pace)
        self._desk = desk
        self._script = tournament_script(self.edition)
        self._command: Command | None = next(self._script)

    async def begin(self) -> None:
        """Until the first players are there: from then on every page of it has something to show."""
        while (state := self._state()) is None or not state.tournament.entries:
            await self._step()
            self._go_on()

    async def play(self) -> None:
        """To its end, or to a refusal."""
        while self._command is not None:
            await self.edition.pace.pause(await self._step())
            self._go_on()

    async def _step(self) -> float:
        """One command; how many beats are to pass before the next."""
        command = self._command
        assert command is not None
        await self._handle(command)
        return self.edition.lot.uniform(*UNEVEN) if isinstance(command, EnterResult) else PAUSES.get(type(command), 1)

    async def _handle(self, command: Command) -> None:
        """What is asked before it is recorded, the arbiter of a tournament that plays itself confirms."""
        confirmation = ""
        while True:
            try:
                await self._desk.handle(self.edition.stream, command, actor=ACTOR, confirmation=confirmation)
                return
            except Refusal as refusal:
                if refusal.code != NEEDED:
                    raise
                confirmation = str(refusal.facts["token"])

    def _go_on(self) -> None:
        """What comes next is decided on the newest state: people may have been at work during the pause."""
        state = self._state()
        assert state is not None  # it has been written to
        self.edition.hall = state.hall
        try:
            self._command = self._script.send(state.tournament)
        except StopIteration:
            self._command = None

    def _state(self) -> State | None:
        return self._desk.state(self.edition.stream)


async def play_at_once(desk: Desk, seed: int) -> None:
    """The first edition of each kind, to its end, without waiting: each has its own days and its own chance."""
    async with asyncio.TaskGroup() as group:
        for kind in KINDS:
            group.create_task(EditionRun(desk, kind, 1, seed, AtOnce()).play())


@asynccontextmanager
async def run_demo(desk: Desk, seed: int, pace: float, reporter: Reporter) -> AsyncIterator[None]:
    """While the server runs. On entering, every kind has a tournament with its first players."""
    runner = DemoRunner(desk, seed, RealTime(pace), reporter)
    first = [await runner.start(kind) for kind in KINDS]
    task = asyncio.create_task(runner.play(first))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class DemoRunner:
    """Plays the editions of all kinds, a few at a time."""

    def __init__(
        self, desk: Desk, seed: int, pace: DemoPace, reporter: Reporter, most_editions: int = MOST_EDITIONS
    ) -> None:
        self._desk = desk
        self._seed = seed
        self._pace = pace
        self._reporter = reporter
        self._most_editions = most_editions
        self._slots = asyncio.Semaphore(EDITIONS_AT_ONCE)

    async def start(self, kind: TournamentKind, edition: int = 1) -> EditionRun:
        run = EditionRun(self._desk, kind, edition, self._seed, self._pace)
        await run.begin()
        return run

    async def play(self, first: list[EditionRun]) -> None:
        async with asyncio.TaskGroup() as group:
            for run in first:
                group.create_task(self._editions(run))
        self._reporter.is_over(self._most_editions)

    async def _editions(self, run: EditionRun) -> None:
        await self._play(run)
        for edition in range(2, self._most_editions + 1):
            async with self._slots:
                old, run = run, await self.start(run.edition.kind, edition)
                await self._point_on(old.edition, run.edition)
                await self._play(run)

    async def _play(self, run: EditionRun) -> None:
        """If somebody takes over a tournament, so that its script does not fit any more, it is left to them."""
        try:
            await run.play()
        except RoundlogError as error:
            self._reporter.is_left(run.edition, error)
            await self._pace.pause(REST)

    async def _point_on(self, old: Edition, new: Edition) -> None:
        """On the terminal, and on the screens that still show the last edition."""
        self._reporter.begins(new)
        text = old.phrase("next-edition", name=new.name, address=f"/t/{new.stream}")
        await self._desk.handle(old.stream, Announce(text=text), actor=ACTOR)
