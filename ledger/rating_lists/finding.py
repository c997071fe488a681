"""Who is meant by what somebody types: candidates from every list, the likeliest first, each person once.

However common a name is, a list gives a bounded number of candidates: it has the strongest players first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.model import Ids
from ledger.rating_lists.list_file import ListFile, ListRow
from ledger.rating_lists.listed import ListedPlayer, ListedRating
from ledger.rating_lists.name_words import name_words

LIMIT = 20
MOST_LIMIT = 100
CANDIDATES = 60  # of each list and way to read the words
MOST_WORDS = 6
LONGEST_WORD = 40
DIGITS_TO_BEGIN = 4  # of a number that is still being typed

Place = tuple[ListFile, ListRow]


def find_players(files: Sequence[ListFile], words: str, limit: int, source: str) -> tuple[ListedPlayer, ...]:
    asked = [word[:LONGEST_WORD] for word in name_words(words)][:MOST_WORDS]
    if not asked or limit < 1:
        return ()
    searched = [file for file in files if source in ("", file.about.source)]
    places = list(_with_number(searched, "".join(asked)) if _is_number(asked) else _with_name(searched, asked))
    found: list[ListedPlayer] = []
    known: set[tuple[str, str]] = set()
    for file, row in sorted(places, key=lambda place: _likelihood(place[1], asked)):
        if (file.about.publisher, row.number) not in known:
            numbers, places_of_person = _gather(files, file.about.publisher, row)
            known.update(numbers.items())
            found.append(_join(file, row, numbers, places_of_person))
        if len(found) == min(limit, MOST_LIMIT):
            break
    return tuple(found)


def person_of(files: Sequence[ListFile], ids: Mapping[str, str]) -> ListedPlayer | None:
    """Who has one of these numbers, which are fields of ``Ids``."""
    for file in files:
        number = ids.get(file.about.numbers, "") if file.about.numbers else ""
        for row in file.with_number(number) if number else ():
            return join_person(files, file, row)
    for file in files:
        for row in file.with_fide_number(ids.get("fide", "")):
            return join_person(files, file, row)
    return None


def join_person(files: Sequence[ListFile], file: ListFile, row: ListRow) -> ListedPlayer:
    """What all lists say of somebody who was found in one of them."""
    return _join(file, row, *_gather(files, file.about.publisher, row))


def _is_number(asked: Sequence[str]) -> bool:
    return all(word.isascii() and word.isdecimal() for word in asked)


def _with_number(files: Sequence[ListFile], digits: str) -> Iterator[Place]:
    number = digits.lstrip("0")
    for file in files:
        for row in [*file.with_number(number), *file.with_fide_number(number)]:
            yield file, row
        if len(number) >= DIGITS_TO_BEGIN:
            yield from ((file, row) for row in file.with_number_that_begins(number, CANDIDATES))


def _with_name(files: Sequence[ListFile], asked: Sequence[str]) -> Iterator[Place]:
    """Words as they are, and as beginnings; letters that stand alone are always beginnings."""
    long = [word for word in asked if len(word) > 1]
    for file in files:
        if long:
            yield from ((file, row) for row in file.with_words(long, asked_initials(asked), CANDIDATES))
        yield from ((file, row) for row in file.with_words((), asked, CANDIDATES))


def asked_initials(asked: Sequence[str]) -> list[str]:
    return [word for word in asked if len(word) == 1]


def _likelihood(row: ListRow, asked: Sequence[str]) -> tuple[int, bool, int, str]:
    """The more of its words were typed in full the likelier; then who plays, then the stronger."""
    words = name_words(row.name)
    whole = sum(word in words for word in asked)
    strength = max((value for _kind, value in row.ratings()), default=0)
    is_all = whole == len(asked) == len(words)
    return -whole - is_all, row.is_inactive, -strength, row.name


def _gather(files: Sequence[ListFile], publisher: str, row: ListRow) -> tuple[dict[str, str], list[Place]]:
    """The person's number in the lists of each publisher, and the lines there. FIDE's number ties them together."""
    numbers = {publisher: row.number}
    fide = row.number if publisher == "fide" else row.fide
    if fide:
        numbers["fide"] = fide
        for file in files:
            if file.about.publisher not in numbers:
                numbers.update((file.about.publisher, one.number) for one in file.with_fide_number(fide)[:1])
    asked = [(file, numbers.get(file.about.publisher, "")) for file in files]
    return numbers, [(file, one) for file, number in asked if number for one in file.with_number(number)[:1]]


def _join(file: ListFile, row: ListRow, numbers: Mapping[str, str], places: Sequence[Place]) -> ListedPlayer:
    """As the list in which they were found has them; what it does not say, from the others."""
    rows = [row, *(one for _file, one in places)]
    ids = {of.about.numbers: one.number for of, one in [(file, row), *places] if of.about.numbers}
    if "fide" in numbers:
        ids["fide"] = numbers["fide"]
    return ListedPlayer(
        publisher=file.about.publisher,
        number=row.number,
        name=row.name,
        title=next((one.title for one in rows if one.title), ""),
        federation=next((one.federation for one in rows if one.federation), ""),
        birth_year=next((one.birth_year for one in rows if one.birth_year), None),
        sex=next((one.sex for one in rows if one.sex), ""),
        club=next((one.club for one in rows if one.club), ""),
        ids=Ids(**ids),
        is_inactive=bool(row.is_inactive),
        ratings=_ratings(places),
    )


def _ratings(places: Sequence[Place]) -> tuple[ListedRating, ...]:
    """Of each source and kind the newest."""
    found: dict[tuple[str, str], ListedRating] = {}
    for file, row in places:
        about = file.about
        for kind, value in row.ratings():
            rating = ListedRating(about.source, kind, value, about.month)
            before = found.setdefault((about.source, kind), rating)
            if before.month < rating.month:
                found[about.source, kind] = rating
    return tuple(found.values())
