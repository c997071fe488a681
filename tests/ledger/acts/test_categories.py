"""Categories: made, changed and removed; who is in them follows from what is known of the players."""

import pytest
from msgspec.structs import replace

from engine.errors import BadInput, RoundlogError
from engine.model import Details, Player, Rules
from ledger.acts.act import Event
from ledger.acts.categories import (
    CategoryChanged,
    CategoryDefined,
    CategoryRemoved,
    ChangeCategory,
    DefineCategory,
    RemoveCategory,
)
from ledger.acts.decide import decide
from ledger.acts.opening import TournamentOpened
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.removals import PlayerRemoved
from ledger.categories import category_members, is_public, members, possible_categories, public_categories
from ledger.state import State
from ledger.views.view import person
from tests.ledger.given import given

PLAYERS = (
    Player(1, "Ada", 2100, sex="w", birth_year=2013, club="Tartu"),
    Player(2, "Ben", 1900, sex="m", birth_year=1960, club="Elva"),
    Player(3, "Cleo", 1700, sex="w", birth_year=2016, club="Tartu"),
)
OPEN: tuple[Event, ...] = (
    TournamentOpened(details=Details("Open", starts="2026-05-01"), rules=Rules("fide-dutch-2026", 5)),
    *(PlayerRegistered(player=player) for player in PLAYERS),
)
GIRLS = CategoryDefined(name="Girls U12", conditions="sex=w;age=U12", is_public=True)
NUMBER = len(OPEN) + 1


def state_of(*events: Event) -> State:
    return given(*OPEN, *events).state


def test_it_is_defined_with_its_conditions():
    given(*OPEN).when(DefineCategory(name=" Girls U12", conditions="sex=w; age=U12;", is_public=True)).then(GIRLS)


def test_members_follow_from_what_is_known():
    t = state_of(GIRLS).tournament
    assert category_members(t, t.categories[0]) == {3}
    older = PlayerCorrected(player=replace(PLAYERS[0], birth_year=2015), reason="passport")
    assert members(state_of(GIRLS, older).tournament, "girls u12") == {1, 3}


def test_somebody_may_be_in_several_and_is_called_by_the_public_ones():
    women = CategoryDefined(name="Women", conditions="sex=w", is_public=True)
    quiet = CategoryDefined(name="Needs help", players=(3,))
    t = state_of(GIRLS, women, quiet).tournament
    assert person(t, 3).categories == ("Girls U12", "Women")
    assert person(t, 1).categories == ("Women",)
    assert person(t, 2).categories == ()
    assert members(t, "Needs help") == {3}
    assert members(t, "Women;rating=2000-") == {1}


def test_listed_players_are_in_it_beside_those_of_its_conditions():
    t = state_of(CategoryDefined(name="Seniors", conditions="age=S65", players=(3,))).tournament
    assert members(t, "Seniors") == {2, 3}


def test_everybody_sees_public_ones_alone_and_no_year_of_birth_is_needed_for_it():
    t = state_of(GIRLS, CategoryDefined(name="Needs help", players=(2,))).tournament
    assert is_public(t, "Girls U12")
    assert not is_public(t, "Needs help")
    assert not is_public(t, "No such")
    assert not is_public(t, "Girls U12;age=U10")
    stripped = {n: replace(entry, player=replace(entry.player, birth_year=None)) for n, entry in t.entries.items()}
    seen = replace(t, entries=stripped, categories=public_categories(t))
    assert [one.name for one in seen.categories] == ["Girls U12"]
    assert members(seen, "Girls U12") == {3}
    assert person(seen, 3).categories == ("Girls U12",)


def test_they_stand_first_in_the_choice_of_a_table():
    assert next(iter(possible_categories(state_of(GIRLS).tournament).items())) == ("categories", ("Girls U12",))


def test_it_is_changed_as_a_whole():
    change = ChangeCategory(category=NUMBER, name="Girls", players=(3, 1, 3))
    given(*OPEN, GIRLS).when(change).then(CategoryChanged(category=NUMBER, name="Girls", players=(1, 3)))


def test_what_is_as_it_was_is_no_change():
    same = ChangeCategory(category=NUMBER, name="Girls U12", conditions="sex=w;age=U12", is_public=True)
    given(*OPEN, GIRLS).when(same).then()


def test_it_is_removed():
    given(*OPEN, GIRLS).when(RemoveCategory(category=NUMBER)).then(CategoryRemoved(category=NUMBER))
    assert state_of(GIRLS, CategoryRemoved(category=NUMBER)).tournament.categories == ()


def test_whose_entry_is_removed_is_listed_nowhere():
    free = CategoryDefined(name="Free", players=(1, 2))
    t = state_of(free, PlayerRemoved(player=2, reason="a mistake")).tournament
    assert t.categories[0].players == (1,)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"name": ""}, "text-missing"),
        ({"name": "x" * 31, "conditions": "sex=w"}, "text-too-long"),
        ({"name": "a=b", "conditions": "sex=w"}, "category-name-has-signs"),
        ({"name": "GIRLS u12", "conditions": "sex=w"}, "category-name-taken"),
        ({"name": "Nobody"}, "category-of-nobody"),
        ({"name": "Who", "conditions": "shoe=43"}, "category-unreadable"),
        ({"name": "Who", "conditions": "Girls U12"}, "category-unreadable"),
        ({"name": "Who", "players": (9,)}, "no-such-player"),
    ],
)
def test_what_is_no_category_is_refused(asked, code):
    answer = _answer(DefineCategory(**asked), *OPEN, GIRLS)
    assert answer.code == code


def _answer(command: DefineCategory, *events: Event) -> RoundlogError:
    with pytest.raises(RoundlogError) as caught:
        decide(given(*events).state, command)
    return caught.value


def test_by_age_the_tournament_says_first_when_it_starts():
    undated = TournamentOpened(details=Details("Open"), rules=Rules("fide-dutch-2026", 5))
    assert _answer(DefineCategory(name="U12", conditions="age=U12"), undated).code == "category-needs-a-year"


def test_of_those_that_are_there_is_an_end():
    many = [CategoryDefined(name=f"C{n}", conditions="sex=w") for n in range(40)]
    assert _answer(DefineCategory(name="One more", conditions="sex=w"), *OPEN, *many).code == "too-many-categories"


def test_a_name_that_no_category_has_is_bad_input():
    with pytest.raises(BadInput) as told:
        members(state_of(GIRLS).tournament, "Boys")
    assert (told.value.code, told.value.facts["known"]) == ("no-category-of-that-name", ("Girls U12",))
