"""How many followers there is room for."""

from __future__ import annotations

import sys

from displays.live.hub import MOST_LINES

if sys.platform != "win32":
    import resource

FOR_EVERYTHING_ELSE = 256  # files that the process needs besides: the log, the arbiters, who loads a page


def room() -> int:
    """Asks the system for as many files as it lets a process have: each connection is one."""
    if sys.platform == "win32":
        return MOST_LINES
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_LINES + FOR_EVERYTHING_ELSE
    allowed = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(1, allowed - FOR_EVERYTHING_ELSE)
