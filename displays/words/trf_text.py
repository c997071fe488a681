"""What a TRF was read as, or leaves out, as lines for people."""

from __future__ import annotations

from displays.words.language import Language
from ledger.formats.trf.lines import Adjustment


def adjustment_line(adjustment: Adjustment, language: Language) -> str:
    """``line 12: …``; what is about the file as a whole has no line."""
    text = language.phrase(adjustment.code, section="adjustments", **adjustment.facts)
    if not adjustment.line:
        return text
    return f"{language.phrase('where-line', line=adjustment.line)}: {text}"
