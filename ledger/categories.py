"""Part of the players, to be ranked apart: ``sex=w``, ``age=U18``, ``rating=1600-1999``, ``club=Tartu``, ``Juniors``.

Conditions are joined by semicolons: ``sex=w;age=U12``. An end of a span may be left out: ``rating=-1799``. Age groups
are those of FIDE: U18 is who was not 18 on 1 January of the year in which the tournament starts; 65+ (or S65) is who
becomes 65 in that year or is older. What has no ``=`` is the name of a category that was defined
(``Tournament.categories``): ``Juniors;sex=w``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.errors import BadInput, Refusal
from engine.model import Category, Entry, Player, PlayerId, Tournament
from ledger.person_publicity import is_public_field

Condition = Callable[[Player], bool]

KINDS = ("age", "born", "category", "club", "federation", "rating", "sex")
LISTS_KEPT = 32  # of who is in which category
BAND = 200  # of ratings, where nobody says from where to where
# FIDE's: U8, U10 … U20, 50+, 65+; and the others that federations use.
AGE_GROUPS = (*(f"U{age}" for age in range(8, 21, 2)), "U26", "50+", "65+")
_BY_AGE = ("age", "born")
# Made from what is not public of everybody: who is in such a category tells it.
TELLING = {"age": "birth_year", "born": "birth_year", "sex": "sex", "club": "club", "federation": "federation"}


def members(t: Tournament, text: str) -> frozenset[PlayerId]:
    """Who fulfils all conditions."""
    conditions = [_part(t, part.strip()) for part in text.split(";") if part.strip()]
    if not conditions:
        raise _unreadable(text)
    return frozenset(player.number for player in t.players if all(holds(player) for holds in conditions))


def _part(t: Tournament, text: str) -> Condition:
    if "=" in text:
        return _condition(t.details.starts, text)
    category = find_category(t, text)
    if category is None:
        raise BadInput("no-category-of-that-name", value=text, known=tuple(one.name for one in t.categories))
    found = category_members(t, category)
    return lambda player: player.number in found


def find_category(t: Tournament, name: str) -> Category | None:
    """By its name, in any spelling of small and capital letters."""
    return next((one for one in t.categories if one.name.casefold() == name.strip().casefold()), None)


def category_members(t: Tournament, category: Category) -> frozenset[PlayerId]:
    """Who fulfils its conditions, and who is listed. By age nobody is found while nobody has said when the tournament
    starts: a category may be defined before."""
    listed = frozenset(category.players) & t.entries.keys()
    is_unknown_yet = not has_year(t.details.starts) and tells_age(category.conditions)
    return listed if is_unknown_yet or not category.conditions else listed | members(t, category.conditions)


def has_year(starts: str) -> bool:
    return re.match(r"[0-9]{4}", starts) is not None


def tells_age(text: str) -> bool:
    return any(part.partition("=")[0] in _BY_AGE for part in _conditions(text))


def check_conditions(text: str) -> None:
    """That each can be read, in a tournament of any year; the name of another category is none."""
    for part in text.split(";"):
        _condition("2000", part.strip())


def public_categories(t: Tournament) -> tuple[Category, ...]:
    """As everybody may know them: with all who are in them listed, for their years of birth are not to be seen."""
    return _public_categories(_SameParts(t)) if t.categories else ()


def public_memberships(t: Tournament) -> Mapping[PlayerId, tuple[str, ...]]:
    """Of everybody who is in a public category the names of those, in the order in which they were defined."""
    return _memberships(_SameParts(t)) if t.categories else {}


class _SameParts:
    """What memberships are made of, as a key: equal if they are the same objects."""

    def __init__(self, t: Tournament) -> None:
        self.tournament = t
        self._parts: tuple[Mapping[PlayerId, Entry], tuple[Category, ...], str] = (
            t.entries,
            t.categories,
            t.details.starts,
        )

    def __hash__(self) -> int:
        entries, categories, starts = self._parts
        return hash((id(entries), id(categories), starts))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SameParts):
            return False
        (entries, categories, starts), (others, of_others, from_others) = self._parts, other._parts
        return entries is others and categories is of_others and starts == from_others


@functools.lru_cache(maxsize=LISTS_KEPT)
def _public_categories(same: _SameParts) -> tuple[Category, ...]:
    t = same.tournament
    return tuple(replace(one, players=tuple(sorted(category_members(t, one)))) for one in t.categories if one.is_public)


@functools.lru_cache(maxsize=LISTS_KEPT)
def _memberships(same: _SameParts) -> Mapping[PlayerId, tuple[str, ...]]:
    t = same.tournament
    found: dict[PlayerId, tuple[str, ...]] = {}
    for category in t.categories:
        for player in sorted(category_members(t, category)) if category.is_public else ():
            found[player] = (*found.get(player, ()), category.name)
    return found


def possible_categories(t: Tournament) -> dict[str, tuple[str, ...]]:
    """By kind, those that the players' data allow (some are in them, and not all are) and those that the organiser has
    published, whoever is in them: of ``t`` as everybody sees it these are all that tell something private."""
    published = t.details.public_categories
    offered = {
        "categories": [one.name for one in t.categories],
        "category": _named_so("category", {player.category for player in t.players}),
        "sex": ["sex=w"],
        "age": [f"age={group}" for group in AGE_GROUPS if has_year(t.details.starts)],
        "rating": [f"rating={least}-{least + BAND - 1}" for least in range(1000, 2800, BAND)],
        "club": _named_so("club", {player.club for player in t.players}),
        "federation": _named_so("federation", {player.federation for player in t.players}),
    }
    for text in published:
        kind = text.partition("=")[0].strip()
        offered[kind if kind in offered else "age"].append(text)
    everybody = len(t.entries)
    always = {*published, *offered["categories"]}
    return {
        kind: tuple(text for text in dict.fromkeys(texts) if text in always or 0 < len(members(t, text)) < everybody)
        for kind, texts in offered.items()
    }


def with_rating(text: str, span: str) -> str:
    """The same category between other ratings: ``sex=w;rating=1400-1599``, ``-1499`` → ``sex=w;rating=-1499``."""
    others = [part.strip() for part in text.split(";") if part.strip() and part.partition("=")[0].strip() != "rating"]
    return ";".join([*others, f"rating={span}"])


def _named_so(kind: str, values: set[str]) -> list[str]:
    """A semicolon would end the condition."""
    return [f"{kind}={value}" for value in sorted(values, key=str.casefold) if value.strip() and ";" not in value]


def is_public(t: Tournament, text: str) -> bool:
    """Whether everybody may see the table of a category. One that was defined, or one by what is private of a player,
    only if the organiser has published it (``Category.is_public``, ``Details.public_categories``): who is in U12 and
    not in U10 is a child of a known age."""
    named = [find_category(t, part) for part in text.split(";") if part.strip() and "=" not in part]
    if not all(one is not None and one.is_public for one in named):
        return False
    telling = [part for part in _conditions(text) if _tells_private(t, part)]
    published = {";".join(_conditions(known)) for known in t.details.public_categories}
    return ";".join(_conditions(text)) in published or all(part in published for part in telling)


def _tells_private(t: Tournament, part: str) -> bool:
    field = TELLING.get(part.partition("=")[0])
    return field is not None and not is_public_field(t, field)


def _conditions(text: str) -> list[str]:
    """Each in one spelling, in one order; names of categories are none."""
    parts = (part.partition("=") for part in text.split(";") if "=" in part)
    return sorted(f"{kind.strip()}={''.join(wanted.casefold().split())}" for kind, _, wanted in parts)


def check_public_category(text: str, starts: str) -> None:
    """That it can be published: that it can be read, and needs to be published at all."""
    for part in text.split(";"):
        _condition(starts, part.strip())
    if not any(part.partition("=")[0] in TELLING for part in _conditions(text)):
        raise Refusal("category-is-public", field="public_categories", value=text)


def _condition(starts: str, text: str) -> Condition:
    kind, mark, wanted = (part.strip() for part in text.partition("="))
    if not mark or not wanted or kind not in KINDS:
        raise _unreadable(text)
    if kind == "age":
        return _age_group(starts, wanted)
    if kind in _SPANS:
        least, most = _span(wanted)
        number = _SPANS[kind]
        return lambda player: (found := number(player)) is not None and least <= found <= most
    return lambda player: str(getattr(player, kind)).casefold() == wanted.casefold()


_SPANS: Mapping[str, Callable[[Player], int | None]] = {
    "born": lambda player: player.birth_year,
    "rating": lambda player: player.rating or None,
}
_HIGHEST = 9999


def _span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,4})?\s*([-–])?\s*([0-9]{1,4})?", text)
    if found is None or not (found[1] or found[3]):
        raise _unreadable(text)
    least = int(found[1] or 0)
    if not found[2]:
        return least, least
    return least, int(found[3] or _HIGHEST)


def _age_group(starts: str, text: str) -> Condition:
    found = re.fullmatch(r"[uU]\s*([0-9]{1,3})|[sS]\s*([0-9]{1,3})|([0-9]{1,3})\s*\+", text)
    if found is None:
        raise _unreadable(text)
    year = re.match(r"[0-9]{4}", starts)
    if year is None:
        raise Refusal("category-needs-a-year")
    if found[1]:
        earliest = int(year[0]) - int(found[1])
        return lambda player: player.birth_year is not None and player.birth_year >= earliest
    latest = int(year[0]) - int(found[2] or found[3])
    return lambda player: player.birth_year is not None and player.birth_year <= latest


def _unreadable(text: str) -> BadInput:
    return BadInput("category-unreadable", found=text, known=KINDS)
