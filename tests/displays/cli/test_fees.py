"""Entry fees on the command line: tariffs, payments, who has paid."""

from __future__ import annotations

import json

import pytest

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

pytestmark = ANYWHERE


@pytest.fixture(autouse=True)
def club(roundlog: Roundlog) -> None:
    roundlog("open", "club", "--name", "Club evening", "--rounds", 3)
    for name in ("Zoe", "Adam"):
        roundlog("register", "club", name)


def test_tariffs_are_set_and_who_has_paid_is_shown(roundlog: Roundlog):
    assert roundlog("fees", "club") == "No entry fees are used here.\n"
    roundlog("fees", "club", "--tariff", "Normal=25", "--tariff", "Youth=12.50", "--currency", "CHF")
    roundlog("tariff", "club", 2, "Youth")
    assert "25.00 CHF" in roundlog("paid", "club", 1)
    lines = roundlog("fees", "club").replace("\xa0", " ").splitlines()
    assert [line.split() for line in lines[2:4]] == [
        ["2", "Adam", "Youth", "CHF12.50", "CHF12.50", "due"],
        ["1", "Zoe", "Normal", "CHF25.00", "paid"],
    ]
    assert lines[-1] == "1 of 2 owe nothing; CHF25.00 paid, CHF12.50 due."
    roundlog("paid", "club", 1, "--off")
    assert [one["due"] for one in json.loads(roundlog("fees", "club", "--json"))["players"]] == [2500, 1250]
    roundlog("fees", "club", "--clear")
    assert roundlog("fees", "club") == "No entry fees are used here.\n"


@pytest.mark.parametrize("words", [("fees", "club", "--tariff", "Normal"), ("fees", "club", "--tariff", "Normal=much")])
def test_what_is_no_tariff_is_told(roundlog: Roundlog, words: tuple[str, ...]):
    assert "12.50" in roundlog.refused(2, *words)
