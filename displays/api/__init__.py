"""The JSON API: everything that the console can do.

``door.py`` says what a door is, ``doors.py`` lists those that write; README.md tells how to add one.
"""

from __future__ import annotations

from displays.api import archive, choices, considering, feed, keys, lists, pairing, reading, seats, standing, writing
from displays.api.describing import described
from displays.api.door import json, routes

__all__ = ["DOORS", "ROUTES", "json"]

DOORS = described(
    (
        *writing.DOORS,
        *lists.DOORS,
        *pairing.DOORS,
        *standing.DOORS,
        *seats.DOORS,
        *considering.DOORS,
        *reading.DOORS,
        *feed.DOORS,
        *archive.DOORS,
        *keys.DOORS,
        *choices.DOORS,
    )
)
ROUTES = routes(DOORS)
