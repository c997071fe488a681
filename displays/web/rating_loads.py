"""Rating lists of a server: those that are loaded, and files that are being sent and loaded.

A file comes in pieces, each a request of a size that every proxy lets through, and is loaded by a process of its own,
one at a time: the loop that serves the hall never waits for it. What is not finished is known to this process alone,
and its files are removed with it or by a later load."""

from __future__ import annotations

import secrets
import threading
import time
from functools import partial
from pathlib import Path

import msgspec

from displays.web.rating_fetches import RatingFetches
from displays.web.rating_processes import RatingProcesses
from displays.words.columns import column_titles
from engine.errors import Refusal, RoundlogError, Unavailable
from ledger.rating_lists.download import LARGEST_FILE, check_room
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList, check_told
from ledger.rating_lists.loading import UNFINISHED, LoadedList, LoadProgress

LARGEST_PIECE = 2**22
MOST_LOADS = 8  # that are known, finished ones too
FORGOTTEN_AFTER = 3600  # seconds without a piece or a question
BETWEEN = 0.3  # seconds between two notes of the progress


class Load(msgspec.Struct):
    """One file on its way."""

    id: str
    path: Path
    size: int
    told: ToldOfList
    received: int = 0
    step: str = "sending"  # "sending", "waiting", "reading", "indexing", "done", "failed"
    asked_at: float = 0.0
    loaded: tuple[LoadedList, ...] = ()
    problem: RoundlogError | None = None


class RatingLoads:
    """Use it as a context: at its end the processes that load are ended, and nothing half is left. As long as it runs
    it keeps current what was fetched from an address (``fetches``)."""

    def __init__(self, folder: Path, allows_local: bool = False) -> None:
        self.lists = RatingLists(folder)
        self._loads: dict[str, Load] = {}
        self._processes = RatingProcesses()
        self.fetches = RatingFetches(self.lists, self._processes, allows_local)

    def __enter__(self) -> RatingLoads:
        self.fetches.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.fetches.end()
        self._processes.close()
        for load in self._loads.values():
            self._remove_files(load)

    def begin(self, size: int, told: ToldOfList) -> Load:
        if not 0 < size <= LARGEST_FILE:
            raise Refusal("rating-list-too-large", most=LARGEST_FILE // 2**20)
        check_told(told)
        self._forget_old()
        if len(self._loads) >= MOST_LOADS:
            raise Refusal("too-many-loads", most=MOST_LOADS)
        check_room(self.lists.folder, size)
        load_id = secrets.token_hex(8)
        load = Load(load_id, self.lists.folder / f"{load_id}{UNFINISHED}", size, told, asked_at=time.monotonic())
        self._loads[load_id] = load
        return load

    def load(self, load_id: str) -> Load:
        found = self._loads.get(load_id)
        if found is None:
            raise Refusal("no-such-load")
        found.asked_at = time.monotonic()
        return found

    def add(self, load: Load, at: int, piece: bytes) -> None:
        """A piece that came before, because an answer was lost, is there already."""
        if load.step != "sending" or at > load.received or at + len(piece) > load.size:
            raise Refusal("piece-misplaced", expected=load.received, found=at)
        if at + len(piece) <= load.received:
            return
        try:
            with load.path.open("r+b" if at else "wb") as file:
                file.seek(at)
                file.write(piece)
        except OSError as error:
            raise Unavailable("rating-list-not-written", path=str(load.path), reason=error.strerror or "") from error
        load.received = at + len(piece)

    def run(self, load: Load) -> None:
        """Begins to load what has come; ``Load.step`` tells how far it is. Asked again, it goes on as it is."""
        if load.received != load.size:
            raise Refusal("piece-misplaced", expected=load.received, found=load.size)
        if load.step == "sending":
            load.step = "waiting"
            threading.Thread(target=self._run, args=(load,), daemon=True).start()

    def progress(self, load: Load) -> LoadProgress:
        """As the process noted it last."""
        path = _note_of(load)
        if load.step != "reading" or not path.exists():
            return LoadProgress(load.step, load.received, load.size)
        return msgspec.json.decode(path.read_bytes(), type=LoadProgress)

    def _run(self, load: Load) -> None:
        with self._processes.turn:
            try:
                load.step = "reading"
                load.loaded = self._ask(load)
                load.step = "done"
            except RoundlogError as error:
                load.problem, load.step = error, "failed"
            finally:
                self._remove_files(load)

    def _ask(self, load: Load) -> tuple[LoadedList, ...]:
        with self._processes.open() as ask:
            found: tuple[LoadedList, ...] = ask(partial(_load_here, self.lists, load.path, load.told, _note_of(load)))
            return found

    def _remove_files(self, load: Load) -> None:
        load.path.unlink(missing_ok=True)
        _note_of(load).unlink(missing_ok=True)

    def _forget_old(self) -> None:
        for load in [*self._loads.values()]:
            is_idle = load.step in ("sending", "done", "failed")
            if is_idle and (load.step != "sending" or time.monotonic() - load.asked_at > FORGOTTEN_AFTER):
                self._remove_files(load)
                del self._loads[load.id]


def _note_of(load: Load) -> Path:
    return load.path.with_name(f"{load.id}-progress{UNFINISHED}")


def _load_here(lists: RatingLists, path: Path, told: ToldOfList, note: Path) -> tuple[LoadedList, ...]:
    """In the process of its own."""
    next_note = 0.0

    def tell(progress: LoadProgress) -> None:
        nonlocal next_note
        if progress.step == "reading" and time.monotonic() < next_note:
            return
        next_note = time.monotonic() + BETWEEN
        new = note.with_name(f"new-{note.name}")
        new.write_bytes(msgspec.json.encode(progress))
        new.replace(note)

    return lists.load(path, told, column_titles(), tell)
