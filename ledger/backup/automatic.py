"""Automatic copies: while a server runs, every few minutes if something was recorded, and whenever a round ends.

A thread looks after it. The copying is done in a process of its own, so that neither the verifying nor a stick that
hangs holds up the loop that serves the hall. What fails is told, and tried again: a stick that comes back is used
again.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from engine.errors import RoundlogError, Unavailable
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.backup.copying import MadeCopy, remove_half_copies_of
from ledger.backup.folder import KEEP, add_copy, check_folder, find_newest
from ledger.store.log import Archive
from ledger.worker_process import ProcessDied, ProcessTookTooLong, WorkerProcess

EVERY = 10  # minutes
LATE_AFTER = 3  # times as long
LOOK_EVERY = 1.0  # seconds; how soon after the end of a round
RETRY_AFTER = 15.0  # seconds
LIMIT = 600.0  # seconds for one copy; a stick that takes longer hangs
_END_OF_ROUND = frozenset(str(event.__struct_config__.tag) for event in (RoundPublished, RoundClosed))
_LOGGER = logging.getLogger("roundlog")


class CopyOptions(NamedTuple):
    """As the command line takes them."""

    folder: Path | None = None  # None: no automatic copies
    every: int = EVERY  # minutes
    with_keys: bool = False
    keep: int = KEEP


NO_COPIES = CopyOptions()


class CopyState(msgspec.Struct, frozen=True):
    at: datetime | None  # when the last copy was made; None: there is none
    position: int  # how many records are in it
    newest: int  # how many are in the log
    problem: RoundlogError | None  # why the last attempt failed
    is_late: bool  # something was recorded, and for three intervals there was no copy


class _Kind(msgspec.Struct):
    type: str


class LogCopies:
    """Use it as a context: then it looks after the copies. ``copy_now`` is what a person asks for."""

    def __init__(
        self,
        log: Archive,
        path: Path,
        options: CopyOptions = NO_COPIES,
        *,
        look_every: float = LOOK_EVERY,
        retry_after: float = RETRY_AFTER,
    ) -> None:
        self.path, self.options = path, options
        self._log = log
        self._look_every, self._retry_after = look_every, retry_after
        self._at: datetime | None = None
        self._copied = 0
        self._newest = self._seen = log.position()
        self._problem: RoundlogError | None = None
        self._has_round_ended = False
        self._is_on_other_disk = False
        self._began = datetime.now(UTC)
        self._tried = self._made = -float("inf")  # by the clock that nobody sets
        self._lock = threading.Lock()  # one copy at a time
        self._process: WorkerProcess | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="copies", daemon=True)

    def __enter__(self) -> Self:
        """A folder that can never do is refused at once; one that is missing may come."""
        if self.options.folder is not None:
            try:
                check_folder(self.path, self.options.folder)
            except Unavailable as problem:
                self._note(problem)
            self._find_last(self.options.folder)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        process = self._process
        if process is not None:  # what is half done has no name yet
            process.kill()
        if self._thread.ident is not None:
            self._thread.join()

    def state(self) -> CopyState:
        """Nothing is read for it: it is asked with every page."""
        since = datetime.now(UTC) - (self._at or self._began)
        is_late = self._newest > self._copied and since > LATE_AFTER * timedelta(minutes=self.options.every)
        return CopyState(self._at, self._copied, self._newest, self._problem, is_late)

    def is_on_disk_of_log(self) -> bool:
        """Then a copy does not outlast the disk."""
        folder = self.options.folder
        return folder is not None and folder.is_dir() and _disk_of(folder) == _disk_of(self.path.absolute().parent)

    def copy_now(self) -> MadeCopy:
        with self._lock:
            return self._copy()

    def copy_to(self, folder: Path) -> MadeCopy:
        """For somebody who takes it away: without keys, and beside the automatic ones."""
        return _ask(WorkerProcess(), self.path, folder, NO_COPIES)

    # -- the thread ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_over.wait(self._look_every):
            try:
                self._look()
                if self._is_due():
                    self.copy_now()
            except RoundlogError as problem:  # that of a copy is noted already; a log that cannot be read has its own
                _LOGGER.debug("no copy this time: %s", problem)
            except Exception:  # it goes on, or there would never be a copy again
                _LOGGER.exception("while looking after the copies")

    def _look(self) -> None:
        """What was recorded since the last look, by whatever program."""
        for position, raw, _ in self._log.raw_after(self._seen):
            self._seen = self._newest = position
            if msgspec.json.decode(raw.body, type=_Kind).type in _END_OF_ROUND:
                self._has_round_ended = True

    def _is_due(self) -> bool:
        if self._problem is not None:
            return time.monotonic() - self._tried >= self._retry_after
        if self._newest <= self._copied:
            return False
        return self._has_round_ended or time.monotonic() - self._made >= 60 * self.options.every

    def _find_last(self, folder: Path) -> None:
        """Of this log, before this server was started."""
        last = find_newest(self.path, folder)
        if last is not None:
            self._at, self._copied = last.at, last.position
            self._made = time.monotonic() - max(0.0, (datetime.now(UTC) - last.at).total_seconds())

    # -- one copy ------------------------------------------------------------------------------------------------------

    def _copy(self) -> MadeCopy:
        assert self.options.folder is not None
        self._tried = time.monotonic()
        at, has_round_ended = datetime.now(UTC), self._has_round_ended
        self._has_round_ended = False
        try:
            self._check_disk(self.options.folder)
            made = self._make(self.options.folder)
        except RoundlogError as problem:
            self._has_round_ended |= has_round_ended
            self._note(problem)
            raise
        if self._problem is not None:
            _LOGGER.warning("copies-made-again", extra={"facts": {}})
        _LOGGER.info("copy-made", extra={"facts": {"path": made.path, "records": made.records}})
        self._at, self._copied, self._problem = at, made.records, None
        self._newest = max(self._newest, made.records)
        self._made = self._tried
        return made

    def _make(self, folder: Path) -> MadeCopy:
        self._process = WorkerProcess()
        try:
            return _ask(self._process, self.path, folder, self.options)
        finally:
            self._process = None

    def _check_disk(self, folder: Path) -> None:
        """Where a stick was, there may be an empty folder when it is out: a copy there would be on the wrong disk."""
        check_folder(self.path, folder)
        is_on_other = _disk_of(folder) != _disk_of(self.path.absolute().parent)
        if self._is_on_other_disk and not is_on_other:
            raise Unavailable("backup-on-log-disk", path=os.fspath(folder))
        self._is_on_other_disk = is_on_other

    def _note(self, problem: RoundlogError) -> None:
        if self._problem is None or self._problem.code != problem.code:
            _LOGGER.warning("copy-failed", extra={"facts": {"log": os.fspath(self.path), "problem": problem.code}})
        self._problem = problem


def _ask(process: WorkerProcess, log: Path, folder: Path, options: CopyOptions) -> MadeCopy:
    """A process for one copy, which ends with it."""
    try:
        made = process.ask(partial(add_copy, log, folder, with_keys=options.with_keys, keep=options.keep), LIMIT)
    except ProcessTookTooLong as error:
        raise Unavailable("backup-took-too-long", path=os.fspath(folder), seconds=int(LIMIT)) from error
    except ProcessDied as error:
        raise Unavailable("workshop-broken") from error
    finally:
        process.kill()
        remove_half_copies_of(process.pid, folder)
    assert isinstance(made, MadeCopy)
    return made


def _disk_of(folder: Path) -> int:
    return folder.stat().st_dev
