"""Marks in the handbook, ``⟦section.key name=value⟧``: words of the product, said in the reader's language."""

from __future__ import annotations

import re

from displays.words.language import Language

MARK = re.compile(r"⟦([\w-]+)\.([\w.-]+)((?: \w+=[^⟧\s]+)*)⟧")


def resolve_mark(found: re.Match[str], reader: Language) -> str:
    """What the button says that the mark names."""
    section, key, given = found.groups()
    facts = dict(pair.split("=", 1) for pair in given.split())
    return reader.fill(key, section, facts) if facts else reader.word(key, section)


def resolve_marks(text: str, reader: Language) -> str:
    """All that stand in a text."""
    return MARK.sub(lambda found: resolve_mark(found, reader), text)
