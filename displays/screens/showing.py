"""What of a screen's setting this tournament can show."""

from __future__ import annotations

from msgspec.structs import replace

from displays.public import check_category
from engine.errors import BadInput, Refusal
from engine.model import Tournament
from engine.screen import Scene, Screen
from ledger.decisions.screens import check_sight


def showable(t: Tournament, screen: Screen | None) -> Screen | None:
    """Without the scenes that there are none of: one that cannot be followed would keep all others off the line."""
    if screen is None:
        return None
    return replace(screen, scenes=tuple(scene for scene in screen.scenes if _is_there(t, scene)))


def _is_there(t: Tournament, scene: Scene) -> bool:
    try:
        check_sight(t, scene, "")
        check_category(scene.category)
    except (Refusal, BadInput):
        return False
    return True
