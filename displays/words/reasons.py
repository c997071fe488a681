"""Reasons and hints of the engine → sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from displays.words.language import Language
from displays.words.text_table import one_line
from engine.errors import Fact
from engine.model import Tournament
from engine.registry import SYSTEMS


def reason_sentence(code: str, names: Sequence[str], facts: Mapping[str, Fact], language: Language) -> str:
    """``names`` of the players that it is about: one of them alone is {player}, two are {one} and {other}."""
    if language.word_or_key(code, "reasons") == code:  # a newer Roundlog paired that round
        return one_line(f"{code}: {', '.join((*names, *(f'{name} {value}' for name, value in facts.items())))}")
    players = dict(zip(("one", "other"), names, strict=False)) | dict(zip(("player",), names, strict=False))
    return one_line(language.phrase(code, section="reasons", **facts, **players))


def advice(t: Tournament, language: Language) -> list[str]:
    """What the regulation would do otherwise: a line each."""
    system = SYSTEMS.get(t.rules.system)
    hints = () if system is None else system.hints(t.rules, len(t.entries))
    sentences = [reason_sentence(hint.code, (), hint.facts, language) for hint in hints]
    return [language.phrase("advice", hint=sentence) for sentence in sentences]
