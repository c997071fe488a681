"""The source of the three rooms as the tests of the house read it: modules by name, their trees, their imports."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
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


class Trees(Mapping[str, ast.Module]):
    """Modules by name. A tree is read when it is first asked for: whoever only collects the tests need not wait."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = {name_of(path): path for path in paths}
        self._read: dict[str, ast.Module] = {}

    def __getitem__(self, name: str) -> ast.Module:
        if name not in self._read:
            self._read[name] = ast.parse(self._paths[name].read_text("utf-8"), self._paths[name])
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


MODULES = Trees(sources(*ROOMS))
PACKAGES = frozenset(name_of(path) for path in sources(*ROOMS) if path.name == "__init__.py")


def modules_of(room: str) -> list[str]:
    return [name for name in MODULES if name.split(".")[0] == room]


@functools.cache
def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """All below; most tests walk through all modules."""
    return [*ast.walk(tree)]


def imports(tree: ast.AST) -> Iterator[str]:
    """The full names of what is imported anywhere below."""
    for node in nodes_of(tree):
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
