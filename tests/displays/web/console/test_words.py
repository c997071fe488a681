"""Every word that a page or a script asks for is there, and no word is left that nobody asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from displays.web.console.setup_form import choices
from displays.words.language import LANGUAGES, LOCALE, language
from engine.registry import SYSTEMS

WEB = LOCALE.parents[1] / "web"
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
SCRIPTS = sorted((WEB / "static" / "js" / "console").rglob("*.js"))
PYTHON = sorted((WEB / "console").glob("*.py"))
SECTIONS = {path.stem: language("en").section(path.stem) for path in sorted((LOCALE / "en").glob("*.json"))}
# Keys that are put together from a part that varies: the state of a round, the name of a system …
PUT_TOGETHER = (
    *("section-", "state-", "system-", "step-", "event-", "group-", "player-", "players-", "column-"),
    *("role-", "verdict-", "work-"),
)


def text(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_asks_only_for_words_of_the_console_that_are_there(path: Path):
    asked = set(re.findall(r"""ui\[["']([\w-]+)["']\]""", text(path)))
    asked |= set(re.findall(r"""phrase\(["']([\w-]+)["'], section=["']console["']""", text(path)))
    assert asked - set(SECTIONS["console"]) == set()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_asks_only_for_words_that_are_there(path: Path):
    asked = set(re.findall(r"""(?<![\w.])word\(["']([\w-]+)["']""", text(path)))
    known = {key for name, section in SECTIONS.items() if name not in ("words", "errors") for key in section}
    assert asked - known == set()


def test_no_word_of_the_console_is_left_over():
    everything = "\n".join(map(text, [*TEMPLATES, *SCRIPTS, *PYTHON]))
    unused = [
        key
        for key in SECTIONS["console"]
        if not key.startswith(PUT_TOGETHER) and not re.search(rf"""["']{re.escape(key)}["']""", everything)
    ]
    assert unused == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_choice_of_every_option_has_words(code: str):
    offered = {
        word: words
        for system in choices(language(code)).systems
        for option in system.options
        for word, words in option.words
    }
    spoken = language(code).section("choices")
    words = {word for word in offered if not word.isdigit()}
    assert words - set(spoken) == set(), f"wants its words in choices.json of {code}"
    assert set(spoken) - words == set()
    assert [word for word, words in offered.items() if not words] == []


def test_every_system_is_offered_once_with_what_it_is():
    offered = choices(language("en")).systems
    assert sorted(system.key for system in offered) == sorted(SYSTEMS)
    assert [system.key for system in offered if not (system.name and system.about and system.regulation)] == []


def test_one_script_alone_writes_moments():
    scripts = sorted((WEB / "static" / "js").rglob("*.js"))
    writes = re.compile(r"\.toLocale\w*String\(|new Intl\.DateTimeFormat\(")
    writing = [path.name for path in scripts if writes.search(text(path))]
    assert writing == ["moments.js"]
