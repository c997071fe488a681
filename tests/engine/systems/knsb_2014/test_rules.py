"""engine/RULES.md has every article of KNSB:2014, and what it names is there."""

from __future__ import annotations

import importlib
import json
import re
from functools import reduce
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[4] / "engine"
SECTION = (ENGINE / "RULES.md").read_text(encoding="utf-8").split("## KNSB:2014")[1].split("\n## ")[0]
PLACE = re.compile(r"`([a-z_0-9/]+)\.py` `([A-Za-z_.0-9]+)`")
LETTERED = {"A7": "abcdef", "A8": "ab", "B1": "ab"}
LAST = {"A": 11, "B": 6, "C": 14, "D": 3, "E": 5, "F": 9}


def articles() -> list[str]:
    whole = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]
    return [name + part for name in whole for part in LETTERED.get(name, ("",))]


def row(article: str) -> str:
    return next((line for line in SECTION.splitlines() if line.startswith(f"| {article} |")), "")


@pytest.mark.parametrize("article", articles())
def test_every_article_has_a_place_or_says_why_not(article: str) -> None:
    where = row(article).split("|")[3:]
    assert PLACE.search("|".join(where)) or re.search("not applicable: |done in the ledger: ", "|".join(where))


def test_every_place_exists() -> None:
    places = PLACE.findall(SECTION)
    assert len(places) > 50
    for path, name in places:
        module = importlib.import_module(f"engine.{path.replace('/', '.')}")
        reduce(getattr, name.split("."), module)


def test_the_rounds_that_differ_are_those_of_the_test() -> None:
    listed = dict(re.findall(r"^\| (\S+ round \d+) \| ([A-Z][0-9a-z.]+) \|", SECTION, re.MULTILINE))
    assert listed == json.loads((Path(__file__).parent / "golden" / "differences.json").read_text(encoding="utf-8"))
