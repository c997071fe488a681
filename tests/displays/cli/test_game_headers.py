"""``roundlog games``: a header for each board, and no more of anybody than everybody may know."""

from __future__ import annotations

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

pytestmark = ANYWHERE


def test_the_newest_round_or_another(roundlog: Roundlog):
    roundlog.open_club()
    newest, first = roundlog("games", "club"), roundlog("games", "club", "--round", 1)
    assert newest.count("[Event ") == first.count("[Event ") == 2
    assert '[Round "1.2"]' in first
    assert '[Round "2.1"]' in newest
    assert "round" in roundlog.refused(1, "games", "club", "--round", 9).lower()


def test_who_is_shown_by_initials_is_so_here(roundlog: Roundlog):
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    roundlog("register", "club", "Zwart, Quirine")
    roundlog("register", "club", "Wit, Anna")
    roundlog("initials", "club", 1)
    roundlog("pair", "club", "--boards", "1-2")
    text = roundlog("games", "club")
    assert '[White "Q. Z."]' in text
    assert '[Black "Wit, Anna"]' in text
