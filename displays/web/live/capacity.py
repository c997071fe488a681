"""How many connections there is room for: each is a file to the system, and the system does not give any number."""

from __future__ import annotations

import sys
from typing import NamedTuple

from displays.web.live.hub import MOST_LINES

if sys.platform != "win32":
    import resource

BACKLOG = 4096  # all phones of a hall ask at once when a round is published
FOR_VISITORS = 128  # at most; who loads a page or enters a result, also while all lines are taken
FOR_THE_HOUSE = 128  # files that are no connections: the log and those who read it, the workshop, the door itself


class Room(NamedTuple):
    """Whoever comes to follow when all ``lines`` are taken is let in and told so. Beyond ``followers`` they are told at
    the threshold; beyond ``connections`` whoever has been silent for longest is, whatever they come for.

    Between the two there is room for all who wait at the door, because a connection costs a file before anybody knows
    what it wants; and beyond the last there are files for as many again, because they come in together, and whoever is
    sent away keeps a file until that is done. Without a file a connection is cut off without a word.
    """

    lines: int
    followers: int
    connections: int
    backlog: int  # who may wait at the door


def room() -> Room:
    """Asks the system for as many files as it lets a process have."""
    wanted = MOST_LINES + FOR_VISITORS + 2 * BACKLOG + FOR_THE_HOUSE
    if sys.platform == "win32":
        return divided(wanted)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return divided(allowed)


def divided(files: int) -> Room:
    """So many files, by what they are for."""
    backlog = min(BACKLOG, max(1, files // 4))
    connections = max(3, files - FOR_THE_HOUSE - backlog)
    followers = max(2, connections - backlog)
    return Room(max(1, followers - min(FOR_VISITORS, files // 8)), followers, connections, backlog)
