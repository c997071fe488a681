"""What the screens of the hall show is an event too."""

import pytest
from msgspec.structs import replace

from engine.errors import BadInput, Refusal
from engine.model import Details, Rules
from ledger.acts import screens
from ledger.acts.opening import DetailsChanged, TournamentFinished, TournamentOpened
from ledger.acts.screens import RemoveScreen, ScreenRemoved, ScreenSet, SetScreen
from ledger.screen import Scene, Screen, Sight, Theme
from tests.ledger.given import given, opened, played, with_players

STAGE = Screen("stage", (Scene(Sight.BOARDS), Scene(Sight.STANDINGS)))


def with_scene(**settings: object) -> SetScreen:
    return SetScreen(screen=replace(STAGE, scenes=(replace(Scene(Sight.BOARDS), **settings),)))


def dated(system: str = "by-hand") -> TournamentOpened:
    """It says when it starts, so that it has age groups."""
    return TournamentOpened(details=Details("Club evening", starts="2026-05-01"), rules=Rules(system, 5))


def test_a_screen_is_set():
    after = given(opened()).when(SetScreen(screen=STAGE)).then(ScreenSet(screen=STAGE))
    assert after.state.hall.screens == {"stage": STAGE}


def test_a_screen_is_told_to_show_something_else():
    dark, light = ScreenSet(screen=STAGE), ScreenSet(screen=replace(STAGE, theme=Theme.LIGHT))
    after = given(opened(), dark).when(SetScreen(screen=light.screen)).then(light)
    assert after.state.hall.screens["stage"].theme is Theme.LIGHT


def test_what_it_shows_already_is_no_event():
    given(opened(), ScreenSet(screen=STAGE)).when(SetScreen(screen=STAGE)).then()


def test_a_screen_is_removed_and_the_others_stay():
    door = Screen("door", (Scene(Sight.NAMES),))
    after = (
        given(opened(), ScreenSet(screen=STAGE), ScreenSet(screen=door))
        .when(RemoveScreen(name="stage"))
        .then(ScreenRemoved(name="stage"))
    )
    assert after.state.hall.screens == {"door": door}


def test_only_a_screen_that_is_there_is_removed():
    given(opened()).when(RemoveScreen(name="stage")).then_refused("no-such-screen", name="stage")


def test_after_the_end_the_screens_show_the_prizes():
    finished = (*with_players(2), *played(1, {(1, 2): "1-0"}), TournamentFinished(reason="power cut"))
    given(*finished).when(SetScreen(screen=STAGE)).then(ScreenSet(screen=STAGE))


@pytest.mark.parametrize("name", ["", "-", "Stage", "a b", "stage-", "-stage", "x" * 41, "büro", "a/b", "a,b", "a\nb"])
def test_a_name_fits_an_address(name):
    given(opened()).when(SetScreen(screen=replace(STAGE, name=name))).then_refused("bad-screen-name", name=name)


@pytest.mark.parametrize("name", ["a", "7", "left-wall", "x" * 40])
def test_names_that_do(name):
    screen = replace(STAGE, name=name)
    given(opened()).when(SetScreen(screen=screen)).then(ScreenSet(screen=screen))


def test_a_screen_shows_something():
    given(opened()).when(SetScreen(screen=replace(STAGE, scenes=()))).then_refused(
        "number-outside-range", field="scenes", value=0, least=1, most=screens.MOST_SCENES
    )


@pytest.mark.parametrize(
    ("field", "value", "most"),
    [
        ("first_board", -1, screens.MOST_BOARDS),
        ("last_board", 10_000, screens.MOST_BOARDS),
        ("round", 6, 5),
        ("version", 2, 1),
        ("announcement", 2, 1),
        ("seconds", 3601, screens.MOST_SECONDS),
        ("rows", -1, screens.MOST_ROWS),
        ("columns", 13, screens.MOST_COLUMNS),
        ("top", -1, screens.MOST_LINES),
    ],
)
def test_numbers_of_a_scene_have_their_bounds(field, value, most):
    given(opened()).when(with_scene(**{field: value})).then_refused(
        "number-outside-range", field=f"scenes.0.{field}", value=value, least=0, most=most
    )


@pytest.mark.parametrize("view", [Sight.LADDER, Sight.LADDER_TABLE])
def test_a_ladder_is_shown_where_there_is_one(view):
    given(opened()).when(with_scene(view=view)).then_refused("no-ladder", field="scenes.0.view", system="by-hand")


