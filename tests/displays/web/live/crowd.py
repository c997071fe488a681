"""A crowd at the door, in a process of its own: ``python -m tests.displays.web.live.crowd PORT STREAM COUNT``.

All connect in the same moment, every third with nonsense, and stay until each of them has been answered, or nobody has
been for a long time. Says as JSON how many were answered with what, and how long the last one waited.
"""

from __future__ import annotations

import collections
import contextlib
import json
import re
import resource
import select
import socket
import sys
import time

ASKED = ("boards", "nonsense", "card:1")
PATIENCE = 60.0  # seconds without any answer
STILL_HERE_EVERY = 5.0  # seconds; who is never heard is taken for gone, and others would come in instead
PONG = b"\x8a\x80\0\0\0\0"
HOSTS = 8  # 127.0.0.1, 127.0.0.2 …: one does not have ports enough where tests run one after the other
REQUEST = (
    "GET /live/{stream}?topics={topic} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Accept-Language: nl\r\n\r\n"
)


class Visitor:
    def __init__(self, port: int, stream: str, number: int) -> None:
        self.request = REQUEST.format(stream=stream, topic=ASKED[number % 3], port=port).encode()
        self.heard = b""
        self.plug = socket.socket()
        self.plug.setblocking(False)
        self.plug.bind((f"127.0.0.{1 + number % HOSTS}", 0))
        self.plug.connect_ex(("127.0.0.1", port))

    def go_on(self) -> str:
        """What it was answered; empty: nothing yet."""
        try:
            if self.request:
                self.request = self.request[self.plug.send(self.request) :]
                return ""
            said = self.plug.recv(65536)
        except BlockingIOError:
            return ""
        except OSError as error:
            return type(error).__name__
        self.heard += said
        return _answer(self.heard) or ("" if said else "cut off")

    def say_that_it_is_here(self) -> None:
        """And read what came in meanwhile: who never reads is not there either."""
        with contextlib.suppress(OSError):
            self.plug.send(PONG)
            while self.plug.recv(65536):
                pass


def _answer(heard: bytes) -> str:
    """A refusal in its own words, the topic of the first frame, or nothing yet."""
    head, is_whole, body = heard.partition(b"\r\n\r\n")
    if not is_whole:
        return ""
    status = head.split()[1].decode()
    if status != "101":
        length = re.search(rb"content-length: (\d+)", head)
        return f"{status} {body.decode()}".strip() if length and len(body) >= int(length[1]) else ""
    while len(body) >= 2:  # frames, the first of which is a beat
        first, size, start = body[0], body[1], 2
        if size == 126:
            size, start = int.from_bytes(body[2:4], "big"), 4
        payload, body = body[start : start + size], body[start + size :]
        if len(payload) < size:
            return ""
        if first & 15 == 8:
            return f"{int.from_bytes(payload[:2], 'big')} {payload[2:].decode()}"
        if b'"topic":' in payload:
            return str(json.loads(payload)["topic"])
    return ""


def main(port: int, stream: str, count: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    epoll = select.epoll()
    began = time.monotonic()
    waiting: dict[int, Visitor] = {}
    staying: list[Visitor] = []
    answers: collections.Counter[str] = collections.Counter()
    for number in range(count):
        visitor = Visitor(port, stream, number)
        waiting[visitor.plug.fileno()] = visitor
        epoll.register(visitor.plug, select.EPOLLOUT)
    came = last = said = time.monotonic()
    while waiting and time.monotonic() - last < PATIENCE:
        if time.monotonic() - said > STILL_HERE_EVERY:
            said = time.monotonic()
            for visitor in staying:
                visitor.say_that_it_is_here()
        for handle, _ in epoll.poll(1.0, 1024):
            visitor = waiting[handle]
            was_asked = not visitor.request
            answer = visitor.go_on()
            if not was_asked and not visitor.request:
                epoll.modify(handle, select.EPOLLIN)
            if answer:
                answers[answer] += 1
                last = time.monotonic()
                del waiting[handle]
                epoll.unregister(handle)
                if answer in ASKED:
                    staying.append(visitor)
                else:
                    visitor.plug.close()
    answers["nothing"] += len(waiting)
    print(json.dumps({"answers": +answers, "connecting": came - began, "last": last - began}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
