"""A category as people call it: ``sex=w;age=U12`` → ``women, U12``. (``static/js/categories.js`` says the same.)"""

from __future__ import annotations

from displays.words.language import Language

_SEXES = {"w": "category-women", "m": "category-men"}
_WITH_THEIR_KIND = ("born", "category", "rating")


def category_words(category: str, reader: Language) -> str:
    conditions = (part.strip() for part in category.split(";"))
    return ", ".join(_condition(part, reader) for part in conditions if part)


def category_title(category: str, reader: Language) -> str:
    """The same at the beginning of a line."""
    words = category_words(category, reader)
    return words[:1].upper() + words[1:]


def _condition(condition: str, reader: Language) -> str:
    kind, _, value = (part.strip() for part in condition.partition("="))
    if kind == "sex" and value.lower() in _SEXES:
        return reader.word(_SEXES[value.lower()], "screens")
    return reader.phrase(f"category-{kind}", section="screens", value=value) if kind in _WITH_THEIR_KIND else value
