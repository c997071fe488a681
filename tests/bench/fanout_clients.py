"""Followers that read and throw away, in a process of their own: ``python -m tests.bench.fanout_clients PORT COUNT …``

One epoll loop over plain sockets. It counts the websocket frames that come in, says when the last of all expected ones
was there (on the clock that all processes of a machine share), and how busy it was itself.
"""

from __future__ import annotations

import select
import socket
import sys
import time
from collections.abc import Callable

REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"  # as browsers ask for it
AT_ONCE = 100  # handshakes
HOSTS = 8  # 127.0.0.1, 127.0.0.2 …: so that ports do not run out in repeated runs


class Clients:
    def __init__(self, port: int, count: int, path: str, more: str) -> None:
        self._request = REQUEST.format(path=path, more=more).encode() if path else b""
        self._buffer = bytearray(1 << 20)
        self._epoll = select.epoll()
        self._receive: dict[int, Callable[[bytearray], int]] = {}
        self._missing: dict[int, int] = {}  # bytes of the frame that each socket is in the middle of
        self.frames = 0
        self._sockets: list[socket.socket] = []
        for first in range(0, count, AT_ONCE):
            self._connect(port, range(first, min(first + AT_ONCE, count)))

    def _connect(self, port: int, numbers: range) -> None:
        """An empty request: no handshake, a plain socket."""
        fresh = [self._plug(port, number) for number in numbers]
        for plug in fresh:
            plug.sendall(self._request)
        for plug in fresh:
            rest = _handshaken(plug, b"permessage-deflate" in self._request) if self._request else b""
            plug.setblocking(False)
            handle = plug.fileno()
            self._receive[handle] = plug.recv_into
            self._missing[handle] = 0
            self._count(handle, rest, len(rest))
            self._epoll.register(handle, select.EPOLLIN)
        self._sockets += fresh

    @staticmethod
    def _plug(port: int, number: int) -> socket.socket:
        return socket.create_connection((f"127.0.0.{1 + number % HOSTS}", port), timeout=60)

    def wait_for(self, frames: int) -> float:
        """Until so many have come in all; the moment of the last."""
        while self.frames < frames:
            for handle, _ in self._epoll.poll(60) or _nothing():
                got = self._receive[handle](self._buffer)
                if not got:
                    raise ConnectionError(f"closed after {self.frames} of {frames} frames")
                self._count(handle, self._buffer, got)
        return time.monotonic()

    def _count(self, handle: int, data: bytes | bytearray, got: int) -> None:
        missing = self._missing[handle]
        at = 0
        while at < got:
            if not missing:
                missing = _length(data, at)
            step = min(missing, got - at)
            missing -= step
            at += step
            self.frames += not missing
        self._missing[handle] = missing


def _length(data: bytes | bytearray, at: int) -> int:
    """Of a frame with its header. (A header cut in two would be read wrongly: on one machine that does not happen.)"""
    length = data[at + 1] & 127
    if length < 126:
        return 2 + length
    size = 2 if length == 126 else 8
    return 2 + size + int.from_bytes(data[at + 2 : at + 2 + size], "big")


def _handshaken(plug: socket.socket, is_compressed: bool) -> bytes:
    heard = b""
    while b"\r\n\r\n" not in heard:
        piece = plug.recv(65536)
        if not piece:
            raise ConnectionError(f"no handshake: {heard!r}")
        heard += piece
    head, _, rest = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101"), head
    assert (b"permessage-deflate" in head) is is_compressed, head
    return rest


def _nothing() -> list[tuple[int, int]]:
    raise TimeoutError("nothing came for a minute")


def main() -> None:
    port, count, first, path, how = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
    clients = Clients(port, count, path, DEFLATE if how == "deflate" else "")
    expected = first * count
    clients.wait_for(expected)
    print("ready", flush=True)
    for line in sys.stdin:  # how many frames each of them will get
        expected += int(line) * count
        busy, started = time.process_time(), time.monotonic()
        last = clients.wait_for(expected)
        print(last, time.process_time() - busy, last - started, flush=True)


if __name__ == "__main__":
    main()
