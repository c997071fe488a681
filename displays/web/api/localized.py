"""Localized messages: a code with its facts, and the sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from displays.words.audit import names_of
from displays.words.breach_text import breach_sentence
from displays.words.language import Language
from displays.words.pairing_reasons import reason_lines
from engine.audit import Breach
from engine.errors import Fact, RoundlogError
from engine.model import PlayerId, Tournament
from engine.pairing import Reason


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A code with its facts for programs, a sentence for people."""

    code: str
    sentence: str
    article: str = ""
    board: int = 0
    players: tuple[PlayerId, ...] = ()
    facts: Mapping[str, Fact] = {}
    is_wish: bool = False  # of a pairing: no rule is broken, but what was agreed could not be kept


def localize_breach(t: Tournament, breach: Breach, language: Language) -> Told:
    sentence = breach_sentence(breach, language, names_of(t))
    return Told(
        breach.code,
        sentence,
        board=breach.board,
        players=breach.players,
        facts=breach.facts,
        is_wish=breach.is_wish,
    )


def localize_error(error: RoundlogError, language: Language) -> Told:
    return Told(error.code, language.sentence(error), facts=error.facts)


def localize_reasons(t: Tournament, reasons: Sequence[Reason], language: Language) -> tuple[Told, ...]:
    return tuple(
        Told(
            reason.code,
            "\n".join(reason_lines(t, reason, language)),
            article=reason.article,
            players=reason.players,
            facts=reason.facts,
        )
        for reason in reasons
    )
