"""Part of the players, to be ranked apart: ``sex=w``, ``age=U18``, ``rating=1600-1999``, ``club=Tartu``.

Conditions are joined by semicolons: ``sex=w;age=U12``. An end of a span may be left out: ``rating=-1799``. Age groups
are those of FIDE: U18 is who was not 18 on 1 January of the year in which the tournament starts; 65+ is who becomes
65 in that year or is older.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.errors import BadInput, Refusal
from engine.model import Player, PlayerId, Tournament

Condition = Callable[[Player], bool]

KINDS = ("age", "born", "category", "club", "federation", "rating", "sex")
BAND = 200  # of ratings, where nobody says from where to where
# FIDE's: U8, U10 … U20, 50+, 65+; and the others that federations use.
AGE_GROUPS = (*(f"U{age}" for age in range(8, 21, 2)), "U26", "50+", "65+")
TELLING_AGE = frozenset({"age", "born"})  # made from the year of birth, which is for arbiters


def members(t: Tournament, text: str) -> frozenset[PlayerId]:
    """Who fulfils all conditions."""
    conditions = [_condition(t.details.starts, part.strip()) for part in text.split(";") if part.strip()]
    if not conditions:
        raise _unreadable(text)
    return frozenset(player.number for player in t.players if all(holds(player) for holds in conditions))


def possible_categories(t: Tournament) -> dict[str, tuple[str, ...]]:
    """By kind, those that the players' data allow (some are in them, and not all are) and those that the organiser has
    published, whoever is in them: of ``t`` as everybody sees it these are all that there are by age."""
    published = t.details.public_categories
    offered = {
        "category": _named_so("category", {player.category for player in t.players}),
        "sex": ["sex=w"],
        "age": [*(f"age={group}" for group in AGE_GROUPS if re.match(r"[0-9]{4}", t.details.starts)), *published],
        "rating": [f"rating={least}-{least + BAND - 1}" for least in range(1000, 2800, BAND)],
        "club": _named_so("club", {player.club for player in t.players}),
        "federation": _named_so("federation", {player.federation for player in t.players}),
    }
    everybody = len(t.entries)
    return {
        kind: tuple(text for text in dict.fromkeys(texts) if text in published or 0 < len(members(t, text)) < everybody)
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
    """Whether everybody may see the table of a category. One by age only if the organiser has published it
    (``Details.public_categories``): who is in U12 and not in U10 is a child of a known age."""
    by_age = [part for part in _conditions(text) if part.partition("=")[0] in TELLING_AGE]
    published = {";".join(_conditions(known)) for known in t.details.public_categories}
    return ";".join(_conditions(text)) in published or all(part in published for part in by_age)


def _conditions(text: str) -> list[str]:
    """Each in one spelling, in one order."""
    parts = (part.partition("=") for part in text.split(";") if part.strip())
    return sorted(f"{kind.strip()}={''.join(wanted.casefold().split())}" for kind, _, wanted in parts)


def check_public_category(text: str, starts: str) -> None:
    """That it can be published: that it can be read, and needs to be published at all."""
    for part in text.split(";"):
        _condition(starts, part.strip())
    if not any(part.partition("=")[0] in TELLING_AGE for part in _conditions(text)):
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
    found = re.fullmatch(r"[uU]\s*([0-9]{1,3})|([0-9]{1,3})\s*\+", text)
    if found is None:
        raise _unreadable(text)
    year = re.match(r"[0-9]{4}", starts)
    if year is None:
        raise Refusal("category-needs-a-year")
    if found[1]:
        earliest = int(year[0]) - int(found[1])
        return lambda player: player.birth_year is not None and player.birth_year >= earliest
    latest = int(year[0]) - int(found[2])
    return lambda player: player.birth_year is not None and player.birth_year <= latest


def _unreadable(text: str) -> BadInput:
    return BadInput("category-unreadable", found=text, known=KINDS)
