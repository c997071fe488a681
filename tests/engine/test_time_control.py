"""Time controls as TRF26 222 encodes them."""

from __future__ import annotations

import pytest

from engine.time_control import encode_time_control, is_encoded


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("90+30", "5400+30"),
        ("90'+30''", "5400+30"),
        ("90′ + 30″", "5400+30"),
        ("90 min + 30 sec/move", "5400+30"),
        ("90 minuten + 30 seconden per zet", "5400+30"),
        ("All moves in 90 minutes, plus 10 seconds per move", "5400+10"),
        ("25 Min. + 10 Sek. je Zug", "1500+10"),
        ("60 min", "3600"),
        ("40/90+30+30", "40/5400+30:1800+30"),
        ("90'/40 + 30' + 30\" from move 1", "40/5400+30:1800+30"),
        ("100 min/40 moves, then 15 min", "40/6000:900"),
    ],
)
def test_plain_text_is_encoded(text: str, encoded: str) -> None:
    assert encode_time_control(text) == encoded
    assert is_encoded(encoded)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "120",
        "5400+30 s a",
        "1:30 + 10",
        "moves/time, increment",
        "100'x40mm + 50'x20mm + 30\"",
        "blitz",
        "90+30+30",
    ],
)
def test_what_is_not_plain_is_not_guessed(text: str) -> None:
    assert encode_time_control(text) == ""


@pytest.mark.parametrize("text", ["40/6000+30:20/3000+30:1500+30", "W300-B240", "5400"])
def test_the_forms_of_the_regulation(text: str) -> None:
    assert is_encoded(text)


@pytest.mark.parametrize("text", ["90'+30", "W300", "5400+", "40/", "5400 + 30", ":900"])
def test_other_forms_are_none(text: str) -> None:
    assert not is_encoded(text)
