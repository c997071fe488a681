"""Section for choosing a category of the players: one of those that there are, or between which ratings."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from displays.web.templating import render_section
from displays.words.language import Language
from displays.words.notation import category_title
from displays.words.parse import whole_number
from engine.model import Tournament
from ledger.categories import possible_categories, with_rating

ENDS = ("rating_from", "rating_to")
FIELDS = ("category", *ENDS)  # of an address that asks for a category


def asked_category(query: Mapping[str, str]) -> str:
    """As it is written in the address, or as the form chose it: ratings that are typed go before those of a choice."""
    chosen = query.get("category", "")
    ends = [query.get(name, "").strip() for name in ENDS]
    for name, end in zip(ENDS, ends, strict=True):
        if end:
            whole_number(end, name)
    return with_rating(chosen, "-".join(ends)) if any(ends) else chosen


def category_choice(t: Tournament, asked: str, reader: Language, kept: Mapping[str, object]) -> Markup:
    """A form of the page that it stands on; nothing where there is nothing to choose. ``t``: as the reader sees it;
    ``asked``: what is shown; ``kept``: what else the address says."""
    found = possible_categories(t)
    groups = [(reader.field(kind), _titles(texts, reader)) for kind, texts in found.items() if texts]
    if asked and all(asked not in texts for texts in found.values()):
        groups.insert(0, ("", _titles((asked,), reader)))
    if not groups:
        return Markup("")
    return render_section("sections/category_choice.html", reader, asked=asked, groups=groups, kept=kept)


def _titles(categories: tuple[str, ...], reader: Language) -> list[tuple[str, str]]:
    return [(category, category_title(category, reader)) for category in categories]
