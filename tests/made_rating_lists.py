"""Rating lists that are made by a seed, of people who do not exist, laid out as FIDE lays out its own."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple
from xml.sax.saxutils import escape

MOST_COMMON = ("Wang", "Li", "Kumar", "Garcia", "Müller", "Ivanov", "de Vries", "Nguyen", "Sørensen", "O'Brien", "Tamm")
FIRST_NAMES = ("Anna", "Jan", "Wei", "Maria", "Alexander", "Priya", "José", "Emma", "Lars", "Siim", "Björn", "A", "Ö")
FEDERATIONS = ("IND", "GER", "FRA", "ESP", "POL", "CHN", "NED", "EST", "USA", "ITA", "NOR", "BRA")
_ONSETS = ("b", "br", "ch", "d", "f", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p", "r", "s", "st", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u", "ie", "ou", "ü", "ø")
_ENDS = ("", "n", "r", "s", "k", "ev", "ski", "sen", "tt", "ing")


class MadePlayer(NamedTuple):
    number: int
    name: str
    federation: str
    sex: str
    title: str
    ratings: tuple[int, int, int]  # standard, rapid, blitz; 0 is none
    born: int
    flag: str


def make_players(count: int, seed: int = 1) -> Iterator[MadePlayer]:
    """A few names are those of very many, most those of a few, as in life."""
    chance = random.Random(seed)
    surnames = [*MOST_COMMON, *{_make_name(chance) for _ in range(min(60_000, 100 + count // 20))}]
    first_names = [*FIRST_NAMES, *{_make_name(chance) for _ in range(3000)}]
    rank_of_surname = list(accumulate(1 / (place + 3) for place in range(len(surnames))))
    rank_of_first = list(accumulate(1 / (place + 3) for place in range(len(first_names))))
    for start in range(0, count, 1000):
        some = min(1000, count - start)
        lasts = chance.choices(surnames, cum_weights=rank_of_surname, k=some)
        firsts = chance.choices(first_names, cum_weights=rank_of_first, k=some)
        for place, (last, first) in enumerate(zip(lasts, firsts, strict=True)):
            yield _make_player(chance, 100_000 + 7 * (start + place), f"{last}, {first}")


def _make_name(chance: random.Random) -> str:
    syllables = (chance.choice(_ONSETS) + chance.choice(_VOWELS) for _ in range(chance.choice((1, 2, 2, 3))))
    return ("".join(syllables) + chance.choice(_ENDS)).capitalize()


def _make_player(chance: random.Random, number: int, name: str) -> MadePlayer:
    rating = max(1400, min(2850, round(chance.gauss(1750, 230)))) if chance.random() < 0.6 else 0
    rapid = max(1400, rating + chance.randint(-80, 80)) if rating and chance.random() < 0.5 else 0
    title = "GM" if rating > 2500 else "FM" if rating > 2300 else ""
    flag = chance.choice(("", "", "", "i"))
    born, sex = chance.randint(1940, 2018), chance.choice("MMMF")
    return MadePlayer(number, name, chance.choice(FEDERATIONS), sex, title, (rating, rapid, 0), born, flag)


def fide_xml(players: Iterable[MadePlayer]) -> Iterator[bytes]:
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n'
    for one in players:
        standard, rapid, blitz = one.ratings
        flag = one.flag + ("w" if one.sex == "F" else "")
        yield (
            f"<player>\n<fideid>{one.number}</fideid>\n<name>{escape(one.name)}</name>\n"
            f"<country>{one.federation}</country>\n<sex>{one.sex}</sex>\n<title>{one.title}</title>\n"
            f"<w_title></w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n<rating>{standard}</rating>\n"
            f"<games>0</games>\n<k>20</k>\n<rapid_rating>{rapid}</rapid_rating>\n<rapid_games>0</rapid_games>\n"
            f"<rapid_k>20</rapid_k>\n<blitz_rating>{blitz}</blitz_rating>\n<blitz_games>0</blitz_games>\n"
            f"<blitz_k>20</blitz_k>\n<birthday>{one.born}</birthday>\n<flag>{flag}</flag>\n</player>\n"
        ).encode()
    yield b"</playerslist>\n"


_TXT = "{:<15}{:<61}{:<4}{:<4}{:<5}{:<5}{:<15}{:<4}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<6}{:<4}\n"


_TITLES = (
    *("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA"),
    *("SRtng", "SGm", "SK", "RRtng", "RGm", "Rk", "BRtng", "BGm", "BK", "B-day", "Flag"),
)


def fide_txt(players: Iterable[MadePlayer], encoding: str = "utf-8") -> Iterator[bytes]:
    yield _TXT.format(*_TITLES).encode()
    for one in players:
        ratings = [part for rating in one.ratings for part in (rating or "", 0, 20)]
        flag = one.flag + ("w" if one.sex == "F" else "")
        cells = (one.number, one.name, one.federation, one.sex, one.title, "", "", "", *ratings, one.born, flag)
        yield _TXT.format(*cells).encode(encoding, "replace")
