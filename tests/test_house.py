"""The house plan, checked: who may import whom, what the engine may not touch, sizes, names, sentences for errors."""

import ast
import fnmatch
import functools
import importlib
import re
import shutil
import string
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES, Language
from engine.registry import SYSTEMS
from engine.tiebreaks import PRESETS
from tests.source import HOUSE, MODULES, ROOMS, imports, modules_of, name_of, nodes_of, sources

# -- the import table --------------------------------------------------------------------------------------------------

MAY_IMPORT = {
    "engine": {"engine", "msgspec"},
    "ledger": {"ledger", "engine", "msgspec", "sqlite_utils"},
}
MAY_ALSO_IMPORT = {
    "engine.matching.weighted": {"rustworkx"},
    "ledger.x509_certificates": {"cryptography"},
    "ledger.cluster.nats_connection": {"nats", "uvloop"},
    "ledger.cluster.nats_order": {"nats"},
    "ledger.formats.xlsx_rows": {"openpyxl"},
    "ledger.store.sqlite_library": {"pysqlite3"},
}
MAY_IMPORT_LATE = {
    "engine.matching.weighted",
    "ledger.formats.xlsx_rows",
    "ledger.store.schema",
    "ledger.store.sqlite",
    "ledger.worker_process",
    "displays.cli.commands",
    "displays.drop_in.main",
    "displays.cli.main",
    "displays.cli.open_log",
    "displays.cli.parameters",
    "displays.cli.cluster",
    "displays.cli.serve",
    "displays.words.dates",
    "displays.words.numbers",
    "displays.web.network.hall_network",
    "displays.words.plurals",
}  # what is slow to load, and not needed by most


def test_there_is_something_to_check():
    assert {name.split(".")[0] for name in MODULES} == set(ROOMS)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_the_plan_allows(room):
    allowed = MAY_IMPORT[room] | sys.stdlib_module_names
    foreign = {
        (name, imported)
        for name in modules_of(room)
        for imported in imports(MODULES[name])
        if imported.split(".")[0] not in allowed | MAY_ALSO_IMPORT.get(name, set())
    }
    assert foreign == set()


def test_one_module_chooses_the_sqlite_that_all_use():
    """Two libraries in one process end each other's locks on a file (POSIX); and only one has no WAL-reset bug."""
    found = {name for name in MODULES for i in imports(MODULES[name]) if i.split(".")[0] in ("sqlite3", "pysqlite3")}
    assert found == {"ledger.store.sqlite_library"}


# What a package of the ledger may import of the ledger, besides itself; the modules beside them may import all.
IN_THE_LEDGER = {
    "acts": {
        *("state", "festival", "schedule", "evenings", "absent_days", "screen", "categories", "hidden_characters"),
        *("person_publicity", "fees", "shown_numbers"),
    },
    "store": {"acts"},
    "views": {
        *("acts", "state", "festival", "schedule", "evenings", "screen", "categories", "actors", "publication"),
        "person_publicity",
        "shown_numbers",
    },
    "formats": {"acts", "schedule", "state", "store", "hidden_characters"},
    "rating_lists": {"formats", "store", "durable_files"},
}


@pytest.mark.parametrize("package", IN_THE_LEDGER)
def test_a_package_of_the_ledger_imports_only_what_the_plan_allows(package):
    found = {
        (name, imported)
        for name in modules_of("ledger")
        if name.startswith(f"ledger.{package}.")
        for imported in imports(MODULES[name])
        if imported.startswith("ledger.")
    }
    assert found
    allowed = IN_THE_LEDGER[package] | {package}
    assert {(name, imported) for name, imported in found if imported.split(".")[1] not in allowed} == set()


