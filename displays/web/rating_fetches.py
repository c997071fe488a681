"""Keeps rating lists current: those from an address are asked for once a day, and fetched when there are newer ones.

A thread looks after it, the work is done in a process of its own. Whoever is offline is not bothered: it is tried
again, and what went wrong stands beside the address."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from displays.web.rating_processes import Ask, RatingProcesses
from displays.words.columns import column_titles
from ledger.rating_lists.addresses import ListAddress, ListAddresses
from ledger.rating_lists.download import DownloadedFile, download
from ledger.rating_lists.fetching import fetch
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.loading import LoadedList

LOOK_EVERY = 60.0  # seconds; how soon after a list is due
CURRENT_FOR = timedelta(hours=1)  # after an answer nobody who asks whether a list is current needs another
NOT_AGAIN_FOR = timedelta(minutes=5)  # where nobody could be reached
_LOGGER = logging.getLogger("roundlog")


class RatingFetches:
    """``begin`` and ``end`` it with the server. ``allows_local``: a test's own server may be asked."""

    def __init__(self, lists: RatingLists, processes: RatingProcesses, allows_local: bool = False) -> None:
        self.addresses = ListAddresses(lists.folder, allows_local)
        self._lists = lists
        self._processes = processes
        self._allows_local = allows_local
        self._steps: dict[str, str] = {}  # by the key of an address: "waiting", "fetching", "loading"
        self._wake = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="rating-lists", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._is_over = True
        self._wake.set()

    @property
    def steps(self) -> Mapping[str, str]:
        """Of those that are at it, or wait for it."""
        return dict(self._steps)

    def want(self, wanted: Iterable[ListAddress]) -> None:
        """As soon as it can be."""
        for address in wanted:
            self._steps.setdefault(address.key, "waiting")
        self._wake.set()

    def find_doubtful(self, now: datetime) -> tuple[ListAddress, ...]:
        """Those that are kept current, and of which nobody knows whether they are at this moment."""
        kept = (one for one in self.addresses.all() if one.keeps_current)
        return tuple(one for one in kept if not one.was_answered_within(CURRENT_FOR, now) and not _was_tried(one, now))

    # -- the thread ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_over:
            self._wake.wait(LOOK_EVERY)
            self._wake.clear()
            try:
                self._look()
            except Exception:  # it goes on, or no list would be kept current any more
                _LOGGER.exception("while looking after the rating lists")

    def _look(self) -> None:
        wanted = [*self._steps]
        try:
            for address in self.addresses.all():
                if not self._is_over and (address.key in wanted or address.is_due(datetime.now(UTC))):
                    self._fetch(address)
        finally:
            for key in wanted:  # also of one that was removed meanwhile
                self._steps.pop(key, None)

    def _fetch(self, address: ListAddress) -> None:
        self._steps[address.key] = "fetching"
        try:
            with self._processes.open() as ask:
                fetch(self._lists, self.addresses, address, partial(self._download, ask), partial(self._load, ask))
        finally:
            self._steps.pop(address.key, None)

    def _download(self, ask: Ask, known: ListAddress, path: Path) -> DownloadedFile | None:
        found: DownloadedFile | None = ask(partial(download, known, path, self._allows_local))
        if found is not None:
            self._steps[known.key] = "loading"
        return found

    def _load(self, ask: Ask, found: DownloadedFile, told: ToldOfList) -> tuple[LoadedList, ...]:
        with self._processes.turn:
            loaded: tuple[LoadedList, ...] = ask(partial(_load_here, self._lists, found, told))
            return loaded


def _was_tried(address: ListAddress, now: datetime) -> bool:
    return bool(address.asked_at) and timedelta() <= now - datetime.fromisoformat(address.asked_at) < NOT_AGAIN_FOR


def _load_here(lists: RatingLists, found: DownloadedFile, told: ToldOfList) -> tuple[LoadedList, ...]:
    """In the process of its own."""
    return lists.load(found.path, told, column_titles())
