"""Page of the categories: which parts of the players are ranked apart, and who is in each."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.notation import category_words, full_name
from engine.model import Category, Tournament
from ledger.acts.permission import Permission
from ledger.categories import AGE_GROUPS, category_members, find_category, has_year
from ledger.views.view import person

OLDER = ("50+", "65+")  # of AGE_GROUPS; on the page they are called S50, S65, as federations do


class CategoryCard(msgspec.Struct, frozen=True):
    category: Category
    told: str  # its conditions in words, and how many are listed besides
    count: int
    names: str  # who is in it


async def categories_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    return await console_page(
        request,
        "console/categories.html",
        words=("categories",),
        c=reader.section("categories"),
        cards=[_card(t, category, reader) for category in t.categories],
        has_year=has_year(t.details.starts),
        groups=[(group, name) for group, name in age_groups() if find_category(t, name) is None],
        age_choices=[("", "–"), *age_groups()],
        clubs=sorted({player.club for player in t.players} - {""}, key=str.casefold),
        federations=sorted({player.federation for player in t.players} - {""}),
        facts=_facts(scene),
    )


def age_groups() -> Iterator[tuple[str, str]]:
    """How conditions name each, and what it is called: U12 is U12, 50+ is S50."""
    for group in AGE_GROUPS:
        yield group, f"S{group.removesuffix('+')}" if group in OLDER else group


def _facts(scene: Scene) -> dict[str, object]:
    return {"api": scene.api, "categories": msgspec.to_builtins(scene.tournament.categories)}


def _card(t: Tournament, category: Category, reader: Language) -> CategoryCard:
    found = sorted(category_members(t, category))
    listed = reader.phrase("listed", section="categories", count=len(category.players)) if category.players else ""
    told = [category_words(category.conditions, reader), listed]
    names = ", ".join(full_name(person(t, number)) for number in found)
    return CategoryCard(category, ", ".join(filter(None, told)), len(found), names)


ROUTES = [Route("/console/{id}/categories", categories_page)]
