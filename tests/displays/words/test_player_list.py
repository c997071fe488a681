"""The list of players with all that is known of them: its columns."""

from __future__ import annotations

from displays.words.language import language
from displays.words.player_list import player_columns
from engine.model import Details, Entry, Ids, Player, RatingOf, Rules, Tournament


def columns(*entries: Entry) -> dict[str, tuple[str | int | None, ...]]:
    open = Tournament(Details("Open"), Rules("fide-dutch-2026", 5))
    found = player_columns(open, entries, language("en"))
    return {column.title: column.cells for column in found}


def entry(number: int, federation: str, *ratings: RatingOf) -> Entry:
    return Entry(Player(number, f"Player {number}", federation=federation), ratings=ratings)


def test_the_ratings_of_one_federation_stand_under_its_code() -> None:
    found = columns(entry(1, "EST", RatingOf("fide", "rapid", 2100), RatingOf("EST", "", 2050)))
    assert (found["FIDE rapid"], found["EST"]) == ((2100,), (2050,))


def test_those_of_several_share_a_column_and_a_guest_says_whose_it_is() -> None:
    found = columns(
        entry(1, "EST", RatingOf("EST", "", 2050)),
        entry(2, "GER", RatingOf("GER", "", 1900)),
        entry(3, "ESP", RatingOf("GER", "", 1850)),
        entry(4, "GER", RatingOf("GER", "", 1800), RatingOf("EST", "", 1750)),
        entry(5, "FIN"),
    )
    assert found["National"] == (2050, 1900, "1850 GER", "1800 GER, 1750 EST", None)


def test_the_number_at_fide_is_not_called_as_its_rating_is() -> None:
    anna = Player(1, "Aas, Anna", ids=Ids(fide="1022222"))
    found = columns(Entry(anna, ratings=(RatingOf("fide", "", 2100),)))
    assert (found["FIDE"], found["FIDE-ID"]) == ((2100,), ("1022222",))
