"""Invented players of four countries, by lot. None of them exist."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.model import Player, Value

WEAKEST, STRONGEST = 1150, 2350
OLDEST, YOUNGEST = 1948, 2014


class Country(Value, frozen=True):
    federation: str
    women: tuple[str, ...]
    men: tuple[str, ...]
    families: tuple[str, ...]
    clubs: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


COUNTRIES = (
    Country(
        "NED",
        _words("Anna, Sofie, Ineke, Lotte, Fleur, Marijke, Noor"),
        _words("Bram, Daan, Maarten, Willem, Sjoerd, Thijs, Ruben"),
        _words(
            "Visser, de Jong, Bakker, van den Berg, Mulder, Dijkstra, Smit, Hoekstra, van der Meulen, Postma, Kuiper"
        ),
        _words("Utrecht, Leiden, Groningen, Huissen"),
    ),
    Country(
        "GER",
        _words("Petra, Emma, Ruth, Annegret, Jule, Käthe"),
        _words("Jürgen, Peter, Karl-Heinz, Jonas, Matthias, Lutz"),
        _words("Weiß, Schäfer, Vogel, Braun, Huber, Großmann, Krüger, Löwe, von Hohenstein-Schwarzenberg, Jäger, Böhm"),
        _words("Köln, Lübeck, Dresden, Tübingen"),
    ),
    Country(
        "EST",
        _words("Katrin, Liis, Ülle, Kadri, Õie, Maarja"),
        _words("Toomas, Mart, Olev, Priit, Jüri, Tõnu"),
        _words("Tamm, Saar, Mägi, Kask, Rebane, Õunapuu, Lõhmus, Sepp, Jõgi, Põder, Kuusk"),
        _words("Tartu, Tallinn, Pärnu, Võru"),
    ),
    Country(
        "ENG",
        _words("Alice, Harriet, Imogen, Zoe, Margaret, Olivia"),
        _words("Oliver, George, Nigel, Samuel, Arthur, Rhys"),
        _words(
            "Ashworth, Bennett, Carver, Fairweather, Hawthorne, Pemberton, Quick, Thistlewood, Wainwright, Yates, Moss"
        ),
        _words("Cambridge, Bristol, York, Hastings"),
    ),
)


def people(lot: random.Random) -> Iterator[Player]:
    """One after the other, no family name twice: as many as there are family names."""
    families = [(country, family) for country in COUNTRIES for family in country.families]
    lot.shuffle(families)
    for country, family in families:
        yield _person(country, family, lot)


def _person(country: Country, family: str, lot: random.Random) -> Player:
    is_woman = lot.randrange(3) == 0
    return Player(
        0,
        f"{lot.choice(country.women if is_woman else country.men)} {family}",
        rating=_rating(lot),
        club=lot.choice(country.clubs),
        federation=country.federation,
        birth_year=lot.randint(OLDEST, YOUNGEST),
        sex="w" if is_woman else "m",
    )


def _rating(lot: random.Random) -> int:
    """Most in the middle, as in any hall: the mean of two."""
    return (lot.randint(WEAKEST, STRONGEST) + lot.randint(WEAKEST, STRONGEST)) // 2
