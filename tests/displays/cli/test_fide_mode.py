"""Leaving FIDE mode at the command line: the question is asked twice, and who does not say yes has left nothing."""

from __future__ import annotations

import io

import pytest

from tests.displays.commandline import Roundlog, Said


@pytest.fixture
def swiss(roundlog: Roundlog) -> Roundlog:
    roundlog.open_six()
    return roundlog


def leave(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch, said: str) -> Said:
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    return roundlog.tried("leave-fide-mode", "open", "--reason", "nine rounds")


def is_left(roundlog: Roundlog) -> bool:
    return "FIDE mode left" in roundlog("audit", "open")


@pytest.mark.parametrize("said", ["", "no\n", "yes\n", "yes\nno\n"])
def test_q43_who_does_not_say_yes_twice_has_left_nothing(
    swiss: Roundlog, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    told = leave(swiss, monkeypatch, said)
    assert told.code == 1
    assert "can never enter it again" in told.err
    assert "Not confirmed" in told.err
    assert not is_left(swiss)


def test_q43_who_says_yes_twice_has_left_it(swiss: Roundlog, monkeypatch: pytest.MonkeyPatch) -> None:
    told = leave(swiss, monkeypatch, "yes\nyes\n")
    assert told.code == 0
    assert "(1 of 2)" in told.err
    assert "(2 of 2)" in told.err
    assert is_left(swiss)