@pytest.mark.parametrize("category", ["born=2010", "born=-2010", "age=U18", "age=40+", "sex=w;age=u 13"])
@pytest.mark.parametrize("view", [Sight.STANDINGS, Sight.LADDER, Sight.LADDER_TABLE])
def test_a_category_that_tells_ages_is_refused_at_its_field(category, view):
    """A screen is for everybody: what only arbiters may ask for would be left out of it without a word."""
    given(dated("by-hand" if view is Sight.STANDINGS else "keizer")).when(
        with_scene(view=view, category=category)
    ).then_refused("category-not-for-everybody", field="scenes.0.category", value=category)


@pytest.mark.parametrize("category", ["age=U18", "age=u 12", "age=65+", "sex=w;age=U20"])
def test_an_age_group_that_the_organiser_has_published_is_shown(category):
    wanted = with_scene(view=Sight.STANDINGS, category=category)
    details = Details("Club", starts="2026-01-10", public_categories=("age=U18", "age=U 12", "age=65+", "age=U20"))
    given(dated(), DetailsChanged(details=details)).when(wanted).then(ScreenSet(screen=wanted.screen))


def test_where_a_category_says_nothing_it_hides_nothing():
    wanted = with_scene(view=Sight.BOARDS, category="born=2010")
    given(opened()).when(wanted).then(ScreenSet(screen=wanted.screen))


def test_a_category_is_one_that_can_be_read():
    with pytest.raises(BadInput) as told:
        given(opened()).when(with_scene(view=Sight.STANDINGS, category="shoe=43"))
    assert (told.value.code, told.value.facts["field"]) == ("category-unreadable", "scenes.0.category")
    given(opened()).when(with_scene(view=Sight.STANDINGS, category="age=U20")).then_refused(
        "category-needs-a-year", field="scenes.0.category"
    )


def test_the_first_board_comes_first():
    given(opened()).when(with_scene(first_board=9, last_board=8)).then_refused(
        "boards-in-wrong-order", field="scenes.0.last_board", first=9, last=8
    )
    event = given(opened()).when(with_scene(first_board=9)).answer
    assert isinstance(event, list)


@pytest.mark.parametrize("image", ["//elsewhere.example/x.png", "https://elsewhere.example/x.png", "x.png", "/\\x"])
def test_an_image_is_on_this_server(image):
    given(opened()).when(with_scene(view=Sight.IMAGE, image=image)).then_refused(
        "image-from-elsewhere", field="scenes.0.image", image=image
    )


def test_a_scene_of_an_image_has_one():
    given(opened()).when(with_scene(view=Sight.IMAGE)).then_refused("text-missing", field="scenes.0.image")


def test_all_that_is_wrong_with_a_screen_is_told_at_once_each_with_its_scene():
    scenes = (Scene(Sight.BOARDS, first_board=9, last_board=2), Scene(Sight.STANDINGS, seconds=-4, round=77))
    refused = given(opened()).when(SetScreen(screen=replace(STAGE, name="No name", scenes=scenes))).answer
    assert isinstance(refused, Refusal)
    assert [(one.code, one.facts.get("field")) for one in refused.problems] == [
        ("bad-screen-name", None),
        ("boards-in-wrong-order", "scenes.0.last_board"),
        ("number-outside-range", "scenes.1.round"),
        ("number-outside-range", "scenes.1.seconds"),
    ]


def test_languages_are_tags_and_named_once():
    given(opened()).when(SetScreen(screen=replace(STAGE, languages=("en", "in French")))).then_refused(
        "not-a-language", field="languages", value="in French"
    )
    given(opened()).when(SetScreen(screen=replace(STAGE, languages=("en", "en")))).then_refused(
        "language-twice", name="stage"
    )


def test_a_tournament_has_so_many_screens_and_no_more():
    many = [ScreenSet(screen=replace(STAGE, name=f"screen-{n}")) for n in range(screens.MOST_SCREENS)]
    given(opened(), *many).when(SetScreen(screen=STAGE)).then_refused("too-many-screens", most=screens.MOST_SCREENS)
    known = replace(STAGE, name="screen-7", theme=Theme.NIGHT)
    given(opened(), *many).when(SetScreen(screen=known)).then(ScreenSet(screen=known))
