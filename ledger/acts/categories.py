"""Acts on categories: parts of the players that are ranked apart, by conditions or one by one."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import BadInput, Refusal
from engine.model import Category, PlayerId, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.categories import check_conditions, find_category, has_year, tells_age
from ledger.state import State

LONGEST_NAME = 30  # it stands behind the names of players
LONGEST_CONDITIONS = 200
MOST_CATEGORIES = 40
OF_ADDRESSES = "=;"  # there they part conditions from each other (``ledger.categories``)
PUBLIC_CATEGORY, STAFF_CATEGORY = "category", "staff_category"  # what their fields are called in the audit


class DefineCategory(Command, frozen=True, kw_only=True, tag="define-category"):
    name: str
    conditions: str = ""
    players: tuple[PlayerId, ...] = ()
    is_public: bool = False


class CategoryDefined(Event, frozen=True, kw_only=True, gc=False, tag="category-defined"):
    """Its number is the version of this record."""

    name: str
    conditions: str = ""
    players: tuple[PlayerId, ...] = ()
    is_public: bool = False


class ChangeCategory(Command, frozen=True, kw_only=True, tag="change-category"):
    """All of it, as it is from now on."""

    category: int
    name: str
    conditions: str = ""
    players: tuple[PlayerId, ...] = ()
    is_public: bool = False


class CategoryChanged(Event, frozen=True, kw_only=True, gc=False, tag="category-changed"):
    category: int
    name: str
    conditions: str = ""
    players: tuple[PlayerId, ...] = ()
    is_public: bool = False


class RemoveCategory(Command, frozen=True, kw_only=True, tag="remove-category"):
    category: int


class CategoryRemoved(Event, frozen=True, kw_only=True, gc=False, tag="category-removed"):
    category: int


# -- deciding ----------------------------------------------------------------------------------------------------------


def define_category(state: State, command: DefineCategory) -> list[Event]:
    t = state.tournament
    if len(t.categories) >= MOST_CATEGORIES:
        raise Refusal("too-many-categories", field="categories", most=MOST_CATEGORIES)
    found = _category_of(command, 0)
    _check_category(t, found)
    return [
        CategoryDefined(name=found.name, conditions=found.conditions, players=found.players, is_public=found.is_public)
    ]


def change_category(state: State, command: ChangeCategory) -> list[Event]:
    t = state.tournament
    old, new = _find_known(t, command.category), _category_of(command, command.category)
    if new == old:
        return []
    _check_category(t, new)
    return [
        CategoryChanged(
            category=new.number,
            name=new.name,
            conditions=new.conditions,
            players=new.players,
            is_public=new.is_public,
        )
    ]


def remove_category(state: State, command: RemoveCategory) -> list[Event]:
    return [CategoryRemoved(category=_find_known(state.tournament, command.category).number)]


def _category_of(told: DefineCategory | ChangeCategory | CategoryDefined | CategoryChanged, number: int) -> Category:
    """With names and conditions without spaces around them, and everybody listed once, by number."""
    conditions = ";".join(part.strip() for part in told.conditions.split(";") if part.strip())
    return Category(number, told.name.strip(), conditions, tuple(sorted(set(told.players))), told.is_public)


def _find_known(t: Tournament, number: int) -> Category:
    found = next((one for one in t.categories if one.number == number), None)
    if found is None:
        raise Refusal("no-such-category", category=number)
    return found


def _check_category(t: Tournament, category: Category) -> None:
    checks.name(category.name, "name", required=True, longest=LONGEST_NAME)
    if any(sign in category.name for sign in OF_ADDRESSES):
        raise BadInput("category-name-has-signs", field="name", value=category.name, signs=tuple(OF_ADDRESSES))
    other = find_category(t, category.name)
    if other is not None and other.number != category.number:
        raise Refusal("category-name-taken", field="name", name=other.name)
    checks.text(category.conditions, "conditions", longest=LONGEST_CONDITIONS)
    for player in category.players:
        checks.entry(t, player)
    if category.conditions:
        _check_conditions(t, category.conditions)
    elif not category.players:
        raise Refusal("category-of-nobody", field="conditions")


def _check_conditions(t: Tournament, text: str) -> None:
    try:
        check_conditions(text)
        if tells_age(text) and not has_year(t.details.starts):
            raise Refusal("category-needs-a-year")
    except (BadInput, Refusal) as error:
        error.facts["field"] = "conditions"
        raise


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_defined(state: State, event: CategoryDefined) -> State:
    t = state.tournament
    return state.advance(replace(t, categories=(*t.categories, _category_of(event, state.version + 1))))


def _evolve_changed(state: State, event: CategoryChanged) -> State:
    new = _category_of(event, event.category)
    categories = tuple(new if one.number == new.number else one for one in state.tournament.categories)
    return state.advance(replace(state.tournament, categories=categories))


def _evolve_category_removed(state: State, event: CategoryRemoved) -> State:
    categories = tuple(one for one in state.tournament.categories if one.number != event.category)
    return state.advance(replace(state.tournament, categories=categories))


# -- telling -----------------------------------------------------------------------------------------------------------


def _defined_fields(state: State, event: CategoryDefined) -> Fields:
    t = state.tournament
    return _fields(t.categories[-1]) if t.categories and t.categories[-1].number == state.version else {}


def _category_fields(state: State, event: CategoryChanged | CategoryRemoved) -> Fields:
    found = next((one for one in state.tournament.categories if one.number == event.category), None)
    return {} if found is None else _fields(found)


def _fields(category: Category) -> Fields:
    """Of one that is for arbiters alone the public is told nothing (``displays.web.visibility``)."""
    prefix = PUBLIC_CATEGORY if category.is_public else STAFF_CATEGORY
    return {
        f"{prefix}.name": category.name,
        f"{prefix}.conditions": category.conditions,
        f"{prefix}.players": category.players,
        f"{prefix}.is_public": category.is_public,
    }


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DefineCategory,
        decide=define_category,
        endpoint=Endpoint("POST", "/categories", {"name": "Girls U12", "conditions": "sex=w;age=U12"}),
        may_follow_the_end=True,
        event=CategoryDefined,
        evolve=_evolve_defined,
        fields=_defined_fields,
        adds_last=True,
    ),
    Act(
        command=ChangeCategory,
        decide=change_category,
        endpoint=Endpoint("PUT", "/categories/{category}", {"name": "Newcomers", "players": [1, 2], "is_public": True}),
        may_follow_the_end=True,
        event=CategoryChanged,
        evolve=_evolve_changed,
        fields=_category_fields,
    ),
    Act(
        command=RemoveCategory,
        decide=remove_category,
        endpoint=Endpoint("DELETE", "/categories/{category}"),
        may_follow_the_end=True,
        event=CategoryRemoved,
        evolve=_evolve_category_removed,
        fields=_category_fields,
    ),
)
