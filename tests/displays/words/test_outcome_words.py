"""A bye is called by what it is worth, wherever the tournament is told of."""

from __future__ import annotations

import pytest

from displays.words.language import LANGUAGES, language
from displays.words.notation import outcome_words
from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, Outcome
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.phones.test_phone import facts_of


@pytest.mark.parametrize("code", LANGUAGES)
def test_chess_has_the_words_of_the_glossary(code: str):
    reader = language(code)
    assert outcome_words(CHESS_POINTS, reader) == {o.value: reader.word(o.value, "outcomes") for o in Outcome}


@pytest.mark.parametrize(
    ("code", "half", "full"),
    [
        ("en", "bye, 1 point", "bye, 2 points"),
        ("nl", "bye, 1 punt", "bye, 2 punten"),
        ("de", "spielfrei, 1 Punkt", "spielfrei, 2 Punkte"),
        ("et", "vaba voor, 1 punkt", "vaba voor, 2 punkti"),
    ],
)
def test_draughts_counts_2_1_0(code: str, half: str, full: str):
    called = outcome_words(DRAUGHTS_POINTS, language(code))
    assert (called["half-bye"], called["full-bye"]) == (half, full)
    others = called.keys() - {"half-bye", "full-bye"}
    assert {key: called[key] for key in others} == {key: language(code).word(key, "outcomes") for key in others}


@pytest.fixture
def dammers(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "dam", "--name", "Dam", "--rounds", 3, "--game", "draughts", "--lang", "nl")
    for number in range(1, 4):
        roundlog("register", "dam", f"Player {number}")
    roundlog("absent", "dam", 3, "1,2", "--kind", "half-bye")
    roundlog("pair", "dam", 1, "--boards", "1-2")
    roundlog("publish", "dam", 1)
    return roundlog


def test_every_display_of_a_draughts_tournament_says_so(dammers: Roundlog, web: Web):
    dammers("results", "dam", 1, "1:1-0")
    for words in (("boards", "dam"), ("card", "dam", 3), ("audit", "dam")):
        told = dammers(*words, "--lang", "nl")
        assert "bye, 1 punt" in told
        assert "half punt" not in told
    for address in ("/t/dam", "/t/dam/card/3", "/p/dam/3", "/screen/dam"):
        page = web.get(f"{address}?lang=nl").text
        assert "bye, 1 punt" in page
        assert "half punt" not in page
    assert facts_of(web.get("/p/dam/3?lang=en").text)["outcomes"]["half-bye"] == "bye, 1 point"
    assert web.get("/api/t/dam/card/3").json()["absences"] == [{"round": 2, "outcome": "half-bye", "points": 1}]
