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
# A language is a folder, and nothing else has to know of it. English first: it speaks where no other was asked for.
LANGUAGES = ("en", *sorted(path.name for path in LOCALE.iterdir() if path.is_dir() and path.name != "en"))

# Facts that say where something was found. A sentence that does not mention them gets them in brackets behind it.
WHERE = ("path", "line", "column", "position")
# Facts that say what was written though something was refused. Each has a sentence of its own, which follows.
WRITTEN = ("dispute_recorded", "dispute_open")
# The first of the players in a request is nearly always the only one, from a form, and what is wrong with a scene of a
# screen is told at it: people read the field's name alone.
_TOLD_AT_IT = re.compile(r"^players\.0\.(?:player\.)?|^scenes\.\d+\.")
_OPTION = re.compile(r"(?:^|\.)options\.(\w+)$")
_LABEL = re.compile(r"\[\[(\w+)\]\]")


def listed(items: Sequence[str], also: str = "") -> str:
    """``3, 5``; with semicolons where a comma stands in one of them, or in what follows."""
    return ("; " if any(", " in item for item in (*items, also)) else ", ").join(items)


class Language:
    """The sentences and words of one language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._sections: dict[str, Mapping[str, str]] = {}

    def word(self, key: str, section: str = "words") -> str:
        return self.section(section)[key]

    def section(self, name: str) -> Mapping[str, str]:
        """All texts of one file, read when the first of them is asked for."""
        if name not in self._sections:
            texts = _read_texts(LOCALE / self.code / f"{name}.json")
            if any("[[" in text for text in texts.values()):
                labels = self.section("options")
                texts = {key: _with_labels(text, labels) for key, text in texts.items()}
            self._sections[name] = texts
        return self._sections[name]

    def word_or_key(self, key: str, section: str) -> str:
        """For keys that come out of a log: one that a newer Roundlog wrote stands for itself."""
        return self.section(section).get(key, key)

    def phrase(self, key: str, /, section: str = "words", **facts: Fact) -> str:
        return self.filled(key, section, {name: self._fact(name, value) for name, value in facts.items()})

    def filled(self, key: str, section: str, facts: Mapping[str, str]) -> str:
        """With facts that are in the reader's words already."""
        return _fill(self.word(key, section), facts)

    def sentence(self, error: RoundlogError) -> str:
        """What an error says to a person."""
        pattern = self.section("errors").get(error.code)
        if pattern is None:
            return str(error)
        facts = {name: self._fact(name, value) for name, value in error.facts.items()}
        facts.setdefault("value", facts.get("found", ""))  # what was found is what was given
        if "option" in facts:
            facts["label"] = self._label(facts["option"])
        said = _fill(pattern, facts)
        said = " ".join([said, *(_fill(self.word(f"also-{name}"), facts) for name in WRITTEN if name in facts)])
        unsaid = [name for name in WHERE if name in facts and name not in placeholders(pattern)]
        if not unsaid:
            return said
        where = ", ".join(_fill(self.word(f"where-{name}"), facts) for name in unsaid)
        return f"{said.removesuffix('.')} ({where})."

    def hint(self, error: RoundlogError) -> str:
        """What somebody at the command line could type; "" where there is nothing to add."""
        pattern = self.section("hints").get(error.code)
        if pattern is None or not placeholders(pattern) <= error.facts.keys():
            return ""
        return self.phrase(error.code, "hints", **error.facts)

    def field(self, dotted: str) -> str:
        """The name of a field; of one within another (``points.win``, ``boards.3.white``) all their names."""
        parts = dotted.replace("boards.", "board.").split(".")
        return " ".join(self.word_or_key(part, "fields") for part in parts)

    def joined(self, items: Sequence[int | str]) -> str:
        """``3, 5 and 7``."""
        *most, last = [str(item) or "–" for item in items] or ["–"]
        return f"{listed(most, last)} {self.word('and')} {last}" if most else last

    def _label(self, option: str) -> str:
        """As the set-up form has it."""
        return _with_capital(self.word_or_key(option, "options"))

    def _fact(self, name: str, value: Fact) -> str:
        if isinstance(value, tuple):
            return (_One if len(value) == 1 else _Several)(self.joined(value))
        if name == "field" and (option := _OPTION.search(str(value))):
            return self.filled("quoted", "words", {"text": self._label(option[1])})
        if name == "field":
            return _with_capital(self.field(_TOLD_AT_IT.sub("", str(value))))
        if name in ("outcome", "old", "result", "stands", "given"):  # a result that is not a score is a word
            return self.word_or_key(str(value), "outcomes")
        return str(value)


def _read_texts(path: Path) -> dict[str, str]:
    return cast("dict[str, str]", json.loads(path.read_text(encoding="utf-8")))


def _with_labels(text: str, labels: Mapping[str, str]) -> str:
    """``[[rematch_gap]]`` is what the set-up form calls that option, so that both always say the same."""
    return _LABEL.sub(lambda found: _with_capital(labels[found[1]]), text)


class _Lenient(dict[str, str]):
    """A fact that an error did not bring leaves a gap in the sentence, never an exception on top of it."""

    def __missing__(self, name: str) -> str:
        return _Fact("…")


class _Fact(str):
    """What stands in a sentence. ``{count:game|games}`` is the word that goes with the number, and of a list with how
    many there are in it: our languages have one form for 1 and one for the others (Estonian counts in the partitive,
    which is one form as well)."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return str(self)
        one, others = form.split("|")
        return one if self._is_one() else others

    def _is_one(self) -> bool:
        return self.lstrip("+-") == "1"


class _One(_Fact):
    """A list of one, whatever its number."""

    __slots__ = ()

    def _is_one(self) -> bool:
        return True


class _Several(_Fact):
    """A list of none or of several."""

    __slots__ = ()

    def _is_one(self) -> bool:
        return False


def _fill(pattern: str, facts: Mapping[str, str]) -> str:
    if "|" not in pattern and facts.keys() >= placeholders(pattern):
        return pattern.format_map(facts)
    counted = ((name, fact if isinstance(fact, _Fact) else _Fact(fact)) for name, fact in facts.items())
    return pattern.format_map(_Lenient(counted))


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
