"""Who was registered by mistake and removed: the audit tells of them, and nothing else."""

import pytest

from tests.displays.commandline import Roundlog

MISTAKE = "Mistaken, Mia"


@pytest.fixture
def season(roundlog: Roundlog) -> Roundlog:
    """A Keizer season in which somebody who never came was paid for every week."""
    roundlog("open", "club", "--name", "Club", "--system", "keizer", "--rounds", 9)
    for place, name in enumerate(("Janssens", "Pieterse", "Tamm", "Weiß", MISTAKE)):
        roundlog("register", "club", name, "--rating", 1950 - 50 * place)
    roundlog("absent", "club", 5, "1-9")
    for number in (1, 2):
        roundlog("pair", "club")
        roundlog("publish", "club", number)
        roundlog("results", "club", number, "1:1-0 2:½")
        roundlog("close", "club", number)
    return roundlog


SHOWN = [
    ("keizer",),
    ("keizer", "--csv"),
    ("standings",),
    ("standings", "--csv"),
    ("crosstable",),
    ("ranks",),
    ("boards",),
]


def test_no_table_and_no_file_knows_an_entry_that_was_removed(season: Roundlog):
    assert MISTAKE in season("keizer", "club")
    season("remove", "club", 5, "--reason", "registered twice")
    for command, *options in SHOWN:
        assert MISTAKE not in season(command, "club", *options), command
    path = season.log.parent / "club.trf"
    season("export", "trf", "club", path)
    assert MISTAKE not in path.read_text("utf-8")
    season.refused(1, "card", "club", 5)
    assert "entry removed" in season("audit", "club")


def test_who_was_paired_is_told_to_withdraw(season: Roundlog):
    said = season.refused(1, "remove", "club", 1, "--reason", "registered twice")
    assert "Player Janssens (1) was paired in round 1" in said
    assert "Withdraw the player instead" in said


def test_the_rest_of_the_season_is_as_if_they_had_never_been_there(season: Roundlog):
    season("remove", "club", 5, "--reason", "registered twice")
    season("pair", "club")
    season("publish", "club", 3)
    season("register", "club", "Newcomer")
    assert "Newcomer" in season("card", "club", 6)
