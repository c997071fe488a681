"""Phones and screens of a festival, in a process of their own: ``python -m tests.bench.festival_phones PORT …``

One epoll loop over plain sockets, each with its own topics. Says, for every section, when each of its phones had the
next frame of its card (on the clock that all processes of a machine share).
"""

from __future__ import annotations

import json
import resource
import select
import socket
import sys
import time
from collections.abc import Iterator

from tests.bench.fanout_clients import HOSTS, REQUEST

FESTIVAL = "festival"
AT_ONCE = 50  # handshakes: they are not what is measured
PONG = b"\x8a\x80\0\0\0\0"
QUIET = 2.0  # seconds without a frame: what they came in with is all there


class Device:
    """A phone with the card of its player, or a screen: with all boards of a section, or with what the event shows of
    all of them."""

    def __init__(self, port: int, number: int, section: int, stream: str, topics: str) -> None:
        self.section, self.is_phone = section, topics.startswith("card:")
        self.path = f"/live/{stream}?topics={topics}"
        source = f"127.0.0.{1 + number % HOSTS}", 0
        self.plug = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=source)
        self.plug.sendall(REQUEST.format(path=self.path, more="").encode())
        self._heard = b""

    def shake_hands(self) -> None:
        while b"\r\n\r\n" not in self._heard:
            piece = self.plug.recv(65536)
            if not piece:
                raise ConnectionError(f"no handshake: {self._heard!r}")
            self._heard += piece
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        self.plug.setblocking(False)

    def read(self) -> Iterator[bytes]:
        """The payloads that have come in whole."""
        piece = self.plug.recv(1 << 20)
        if not piece:
            raise ConnectionError(f"{self.path}: closed")
        self._heard += piece
        while (frame := _cut_frame(self._heard)) is not None:
            kind, payload, self._heard = frame
            if kind == 9:
                self.plug.send(PONG)
            else:
                yield payload


def _cut_frame(heard: bytes) -> tuple[int, bytes, bytes] | None:
    """Its kind, its payload, and what comes after it; None: not whole yet."""
    if len(heard) < 2:
        return None
    size, start = heard[1] & 127, 2
    if size > 125:
        start += 2 if size == 126 else 8
        size = int.from_bytes(heard[2:start], "big")
    if len(heard) < start + size:
        return None
    return heard[0] & 15, heard[start : start + size], heard[start + size :]


def connect(port: int, sections: int, players: int, screens: int) -> list[Device]:
    names = [f"section-{section}" for section in range(sections)]
    phones = (f"card:{player},clock" for player in range(1, players + 1))
    wanted = [(section, stream, topics) for topics in phones for section, stream in enumerate(names)]
    for number in range(screens):
        section = number % sections
        of_screen = ((names[section], "boards"), (FESTIVAL, "names"), (FESTIVAL, f"{names[section]}/boards"))
        wanted.append((section, *of_screen[number % len(of_screen)]))
    devices: list[Device] = []
    for first in range(0, len(wanted), AT_ONCE):
        fresh = [Device(port, first + i, *one) for i, one in enumerate(wanted[first : first + AT_ONCE])]
        for device in fresh:
            device.shake_hands()
        devices += fresh
    return devices


def listen(devices: list[Device], round: int) -> list[list[float]]:
    """For each section the moments at which its phones had their card of that round."""
    epoll = select.epoll()
    by_handle = {device.plug.fileno(): device for device in devices}
    for handle in by_handle:
        epoll.register(handle, select.EPOLLIN)
    _take_all(epoll, by_handle, QUIET)
    print("ready", flush=True)
    arrived: list[list[float]] = [[] for _ in range(1 + max(device.section for device in devices))]
    waiting = {device.plug.fileno() for device in devices if device.is_phone}
    mark = b'"round":%d' % round
    while waiting:
        for handle, _ in epoll.poll(60) or _nothing():
            device = by_handle[handle]
            for payload in device.read():
                if handle in waiting and b'"topic":"card:' in payload and mark in payload:
                    waiting.discard(handle)
                    arrived[device.section].append(time.monotonic())
    return arrived


def _take_all(epoll: select.epoll, by_handle: dict[int, Device], quiet: float) -> None:
    while ready := epoll.poll(quiet):
        for handle, _ in ready:
            for _ in by_handle[handle].read():
                pass


def _nothing() -> list[tuple[int, int]]:
    raise TimeoutError("nothing came for a minute")


def main(port: int, sections: int, players: int, screens: int, round: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(listen(connect(port, sections, players, screens), round)), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:6]))
