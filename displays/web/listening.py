"""Listening sockets: opened here, or inherited from who started the server (systemd, or itself before a restart).

``LISTEN_FDS`` and ``LISTEN_PID`` are systemd's protocol: the sockets are the descriptors from 3 on.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import MutableMapping, Sequence

from engine.errors import BadInput, Unavailable

if sys.platform != "win32":
    import fcntl

FIRST = 3  # behind the three standard streams
COUNT, PROCESS, NAMES = "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"
_FAMILIES = (socket.AF_INET, socket.AF_INET6)


def open_listeners(host: str, port: int, backlog: int) -> list[socket.socket]:
    """At least one. What was inherited stands in for host and port."""
    return inherit_listeners(os.environ, os.getpid()) or [_listen(host, port, backlog)]


def inherit_listeners(environment: MutableMapping[str, str], process: int) -> list[socket.socket]:
    """They are named for one process: a child of it, which inherits the words, has none of them."""
    process_named, count = environment.pop(PROCESS, ""), environment.pop(COUNT, "")
    environment.pop(NAMES, None)
    if process_named != str(process):
        return []
    if not (count.isdecimal() and 0 < int(count) < 100):
        raise BadInput("inherited-sockets-unreadable", value=count)
    return [_inherit(FIRST + number) for number in range(int(count))]


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


def hand_on_listeners(listeners: Sequence[socket.socket], environment: MutableMapping[str, str], process: int) -> None:
    """To the program that this process is about to become."""
    behind = FIRST + len(listeners)  # so that none of them is in the place of another
    kept = [fcntl.fcntl(listener.fileno(), fcntl.F_DUPFD_CLOEXEC, behind) for listener in listeners]
    for number, descriptor in enumerate(kept):
        os.dup2(descriptor, FIRST + number, inheritable=True)
    environment.update({COUNT: str(len(kept)), PROCESS: str(process)})


def _listen(host: str, port: int, backlog: int) -> socket.socket:
    """The port, or an error in plain words."""
    try:
        return socket.create_server((host, port), backlog=backlog)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unavailable("port-taken", host=host, port=port) from error
        raise Unavailable("address-unusable", host=host, port=port, problem=error.strerror or str(error)) from error