def family_of(name: str) -> str:
    """``fide_dutch`` for whatever stands in ``engine.systems.fide_dutch``; nothing for modules that no family owns."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["engine", "systems"] and len(parts) > 2 else ""


def test_families_of_pairing_systems_never_import_each_other():
    owned = [name for name in modules_of("engine") if family_of(name)]
    assert owned
    foreign = {
        name: [imported for imported in imports(MODULES[name]) if family_of(imported) not in ("", family_of(name))]
        for name in owned
    }
    assert {name: found for name, found in foreign.items() if found} == {}


# -- a system describes itself -----------------------------------------------------------------------------------------

# Where the key of a system may stand outside its folder, and what it means there.
KEYS_ELSEWHERE = {
    "engine.registry": set(SYSTEMS),  # their list
    "displays.demo": set(SYSTEMS),  # a demonstration chooses
    "displays.cli": {"keizer"},  # the command of that name
    "engine.tiebreaks.rankings": set(PRESETS),  # the names of rankings, which some systems share
    "ledger.consequences": {"by-hand"},  # a verdict
    "ledger.formats.player_columns": {"kndb"},  # the column with a player's number at that federation
    "ledger.rating_lists": {"kndb"},  # the federation, which publishes one
}


def strings(tree: ast.AST) -> set[str]:
    return {n.value for n in nodes_of(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


OUTSIDE_SYSTEMS = [name for name in MODULES if not name.startswith("engine.systems")]


def test_no_module_imports_a_system():
    """The registry does, by the name of its folder, when it is asked for."""
    found = {name: [i for i in imports(MODULES[name]) if i.startswith("engine.systems.")] for name in OUTSIDE_SYSTEMS}
    assert {name: imported for name, imported in found.items() if imported} == {}


def test_no_module_knows_a_system_by_its_key():
    known = {name: strings(MODULES[name]) & set(SYSTEMS) - allowed_keys(name) for name in OUTSIDE_SYSTEMS}
    assert {name: keys for name, keys in known.items() if keys} == {}


def allowed_keys(name: str) -> set[str]:
    return {key for place, keys in KEYS_ELSEWHERE.items() if f"{name}.".startswith(f"{place}.") for key in keys}


def test_a_system_stands_in_the_folder_of_its_family():
    folders = {path.name for path in (HOUSE / "engine" / "systems").iterdir() if (path / "system.py").exists()}
    assert {system.family for system in SYSTEMS.values()} == folders
    for family in folders:
        described = importlib.import_module(f"engine.systems.{family}.system").SYSTEMS
        assert {system.key for system in described} == set(SYSTEMS.by_family()[family])
        assert {system.family for system in described} == {family}


def test_imports_stand_at_the_head_of_a_module():
    late = {
        (name, imported)
        for name in MODULES
        for function in nodes_of(MODULES[name])
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for imported in imports(function)
    }
    assert {(name, imported) for name, imported in late if name not in MAY_IMPORT_LATE} == set()
    assert {name for name, _ in late} == MAY_IMPORT_LATE  # and each of these has a reason to stand there


# -- the engine is pure ------------------------------------------------------------------------------------------------

OUTSIDE_WORLD = {
    *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "signal", "threading"),  # others at work
    *("http", "select", "selectors", "socket", "socketserver", "ssl", "urllib"),  # the network
    *(
        "glob",
        "io",
        "logging",
        "mmap",
        "os",
        "pathlib",
        "shelve",
        "shutil",
        "sqlite3",
        "subprocess",
        "tempfile",
    ),  # files
    *("getpass", "locale", "platform", "sys", "zoneinfo"),  # the machine
    *("secrets", "time", "uuid"),  # chance and the clock
}
TOUCHING = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
THE_CLOCK = {"now", "utcnow", "today"}
WAITING = ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith


def test_the_engine_has_no_clock_no_file_no_network_and_no_async():
    assert {name: found for name in modules_of("engine") if (found := touched_by(MODULES[name]))} == {}


def touched_by(tree: ast.Module) -> set[str]:
    """What a module reaches for outside of itself."""
    imported = {imported for imported in imports(tree) if imported.split(".")[0] in OUTSIDE_WORLD}
    called = {ast.unparse(node.func) for node in nodes_of(tree) if isinstance(node, ast.Call)}
    waiting = {type(node).__name__ for node in nodes_of(tree) if isinstance(node, WAITING)}
    return imported | {call for call in called if call in TOUCHING or call.split(".")[-1] in THE_CLOCK} | waiting


def test_what_reaches_outside_is_found():
    assert touched_by(ast.parse("import os")) == {"os"}
    assert touched_by(ast.parse("print(datetime.now())")) == {"print", "datetime.now"}
    assert touched_by(ast.parse("async def wait(): await other")) == {"AsyncFunctionDef", "Await"}


def test_chance_in_the_engine_has_a_seed():
    for name in modules_of("engine"):
        tree = MODULES[name]
        assert [i for i in imports(tree) if i.startswith("random.")] == [], name  # random.Random, in full
        nodes = nodes_of(tree)
        used = [n for n in nodes if isinstance(n, ast.Attribute) and ast.unparse(n).startswith("random.")]
        seeded = [n for n in nodes if isinstance(n, ast.Call) and ast.unparse(n.func) == "random.Random" and n.args]
        assert len(used) == len(seeded), name


def test_scores_are_never_floats():
    found = {
        f"{name}:{n.lineno}"
        for name in modules_of("engine")
        for n in nodes_of(MODULES[name])
        if (isinstance(n, ast.Constant) and isinstance(n.value, float)) or (isinstance(n, ast.Name) and n.id == "float")
    }
    assert found == set()


# -- sizes and names ---------------------------------------------------------------------------------------------------

DRAWERS = {"utils", "util", "common", "helpers", "helper", "manager", "base", "misc"}


def test_no_module_passes_500_lines():
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in sources(*ROOMS, "tests")}
    assert {name: count for name, count in lines.items() if count > 500} == {}


STATIC_SCRIPTS = HOUSE / "displays" / "web" / "static" / "js"
SCRIPTS = sorted(STATIC_SCRIPTS.rglob("*.js"))


def test_no_script_passes_400_lines_and_no_folder_of_them_25():
    assert SCRIPTS
    assert [path for path in SCRIPTS if len(path.read_text("utf-8").splitlines()) > 400] == []
    assert [folder for folder in {path.parent for path in SCRIPTS} if len([*folder.glob("*.js")]) > 25] == []


def test_scripts_have_short_lines_and_export_only_what_is_imported():
    texts = {path: path.read_text("utf-8") for path in SCRIPTS}
    wide = [(path.name, line) for path, text in texts.items() for line in text.splitlines() if len(line) > 120]
    assert wide == []
    exported = {
        (path, name)
        for path, text in texts.items()
        for name in re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    }
    imported = {
        ((path.parent / source).resolve(), name.split()[0])
        for path, text in texts.items()
        for names, source in re.findall(r'\{([^{}]*)\} (?:from|= await import)[ (]"([^"]+)"', text)
        for name in names.split(",")
        if name.strip()
    }
    assert exported - imported - FOR_TYPES == set()


# Named in a JSDoc comment of another module.
FOR_TYPES = {(STATIC_SCRIPTS / "live.js", "Follower")}


def test_nothing_lives_in_a_drawer():
    assert [name for path in sources(*ROOMS, "tests") if DRAWERS & set((name := name_of(path)).split("."))] == []


def test_every_package_is_installed():
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    packages = [name_of(path) for path in sources(*ROOMS) if path.name == "__init__.py"]
    listed = settings["tool"]["setuptools"]["packages"]
    assert sorted(set(packages) - set(listed)) == [], "wants its line in pyproject.toml, [tool.setuptools] packages"
    assert sorted(listed) == sorted(packages)


# -- every error has its sentence --------------------------------------------------------------------------------------

ERRORS = {
    *("Refusal", "NoPairing", "Unsupported"),
    *("VersionConflict", "BadInput", "Broken", "Unavailable", "RoundlogError"),
}


@functools.cache
def raised() -> list[tuple[str, ast.Call, ast.Module]]:
    """Every place at which an error is made."""
    return [
        (f"{name}:{node.lineno}", node, tree)
        for name, tree in MODULES.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ERRORS
    ]


def codes_in(code: ast.expr, tree: ast.Module) -> list[str]:
    """The codes that an expression can be: a word, one of two, a name for one, or a look-up in a table of them."""
    match code:
        case ast.Constant(value=str(word)):
            return [word]
        case ast.IfExp(body=one, orelse=other):
            choices = [one, other]
        case ast.Name(id=name):
            choices = assigned_to(name, tree)
        case ast.Subscript(value=ast.Name(id=name)):
            choices = [
                word for table in assigned_to(name, tree) if isinstance(table, ast.Dict) for word in table.values
            ]
        case _:
            return []
    return [word for choice in choices for word in codes_in(choice, tree)]


def assigned_to(name: str, tree: ast.Module) -> list[ast.expr]:
    assignments = (node for node in nodes_of(tree) if isinstance(node, ast.Assign))
    return [node.value for node in assignments if ast.unparse(node.targets[0]) == name]


TOLD_BESIDE = {"found": "value", "option": "label"}  # by Language.sentence


@functools.cache
def facts_by_code() -> dict[str, list[set[str]]]:
    """For each code the facts that each of its places gives. What was found is also the value that was given, and an
    option has the label that the form gives it."""
    found: dict[str, list[set[str]]] = defaultdict(list)
    for _, call, tree in raised():
        facts = {str(keyword.arg) for keyword in call.keywords}
        for code in codes_in(call.args[0], tree):
            found[code].append(facts | {told for given, told in TOLD_BESIDE.items() if given in facts})
    return dict(found)


def sentences(language: str) -> Mapping[str, str]:
    return Language(language).section("errors")


def test_an_error_says_its_code_where_it_is_made():
    """So that these tests, and whoever searches for a code, find it."""
    assert [place for place, call, tree in raised() if not (call.args and codes_in(call.args[0], tree))] == []


def test_codes_are_kebab_case_words():
    codes = facts_by_code()
    assert codes
    assert [code for code in codes if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_sentence(language):
    known = sentences(language)
    assert sorted(code for code in facts_by_code() if not known.get(code, "").strip()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_still_needed(language):
    """Its code is named somewhere; a page may use one that is no error of ours."""
    named = {n.value for tree in MODULES.values() for n in nodes_of(tree) if isinstance(n, ast.Constant)}
    assert sorted(set(sentences(language)) - named) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_asks_only_for_facts_that_every_place_gives(language):
    known, found = sentences(language), facts_by_code()
    asked = {code: {field for _, field, _, _ in string.Formatter().parse(known[code]) if field} for code in known}
    missing = {code: asked[code] - facts for code in known for facts in found.get(code, ()) if asked[code] - facts}
    assert missing == {}


# -- every reason has its sentence -------------------------------------------------------------------------------------


@functools.cache
def reasons_by_code() -> dict[str, list[set[str]]]:
    """For each code of a reason or hint: the facts of each place that gives it, and the names of its players."""
    found: dict[str, list[set[str]]] = defaultdict(list)
    for name in modules_of("engine"):
        for node in nodes_of(MODULES[name]):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in GIVING_REASONS:
                for code in codes_in(node.args[0], MODULES[name]):
                    found[code].append(_facts_of(node) | TOLD_OF_EVERY_REASON)
    return dict(found)


# As a value, or through the journal of a round.
GIVING_REASONS = {"Reason", "note", "_note"}

# The names of its players, and what ``displays/words/pairing_reasons.py`` reads from a bracket and its article.
TOLD_OF_EVERY_REASON = {"one", "other", "player", "players", "score", "criterion"}


def _facts_of(reason: ast.Call) -> set[str]:
    written = [argument for argument in reason.args if isinstance(argument, ast.Dict)]
    named = {keyword.arg for keyword in reason.keywords if keyword.arg is not None}
    return named | {str(ast.literal_eval(key)) for facts in written for key in facts.keys if key is not None}


def reasons(language: str) -> Mapping[str, str]:
    return Language(language).section("reasons")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_hint_of_the_engine_has_a_sentence(language):
    assert reasons_by_code()
    assert set(reasons_by_code()) - set(reasons(language)) == set(), f"wants its sentence in reasons.json of {language}"
    assert set(reasons(language)) - set(reasons_by_code()) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_of_a_reason_asks_only_for_facts_that_it_brings(language):
    found = reasons_by_code()
    asked = {
        code: {field for _, field, _, _ in string.Formatter().parse(text) if field}
        for code, text in reasons(language).items()
    }
    assert {code: asked[code] - facts for code in asked for facts in found.get(code, ()) if asked[code] - facts} == {}


# -- what lies in the house --------------------------------------------------------------------------------------------

ENTRIES = {
    *("engine", "ledger", "displays", "tests", "deploy", ".ci"),
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs"),
    *("Makefile", "pyproject.toml", ".gitignore"),
    ".dockerignore",  # what builds an image looks for it here and nowhere else
}
# In pieces, so that this file does not name them either.
REGISTRIES = [
    ".".join(parts).encode()
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("pypi", "python", "org"),
        ("anaconda", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("unpkg", "com"),
        ("jsdelivr", "net"),
        ("crates", "io"),
        ("rubygems", "org"),
    )
]


def belongings() -> list[Path]:
    """What git keeps; without git, all that ``.gitignore`` does not name."""
    git = shutil.which("git")
    if git is not None and (HOUSE / ".git").exists():
        asked = subprocess.run([git, "ls-files", "-z"], cwd=HOUSE, capture_output=True, text=True)
        if asked.returncode == 0:
            return [HOUSE / name for name in asked.stdout.split("\0") if name and (HOUSE / name).exists()]
    ignored = [".git", *(line.strip("/") for line in (HOUSE / ".gitignore").read_text("utf-8").split())]
    return list(_files(HOUSE, ignored))


def _files(folder: Path, ignored: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if any(fnmatch.fnmatch(path.name, pattern) for pattern in ignored):
            continue
        if path.is_dir():
            yield from _files(path, ignored)
        else:
            yield path


def test_the_top_of_the_house_holds_what_the_plan_names():
    assert {path.relative_to(HOUSE).parts[0] for path in belongings()} <= ENTRIES


def test_no_file_names_a_package_registry():
    texts = [path for path in belongings() if path.is_file()]
    assert texts
    assert [path for path in texts if any(host in path.read_bytes().lower() for host in REGISTRIES)] == []
