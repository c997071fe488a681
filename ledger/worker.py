"""The worker: processes for what takes long, so that no screen stutters because somebody pairs.

It runs pure functions of values (``decide`` on a big round, the consequences of a correction). There are two processes:
one takes whatever is next, the other only what is short, so that a small round never waits for a large one. Work has a
limit of time, and anybody in charge may give it up: its process is killed, and nothing was written. A process is
started with the first work and again should it die; work that was lost with it is done once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

import msgspec

from engine.errors import Refusal, RoundlogError, Unavailable
from ledger.turns import Task, Turns
from ledger.worker_process import ProcessDied, WorkerProcess

Given = ParamSpec("Given")
Result = TypeVar("Result")

ATTEMPTS = 2
LIMIT = 600.0  # seconds of work; a field of 4,000 takes minutes on a slow machine
TOOK_TOO_LONG = "work-took-too-long"  # the refusal of what was worked on for longer
MISJUDGED = 3.0  # seconds after which what seemed short makes room for others that are


class Underway(msgspec.Struct, frozen=True):
    """Work that waits or is done: what a person who waits for it wants to know."""

    number: int
    kind: str
    players: int
    is_waiting: bool  # for others to be done
    seconds: int  # that it has waited, or has been worked on
    limit: int  # seconds of work after which it is given up


class WorkerLoad(msgspec.Struct, frozen=True):
    running: int
    waiting: int
    longest_seconds: float  # since the first of these came, or was begun


class _Job:
    """A task, until it is answered."""

    def __init__(self, number: int, task: Task, call: Callable[[], Any]) -> None:
        self.number, self.task, self.call = number, task, call
        self.is_short = task.is_short
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Any] = self.loop.create_future()
        self.since = self.loop.time()  # it waits, or is worked on
        self.stopped_with: RoundlogError | None = None  # by people, or by its limit

    @property
    def seconds(self) -> float:
        return self.loop.time() - self.since


class _Lane:
    """A process that is started when it is needed, and the thread that waits for its answers."""

    def __init__(self, *, only_short: bool) -> None:
        self.only_short = only_short
        self.job: _Job | None = None
        self._process: WorkerProcess | None = None
        self._thread = ThreadPoolExecutor(1)

    async def work(self, job: _Job) -> Any:
        try:
            return await job.loop.run_in_executor(self._thread, self._ask, job)
        except ProcessDied:
            self._process = None
            raise

    def _ask(self, job: _Job) -> Any:
        if self._process is None:
            self._process = WorkerProcess()
        if job.answer.done():  # given up while the process was started
            return None
        return self._process.ask(job.call)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        self.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Worker:
    """Use it as a context, or ``close`` it at the end. ``limit``: seconds of work."""

    def __init__(self, limit: float = LIMIT) -> None:
        self._limit = limit
        self._lanes: tuple[_Lane, ...] = ()
        self._turns: Turns[_Job] = Turns()
        self._count = 0
        self._serving: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def run(
        self, task: Task, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """``function(*args)``, computed in another process when it is its turn. Its errors come back as they are."""
        for _ in range(ATTEMPTS):
            if self._is_closed:
                break
            self._count += 1
            job = _Job(self._count, task, partial(function, *args, **kwargs))
            self._turns.add(job)
            self._begin_next()
            try:
                found: Result = await job.answer
            except ProcessDied:
                continue
            except asyncio.CancelledError:
                self._stop(job, Refusal("work-given-up", work=task.kind.value))
                raise
            return found
        raise Unavailable("workshop-broken")

    def under_way(self, stream: str) -> tuple[Underway, ...]:
        """What is worked out for a tournament, and what waits behind it."""
        limit = int(self._limit)
        running = [(lane.job, False) for lane in self._lanes if lane.job is not None]
        all_jobs = [*running, *((job, True) for job in self._turns)]
        return tuple(
            Underway(job.number, job.task.kind, job.task.players, is_waiting, int(job.seconds), limit)
            for job, is_waiting in all_jobs
            if job.task.stream == stream
        )

    def count_jobs(self) -> WorkerLoad:
        """Of all tournaments."""
        running = [lane.job for lane in self._lanes if lane.job is not None]
        waiting = [*self._turns]
        return WorkerLoad(len(running), len(waiting), max((job.seconds for job in (*running, *waiting)), default=0.0))

    def give_up(self, stream: str, number: int) -> None:
        """Whoever waits for it is told so. Nothing was written, and nothing will be."""
        running = [lane.job for lane in self._lanes if lane.job is not None]
        for job in (*running, *self._turns):
            if (job.task.stream, job.number) == (stream, number):
                self._stop(job, Refusal("work-given-up", work=job.task.kind.value))
                return
        raise Refusal("no-such-work", number=number)

    def close(self) -> None:
        """Whoever waits is told so, and nothing is begun any more."""
        self._is_closed = True
        running = [lane.job for lane in self._lanes if lane.job is not None]
        for job in (*running, *self._turns):
            if not job.loop.is_closed():  # then nobody waits
                self._stop(job, Unavailable("workshop-broken"))
        for lane in self._lanes:
            lane.close()
        self._lanes = ()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- turns ---------------------------------------------------------------------------------------------------------

    def _begin_next(self) -> None:
        """Whatever can be taken up now."""
        if self._is_closed:
            return
        if not self._lanes:
            self._lanes = _Lane(only_short=True), _Lane(only_short=False)
        for lane in self._lanes:
            if lane.job is None and (job := self._turns.take(only_short=lane.only_short)) is not None:
                lane.job = job
                serving = job.loop.create_task(self._serve(lane, job))
                self._serving.add(serving)
                serving.add_done_callback(self._serving.discard)
        self._clear_short_lane()

    async def _serve(self, lane: _Lane, job: _Job) -> None:
        job.since = job.loop.time()
        too_long = Refusal(TOOK_TOO_LONG, work=job.task.kind.value, seconds=int(self._limit))
        timers = [job.loop.call_later(self._limit, self._stop, job, too_long)]
        if lane.only_short:
            timers.append(job.loop.call_later(MISJUDGED, self._clear_short_lane))
        try:
            _answer(job, await lane.work(job))
        except ProcessDied as died:
            if not job.is_short and lane.only_short and job.stopped_with is None:
                job.since = job.loop.time()
                self._turns.add(job)  # it has to begin again, where there is time
            else:
                _fail(job, job.stopped_with or died)
        except Exception as error:
            _fail(job, error)
        finally:
            for timer in timers:
                timer.cancel()
            lane.job = None
            if self._lanes:
                self._begin_next()

    def _stop(self, job: _Job, error: RoundlogError) -> None:
        """It is answered with that error at once, whether it waits or is worked on."""
        job.stopped_with = error
        if job in self._turns:
            self._turns.remove(job)
        _fail(job, error)
        for lane in self._lanes:
            if lane.job is job:
                lane.kill()

    def _clear_short_lane(self) -> None:
        """What takes its time after all is moved to the other process, if anything short waits for this one."""
        if not any(job.is_short for job in self._turns):
            return
        for lane in self._lanes:
            job = lane.job
            if lane.only_short and job is not None and job.is_short and job.seconds >= MISJUDGED:
                job.is_short = False
                lane.kill()


def _answer(job: _Job, found: Any) -> None:
    if not job.answer.done():
        job.answer.set_result(found)


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
