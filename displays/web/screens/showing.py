"""Scenes of a screen that a tournament can show, and why not the others."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from displays.web.visibility import SeenViews
from engine.errors import BadInput, Refusal
from engine.model import Tournament
from ledger.decisions.screens import check_sight
from ledger.screen import Scene, Screen
from ledger.views.view import View


class ScreenSetting(View, frozen=True, kw_only=True, tag="screen"):
    """None: nobody has said what this screen is to show. Scenes that the tournament has not are left out."""

    screen: Screen | None


def screen_setting(seen: SeenViews, name: str) -> ScreenSetting:
    return ScreenSetting(version=seen.version, screen=showable(seen.tournament, seen.hall.screens.get(name)))


def showable(t: Tournament, screen: Screen | None) -> Screen | None:
    """Without the scenes that there are none of: one that cannot be followed would keep all others off the line."""
    if screen is None:
        return None
    without = scenes_left_out(t, screen)
    return replace(screen, scenes=tuple(s for number, s in enumerate(screen.scenes) if number not in without))


def scenes_left_out(t: Tournament, screen: Screen) -> Mapping[int, Refusal | BadInput]:
    """Such a scene is refused when a screen is set; but the rules may have changed since, or the log be an old one. By
    the place among the scenes, with why: the console tells it."""
    found = ((number, _trouble(t, scene, f"scenes.{number}")) for number, scene in enumerate(screen.scenes))
    return {number: why for number, why in found if why is not None}


def _trouble(t: Tournament, scene: Scene, at: str) -> Refusal | BadInput | None:
    try:
        check_sight(t, scene, at)
    except (Refusal, BadInput) as error:
        return error
    return None
