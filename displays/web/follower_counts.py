"""Followers, as they are counted for ``/metrics``."""

from __future__ import annotations

from engine.model import Value


class Followers(Value, frozen=True):
    screens: int = 0  # that have a name
    signed_in: int = 0  # who came with a key
    public: int = 0
    behind: int = 0  # who cannot take more now, and have not had the newest frame of all that they follow
    behind_seconds: float = 0.0  # the one that has waited longest
