"""Titles of columns in lists of players, in every language.

A club writes its list in its own language, whatever the reader of the console speaks: so all of them are known at once.
"""

from __future__ import annotations

import functools

from displays.words.language import LANGUAGES, language
from ledger.formats.player_columns import OWN_TITLES, Titles, plain_title


@functools.cache
def column_titles() -> Titles:
    """``Naam, Speler`` → ``name``; what federations call a column goes before what a language calls it."""
    spoken = {
        plain_title(title): field
        for code in LANGUAGES
        for field, titles in language(code).section("columns").items()
        for title in titles.split(",")
    }
    return {**spoken, **OWN_TITLES}
