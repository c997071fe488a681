"""Who in the lists somebody of a field is: by number, else by name and year of birth, which is a suggestion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model import Ids, Value
from ledger.rating_lists.finding import CANDIDATES, MOST_WORDS, asked_initials, join_person, person_of
from ledger.rating_lists.list_file import ListFile, ListRow
from ledger.rating_lists.listed import ListedPlayer
from ledger.rating_lists.name_words import name_words

MOST_SUGGESTIONS = 5


class Wanted(Value, frozen=True):
    """Who is looked for when a whole field is."""

    name: str
    ids: Ids = Ids()
    birth_year: int | None = None


class Match(Value, frozen=True):
    """``how``: "number" (certain), "name-and-year", "name" (suggestions), "" (nobody). Best first."""

    how: str
    players: tuple[ListedPlayer, ...]


def match_player(files: Sequence[ListFile], wanted: Wanted) -> Match:
    ids = {field: getattr(wanted.ids, field) for field in Ids.__struct_fields__}
    person = person_of(files, {field: number for field, number in ids.items() if number})
    if person is not None:
        return Match("number", (person,))
    named = list(_with_name(files, name_words(wanted.name)))
    same_year = [place for place in named if wanted.birth_year is not None and place[1].birth_year == wanted.birth_year]
    if same_year:
        return Match("name-and-year", _people(files, same_year))
    possible = [place for place in named if None in (wanted.birth_year, place[1].birth_year)]
    return Match("name" if possible else "", _people(files, possible))


def _with_name(files: Sequence[ListFile], words: Sequence[str]) -> Iterator[tuple[ListFile, ListRow]]:
    """Who has the same words in their name, or the initials that stand for them."""
    long = [word for word in words if len(word) > 1]
    for file in files if long and len(words) <= MOST_WORDS else ():
        for row in file.with_words(long, asked_initials(words), CANDIDATES):
            if are_same_words(words, name_words(row.name)):
                yield file, row


def are_same_words(some: Sequence[str], others: Sequence[str]) -> bool:
    """In any order; a letter that stands alone is any word that begins with it."""
    left = [word for word in others if word not in some]
    right = [word for word in some if word not in others]
    if len(some) != len(others) or len(left) != len(right):
        return False
    pairs = zip(sorted(left), sorted(right), strict=True)
    return all(one[0] == other[0] and 1 in (len(one), len(other)) for one, other in pairs)


def _people(files: Sequence[ListFile], places: Sequence[tuple[ListFile, ListRow]]) -> tuple[ListedPlayer, ...]:
    """Each once, however many lists have them."""
    found: list[ListedPlayer] = []
    for file, row in places:
        person = join_person(files, file, row)
        same = [one for one in found if one.ids == person.ids != Ids() or one.number == person.number]
        if not same:
            found.append(person)
    return tuple(found[:MOST_SUGGESTIONS])
