"""An HTTP client for the JSON API of a server that the command line was pointed at (``--server``).

It waits for so long and no longer, follows no redirect (the key is for one server alone), and tells whatever goes wrong
on the way as an error of ours. What the server refuses is raised here as it would be beside the log.
"""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from displays.cli.terminal import ServerAccess
from displays.release.version import find_number
from displays.words.language import Language
from engine.errors import BadInput, Fact, Refusal, RoundlogError, Unavailable, VersionConflict

PATIENCE = 120  # seconds without a sign of the server: a large round takes long to pair
ATTEMPTS = 2  # a connection that breaks is made once more; what is asked is recorded once all the same
JSON, JSON_LINES, PROBLEM = "application/json", "application/jsonl", "application/problem+json"
REDIRECTS = range(300, 400)
AT_A_TIME = 1 << 16  # bytes of a long answer

T = TypeVar("T")


class ServerClient:
    """One connection to one server, with one key."""

    def __init__(self, access: ServerAccess, language: Language, patience: float = PATIENCE) -> None:
        self.url = access.url
        self._language = language
        self._has_key = bool(access.key)
        self._patience = patience
        parts = urlsplit(access.url)
        self._prefix = parts.path
        self._connection = _connect(parts.scheme, parts.hostname or "", _port_of(access.url), patience)
        self._headers = {
            "accept": f"{JSON}, {JSON_LINES}",
            "accept-language": language.code,
            "user-agent": f"roundlog/{find_number()}",
        }
        if access.key:
            self._headers["authorization"] = f"Bearer {access.key}"

    def close(self) -> None:
        self._connection.close()

    def read(self, path: str, kind: type[T]) -> T:
        """What a GET answers with."""
        return self._decode(self._ask("GET", path, None, {}, JSON), kind)

    def read_pages(self, path: str, kind: type[T]) -> Iterator[T]:
        """The same of a list that comes in pages: each names the next."""
        following: str | None = path
        while following is not None:
            answer = self._ask("GET", following, None, {}, JSON)
            following = _next_page(answer)
            yield self._decode(answer, kind)

    def read_text(self, path: str) -> bytes:
        """JSON lines."""
        return self._read_whole(self._ask("GET", path, None, {}, JSON_LINES))

    def read_lines(self, path: str, kind: type[T]) -> Iterator[T]:
        """The same, of which there may be more than should be held at once: a value of each line as it comes."""
        answer, decoder = self._ask("GET", path, None, {}, JSON_LINES), msgspec.json.Decoder(kind)
        rest = b""
        while part := self._read_part(answer):
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                try:
                    yield decoder.decode(line)
                except msgspec.DecodeError as error:
                    self._connection.close()
                    raise self.is_newer() from error
        if rest:  # it breaks off in the middle of a line
            raise Unavailable("server-hung-up", server=self.url)

    def write(self, path: str, body: object, kind: type[T], *, once: str = "", confirmation: str = "") -> T:
        """What a POST answers with. ``once``: with it the server records the same request once. ``confirmation``: the
        token of its question."""
        headers = {"idempotency-key": quote(once, safe=" !#$%&'()*+,/:;<=>?@[]^_`{|}~")} if once else {}
        if confirmation:
            headers["confirmation"] = confirmation
        return self._decode(self._ask("POST", path, msgspec.json.encode(body), headers, JSON), kind)

    def delete(self, path: str) -> None:
        self._read_whole(self._ask("DELETE", path, None, {}, ""))

    # -- asking --------------------------------------------------------------------------------------------------------

    def _ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], expected: str
    ) -> http.client.HTTPResponse:
        """The answer, if it is one of ours and no refusal."""
        sent = {**self._headers, **headers} | ({} if body is None else {"content-type": JSON})
        may_repeat = method == "GET" or "idempotency-key" in headers
        answer = self._send(method, self._prefix + path, body, sent, ATTEMPTS if may_repeat else 1)
        if answer.status in REDIRECTS:
            answer.read()
            raise BadInput("server-redirects", server=self.url, to=_make_printable(answer.getheader("location", "")))
        kind = answer.getheader("content-type", "").partition(";")[0].strip()
        if kind == PROBLEM:
            raise self._error(answer)
        if answer.status >= 300 or kind != expected:
            self._connection.close()
            raise Unavailable("not-a-roundlog-server", server=self.url, status=answer.status)
        return answer

    def _send(
        self, method: str, target: str, body: bytes | None, headers: dict[str, str], attempts: int
    ) -> http.client.HTTPResponse:
        while True:
            attempts -= 1
            try:
                self._connection.request(method, target, body, headers)
                return self._connection.getresponse()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
                self._connection.close()
                if attempts <= 0:
                    raise Unavailable("server-hung-up", server=self.url) from error
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                raise self._failure(error) from error
            except UnicodeError as error:  # a name that no machine can have
                raise BadInput("address-unreadable", value=self.url) from error

    def _failure(self, error: Exception) -> RoundlogError:
        """Why nothing came back."""
        if isinstance(error, TimeoutError):
            return Unavailable("server-silent", server=self.url, seconds=round(self._patience))
        if isinstance(error, ssl.SSLCertVerificationError):
            return Unavailable("server-not-trusted", server=self.url, problem=error.verify_message)
        if isinstance(error, ssl.SSLError):
            return Unavailable("server-not-secure", server=self.url, problem=error.reason or str(error))
        if isinstance(error, OSError):
            return Unavailable("server-unreachable", server=self.url, problem=error.strerror or str(error))
        return Unavailable("not-a-roundlog-server", server=self.url, status=0)

    def _read_whole(self, answer: http.client.HTTPResponse) -> bytes:
        return b"".join(iter(lambda: self._read_part(answer), b""))

    def _read_part(self, answer: http.client.HTTPResponse) -> bytes:
        """An answer that breaks off is none."""
        try:
            part = answer.read(AT_A_TIME)
        except http.client.HTTPException as error:
            self._connection.close()
            raise Unavailable("server-hung-up", server=self.url) from error
        except OSError as error:
            self._connection.close()
            raise self._failure(error) from error
        if not part and answer.length:  # Python says nothing of what is missing
            self._connection.close()
            raise Unavailable("server-hung-up", server=self.url)
        return part

    # -- understanding -------------------------------------------------------------------------------------------------

    def _decode(self, answer: http.client.HTTPResponse, kind: type[T]) -> T:
        content = self._read_whole(answer)
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.DecodeError as error:
            raise self.is_newer() from error

    def is_newer(self) -> RoundlogError:
        """What it says is not what this version of the command line understands."""
        try:
            told = json.loads(self._read_whole(self._ask("GET", "/health", None, {}, JSON)))
        except (RoundlogError, ValueError):  # it does not say what it is either
            told = {}
        there = str(told.get("version", "?")) if isinstance(told, dict) else "?"
        return Unavailable("server-differs", server=self.url, there=there, here=find_number())

    def _error(self, answer: http.client.HTTPResponse) -> RoundlogError:
        """A refusal, as it was raised there."""
        try:
            told = json.loads(self._read_whole(answer))
            found = self._rebuild(answer.status, told)
            found.problems = tuple(self._rebuild(answer.status, one) for one in told.get("problems", ()))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._connection.close()
            raise Unavailable("not-a-roundlog-server", server=self.url, status=answer.status) from error
        if found.code == "sign-in-needed" and not self._has_key:
            return Refusal("key-needed", server=self.url)
        return found

    def _rebuild(self, status: int, told: dict[str, Any]) -> RoundlogError:
        """Its code and facts say it in the reader's language; of a code that is new, the server's own sentence."""
        code, facts = str(told["code"]), {str(name): _fact(value) for name, value in told["facts"].items()}
        kind = _kind_of(status, code)
        if code in self._language.section("errors"):
            return kind(code, **facts)
        return kind("server-says", server=self.url, said=str(told["detail"]).removesuffix("."))


def _kind_of(status: int, code: str) -> type[RoundlogError]:
    if status == 400:
        return BadInput
    if status >= 500:
        return Unavailable
    return VersionConflict if code == "version-conflict" else Refusal


def _fact(value: object) -> Fact:
    """JSON has lists where a fact has a tuple."""
    if isinstance(value, list):
        return tuple(one if isinstance(one, int) else str(one) for one in value)
    return value if isinstance(value, int) else str(value)


def _connect(scheme: str, host: str, port: int | None, patience: float) -> http.client.HTTPConnection:
    if scheme == "https":
        return http.client.HTTPSConnection(host, port, timeout=patience, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, port, timeout=patience)


def _port_of(url: str) -> int | None:
    try:
        return urlsplit(url).port
    except ValueError as error:
        raise BadInput("address-unreadable", value=url) from error


def _next_page(answer: http.client.HTTPResponse) -> str | None:
    """``</api/t?after=…>; rel="next"``."""
    target, _, relation = answer.getheader("link", "").partition(">")
    return target.removeprefix("<") if 'rel="next"' in relation else None


def _make_printable(address: str) -> str:
    """Of what a stranger sent, what can stand in a line."""
    return "".join(letter for letter in address if letter.isprintable())[:200]
