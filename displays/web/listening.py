"""Listening sockets that were inherited from who started the server: systemd, or the server itself before a restart.

``LISTEN_FDS``, ``LISTEN_PID`` and ``LISTEN_FDNAMES`` are systemd's protocol: the sockets are the descriptors from 3 on.
Those that the server itself named ``hall`` are of its second listener, and wait until that asks for their addresses.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import MutableMapping, Sequence

from engine.errors import BadInput, Unavailable

if sys.platform != "win32":
    import fcntl

FIRST = 3  # behind the three standard streams
COUNT, PROCESS, NAMES = "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"
MAIN, HALL = "main", "hall"
_FAMILIES = (socket.AF_INET, socket.AF_INET6)
_waiting: dict[tuple[str, int], socket.socket] = {}  # by address, for the second listener


def inherit_listeners(environment: MutableMapping[str, str], process: int) -> list[socket.socket]:
    """The main ones; none, as a rule. They are named for one process: a child of it, which inherits the words, has
    none of them."""
    named_for, count = environment.pop(PROCESS, ""), environment.pop(COUNT, "")
    names = environment.pop(NAMES, "").split(":")
    if named_for != str(process):
        return []
    if not (count.isdecimal() and 0 < int(count) < 100):
        raise BadInput("inherited-sockets-unreadable", value=count)
    found = [_inherit(FIRST + number) for number in range(int(count))]
    for listener, name in zip(found, names, strict=False):
        if name == HALL:
            _waiting[listener.getsockname()[:2]] = listener
    return [listener for listener in found if listener not in _waiting.values()]


def _inherit(descriptor: int) -> socket.socket:
    try:
        found = socket.socket(fileno=descriptor)
        is_listening = found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError as error:
        raise Unavailable("inherited-socket-unusable", number=descriptor) from error
    if not is_listening or found.family not in _FAMILIES or found.type != socket.SOCK_STREAM:
        raise Unavailable("inherited-socket-unusable", number=descriptor)
    os.set_inheritable(descriptor, False)
    return found


def take_inherited(host: str, port: int) -> socket.socket | None:
    """For the second listener: one that listens there already."""
    return _waiting.pop((host, port), None)


def close_unclaimed() -> None:
    """The machine has other addresses now."""
    while _waiting:
        _waiting.popitem()[1].close()


def hand_on_listeners(
    main: Sequence[socket.socket], hall: Sequence[socket.socket], environment: MutableMapping[str, str], process: int
) -> None:
    """To the program that this process is about to become."""
    listeners = [*main, *hall]
    behind = FIRST + len(listeners)  # so that none of them is in the place of another
    if sys.platform != "win32":
        kept = [fcntl.fcntl(listener.fileno(), fcntl.F_DUPFD_CLOEXEC, behind) for listener in listeners]
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, FIRST + number, inheritable=True)
    names = [*[MAIN] * len(main), *[HALL] * len(hall)]
    environment.update({COUNT: str(len(listeners)), PROCESS: str(process), NAMES: ":".join(names)})
