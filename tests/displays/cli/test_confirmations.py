"""What has to be confirmed, on the command line: beside the log and through a server."""

from __future__ import annotations

import io

import pytest

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

BY_HAND = ("pair", "open", 1, "--boards", "1-2 3-4 5-6")


@ANYWHERE
def test_who_types_yes_to_the_question_has_confirmed_it(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog.open_six()
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    said = roundlog.tried(*BY_HAND)
    assert said.code == 0, said
    assert said.err.count('Type "yes"') == 1


@ANYWHERE
def test_who_types_anything_else_has_confirmed_nothing(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog.open_six()
    before = roundlog("audit", "open")
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    assert roundlog.tried(*BY_HAND).code == 1
    assert roundlog("audit", "open") == before
