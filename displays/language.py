"""Codes and facts → sentences in the reader's language."""

from __future__ import annotations

import functools
import json
import re
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from engine.errors import Fact, RoundlogError

LOCALE = Path(__file__).with_name("locale")
LANGUAGES = ("en", "nl", "de", "et")

# Facts that say where something was found. A sentence that does not mention them gets them in brackets behind it.
WHERE = ("path", "line", "column", "position")
# Facts that say what was written though something was refused. Each has a sentence of its own, which follows.
WRITTEN = ("dispute_recorded", "dispute_open")
# The first of the players in a request is nearly always the only one, from a form, and what is wrong with a scene of a
# screen is told at it: people read the field's name alone.
_TOLD_AT_IT = re.compile(r"^players\.0\.(?:player\.)?|^scenes\.\d+\.")


class Language:
    """The sentences and words of one language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._sections = read_sections(LOCALE / code)

    def word(self, key: str, section: str = "words") -> str:
        return self._sections[section][key]

    def section(self, name: str) -> Mapping[str, str]:
        """All texts of one part of the house, for the scripts of its pages."""
        return self._sections[name]

    def word_or_key(self, key: str, section: str) -> str:
        """For keys that come out of a log: one that a newer Roundlog wrote stands for itself."""
        return self._sections[section].get(key, key)

    def phrase(self, key: str, /, section: str = "words", **facts: Fact) -> str:
        return self.filled(key, section, {name: self._fact(name, value) for name, value in facts.items()})

    def filled(self, key: str, section: str, facts: Mapping[str, str]) -> str:
        """With facts that are in the reader's words already."""
        return _fill(self._sections[section][key], facts)

    def sentence(self, error: RoundlogError) -> str:
        """What an error says to a person."""
        pattern = self._sections["errors"].get(error.code)
        if pattern is None:
            return str(error)
        facts = {name: self._fact(name, value) for name, value in error.facts.items()}
        facts.setdefault("value", facts.get("found", ""))  # what was found is what was given
        said = _fill(pattern, facts)
        said = " ".join([said, *(_fill(self.word(f"also-{name}"), facts) for name in WRITTEN if name in facts)])
        unsaid = [name for name in WHERE if name in facts and name not in placeholders(pattern)]
        if not unsaid:
            return said
        where = ", ".join(_fill(self.word(f"where-{name}"), facts) for name in unsaid)
        return f"{said.removesuffix('.')} ({where})."

    def field(self, dotted: str) -> str:
        """The name of a field; of one within another (``points.win``, ``boards.3.white``) all their names."""
        parts = dotted.replace("boards.", "board.").split(".")
        return " ".join(self.word_or_key(part, "fields") for part in parts)

    def joined(self, items: Sequence[int | str]) -> str:
        """``3, 5 and 7``."""
        *most, last = [str(item) or "–" for item in items] or ["–"]
        return f"{', '.join(most)} {self.word('and')} {last}" if most else last

    def _fact(self, name: str, value: Fact) -> str:
        if isinstance(value, tuple):
            return self.joined(value)
        if name == "field":
            return _with_capital(self.field(_TOLD_AT_IT.sub("", str(value))))
        if name in ("outcome", "old", "result", "stands", "given"):  # a result that is not a score is a word
            return self.word_or_key(str(value), "outcomes")
        return str(value)


def read_sections(folder: Path) -> dict[str, dict[str, str]]:
    """All files of one language as one: a file for each part of the house, each with sections of keys and texts."""
    sections: dict[str, dict[str, str]] = {}
    for path in sorted(folder.glob("*.json")):
        for section, texts in cast("dict[str, dict[str, str]]", json.loads(path.read_text(encoding="utf-8"))).items():
            sections.setdefault(section, {}).update(texts)
    return sections


class _Lenient(dict[str, str]):
    """A fact that an error did not bring leaves a gap in the sentence, never an exception on top of it."""

    def __missing__(self, name: str) -> str:
        return _Fact("…")


class _Fact(str):
    """What stands in a sentence. ``{count:game|games}`` is the word that goes with the number: our languages have one
    form for 1 and one for the others (Estonian counts in the partitive, which is one form as well)."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return str(self)
        one, others = form.split("|")
        return one if self == "1" else others


def _fill(pattern: str, facts: Mapping[str, str]) -> str:
    if "|" not in pattern and facts.keys() >= placeholders(pattern):
        return pattern.format_map(facts)
    return pattern.format_map(_Lenient((name, _Fact(fact)) for name, fact in facts.items()))


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@functools.lru_cache(maxsize=4096)
def placeholders(pattern: str) -> frozenset[str]:
    """The facts that a sentence mentions."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(pattern) if name)


@functools.cache
def language(code: str) -> Language:
    return Language(code)


def from_environment(environment: Mapping[str, str]) -> str:
    """``ROUNDLOG_LANG``, else the language of the terminal (``nl_NL.UTF-8``), else English."""
    for variable in ("ROUNDLOG_LANG", "LC_ALL", "LANG"):
        code = environment.get(variable, "")[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


@functools.lru_cache(maxsize=256)
def from_header(accepted: str) -> str:
    """The first language of an ``Accept-Language`` header that we speak, by its weight."""
    weighed: list[tuple[float, str]] = []
    for choice in accepted.split(","):
        name, _, weight = choice.strip().partition(";q=")
        weighed.append((-_weight(weight), name[:2].lower()))
    ranked = sorted(weighed, key=lambda pair: pair[0])  # stable: equals as they came
    return next((code for weight, code in ranked if code in LANGUAGES and weight < 0), "en")


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
