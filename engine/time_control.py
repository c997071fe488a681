"""Time controls as FIDE's report encodes them (TRF26 222): seconds, moves, increments; of plain free text too.

``90'+30"`` → ``5400+30``; ``100'/40 moves, then 15', 30" from move 1`` → ``40/6000+30:900+30``. What is not plain is
not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_PERIOD = r"(?:[0-9]+/)?[0-9]+(?:\+[0-9]+)?"
_PERIODS = rf"{_PERIOD}(?::{_PERIOD})*"
_ENCODED = re.compile(rf"(?:{_PERIODS}|W{_PERIODS}-B{_PERIODS})")

_MINUTES = r"(?: ?(?:minut(?:es?|en|it)|min\.?|m|'))"
_MOVES = r"(?: (?:moves|zetten|züge|käiku))"
_SECONDS = r"(?: ?(?:seconds?|secs?\.?|seconden|sekunden|sekundit|sek\.?|s|\"))"
_EACH = r"(?: ?(?:/|per|pro|je|a) ?(?:move|zet|zug|käik|käigu kohta)| from move 1)?"
_THEN = r" ?(?:\+|,|;|plus|then|and|dan|daarna|dann|danach|und|en|ja|siis) ?(?:plus |then |dan |dann |siis )?"
# In each: the moves of the first period, its minutes, those of the second, the seconds for each move.
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<rest>[0-9]+){_MINUTES}",
        rf"(?P<rest>[0-9]+){_MINUTES}? ?\+ ?(?P<inc>[0-9]+){_SECONDS}?{_EACH}",
        rf"(?P<rest>[0-9]+){_MINUTES}{_THEN}(?P<inc>[0-9]+){_SECONDS}{_EACH}",
        rf"(?P<moves>[0-9]+)/(?P<first>[0-9]+){_MINUTES}?{_THEN}(?P<rest>[0-9]+){_MINUTES}?"
        rf"(?:{_THEN}(?P<inc>[0-9]+){_SECONDS}?{_EACH})?",
        rf"(?P<first>[0-9]+){_MINUTES} ?/ ?(?P<moves>[0-9]+){_MOVES}?{_THEN}(?P<rest>[0-9]+){_MINUTES}"
        rf"(?:{_THEN}(?P<inc>[0-9]+){_SECONDS}{_EACH})?",
    )
)
_MARKS = str.maketrans({"′": "'", "’": "'", "‘": "'", "″": '"', "”": '"', "“": '"', "„": '"', "×": "x"})


def is_encoded(text: str) -> bool:
    return _ENCODED.fullmatch(text) is not None


def encode_time_control(text: str) -> str:
    """Empty: it is not plain. What was encoded already is no minutes."""
    plain = " ".join(text.translate(_MARKS).replace("''", '"').lower().split()).removeprefix("all moves in ")
    for form in _FORMS:
        found = form.fullmatch(plain)
        if found is not None:
            return _encode(found.groupdict())
    return ""


def _encode(told: Mapping[str, str | None]) -> str:
    increment = f"+{told['inc']}" if told.get("inc") else ""
    rest = f"{_seconds(told['rest'])}{increment}"
    return f"{told['moves']}/{_seconds(told['first'])}{increment}:{rest}" if told.get("moves") else rest


def _seconds(minutes: str | None) -> int:
    return 60 * int(minutes or 0)
