"""Acts on the screens of the hall: what each of them shows."""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.errors import BadInput, Gathered, Refusal
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Streams
from ledger.acts.fields import Fields, flatten
from ledger.acts.permission import Permission
from ledger.categories import is_public, members
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


class SetScreen(Command, frozen=True, kw_only=True, tag="set-screen"):
    """A new screen, or another thing to show on one."""

    screen: Screen


class ScreenSet(Event, frozen=True, kw_only=True, gc=False, tag="screen-set"):
    screen: Screen


class RemoveScreen(Command, frozen=True, kw_only=True, tag="remove-screen"):
    name: str


class ScreenRemoved(Event, frozen=True, kw_only=True, gc=False, tag="screen-removed"):
    name: str


# -- deciding ----------------------------------------------------------------------------------------------------------


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
    checks.name(screen.title, "title")
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
        ("period", MOST_LINES),
        ("seconds", MOST_SECONDS),
        ("rows", MOST_ROWS),
        ("columns", MOST_COLUMNS),
        ("top", MOST_LINES),
    ):
        with found:
            checks.within(f"{at}.{field}", getattr(scene, field), 0, most)
    with found:
        checks.text(scene.category, f"{at}.category")
        if state.festival is None:
            check_sight(state.tournament, scene, at)
    with found:
        _check_section(state, scene, at)
    with found:
        _check_boards(scene, at)
    with found:
        _check_image(scene, f"{at}.image")
    found.tell()


def _check_section(state: State, scene: Scene, at: str) -> None:
    """A common screen shows its sections as they are now; a tournament has none."""
    if scene.section and (state.festival is None or scene.section not in state.festival.sections):
        raise Refusal("no-such-section", section=scene.section[: checks.LONGEST_TEXT], field=f"{at}.section")
    if state.festival is None:
        return
    for field in ("view", "round", "version", "category", "period"):
        value = getattr(scene, field)
        if value is Sight.FILM or (value and field != "view"):
            raise Refusal("not-on-common-screen", field=f"{at}.{field}")


def check_sight(t: Tournament, scene: Scene, at: str) -> None:
    """That this tournament has what is to be seen, and that everybody may see it: a screen hangs where all pass by. The
    rules may be others by now than when the screen was set."""
    if scene.view in (Sight.LADDER, Sight.LADDER_TABLE) and not has_ladder(t.rules.system):
        raise Refusal("no-ladder", field=f"{at}.view", system=t.rules.system)
    known = tuple(one.number for one in t.periods)
    if scene.period and scene.view in (Sight.STANDINGS, Sight.LADDER) and scene.period not in known:
        raise Refusal("no-such-period", field=f"{at}.period", period=scene.period, known=known)
    if scene.category and scene.view in (Sight.STANDINGS, Sight.LADDER, Sight.LADDER_TABLE, Sight.STARTING_LIST):
        try:
            members(t, scene.category)
        except (BadInput, Refusal) as error:
            error.facts["field"] = f"{at}.category"
            raise
        if not is_public(t, scene.category):
            raise Refusal("category-not-for-everybody", field=f"{at}.category", value=scene.category)


def _check_boards(scene: Scene, at: str) -> None:
    if scene.last_board > 0 and scene.first_board > scene.last_board:
        raise Refusal("boards-in-wrong-order", field=f"{at}.last_board", first=scene.first_board, last=scene.last_board)


def _check_image(scene: Scene, field: str) -> None:
    """Of this server: a hall has its screens on a line of its own, and a page of ours loads nothing from elsewhere."""
    checks.text(scene.image, field, required=scene.view is Sight.IMAGE)
    if scene.image and (not scene.image.startswith("/") or scene.image.startswith(("//", "/\\"))):
        raise Refusal("image-from-elsewhere", field=field, image=scene.image)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_set(state: State, event: ScreenSet) -> State:
    screens = {**state.hall.screens, event.screen.name: event.screen}
    return state.advance(hall=replace(state.hall, screens=screens))


def _evolve_removed(state: State, event: ScreenRemoved) -> State:
    screens = {name: screen for name, screen in state.hall.screens.items() if name != event.name}
    return state.advance(hall=replace(state.hall, screens=screens))


# -- telling -----------------------------------------------------------------------------------------------------------


def _set_fields(state: State, event: ScreenSet) -> Fields:
    return _screen_fields(state, event.screen.name)


def _removed_fields(state: State, event: ScreenRemoved) -> Fields:
    return _screen_fields(state, event.name)


def _screen_fields(state: State, name: str) -> Fields:
    """All that is set, and before it which views these are: a change of one says nothing without the others."""
    screen = state.hall.screens.get(name)
    return {} if screen is None else {"shows": tuple(scene.view.value for scene in screen.scenes)} | flatten(screen)


_SCREEN = {"name": "door", "scenes": [{"view": "names"}]}

ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetScreen,
        streams=Streams.ALL,
        decide=set_screen,
        endpoint=Endpoint("PUT", "/screens", {"screen": _SCREEN}, Permission.CONTROL_SCREENS),
        may_follow_the_end=True,
        event=ScreenSet,
        evolve=_evolve_set,
        fields=_set_fields,
        screen=lambda event: event.screen.name,
    ),
    Act(
        command=RemoveScreen,
        streams=Streams.ALL,
        decide=remove_screen,
        endpoint=Endpoint("DELETE", "/screens/{name}", permission=Permission.CONTROL_SCREENS),
        may_follow_the_end=True,
        event=ScreenRemoved,
        evolve=_evolve_removed,
        fields=_removed_fields,
        screen=lambda event: event.name,
    ),
)
