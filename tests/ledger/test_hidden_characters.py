"""Hidden characters in names: found, shown as what they are, refused where a name begins."""

from pathlib import Path

import pytest

from displays.words.text_table import table
from engine.errors import Refusal
from engine.model import Player
from ledger.acts import checks
from ledger.acts.players import check_player
from ledger.formats.players_csv import read_players
from ledger.formats.trf import parse, understand
from ledger.formats.trf.to_events import check_names
from ledger.hidden_characters import find_hidden, show_hidden
from tests.ledger.formats.trf.sheets import player

HIDDEN = {
    "a right-to-left override": "An\u202ena",
    "an isolate": "\u2066Anna\u2069",
    "a mark of direction": "Anna\u200f",
    "a zero-width space": "An\u200bna",
    "a joiner between Latin letters": "An\u200dna",
    "a word joiner": "An\u2060na",
    "a byte order mark": "\ufeffAnna",
    "a soft hyphen": "An\u00adna",
    "a tag": "Anna\U000e0041",
    "a selector": "Anna\ufe0f",
    "a Hangul filler": "Anna\u3164",
    "a blank of Braille": "Anna\u2800",
}
GOOD = [
    "Anna",
    "Õnne Pärn",
    "O’Neill-Smit",
    "Иван",
    "李小龍",
    "علی\u200cرضا",
    "राम\u200dक",
    "Jan\u00a0de\u00a0Boer",
    "Ann\u0061\u0308",
]


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_found_and_shown(name: str):
    found = find_hidden(name)
    assert found
    assert f"⟨U+{ord(found):04X}⟩" in show_hidden(name)
    assert not find_hidden(show_hidden(name))
    assert "⟨U+" in table(["name"], [[name]])


@pytest.mark.parametrize("name", GOOD)
def test_names_as_they_are_spelled(name: str):
    assert find_hidden(name) == ""
    assert show_hidden(name) == name
    check_player(Player(1, name))


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_refused_in_what_is_new(name: str):
    for one in (Player(1, name), Player(1, "Anna", club=name)):
        with pytest.raises(Refusal) as refused:
            check_player(one)
        assert refused.value.code == "text-has-hidden-characters"
    with pytest.raises(Refusal):
        checks.name(name, "name")


def test_what_stands_already_may_stay():
    """An old log, or a file of another program: a correction of the rating is no reason to refuse the name."""
    old = Player(1, HIDDEN["an isolate"])
    check_player(Player(1, old.name, rating=1800), before=old)


def test_an_imported_list_says_at_which_line(tmp_path: Path):
    listed = tmp_path / "players.csv"
    listed.write_text("name,rating\nAnna,1800\nBr\u202eam,1700\n", encoding="utf-8")
    with pytest.raises(Refusal) as refused:
        read_players(listed)
    assert (refused.value.code, refused.value.facts["line"]) == ("text-has-hidden-characters", 3)


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_a_trf_is_told_of_and_does_not_become_a_tournament(name: str):
    """Whoever pairs from a file is told; what goes into the log is new there, and refused as a registration is."""
    file = parse("\n".join((player(1, "2w1", points="1.0"), player(2, "1b0", points="0.0", name=name))))
    assert file.players[1].name == name
    (told,) = [one for one in understand(file).adjustments if one.code == "trf-hidden-characters"]
    assert (told.line, told.facts["player"], told.facts["name"]) == (2, 2, show_hidden(name))
    with pytest.raises(Refusal) as refused:
        check_names(file)
    assert refused.value.code == "text-has-hidden-characters"
    assert (refused.value.facts["line"], refused.value.facts["column"]) == (2, 15)
