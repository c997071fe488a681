"""A file from an address in the internet, if there is a newer one than is known. Nothing is sent but the question.

Only what everybody can reach is asked, never this machine or its network: a name is resolved once, and the connection
goes to the place that was looked at. Every redirect is checked in the same way."""

from __future__ import annotations

import hashlib
import http.client
import ipaddress
import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit

from engine.errors import Refusal, Unavailable
from ledger.rating_lists.addresses import LOCAL_HOSTS, ListAddress, check_url, file_name_of

LARGEST_FILE = 2**31  # bytes; FIDE's combined list is some fifty million when it is zipped
ROOM_FACTOR = 8  # free space that is wanted, for each byte of a file
PATIENCE = 30.0  # seconds without a byte
MOST_REDIRECTS = 5
MOST_PLACES = 4  # of a host that has several, that are tried
PIECE = 2**20
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_REDIRECTS = (301, 302, 303, 307, 308)


class DownloadedFile(NamedTuple):
    path: Path
    name: str
    etag: str
    modified: str
    digest: str


def download(address: ListAddress, path: Path, allows_local: bool = False) -> DownloadedFile | None:
    """Into ``path``. None: what is known is the newest."""
    url = address.url
    for _ in range(MOST_REDIRECTS + 1):
        line = _connect(urlsplit(check_url(url, allows_local)), allows_local)
        try:
            with _ask(line, url, address) as answer:
                if answer.status not in _REDIRECTS:
                    return _take(answer, line.host, url, address, path)
                url = urljoin(url, answer.getheader("location", ""))
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable("list-address-silent", host=line.host, reason=_reason(error)) from error
        finally:
            line.close()
    raise Refusal("list-address-redirects", host=address.host, most=MOST_REDIRECTS)


def check_room(folder: Path, size: int) -> None:
    """For a file of so many bytes, and the list that is made of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise Unavailable("rating-list-not-written", path=str(folder), reason=error.strerror or "") from error
    if free < ROOM_FACTOR * size:
        raise Unavailable("rating-list-no-room", free=free // 2**20, needed=ROOM_FACTOR * size // 2**20)


# -- whom it asks ------------------------------------------------------------------------------------------------------


class _LineTo(http.client.HTTPSConnection):
    """To one of the places that were looked at, under the name of the host."""

    def __init__(self, parts: SplitResult, places: tuple[str, ...]) -> None:
        self._is_secure = parts.scheme == "https"
        port = parts.port or (443 if self._is_secure else 80)
        super().__init__(parts.hostname or "", port, timeout=PATIENCE, context=ssl.create_default_context())
        self._places = places

    def connect(self) -> None:
        *others, last = self._places
        for place in others:
            try:
                return self._connect_to(place)
            except OSError:
                continue  # as browsers do; what is wrong with the last is told
        return self._connect_to(last)

    def _connect_to(self, place: str) -> None:
        self.sock = socket.create_connection((place, self.port), PATIENCE)
        if self._is_secure:
            context: ssl.SSLContext = self._context  # type: ignore[attr-defined]  # http.client's own
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _connect(parts: SplitResult, allows_local: bool) -> _LineTo:
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, parts.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unavailable("list-address-silent", host=host, reason=_reason(error)) from error
    places = tuple(dict.fromkeys(str(one[4][0]) for one in found))
    allowed = tuple(place for place in places if is_public(place) or (allows_local and place in LOCAL_HOSTS))
    if not allowed:
        raise Refusal("list-address-not-public", host=host, found=places[0] if places else "")
    return _LineTo(parts, allowed[:MOST_PLACES])


def is_public(place: str) -> bool:
    """An IP address that is not of this machine, a network of its own, or one of them in disguise."""
    ip = ipaddress.ip_address(place.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip.teredo is not None or ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


# -- the question and the answer ---------------------------------------------------------------------------------------


def _ask(line: _LineTo, url: str, known: ListAddress) -> http.client.HTTPResponse:
    headers = {"user-agent": "Roundlog", "accept-encoding": "identity", "connection": "close"}
    if known.etag:
        headers["if-none-match"] = known.etag
    if known.modified:
        headers["if-modified-since"] = known.modified
    parts = urlsplit(url)
    line.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=headers)
    return line.getresponse()


def _take(
    answer: http.client.HTTPResponse, host: str, url: str, known: ListAddress, path: Path
) -> DownloadedFile | None:
    """A server that does not heed the condition says by its first lines that nothing is new: the rest is not read."""
    if answer.status == 304:
        return None
    if answer.status != 200:
        raise Unavailable("list-address-answer", host=host, status=answer.status)
    etag, modified = (answer.getheader(name, "")[:200] for name in ("etag", "last-modified"))
    if (etag or modified) and (etag, modified) == (known.etag, known.modified):
        return None
    digest = _write(answer, host, path)
    if digest == known.digest:
        return None
    _set_date(path, modified)
    return DownloadedFile(
        path, file_name_of(known.url if "." in file_name_of(known.url) else url), etag, modified, digest
    )


def _write(answer: http.client.HTTPResponse, host: str, path: Path) -> str:
    whole = answer.length  # None: it does not say
    _check_size(whole or 0, path.parent)
    digest, done = hashlib.sha256(), 0
    with path.open("wb") as file:
        for piece in _pieces(answer):
            done += len(piece)
            _check_size(done, path.parent)
            digest.update(piece)
            _keep(file, piece, path)
    if whole is not None and done != whole:
        raise Unavailable("list-address-incomplete", host=host, done=done, whole=whole)
    return digest.hexdigest()


def _keep(file: IO[bytes], piece: bytes, path: Path) -> None:
    try:
        file.write(piece)
    except OSError as error:  # not the network's
        raise Unavailable("rating-list-not-written", path=str(path.parent), reason=_reason(error)) from error


def _pieces(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    while piece := answer.read1(PIECE):
        yield piece


def _check_size(size: int, folder: Path) -> None:
    if size > LARGEST_FILE:
        raise Refusal("rating-list-too-large", most=LARGEST_FILE // 2**20)
    check_room(folder, size)


def _set_date(path: Path, modified: str) -> None:
    """By which the month of a list is found that does not say it."""
    try:
        at = parsedate_to_datetime(modified).timestamp()
    except (ValueError, OverflowError):
        return
    os.utime(path, (at, at))


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)[:200]
