"""Why somebody has White, in words: what gave a pair its colours, and the colours that the two have had."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from displays.words.language import Language
from displays.words.notation import colour_mark
from engine.errors import Fact
from engine.model import Colour, PlayerId
from engine.pairing import Reason

Name = Callable[[PlayerId], str]

_SECTION = "colours"
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def given_by(reason: Reason, name: Name, language: Language) -> str:
    """``both prefer White, and 3 Anna more strongly (absolute; 7 Bram: mild)``: the rest of a sentence.

    White is the first of its players. A word that a newer Roundlog wrote stands for itself.
    """
    key = _key(reason.facts)
    if language.word_or_key(key, _SECTION) == key:
        return str(reason.facts["by"])
    facts = {fact: str(value) for fact, value in reason.facts.items()}
    facts |= dict(_words(reason, name, language))
    return language.fill(key, _SECTION, facts)


def colours_so_far(reason: Reason, name: Name, language: Language) -> Iterator[str]:
    """What the preferences come from, so that everybody can count it after."""
    had = [str(reason.facts.get(f"{seat}_had", "")) for seat in ("white", "black")]
    if any(had):
        white, black = ("".join(colour_mark(_COLOURS[one], language) for one in colours) or "–" for colours in had)
        one, other = map(name, reason.players)
        yield language.fill("so-far", _SECTION, {"one": one, "had": white, "other": other, "other_had": black})


def _key(facts: Mapping[str, Fact]) -> str:
    """The rule, and what it found where it says one thing or another."""
    if "parity" in facts:
        return f"{facts['by']}-{facts['parity']}"
    if facts.get("white_round") != facts.get("black_round"):
        return f"{facts['by']}-in-other-rounds"
    return str(facts["by"])


def _words(reason: Reason, name: Name, language: Language) -> Iterator[tuple[str, str]]:
    facts = reason.facts
    yield from zip(("one", "other"), map(name, reason.players), strict=True)
    for whose in ("higher", "due"):
        player = facts.get(whose)
        if isinstance(player, int):
            yield whose, name(player)
    for seat in ("white", "black"):
        difference = facts.get(f"{seat}_difference")
        if isinstance(difference, int):
            yield f"{seat}_balance", f"{difference:+}" if difference else "0"
    if "drawn" in facts:
        yield "drawn", language.word(str(facts["drawn"]), "fields")
    if "white_preference" in facts:
        yield from _preferences(reason, name, language)


def _preferences(reason: Reason, name: Name, language: Language) -> Iterator[tuple[str, str]]:
    """Who has the preferred colour, and who has not. (Where both have it, White is told first.)"""
    facts, (white, black) = reason.facts, reason.players
    seats = (("white", white), ("black", black))
    (granted, one), (refused, other) = seats if facts["white_preference"] == "white" else seats[::-1]
    yield "granted", name(one)
    yield "refused", name(other)
    yield "colour", language.word_or_key(f"wanted-{facts[f'{granted}_preference']}", _SECTION)
    for told, seat in (("strength", granted), ("other_strength", refused)):
        yield told, language.word_or_key(f"strength-{facts[f'{seat}_strength']}", _SECTION)
    for told, seat in (("difference", granted), ("other_difference", refused)):
        yield told, str(facts[f"{seat}_difference"]).lstrip("-")
