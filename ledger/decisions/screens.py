"""What the screens of the hall show."""

from __future__ import annotations

import re

from engine.errors import BadInput, Gathered, Refusal
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.categories import AGE_GROUPS, is_for_everybody, members
from ledger.commands import RemoveScreen, SetScreen
from ledger.decisions import checks
from ledger.events import Event, ScreenRemoved, ScreenSet
from ledger.screen import Scene, Screen, Sight
from ledger.state import State

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
MOST_SCREENS = 200
MOST_SCENES = 20
MOST_SECONDS = 3600
MOST_ROWS = 200
MOST_COLUMNS = 12
MOST_BOARDS = 9999
MOST_LINES = 9999


def set_screen(state: State, command: SetScreen) -> list[Event]:
    screen, found = command.screen, Gathered()
    with found:
        if not NAME.fullmatch(screen.name):
            raise Refusal("bad-screen-name", name=screen.name[: checks.LONGEST_TEXT])
        if screen.name not in state.hall.screens and len(state.hall.screens) >= MOST_SCREENS:
            raise Refusal("too-many-screens", most=MOST_SCREENS)
    with found:
        check_setting(state, screen)
    found.tell()
    return [] if state.hall.screens.get(screen.name) == screen else [ScreenSet(screen=screen)]


def remove_screen(state: State, command: RemoveScreen) -> list[Event]:
    if command.name not in state.hall.screens:
        raise Refusal("no-such-screen", name=command.name[: checks.LONGEST_TEXT])
    return [ScreenRemoved(name=command.name)]


def check_setting(state: State, screen: Screen) -> None:
    """What a screen with or without a name is to show."""
    found = Gathered()
    with found:
        _check_look(screen)
    with found:
        checks.within("scenes", len(screen.scenes), 1, MOST_SCENES)
    for number, scene in enumerate(screen.scenes[:MOST_SCENES]):
        with found:
            _check_scene(state, scene, f"scenes.{number}")
    found.tell()


def _check_look(screen: Screen) -> None:
    checks.text(screen.title, "title")
    for language in screen.languages:
        checks.language_tag(language, "languages")
    if len(set(screen.languages)) != len(screen.languages):
        raise Refusal("language-twice", name=screen.name)


def _check_scene(state: State, scene: Scene, at: str) -> None:
    found = Gathered()
    for field, most in (
        ("first_board", MOST_BOARDS),
        ("last_board", MOST_BOARDS),
        ("round", state.tournament.rules.rounds),
        ("version", state.version),
        ("announcement", state.version),
        ("seconds", MOST_SECONDS),
        ("rows", MOST_ROWS),
        ("columns", MOST_COLUMNS),
        ("top", MOST_LINES),
    ):
        with found:
            checks.within(f"{at}.{field}", getattr(scene, field), 0, most)
    with found:
        checks.text(scene.category, f"{at}.category")
        check_sight(state.tournament, scene, at)
    with found:
        _check_boards(scene, at)
    with found:
        _check_image(scene, f"{at}.image")
    found.tell()


def check_sight(t: Tournament, scene: Scene, at: str) -> None:
    """That this tournament has what is to be seen, and that everybody may see it: a screen hangs where all pass by. The
    rules may be others by now than when the screen was set."""
    if scene.view is Sight.LADDER and not has_ladder(t.rules.system):
        raise Refusal("no-ladder", field=f"{at}.view", system=t.rules.system)
    if scene.category and scene.view in (Sight.STANDINGS, Sight.LADDER):
        try:
            members(t, scene.category)
        except (BadInput, Refusal) as error:
            error.facts["field"] = f"{at}.category"
            raise
        if not is_for_everybody(scene.category):
            raise Refusal(
                "category-not-for-everybody", field=f"{at}.category", value=scene.category, possible=AGE_GROUPS
            )


def _check_boards(scene: Scene, at: str) -> None:
    if scene.last_board > 0 and scene.first_board > scene.last_board:
        raise Refusal("boards-in-wrong-order", field=f"{at}.last_board", first=scene.first_board, last=scene.last_board)


def _check_image(scene: Scene, field: str) -> None:
    """Of this server: a hall has its screens on a line of its own, and a page of ours loads nothing from elsewhere."""
    checks.text(scene.image, field, required=scene.view is Sight.IMAGE)
    if scene.image and (not scene.image.startswith("/") or scene.image.startswith(("//", "/\\"))):
        raise Refusal("image-from-elsewhere", field=field, image=scene.image)
