"""Why a Swiss round was paired as it was, in words: brackets, pairs, and what spoke against who came first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from displays.language import Language
from displays.tables import one_line
from engine.model import PlayerId, Tournament
from engine.pairing import Paired, Reason
from engine.scoring import show

_HEADS = ("bracket", "pair", "floats-down", "has-the-bye")  # what is told under them is set in
_CRITERION = re.compile(r"\[(C\d+)\]")
_FIRST_OF_2017 = 5  # FIDE C.04.3:2017 C.5–C.19 are [C6]–[C21] of 2026, without [C9]


def explanation(t: Tournament, paired: Paired, asked: PlayerId | None, language: Language) -> str:
    """The reasons of the next round of this tournament, a line each; only those of the player who asks."""
    if asked is not None and asked not in t.available(t.next_round):
        return language.phrase("not-in-the-pairing", player=asked, round=t.next_round)
    lines = [one_line(line) for reason in paired.reasons for line in _lines(t, reason, language)]
    return "\n".join(lines) or language.word("no-reasons")


def _lines(t: Tournament, reason: Reason, language: Language) -> Iterator[str]:
    if reason.code == "bracket":
        yield ""
        yield _sentence(t, reason, language)
        yield from (f"  {line}" for line in _about_bracket(reason, language))
    else:
        yield _sentence(t, reason, language) if reason.code in _HEADS else f"  {_sentence(t, reason, language)}"


def _sentence(t: Tournament, reason: Reason, language: Language) -> str:
    names = [_name(t, player) for player in reason.players]
    facts = dict(zip(("one", "other"), names, strict=False)) | dict(zip(("player",), names, strict=False))
    facts |= {name: _fact(t, name, reason, language) for name in reason.facts}
    said = language.phrase(reason.code, section="reasons", **facts)
    article = _CRITERION.search(reason.article)
    if article is None:
        return said
    words = f" {_criterion(article[1], reason.article, language)}" if reason.code == "would-be-worse" else ""
    return f"{said} {article[0]}{words}"


def _fact(t: Tournament, name: str, reason: Reason, language: Language) -> str:
    value = reason.facts[name]
    if name == "score" and isinstance(value, int):
        return show(value, t.rules.points.per_point)
    if name == "colour":
        return language.word(str(value))
    return language.joined(value) if isinstance(value, tuple) else str(value)


def _about_bracket(reason: Reason, language: Language) -> Iterator[str]:
    yield language.phrase("bracket-players", players=reason.players)
    for key in ("moved_down", "floating_down"):
        players = reason.facts.get(key)
        if isinstance(players, tuple) and players:
            yield language.phrase(f"bracket-{key}", players=players)
    counted = reason.facts.get("counted")
    if isinstance(counted, tuple) and counted:
        yield language.phrase("bracket-counted", counts=_counts(counted, reason.article, language))


def _counts(counted: tuple[int | str, ...], article: str, language: Language) -> str:
    """``[C12] colour preferences not granted: 2; …``"""
    items = (str(item).partition("=") for item in counted)
    return "; ".join(f"[{code}] {_criterion(code, article, language)}: {count}" for code, _, count in items)


def _criterion(code: str, article: str, language: Language) -> str:
    """What a criterion counts. The words are kept under the numbers of 2026."""
    number = int(code.removeprefix("C"))
    if ":2017" in article and number >= _FIRST_OF_2017:
        number += 1 if number < 8 else 2
    return language.word_or_key(f"C{number}", "criteria")


def _name(t: Tournament, player: PlayerId) -> str:
    return f"{player} {t.entries[player].player.name}"
