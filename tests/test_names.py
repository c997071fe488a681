"""Names, checked: functions are verbs, a class name means one thing in a room, a module says what it is."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.source import MODULES, ROOMS, modules_of, nodes_of

# Words that end like a participle and are none.
NO_PARTICIPLES = frozenset({"need", "feed", "seed", "embed", "speed", "exceed", "proceed", "succeed"})
IRREGULAR = frozenset(
    {
        *("begun", "bought", "bound", "broken", "brought", "built", "caught", "chosen", "dealt", "done", "drawn"),
        *("elsewhere", "fed", "forgotten", "found", "given", "gone", "grown", "heard", "held", "hidden", "hung"),
        *("kept", "known", "laid", "led", "left", "lost", "made", "met", "overtaken", "paid", "rewritten", "said"),
        *("seen", "sent", "shown", "sold", "spent", "stood", "struck", "taken", "taught", "thought", "thrown"),
        *("told", "torn", "understood", "undone", "withdrawn", "woken", "won", "worn", "written"),
    }
)


def is_bare_participle(name: str) -> bool:
    """``told`` and ``_settled``, not ``settle``, ``settled_round`` or ``is_settled``."""
    word = name.strip("_")
    return "_" not in word and (word in IRREGULAR or (word.endswith("ed") and word not in NO_PARTICIPLES))


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """All but properties, which are values and have the names of values."""
    for name, tree in MODULES.items():
        for node in nodes_of(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
                if not any("property" in decorator for decorator in decorators):
                    yield name, node


def test_a_participle_is_told_from_a_verb() -> None:
    assert [name for name in ("told", "_settled", "settle", "is_settled", "feed") if is_bare_participle(name)] == [
        "told",
        "_settled",
    ]


def test_no_function_is_named_by_a_bare_participle() -> None:
    assert [f"{name}:{node.lineno} {node.name}" for name, node in functions() if is_bare_participle(node.name)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_class_name_means_one_thing_in_a_room(room: str) -> None:
    places = defaultdict(list)
    for name in modules_of(room):
        for node in nodes_of(MODULES[name]):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{name}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_every_module_says_what_it_is() -> None:
    silent = [name for name, tree in MODULES.items() if not (ast.get_docstring(tree) or "").split("\n")[0].strip()]
    assert silent == []
