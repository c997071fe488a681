"""Followers, counted for ``/metrics``: who is there, and how far behind the slow ones are."""

from __future__ import annotations

import time
from collections.abc import Collection

from displays.web.follower_counts import Followers
from displays.web.live.subscriptions import Subscriptions


def count_followers(followed: Collection[Subscriptions]) -> Followers:
    now = time.monotonic()
    screens = sum(len(found.screens) for found in followed)
    signed_in = sum(
        connection.subscriber.has_come_with_key and connection not in found.screens
        for found in followed
        for connection in found.connections
    )
    skipped = [channel.skipped for found in followed for channel in found.channels.values() if channel.skipped]
    behind = {connection for slow in skipped for connection in slow}
    first = min((since for slow in skipped for since in slow.values()), default=now)
    public = sum(len(found.connections) for found in followed) - screens - signed_in
    return Followers(screens, signed_in, public, len(behind), now - first)
