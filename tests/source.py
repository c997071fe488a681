"""The source of the three rooms as the tests of the house read it: modules by name, their trees, their imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parent.parent
ROOMS = ("engine", "ledger", "displays")


def sources(*folders: str) -> list[Path]:
    return sorted(
        path for folder in folders for path in (HOUSE / folder).rglob("*.py") if "node_modules" not in path.parts
    )


def name_of(path: Path) -> str:
    """``engine.systems`` for ``engine/systems/__init__.py``."""
    return ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): ast.parse(path.read_text("utf-8"), path) for path in sources(*ROOMS)}
PACKAGES = frozenset(name_of(path) for path in sources(*ROOMS) if path.name == "__init__.py")


def modules_of(room: str) -> list[str]:
    return [name for name in MODULES if name.split(".")[0] == room]


def imports(tree: ast.AST) -> Iterator[str]:
    """The full names of what is imported anywhere below."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_modules(name: str) -> set[str]:
    """Those of ours that a module imports, for its types too."""
    found = set()
    for imported in imports(MODULES[name]):
        module = imported if imported in MODULES else imported.rpartition(".")[0]
        if module in MODULES:
            found.add(module)
    return found
