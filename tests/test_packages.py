"""ARCHITECTURE.md, checked: which folder may import which, and that no two folders import each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.source import MODULES, PACKAGES, imported_modules, modules_of

# Modules that stand directly in these folders are read one by one; elsewhere a folder is one thing.
OPEN = frozenset({"engine", "ledger", "displays", "displays.web"})


def folder_of(module: str) -> str:
    """What a module counts as: its folder, or itself where the folder is an open one."""
    package = module if module in PACKAGES else module.rpartition(".")[0]
    return module if package in OPEN else package


def edges() -> Mapping[str, set[str]]:
    """For each folder those that it imports, for types too."""
    found: dict[str, set[str]] = {folder_of(name): set() for name in MODULES}
    for name in MODULES:
        found[folder_of(name)] |= {folder_of(imported) for imported in imported_modules(name)} - {folder_of(name)}
    return found


def knots(graph: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """Sets of folders that all reach each other."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen, todo = set[str](), [start]
        while todo:
            for found in graph[todo.pop()] - seen:
                seen.add(found)
                todo.append(found)
        reach[start] = seen
    told: set[str] = set()
    for one in sorted(graph):
        knot = [other for other in sorted(graph) if other in reach[one] and one in reach[other]]
        if knot and one not in told:
            told.update(knot)
            yield knot


def test_a_knot_is_found() -> None:
    assert list(knots({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})) == [["b", "c"]]


def test_no_two_folders_import_each_other() -> None:
    assert list(knots(edges())) == []


def test_the_root_of_displays_holds_no_module() -> None:
    assert [name for name in modules_of("displays") if name.count(".") == 1 and name not in PACKAGES] == []


# What each folder may import of its own room. (Rooms: tests/test_house.py.)
WEB_PARTS = ("api", "console", "pages", "screens", "phones", "live")
MAY_NOT_IMPORT = {
    "engine.matching": ("engine.",),
    "engine.tiebreaks": ("engine.systems", "engine.registry"),
    "engine.systems": ("engine.registry",),
    "ledger.acts": ("ledger.store", "ledger.views", "ledger.formats", "ledger.desk", "ledger.replay"),
    "ledger.store": ("ledger.views", "ledger.formats", "ledger.desk", "ledger.replay"),
    "ledger.views": ("ledger.store", "ledger.formats", "ledger.desk"),
    "ledger.formats": ("ledger.views", "ledger.desk"),
    "displays.release": ("displays.words", "displays.web", "displays.cli", "displays.demo"),
    "displays.words": ("displays.web", "displays.cli", "displays.demo"),
    "displays.demo": ("displays.web", "displays.cli"),
    "displays.web": ("displays.cli", "displays.demo"),
    "displays.web.access": tuple(f"displays.web.{part}" for part in WEB_PARTS),
}


@pytest.mark.parametrize("folder", MAY_NOT_IMPORT)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    inside = [name for name in MODULES if name == folder or name.startswith(f"{folder}.")]
    assert inside
    above = {
        (name, imported)
        for name in inside
        for imported in imported_modules(name)
        if imported.startswith(MAY_NOT_IMPORT[folder]) and not imported.startswith(folder)
    }
    assert sorted(above) == []
