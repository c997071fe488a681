"""What somebody may be allowed to do or to see: an act names one of these, and so does every endpoint.

Which role has which, the displays say (``displays/web/access/roles.py``).
"""

from __future__ import annotations

import enum


class Permission(enum.Enum):
    SEE = "see"  # what is released
    SEE_DRAFTS = "see-drafts"  # pairings before they are published, and what would be
    SEE_PRIVATE = "see-private"  # players' private data, who did what from where; so the whole log too
    ACT_AS_PLAYER = "act-as-player"  # a member on their own behalf: sign off, tell the own result
    ENTER_RESULTS = "enter-results"  # and see the disputes of the same boards, and who has come
    DIRECT = "direct"  # players, pairings, corrections, closing: all that an arbiter settles
    CONTROL_SCREENS = "control-screens"
    INVITE = "invite"
    OPEN = "open"  # a new tournament
    RUN_SERVERS = "run-servers"  # copy the whole server, keys included; say which of two servers goes on
