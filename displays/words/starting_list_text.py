"""Starting list as text, for the terminal."""

from __future__ import annotations

from displays.words.language import Language
from displays.words.notation import category_title, full_name
from displays.words.text_table import table
from ledger.views.starting_list import StartingList


def starting_list_text(view: StartingList, language: Language) -> str:
    """Without the columns in which nobody has anything."""
    heads = ["", language.word("number"), language.word("name"), language.word("rating")]
    more = [
        name for name in ("federation", "club", "categories") if any(getattr(line.player, name) for line in view.lines)
    ]
    rows = [
        [
            str(line.place),
            str(line.player.shown_number),
            full_name(line.player),
            str(line.player.rating or ""),
            *(_write(getattr(line.player, name)) for name in more),
        ]
        for line in view.lines
    ]
    title = [language.word("starting-list"), *([category_title(view.category, language)] if view.category else [])]
    return "\n".join([" · ".join(title), "", table([*heads, *map(language.field, more)], rows, right=(0, 1, 3))])


def _write(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value)
