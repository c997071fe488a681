"""A language is a folder: a made-up Polish is offered and counts rightly, with nothing else touched."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from displays.words.plurals import choose_form, plural_categories, read_count

HOUSE = Path(__file__).parents[3]
WORDS_JS = HOUSE / "displays" / "web" / "static" / "js" / "words.js"

# Counts and what stands beside them: one, few, many, and a part of one.
GAMES = "partia w toku|partie w toku|partii w toku|partii w toku"
COUNTED = {
    "1": "partia w toku",
    "2": "partie w toku",
    "4": "partie w toku",
    "5": "partii w toku",
    "0": "partii w toku",
    "12": "partii w toku",
    "22": "partie w toku",
    "112": "partii w toku",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the displays, with English words in a folder ``pl`` of which a few are Polish."""
    copy = tmp_path_factory.mktemp("house")
    shutil.copytree(HOUSE / "displays", copy / "displays", ignore=shutil.ignore_patterns("__pycache__"))
    locale = copy / "displays" / "words" / "locale"
    shutil.copytree(locale / "en", locale / "pl")
    for section, texts in {
        "words": {"language": "polski", "no-tournaments": "Brak turniejów."},
        "screens": {"in-progress": f"{{count}} {{count:{GAMES}}}"},
        "columns": {"name": "Nazwisko i imię, Gracz"},
    }.items():
        path = locale / "pl" / f"{section}.json"
        path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **texts}), "utf-8")
    return copy


def run_python(house: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": f"{house}{os.pathsep}{HOUSE}", "LANG": "pl_PL.UTF-8"}
    environment.pop("ROUNDLOG_LANG", None)
    done = subprocess.run(
        [sys.executable, *arguments], cwd=house, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


SCRIPT = """
import json, sys
from displays.words.columns import column_titles
from displays.words.language import LANGUAGES, from_header, language
polish = language("pl-PL")
print(json.dumps({
    "languages": LANGUAGES,
    "asked": from_header("fr, pl;q=0.9, en;q=0.5"),
    "named": [language(code).word("language") for code in LANGUAGES],
    "column": column_titles()["nazwiskoiimie"],
    "counted": [polish.phrase("in-progress", "screens", count=count) for count in json.loads(sys.argv[1])],
}))
"""


def test_a_folder_is_a_language(house: Path):
    told = json.loads(run_python(house, "-c", SCRIPT, json.dumps([*map(int, COUNTED)])))
    assert told["languages"] == ["en", "de", "et", "nl", "pl"]
    assert told["asked"] == "pl"
    assert told["named"] == ["English", "Deutsch", "eesti", "Nederlands", "polski"]
    assert told["column"] == "name"
    assert told["counted"] == [f"{count} {word}" for count, word in COUNTED.items()]


def test_the_command_line_speaks_it(house: Path):
    run_python(house, "-m", "displays.cli", "--log", "new.db", "open", "spring", "--name", "Wiosna", "--rounds", "3")
    run_python(house, "-c", "from ledger.store.sqlite import SqliteLog; SqliteLog('empty.db').close()")
    assert run_python(house, "-m", "displays.cli", "--log", "empty.db", "list") == "Brak turniejów.\n"
    assert "polski" not in run_python(house, "-m", "displays.cli", "--log", "empty.db", "--lang", "en", "list")


def node() -> str:
    found = shutil.which("node")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("node is not installed: the words of the browser are not tested")
    if found is None:
        pytest.skip("node is not installed: the words of the browser are not tested")
    return found


def test_the_browser_counts_by_the_same_rules():
    script = f"""
        globalThis.document = {{ getElementById: () => null, documentElement: {{ lang: "pl" }} }};
        const {{ fillPattern: fill }} = await import({json.dumps(WORDS_JS.as_uri())});
        const counts = {json.dumps([*COUNTED])};
        const told = counts.map((count) => fill("{{count}} {{count:{GAMES}}}", {{ count }}));
        const others = [fill("{{n:game|games}}", {{ n: 1 }}, "en"), fill("{{n:game|games}}", {{ n: "½" }}, "en"),
          fill("{{n:jeu|jeux}}", {{ n: 0 }}, "fr"), fill("{{n:game|games}} {{m}}", {{}}, "en"),
          fill("{{points:point|points}}", {{ points: "-1" }}, "en")];
        console.log(JSON.stringify([told, others]));
    """
    done = subprocess.run(
        [node(), "--input-type=module", "-e", script], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    told, others = json.loads(done.stdout)
    assert told == [f"{count} {word}" for count, word in COUNTED.items()]
    assert others == ["game", "games", "jeu", "games …", "point"]


@pytest.mark.parametrize(
    ("code", "categories"),
    [
        ("en", ("one", "other")),
        ("pl", ("one", "few", "many", "other")),
        ("lv", ("zero", "one", "other")),
        ("pt-BR", ("one", "many", "other")),
        ("xx", ("one", "other")),  # CLDR does not know it: as in English
    ],
)
def test_categories_are_those_of_cldr(code: str, categories: tuple[str, ...]):
    assert plural_categories(code) == categories


@pytest.mark.parametrize(
    ("code", "forms", "number", "chosen"),
    [
        ("en", "game|games", "1", "game"),
        ("en", "game|games", "1.0", "games"),
        ("en", "game|games", "½", "games"),
        ("en", "point|points", "+1", "point"),
        ("en", "point|points", "–", "points"),
        ("fr", "jeu|jeux", "0", "jeu"),
        ("ru", "игра|игры|игр", "21", "игра"),
        ("ru", "игра|игры|игр", "3", "игры"),
        ("ru", "игра|игры|игр", "11", "игр"),
        ("ru", "игра|игры|игр", "2½", "игр"),
    ],
)
def test_a_form_is_chosen_by_the_rule_of_the_language(code: str, forms: str, number: str, chosen: str):
    assert choose_form(forms, number, code) == chosen


def test_what_is_no_number_is_not_counted():
    assert [read_count(text) for text in ("", "-", "…", "a", "1/2", ".", "½")][:-1] == [None] * 6
