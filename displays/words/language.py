"""Codes and facts → sentences in the reader's language."""

from __future__ import annotations

import functools
import json
import re
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from displays.words.dates import write_day
from displays.words.numbers import write_number
from displays.words.plurals import choose_form
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
NO_NUMBERS: Mapping[int, int] = {}  # by which people know players, where that is not the log's
# Facts that count something, and are no number of anything: large ones are written in groups of digits.
_COUNTS = frozenset({"count", "found", "later", "players", "records", "rows", "total"})
_DAYS = frozenset({"day", "ends", "starts"})
_OPTION = re.compile(r"(?:^|\.)options\.(\w+)$")
_LABEL = re.compile(r"\[\[(\w+)\]\]")


def join_items(items: Sequence[str], also: str = "") -> str:
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
        return self.fill(key, section, {name: self._fact(name, value) for name, value in facts.items()})

    def fill(self, key: str, section: str, facts: Mapping[str, str]) -> str:
        """With facts that are in the reader's words already."""
        return self._fill(self.word(key, section), facts)

    def sentence(self, error: RoundlogError) -> str:
        """What an error says to a person."""
        pattern = self.section("errors").get(error.code)
        if pattern is None:
            return str(error)
        facts = {name: self._fact(name, _with_names(name, value, error)) for name, value in error.facts.items()}
        facts.setdefault("value", facts.get("found", ""))  # what was found is what was given
        if "option" in facts:
            facts["label"] = self._label(facts["option"])
        said = self._fill(pattern, facts)
        said = " ".join([said, *(self._fill(self.word(f"also-{name}"), facts) for name in WRITTEN if name in facts)])
        unsaid = [name for name in WHERE if name in facts and name not in placeholders(pattern)]
        if not unsaid:
            return said
        where = ", ".join(self._fill(self.word(f"where-{name}"), facts) for name in unsaid)
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

    def join(self, items: Sequence[int | str]) -> str:
        """``3, 5 and 7``."""
        *most, last = [str(item) or "–" for item in items] or ["–"]
        return f"{join_items(most, last)} {self.word('and')} {last}" if most else last

    def _fill(self, pattern: str, facts: Mapping[str, str]) -> str:
        if "|" not in pattern and facts.keys() >= placeholders(pattern):
            return pattern.format_map(facts)
        return pattern.format_map(_Facts((name, _Fact(fact, self.code)) for name, fact in facts.items()))

    def _label(self, option: str) -> str:
        """As the set-up form has it."""
        return _with_capital(self.word_or_key(option, "options"))

    def _fact(self, name: str, value: Fact) -> str:
        if isinstance(value, tuple):
            return _Counted(self.join(value), len(value))
        if name in _COUNTS and isinstance(value, int):
            return _Counted(write_number(value, self.code), value)
        if name in ("field", "because") and (option := _OPTION.search(str(value))):
            return self.fill("quoted", "words", {"text": self._label(option[1])})
        if name == "field":
            return _with_capital(self.field(_TOLD_AT_IT.sub("", str(value))))
        if name == "breach":
            return self.word(f"rule-{value}")
        if name in _DAYS:
            return write_day(str(value), self)
        if name == "work":
            return self.word_or_key(f"work-{value}", "console")
        if name in ("outcome", "old", "result", "stands", "given"):  # a result that is not a score is a word
            return self.word_or_key(str(value), "outcomes")
        return str(value)


def _with_names(fact: str, value: Fact, error: RoundlogError) -> Fact:
    """Of the facts that are players."""
    if fact == "player" and isinstance(value, int):
        return named_player(value, error.names, error.numbers)
    if fact == "players" and isinstance(value, tuple):
        return name_players(value, error.names, error.numbers)
    if fact == "number" and isinstance(value, int):
        return error.numbers.get(value, value)
    return value


def name_players(
    players: Sequence[int | str], names: Mapping[int, str], numbers: Mapping[int, int] = NO_NUMBERS
) -> tuple[int | str, ...]:
    return tuple(named_player(player, names, numbers) if isinstance(player, int) else player for player in players)


def named_player(number: int, names: Mapping[int, str], numbers: Mapping[int, int] = NO_NUMBERS) -> str:
    """``Smit, Anna (12)``; by the number alone where nobody knows the name. ``numbers``: of those whom people know by
    another (``ledger/shown_numbers.py``)."""
    shown = numbers.get(number, number)
    return f"{names[number]} ({shown})" if number in names else str(shown)


def _read_texts(path: Path) -> dict[str, str]:
    return cast("dict[str, str]", json.loads(path.read_text(encoding="utf-8")))


def _with_labels(text: str, labels: Mapping[str, str]) -> str:
    """``[[rematch_gap]]`` is what the set-up form calls that option, so that both always say the same."""
    return _LABEL.sub(lambda found: _with_capital(labels[found[1]]), text)


class _Facts(dict[str, "_Fact"]):
    """A fact that an error did not bring leaves a gap in the sentence, never an exception on top of it."""

    def __missing__(self, name: str) -> _Fact:
        return _Fact("…", "en")


class _Counted(str):
    """A list in words, or a number as it is written. How many it has chooses the plural form, not how it is written nor
    the number of its only one."""

    size: int

    def __new__(cls, text: str, size: int) -> _Counted:
        made = super().__new__(cls, text)
        made.size = size
        return made


class _Fact:
    """What stands in a sentence: ``{count}``, or with ``{count:game|games}`` the word that goes with it."""

    __slots__ = ("_language", "_text")

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return self._text
        number = str(self._text.size) if isinstance(self._text, _Counted) else self._text
        return choose_form(forms, number, self._language)


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@functools.lru_cache(maxsize=4096)
def placeholders(pattern: str) -> frozenset[str]:
    """The facts that a sentence mentions."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(pattern) if name)


@functools.cache
def language(code: str) -> Language:
    """In English where it is not one of ours: a tournament may be said to be in any language."""
    return Language(find_language(code) or "en")


@functools.lru_cache(maxsize=1024)
def find_language(tag: str) -> str | None:
    """The folder for a tag as browsers and terminals write it: ``nl``, ``nl-BE``, ``nl_NL.UTF-8``."""
    parts = re.split(r"[.@]", tag.strip())[0].replace("_", "-").casefold().split("-")
    known = {code.casefold(): code for code in LANGUAGES}
    tags = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((known[tag] for tag in tags if tag in known), None)


def from_environment(environment: Mapping[str, str]) -> str:
    """``ROUNDLOG_LANG``, else the language of the terminal (``nl_NL.UTF-8``), else English."""
    found = (find_language(environment.get(name, "")) for name in ("ROUNDLOG_LANG", "LC_ALL", "LANG"))
    return next(filter(None, found), "en")


@functools.lru_cache(maxsize=256)
def from_header(accepted: str) -> str:
    """The first language of an ``Accept-Language`` header that we speak, by its weight."""
    weighed: list[tuple[float, str]] = []
    for choice in accepted.split(","):
        name, _, weight = choice.strip().partition(";q=")
        found = find_language(name)
        if found is not None and _weight(weight) > 0:
            weighed.append((-_weight(weight), found))
    ranked = sorted(weighed, key=lambda pair: pair[0])  # stable: equals as they came
    return ranked[0][1] if ranked else "en"


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
