"""The handbook is true: its commands run, what it points at is there, and it says the same in every language."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import string
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from displays.cli.commands import AS_TRF, MODULES, OF_A_FILE, ROUNDLOG
from displays.web.help.chapters import find_link, list_documents, read_handbook, read_pictures
from displays.web.help.marks import MARK
from displays.web.help_chapters import find_languages, list_chapters, read_chapter
from displays.words.language import LANGUAGES, language
from tests.displays.command_server import roundlog_in

HANDBOOK = Path(__file__).parents[1] / "docs" / "handbook"
OTHERS = [code for code in LANGUAGES if code != "en"]
IN_EACH = [pytest.param(code, name, id=f"{code}-{name}") for code in LANGUAGES for name in list_chapters()]
IN_THE_OTHERS = [pytest.param(code, name, id=f"{code}-{name}") for code in OTHERS for name in list_chapters()]


def blocks(text: str, kind: str) -> list[str]:
    """Of commands, without the spaces before those that belong to a step."""
    found = re.findall(rf"^( *)```{kind}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{before}", "", block, flags=re.MULTILINE) for before, block in found]


def test_every_language_has_every_chapter_and_no_other():
    assert find_languages() == LANGUAGES
    for code in LANGUAGES:
        assert {path.stem for path in (HANDBOOK / code).glob("*.md")} == set(list_chapters()), code


# -- the same in every language ----------------------------------------------------------------------------------------


def structure(text: str) -> dict[str, list[str]]:
    return {
        "headings": re.findall(r"^#+(?= )", text, re.MULTILINE),
        "pictures": re.findall(r"!\[[^]]*\]\(([^)]+)\)", text),
        "links": re.findall(r"(?<!!)\[(?:[^][]|\[[^]]*\])*\]\(([^)]+)\)", text),
        "steps": re.findall(r"^ *(?:\d+\.|-)(?= )", text, re.MULTILINE),
        "lines of tables": re.findall(r"^(?=\|)", text, re.MULTILINE),
        "commands": blocks(text, "sh"),
    }


@pytest.mark.parametrize(("code", "name"), IN_THE_OTHERS)
def test_a_chapter_has_the_same_parts_as_in_english(code: str, name: str):
    here, there = structure(read_chapter(code, name)), structure(read_chapter("en", name))
    assert here["headings"]
    for part in there:
        if part == "links":  # a sentence may have them in another order
            assert sorted(here[part]) == sorted(there[part])
        else:
            assert here[part] == there[part], part


@pytest.mark.parametrize(("code", "name"), IN_THE_OTHERS)
def test_a_chapter_names_the_same_words_of_the_product_as_in_english(code: str, name: str):
    def named(one: str) -> set[str]:
        return {found[0] for found in MARK.finditer(read_chapter(one, name))}

    assert named(code) == named("en")


# -- what it says of the product ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "name"), IN_EACH)
def test_every_mark_is_a_word_of_the_product_with_all_that_it_asks_for(code: str, name: str):
    text, reader = read_chapter(code, name), language(code)
    found = list(MARK.finditer(text))
    assert len(found) == text.count("⟦") == text.count("⟧"), "a mark that cannot be read"
    for mark in found:
        section, key, given = mark.groups()
        asked = {field for _, field, _, _ in string.Formatter().parse(reader.word(key, section)) if field}
        assert {pair.partition("=")[0] for pair in given.split()} == asked, mark[0]


@pytest.mark.parametrize(("code", "name"), IN_EACH)
def test_every_link_leads_somewhere(code: str, name: str):
    for target in structure(read_chapter(code, name))["links"]:
        assert find_link(target, code), target
        file, _, anchor = target.partition("#")
        assert (HANDBOOK / code / file).exists(), target
        if anchor:
            assert anchor in [one.heading.id for one in read_handbook(code)[Path(file).stem].passages], target


def test_the_documents_beside_it_are_those_of_the_folder():
    assert "server" in list_documents()
    assert find_link("../../server.md", "nl") == "/help/docs/server"
    assert find_link("hall.md", "nl") == "/help/nl/hall"
    assert find_link("handbook/nl/hall.md", "en") == "/help/nl/hall"
    assert find_link("docs/cli.md#the-log", "en") == "/help/docs/cli#the-log"
    assert find_link("handbook/README.md", "en") == "/help/en"
    assert find_link("../ARCHITECTURE.md", "en") == ""


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_picture_is_there_and_shown(code: str):
    named = {
        Path(target).stem for name in list_chapters() for target in structure(read_chapter(code, name))["pictures"]
    }
    there = {path.partition("/")[2] for path in read_pictures() if path.startswith(f"{code}/")}
    assert sorted(named - there) == [], "wants its scene in tests/pictures: make pictures"
    assert sorted(there - named) == [], "no chapter shows it any more"


# -- commands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in list_chapters() if blocks(read_chapter("en", name), "sh")])
def test_the_commands_of_a_chapter_run(name: str, tmp_path: Path):
    """One after the other in an empty folder, as they stand there. (In every language they are the same.)"""
    commands, here = tmp_path / "bin", tmp_path / "here"
    commands.mkdir()
    here.mkdir()
    environment = {"PATH": f"{commands}:{os.environ['PATH']}", "HOME": str(here), "LANG": "en_GB.UTF-8"}
    script = "\n".join(blocks(read_chapter("en", name), "sh"))
    with roundlog_in(commands, environment):
        said = subprocess.run(
            ["sh", "-eu", "-c", script], cwd=here, env=environment, capture_output=True, text=True, check=False
        )
    assert said.returncode == 0, said.stdout[-2000:] + said.stderr
    assert "Traceback" not in said.stderr


def shown_commands(code: str, name: str) -> list[str]:
    """Those that need another machine, or go on for ever: they are only looked at."""
    lines = "\n".join(blocks(read_chapter(code, name), "console")).splitlines()
    return [line.partition("$ ")[2] for line in lines if "$ roundlog" in line]


def command_of(words: list[str]) -> click.Context:
    """What the command line makes of these words, without doing it."""
    context = ROUNDLOG.make_context("roundlog", words)
    rest = [*context._protected_args, *context.args]
    name, command, rest = ROUNDLOG.resolve_command(context, rest)
    assert command is not None
    return command.make_context(name, rest, parent=context)


@pytest.mark.parametrize(("code", "name"), IN_EACH)
def test_a_command_that_is_only_shown_can_be_typed_so(code: str, name: str):
    for line in shown_commands(code, name):
        lexer = shlex.shlex(line.partition(" > ")[0], posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.escape, lexer.commenters = True, "", ""  # paths as Windows writes them
        command_of([*lexer][1:])


def test_a_command_that_cannot_be_typed_so_is_found():
    with pytest.raises(Exception, match="unknown-argument"):
        command_of(["serve", "--behind-proxies"])


def options() -> Iterator[str]:
    """Of all commands, also of those that take a file in place of a tournament."""
    modules = [*MODULES.items(), *OF_A_FILE.items(), *((name, module) for name, (module, _) in AS_TRF.items())]
    for name, module in modules:
        for parameter in importlib.import_module(f"displays.cli.{module}").COMMANDS[name].parameters:
            yield from parameter.opts
    yield from (spelling for parameter in ROUNDLOG.params for spelling in parameter.opts)


OPTIONS = frozenset(options())


@pytest.mark.parametrize(("code", "name"), IN_EACH)
def test_what_is_named_in_passing_exists(code: str, name: str):
    text = re.sub(r"```.*?```", "", read_chapter(code, name), flags=re.DOTALL)
    for said in re.findall(r"`([^`\n]+)`", text):
        words = said.split()
        if words[0] == "roundlog":
            commands = [word for word in words[1:] if word in MODULES]
            assert commands or set(words[1:]) <= OPTIONS | {"…", "FILE"}, said
        assert {word for word in words if re.fullmatch(r"--[a-z-]+", word)} <= OPTIONS, said
