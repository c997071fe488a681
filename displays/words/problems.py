"""Errors as JSON for programs (RFC 9457), with the sentence for people beside the stable code."""

from __future__ import annotations

import json

from displays.words.language import Language
from engine.errors import RoundlogError


def problem_json(error: RoundlogError, language: Language, status: int | None = None) -> bytes:
    """An error for programs: its stable code and facts, with the sentence beside them (RFC 9457)."""
    document: dict[str, object] = {"type": "about:blank", "title": error.code}
    if status is not None:
        document["status"] = status
    document |= _about(error, language)
    if error.problems:
        document["problems"] = [_about(one, language) for one in error.problems]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _about(error: RoundlogError, language: Language) -> dict[str, object]:
    """What is wrong, and with which field of what was sent, so that a form can show it there."""
    field = error.facts.get("field", _FIELDS.get(error.code))
    named = {} if field is None else {"field": field}
    return {"detail": language.sentence(error), "code": error.code, "facts": error.facts, **named}


# Errors that are about one field without naming it.
_FIELDS = {
    "bad-number-of-rounds": "rounds",
    "bad-points": "points",
    "bad-stream-name": "id",
    "no-such-player": "player",
    "not-an-absence": "outcome",
    "reason-missing": "reason",
    "result-unreadable": "result",
    "rounds-left": "reason",
    "rounds-missing": "rounds",
    "stream-name-taken": "id",
    "times-in-wrong-order": "ends",
    "tournament-exists": "id",
    "unknown-system": "system",
    **dict.fromkeys(("option-unknown", "option-not-readable"), "options"),
    **dict.fromkeys(("tiebreak-twice", "tiebreak-cuts-too-much", "tiebreak-not-for-round-robin"), "tiebreaks"),
    **dict.fromkeys(("unknown-tiebreak", "tiebreak-modifiers-contradict", "tiebreak-limit-above-maximum"), "tiebreaks"),
}
