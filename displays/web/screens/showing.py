"""Scenes of a screen that a tournament can show, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec.structs import replace

from displays.web.visibility import PublicViews, SeenViews
from engine.errors import BadInput, Refusal
from engine.model import Tournament
from ledger.acts.screens import check_sight
from ledger.desk import Desk
from ledger.festival_index import UNREADABLE_STREAM
from ledger.screen import Scene, Screen, Sight
from ledger.state import State
from ledger.views.projector import Projection
from ledger.views.view import View

Sections = Mapping[str, State]  # of a festival, by stream; none of a tournament
OF_THE_WHOLE = (Sight.CLOCK, Sight.ANNOUNCEMENT, Sight.IMAGE)  # that a festival has itself


class ScreenSetting(View, frozen=True, kw_only=True, tag="screen"):
    """None: nobody has said what this screen is to show. Scenes that the tournament has not are left out."""

    screen: Screen | None


def screen_setting(seen: SeenViews, name: str) -> ScreenSetting:
    return ScreenSetting(version=seen.version, screen=showable(seen.state, seen.hall.screens.get(name), seen.sections))


def showable(state: State, screen: Screen | None, sections: Sections) -> Screen | None:
    """Without the scenes that there are none of: one that cannot be followed would keep all others off the line. On a
    screen of a festival each section has a scene of its own."""
    if screen is None:
        return None
    if state.festival is not None:
        scenes = tuple(one for scene in screen.scenes for one in _by_section(scene, sections))
        return replace(screen, scenes=scenes)
    t = state.tournament
    without = scenes_left_out(t, screen)
    return replace(screen, scenes=tuple(s for number, s in enumerate(screen.scenes) if number not in without))


def _by_section(scene: Scene, sections: Sections) -> Iterator[Scene]:
    if _is_of_all(scene):
        yield scene
        return
    for stream in (scene.section,) if scene.section else sections:
        section = sections.get(stream)
        if section is not None and _trouble(section.tournament, scene, "") is None:
            yield replace(scene, section=stream)


def _is_of_all(scene: Scene) -> bool:
    """No section has it for itself."""
    return scene.view in OF_THE_WHOLE or (scene.view is Sight.NAMES and not scene.section)


def shown_sections(festival: State, read: Callable[[str], tuple[State, Projection] | None]) -> dict[str, State]:
    """What is released of the sections that common screens show: a private one only if the festival is. One that cannot
    be read hides no other."""
    found = {}
    for stream in () if festival.festival is None else festival.festival.sections:
        try:
            newest = read(stream)
        except UNREADABLE_STREAM:
            continue
        if newest is not None and _is_shown(festival, newest[0]):
            found[stream] = PublicViews(*newest).state
    return found


def sections_of_screens(desk: Desk, festival: State) -> dict[str, State]:
    """The same, as they are now."""

    def read(stream: str) -> tuple[State, Projection] | None:
        state = desk.state(stream)
        return None if state is None else (state, desk.projector.projection(stream))

    return shown_sections(festival, read)


def _is_shown(festival: State, section: State) -> bool:
    return festival.tournament.details.is_private or not section.tournament.details.is_private


def scenes_left_out(t: Tournament, screen: Screen) -> Mapping[int, Refusal | BadInput]:
    """Such a scene is refused when a screen is set; but the rules may have changed since, or the log be an old one. By
    the place among the scenes, with why: the console tells it."""
    found = ((number, _trouble(t, scene, f"scenes.{number}")) for number, scene in enumerate(screen.scenes))
    return {number: why for number, why in found if why is not None}


def scenes_left_out_of_sections(
    sections: Collection[str], shown: Sections, screen: Screen
) -> Mapping[int, Refusal | BadInput]:
    """The same of a common screen, whose scene is left out when no section has it. ``sections``: all of the festival;
    ``shown``: those that its screens show."""
    return {
        number: _why_not_shown(scene, sections, shown)
        for number, scene in enumerate(screen.scenes)
        if not _is_of_all(scene) and (scene.section or shown) and not any(_by_section(scene, shown))
    }


def _why_not_shown(scene: Scene, sections: Collection[str], shown: Sections) -> Refusal | BadInput:
    if scene.section and scene.section not in shown:
        code = "section-is-private" if scene.section in sections else "no-such-section"
        return Refusal(code, section=scene.section)
    asked = (shown[scene.section],) if scene.section else shown.values()
    return next(why for section in asked if (why := _trouble(section.tournament, scene, "")) is not None)


def _trouble(t: Tournament, scene: Scene, at: str) -> Refusal | BadInput | None:
    try:
        check_sight(t, scene, at)
    except (Refusal, BadInput) as error:
        return error
    return None
