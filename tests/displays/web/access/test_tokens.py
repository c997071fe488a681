"""Keys as people paste them."""

import pytest

from displays.web.access.tokens import pasted_token

TOKEN = "Ab1-_" * 8 + "xyz"


@pytest.mark.parametrize(
    "text",
    [
        TOKEN,
        f"  {TOKEN}\n",
        f"http://hall:8000/key/{TOKEN}",
        f"https://chess.example/key/{TOKEN}?lang=nl",
        f"https://chess.example/key/{TOKEN}/#x",
        f"rl_{TOKEN}",
    ],
)
def test_a_key_is_found_in_what_is_pasted(text):
    assert pasted_token(text).removeprefix("rl_") == TOKEN


@pytest.mark.parametrize("text", ["", "x", TOKEN[:-1], TOKEN + "x", f"http://hall/{TOKEN}/people", "../" * 14 + "x"])
def test_what_is_no_key(text):
    assert pasted_token(text) == ""
