"""The line that says whether a tournament is in FIDE mode, for pages and prints."""

from __future__ import annotations

from displays.words.language import Language
from engine.handbook import GAME
from ledger.state import State


def describe_fide_mode(state: State, language: Language) -> str:
    """VCL4THP 46: always to be seen that it is not. Of what FIDE has no rules for (draughts) nothing is said."""
    if state.festival is not None or state.tournament.rules.game != GAME:
        return ""
    if state.fide_mode.left_before:
        return describe_leaving(state, language)
    return "" if state.fide_mode.is_on else language.word("off", "fide")


def describe_leaving(state: State, language: Language) -> str:
    """VCL4THP 44, 46: what everybody is told of a tournament that was in it and is no more; of any other nothing."""
    mode = state.fide_mode
    if not mode.left_before:
        return ""
    left = language.phrase("left", section="fide", round=mode.left_before)
    return f"{left}: {mode.reason}" if mode.reason else left
