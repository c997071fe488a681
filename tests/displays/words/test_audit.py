"""What happened, in the reader's words: nothing that comes out of the log stays a code."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from displays.words.audit import audit_row, ticker_line
from displays.words.language import LANGUAGES, language
from engine import model
from engine.errors import Fact
from engine.model import CHESS_POINTS, Player, RatingOf
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.evolve import evolve
from ledger.acts.fields import compare, entry_fields
from ledger.acts.opening import TournamentFinished, TournamentReopened
from ledger.views.audit import Entry
from ledger.views.ticker import NewsItem
from ledger.views.view import Person
from tests.ledger.given import given
from tests.ledger.test_samples import SAMPLES, UNDER_WAY, decoder


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


# Options have words of their own, sections the names that people gave them, and a day is a day.
NAMED_BY_PEOPLE = ("options.", "schedule.", "absent_days.")


def test_what_an_event_changes_has_its_word() -> None:
    spoken, missing = language("en").section("fields"), set()
    for path in SAMPLES:
        event = decoder.decode(path.read_bytes())
        end = (TournamentFinished(),) if isinstance(event, TournamentReopened) else ()
        before = given(*UNDER_WAY, *end).state
        for state in (before, evolve(before, event)):
            fields = [
                name for name in BY_EVENT[type(event)].fields(state, event) if not name.startswith(NAMED_BY_PEOPLE)
            ]
            parts = {part for name in fields for part in name.replace("boards.", "board.").split(".")}
            missing |= {(path.stem, part) for part in parts if not part.isdigit() and part not in spoken}
    assert missing == set(), "wants its word in fields.json of every language"


def changes_told(before: tuple[RatingOf, ...] | None, after: tuple[RatingOf, ...]) -> str:
    ada = Player(1, "Ada", 2158)
    old = {} if before is None else entry_fields(model.Entry(ada, ratings=before))
    new = entry_fields(model.Entry(ada, ratings=after))
    row = Entry(1, "2026-10-03T14:00:00.000000Z", "Anna", "player-registered", changes=compare(old, new))
    return audit_row(row, language("en"), CHESS_POINTS, {})[5]


def test_a_rating_among_several_is_told_as_people_say_it() -> None:
    one, two = RatingOf("fide", "standard", 2158), RatingOf("NED", "rapid", 2101, "2026-11")
    assert "rating FIDE standard 2158" in changes_told(None, (one,))
    assert changes_told((one,), (one, two)) == "rating NED rapid 2101 (list of 2026-11)"
    assert changes_told((one, two), (replace(one, value=2160), two)) == "rating 1 2158 → 2160"
    assert changes_told((one, two), (one,)) == "rating NED rapid 2101 (list of 2026-11) → –"
