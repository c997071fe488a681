"""Settings of a screen read from its address: ``?view=boards,standings&lang=nl,en&theme=light``.

Addresses are typed by hand, on the remote control of a television too: capitals are as good.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeVar

from displays.words.parse import whole_number
from engine.errors import BadInput
from ledger.screen import Scene, Screen, Sight, Step, Theme

ASKED = (
    "view",
    "boards",
    "category",
    "period",
    "of",
    "version",
    "image",
    "step",
    "seconds",
    "rows",
    "columns",
    "top",
    "section",
    "theme",
    "steady",
)
ALL = "overlay"  # a theme in the address, a flag of the setting
_Choice = TypeVar("_Choice", bound=enum.Enum)


def read_setting(query: Mapping[str, str], languages: tuple[str, ...]) -> Screen:
    """Several views take turns, each with what the address says besides; ``section=a,b``: of each of these."""
    views = [part.strip() for part in query.get("view", Sight.BOARDS.value).split(",") if part.strip()]
    sections = [part.strip() for part in query.get("section", "").split(",") if part.strip()]
    theme = query.get("theme", "")
    is_overlay = theme.lower() == ALL
    return Screen(
        name="",
        scenes=tuple(_scene(view, query, one) for view in views or [Sight.BOARDS.value] for one in sections or [""]),
        languages=languages,
        theme=Theme.DARK if is_overlay or not theme else _one_of(Theme, "theme", theme, ALL),
        is_overlay=is_overlay,
        is_steady=query.get("steady", "") not in ("", "0"),
    )


def _scene(view: str, query: Mapping[str, str], section: str) -> Scene:
    first, last = _boards(query.get("boards", ""))
    return Scene(
        view=_one_of(Sight, "view", view),
        first_board=first,
        last_board=last,
        category=query.get("category", ""),
        period=_number(query, "period"),
        round=_number(query, "of"),
        version=_number(query, "version"),
        image=_own(query.get("image", "")),
        step=_one_of(Step, "step", query.get("step") or Step.ROUND.value),
        seconds=_number(query, "seconds"),
        rows=_number(query, "rows"),
        columns=_number(query, "columns"),
        top=_number(query, "top"),
        section=section,
    )


def _boards(text: str) -> tuple[int, int]:
    if not text:
        return 0, 0
    first, _, last = text.partition("-")
    return whole_number(first, "boards"), whole_number(last or first, "boards")


def _number(query: Mapping[str, str], name: str) -> int:
    return whole_number(query[name], name) if query.get(name) else 0


def _own(path: str) -> str:
    """An image of this server."""
    if path and (not path.startswith("/") or path.startswith(("//", "/\\"))):
        raise BadInput("image-from-elsewhere", image=path)
    return path


def _one_of(kind: type[_Choice], field: str, text: str, *others: str) -> _Choice:
    try:
        return kind(text.lower())
    except ValueError as error:
        possible = (*(str(one.value) for one in kind), *others)
        raise BadInput("not-one-of", field=field, value=text, possible=possible) from error
