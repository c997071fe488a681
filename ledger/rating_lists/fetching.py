"""Fetches the lists of an address if there are newer ones, and notes what came of it beside the lists."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from engine.errors import RoundlogError, Unavailable
from engine.model import Value
from ledger.formats.player_columns import Titles
from ledger.rating_lists.addresses import ListAddress, ListAddresses, Problem
from ledger.rating_lists.download import DownloadedFile, download
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.loading import OLD_UNFINISHED, LoadedList

ENDING = ".fetched"  # of a file on its way; its date is that of the list, so that no load may take it for an old one

Download = Callable[[ListAddress, Path], DownloadedFile | None]
Load = Callable[[DownloadedFile, ToldOfList], tuple[LoadedList, ...]]


class FetchedLists(Value, frozen=True):
    """No lists: there are no newer ones, or the address says what went wrong."""

    address: ListAddress
    loaded: tuple[LoadedList, ...] = ()


def fetch(
    lists: RatingLists, addresses: ListAddresses, address: ListAddress, download: Download, load: Load
) -> FetchedLists:
    """``download`` and ``load`` are called one after the other, each wherever the caller wants it to be done."""
    _remove_old(lists.folder)
    path = lists.folder / f"{address.key}-{uuid.uuid4().hex[:8]}{ENDING}"
    asked = replace(address, asked_at=_now())
    try:
        found = download(_known_of(lists, asked), path)
        loaded = () if found is None else load(found, ToldOfList(address.publisher, address.kind, file_name=found.name))
    except RoundlogError as error:
        problem = Problem(error.code, error.facts, is_passing=isinstance(error, Unavailable))
        return FetchedLists(addresses.note(replace(asked, problem=problem)))
    finally:
        path.unlink(missing_ok=True)
    answered = replace(asked, answered_at=asked.asked_at, problem=None)
    if found is not None:
        keys = tuple(one.about.key for one in loaded)
        answered = replace(answered, etag=found.etag, modified=found.modified, digest=found.digest, lists=keys)
    return FetchedLists(addresses.note(answered), loaded)


def fetch_here(lists: RatingLists, address: ListAddress, called: Titles, allows_local: bool = False) -> FetchedLists:
    """In this process, for who waits for it."""
    return fetch(
        lists,
        ListAddresses(lists.folder, allows_local),
        address,
        lambda known, path: download(known, path, allows_local),
        lambda found, told: lists.load(found.path, told, called),
    )


def _known_of(lists: RatingLists, address: ListAddress) -> ListAddress:
    """Of lists that somebody has removed nothing is known: they are fetched as if for the first time."""
    there = {one.key for one in lists.lists()}
    if address.lists and there.issuperset(address.lists):
        return address
    return replace(address, etag="", modified="", digest="")


def _remove_old(folder: Path) -> None:
    """What a process left that was killed at it."""
    for path in folder.glob(f"*{ENDING}"):
        if time.time() - path.stat().st_ctime > OLD_UNFINISHED:
            path.unlink(missing_ok=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
