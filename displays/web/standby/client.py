"""The HTTP client with which one server asks the other. It blocks: it is used in a thread of its own."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Mapping
from types import TracebackType
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from engine.errors import Refusal, Unavailable
from ledger.private_file import PrivateRow
from ledger.standby.epochs import SignedState
from ledger.store.chain import SealedRecord

PATIENCE = 5.0  # seconds for an answer; one without news is given after half a second
STATE_HEADER = "X-Roundlog-Server"  # what the asking server says of itself

Answer = TypeVar("Answer")


class RecordsAnswer(msgspec.Struct, frozen=True):
    """Records as they are stored, after the position that was asked for; and how far the first is by now."""

    state: SignedState
    records: list[SealedRecord]
    private: dict[str, int]  # the last position of each table of the private file


class PrivateAnswer(msgspec.Struct, frozen=True):
    """Rows of the private file as they are stored, by table."""

    rows: dict[str, list[PrivateRow]]


class OtherServer:
    """Asks one server. The connection is kept for the next question."""

    def __init__(self, address: str, token: str = "", patience: float = PATIENCE) -> None:
        self.address = address
        self._token = token
        self._patience = patience
        self._connection: http.client.HTTPConnection | None = None

    def __enter__(self) -> OtherServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def ask_state(self, own: SignedState, at: int = 0) -> SignedState:
        """What it says of itself; it hears what we say of ourselves."""
        told = {STATE_HEADER: msgspec.json.encode(own).decode()}
        return self._get("/api/standby", {"at": at}, SignedState, told)

    def ask_records(self, after: int, seal: str, private: Mapping[str, int], server: str, own: str) -> RecordsAnswer:
        asked = {"after": after, "seal": seal, "server": server, "address": own, **private}
        return self._get("/api/standby/records", asked, RecordsAnswer)

    def ask_private(self, positions: Mapping[str, int], digest: str) -> PrivateAnswer:
        return self._get("/api/standby/private", {"digest": digest, **positions}, PrivateAnswer)

    def _get(
        self, path: str, asked: Mapping[str, object], kind: type[Answer], headers: Mapping[str, str] | None = None
    ) -> Answer:
        shown = {"Accept": "application/json", **(headers or {})}
        if self._token:
            shown["Authorization"] = f"Bearer {self._token}"
        try:
            connection = self._connect()
            connection.request("GET", f"{path}?{urlencode(asked)}", headers=shown)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unavailable("other-server-unreachable", other=self.address) from error
        if answer.status != 200:
            raise _read_problem(self.address, answer.status, body)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refusal("other-server-unreadable", other=self.address) from error

    def _connect(self) -> http.client.HTTPConnection:
        if self._connection is None:
            place = urlsplit(self.address)
            host, port = place.hostname or "", place.port
            if place.scheme == "https":
                secure = ssl.create_default_context()
                self._connection = http.client.HTTPSConnection(host, port, timeout=self._patience, context=secure)
            else:
                self._connection = http.client.HTTPConnection(host, port, timeout=self._patience)
        return self._connection


def _read_problem(address: str, status: int, body: bytes) -> Exception:
    """What it refuses it says in a sentence; what goes by is tried again."""
    try:
        problem = msgspec.json.decode(body, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError):
        problem = {}
    if status >= 500 or status == 429:
        return Unavailable("other-server-unreachable", other=address)
    if problem.get("code") == "copy-differs":
        return Refusal("copy-differs")
    return Refusal("other-server-refuses", other=address, status=status, problem=str(problem.get("detail", "")))
