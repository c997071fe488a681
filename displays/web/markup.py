"""HTML from values. Every text is escaped, unless it is markup that was made here."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is HTML already; a template takes it as such too."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


Child = str | int | None
_EMPTY = frozenset({"meta", "link", "input", "br", "img"})


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """``tag("a", "Round 1", href="/t/x", class_="now")``. An attribute that is None or False is left out."""
    opening = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    if name in _EMPTY:
        return Markup(opening)
    return Markup(f"{opening}{join(*children)}</{name}>")


def join(*children: Child, between: str = "") -> Markup:
    return Markup(escape(between).join(_safe(child) for child in children if child is not None))


def _safe(child: str | int) -> str:
    return child if isinstance(child, Markup) else escape(str(child))


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
