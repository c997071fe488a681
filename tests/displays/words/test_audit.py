"""What happened, in the reader's words: nothing that comes out of the log stays a code."""

from __future__ import annotations

import pytest

from displays.words.audit import ticker_line
from displays.words.language import LANGUAGES, language
from engine.errors import Fact
from engine.model import CHESS_POINTS
from ledger.views.ticker import NewsItem
from ledger.views.view import Person


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_round_without_a_game_counts_as_is_told_in_words(code: str) -> None:
    spoken = language(code)
    facts: dict[str, Fact] = {"round": 1, "old": "zero-bye", "outcome": "half-bye"}
    item = NewsItem(7, "2026-05-01T14:00:00.000000Z", "sit-out-corrected", (Person(1, "Anna {Smit}", ""),), facts)
    line = ticker_line(item, spoken, CHESS_POINTS)
    assert "Anna {Smit}" in line
    assert spoken.word("half-bye", "outcomes") in line
    assert "half-bye" not in line
    assert "zero-bye" not in line
