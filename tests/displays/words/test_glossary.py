"""The glossary is what the screens say."""

import re
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES, language

GLOSSARY = (Path(__file__).parents[3] / "engine" / "GLOSSARY.md").read_text("utf-8")
HEADS = [head.strip().casefold() for head in re.findall(r"^\| code (.*)\|$", GLOSSARY, re.MULTILINE)[0].split("|")]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith("| code")
]


def test_every_word_is_there_in_every_language():
    assert len(ROWS) > 60
    assert [row for row in ROWS if len(row) != 5 or not all(row)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_outcomes_are_called_on_screens_as_the_glossary_calls_them(code):
    outcomes = language(code).section("outcomes")
    column = HEADS.index(language(code).word("language").casefold())
    called = {row[0]: re.split(r"[(]", row[column])[0].strip() for row in ROWS}
    named = {key: word for key, word in outcomes.items() if key in called}
    assert len(named) >= 14
    assert [key for key, word in named.items() if not called[key].startswith(word)] == []
