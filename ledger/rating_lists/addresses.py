"""Addresses that rating lists are fetched from: a small file for each beside the lists, with what came of it last."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec.structs import replace

from engine.errors import BadInput, Broken, Fact, Refusal, RoundlogError, Unavailable, retell
from engine.model import Value
from ledger.durable_files import sync_file, sync_folder
from ledger.rating_lists.layouts import ToldOfList, check_told

ENDING = ".address"
LONGEST = 500
MOST_ADDRESSES = 20
ASK_EVERY = timedelta(hours=20)  # so that a list is never more than a day old, also where the first attempt fails
RETRY_AFTER = timedelta(minutes=30)  # where nobody could be reached
LOCAL_HOSTS = ("127.0.0.1", "localhost")


class Problem(Value, frozen=True):
    """Why nothing came of it. It becomes a sentence in whatever language it is read."""

    code: str
    facts: Mapping[str, Fact] = {}
    is_passing: bool = False  # nobody could be reached: it is tried again soon

    def error(self) -> RoundlogError:
        return retell(self.code, self.facts)


class ListAddress(Value, frozen=True):
    """An address, whose list it has (where the file does not say it), and what it answered."""

    url: str
    publisher: str = ""
    kind: str = ""
    keeps_current: bool = True
    asked_at: str = ""  # ISO 8601, UTC; whatever came of it
    answered_at: str = ""  # when there was last known to be no newer list than the one that is loaded
    etag: str = ""  # these three: of the file that is loaded
    modified: str = ""
    digest: str = ""
    lists: tuple[str, ...] = ()  # the keys of those that were in it
    problem: Problem | None = None

    @property
    def key(self) -> str:
        return key_of(self.url)

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    def is_due(self, now: datetime) -> bool:
        """Whether it is time to ask for a newer one. A clock that was set back is no reason not to."""
        if not self.keeps_current:
            return False
        wait = RETRY_AFTER if self.problem is not None and self.problem.is_passing else ASK_EVERY
        return not self.asked_at or not timedelta() <= now - datetime.fromisoformat(self.asked_at) < wait

    def was_answered_within(self, span: timedelta, now: datetime) -> bool:
        return bool(self.answered_at) and timedelta() <= now - datetime.fromisoformat(self.answered_at) < span


class ListAddresses:
    """Those that are named, in a folder of rating lists."""

    def __init__(self, folder: Path, allows_local: bool = False) -> None:
        self.folder = folder
        self._allows_local = allows_local

    def all(self) -> tuple[ListAddress, ...]:
        found = (_read(path) for path in self.folder.glob(f"*{ENDING}"))
        return tuple(sorted(found, key=lambda one: one.url))

    def find(self, key: str) -> ListAddress:
        found = next((one for one in self.all() if one.key == key), None)
        if found is None:
            raise Refusal("no-such-list-address", found=key)
        return found

    def add(self, url: str, told: ToldOfList = ToldOfList(), keeps_current: bool = True) -> ListAddress:  # noqa: B008
        """One that is there already keeps what is known of it."""
        check_told(told)
        check_url(url, self._allows_local)
        known = self.all()
        before = next((one for one in known if one.url == url), None)
        if before is None and len(known) >= MOST_ADDRESSES:
            raise Refusal("too-many-list-addresses", most=MOST_ADDRESSES)
        new = ListAddress(url) if before is None else before
        if (told.publisher, told.kind) != (new.publisher, new.kind):
            new = ListAddress(url, told.publisher, told.kind)
        self._write(replace(new, keeps_current=keeps_current))
        return self.find(new.key)

    def keep_current(self, key: str, keeps_current: bool) -> ListAddress:
        changed = replace(self.find(key), keeps_current=keeps_current)
        self._write(changed)
        return changed

    def remove(self, key: str) -> ListAddress:
        found = self.find(key)
        self._path(found).unlink(missing_ok=True)
        return found

    def note(self, answered: ListAddress) -> ListAddress:
        """What came of it, unless the address was removed meanwhile; whether it is kept current stands as it is now."""
        path = self._path(answered)
        if not path.exists():
            return answered
        noted = replace(answered, keeps_current=_read(path).keeps_current)
        self._write(noted)
        return noted

    def _path(self, address: ListAddress) -> Path:
        return self.folder / f"{address.key}{ENDING}"

    def _write(self, address: ListAddress) -> None:
        new = self.folder / f"{uuid.uuid4().hex}.loading"  # what is left of a killed process goes with a later load
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            new.write_bytes(msgspec.json.encode(address))
            sync_file(new)
            os.replace(new, self._path(address))
            sync_folder(self.folder)
        except OSError as error:
            raise Unavailable("rating-list-not-written", path=str(self.folder), reason=error.strerror or "") from error


def _read(path: Path) -> ListAddress:
    try:
        return msgspec.json.decode(path.read_bytes(), type=ListAddress)
    except (OSError, msgspec.DecodeError) as error:
        raise Broken("list-address-broken", path=str(path), reason=str(error)) from error


def check_url(url: str, allows_local: bool = False) -> str:
    """Https only, and nobody's password in it. ``allows_local``: a test's own server may speak HTTP."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises where it is no number
        is_readable = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    except ValueError:
        raise BadInput("list-address-not-https", field="url", found=url[:LONGEST]) from None
    is_local = allows_local and parts.scheme == "http" and parts.hostname in LOCAL_HOSTS
    is_safe = (parts.scheme == "https" or is_local) and "@" not in parts.netloc
    if not (is_readable and is_safe and parts.hostname):
        raise BadInput("list-address-not-https", field="url", found=url[:LONGEST])
    return url


def key_of(url: str) -> str:
    """By which an address is named in a file's name and over HTTP."""
    return hashlib.sha256(url.encode()).hexdigest()[:16]


def file_name_of(url: str) -> str:
    """As people know the file: the last part of its address."""
    parts = urlsplit(url)
    return unquote(parts.path.rsplit("/", 1)[-1])[:200] or (parts.hostname or "")
