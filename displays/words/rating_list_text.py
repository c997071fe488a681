"""Rating lists and the players in them as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from displays.words.dates import write_moment
from displays.words.language import Language
from displays.words.text_table import table
from ledger.rating_lists.addresses import ListAddress
from ledger.rating_lists.listed import PUBLISHERS, ListedPlayer, ListedRating, RatingList
from ledger.rating_lists.loading import LoadedList

SECTION = "rating-lists"
FETCH_SECTION = "rating-fetch"


def publisher_name(publisher: str, reader: Language) -> str:
    """A federation by its name, a list of another source by what somebody called it."""
    return reader.word(f"publisher-{publisher}", SECTION) if publisher in PUBLISHERS else publisher


def kinds_text(about: RatingList, reader: Language) -> str:
    return ", ".join(reader.word(f"kind-{kind}", SECTION) for kind in about.kinds)


def source_name(source: str, reader: Language) -> str:
    """Of a rating: FIDE, FMJD, the code of a federation, or what somebody called the list."""
    return source.upper() if source in PUBLISHERS else source


def rating_text(rating: ListedRating, reader: Language) -> str:
    """``FIDE rapid 1904``."""
    kind = reader.word(f"kind-{rating.kind}", SECTION)
    return f"{source_name(rating.source, reader)} {kind} {rating.value}"


def tell_loaded(loaded: LoadedList, reader: Language) -> Iterator[str]:
    """What was loaded, and what about it somebody may want to look at."""
    about = loaded.about
    publisher, kinds = publisher_name(about.publisher, reader), kinds_text(about, reader)
    facts = {"publisher": publisher, "kinds": kinds, "month": about.month}
    yield reader.phrase("loaded-list", section=SECTION, players=about.players, **facts)
    if not loaded.is_month_said:
        yield reader.phrase("month-guessed", section=SECTION, month=about.month)
    if about.left_out:
        yield reader.phrase("left-out", section=SECTION, count=about.left_out)


def lists_table(lists: Iterable[RatingList], reader: Language) -> str:
    titles = [reader.word(key, SECTION) for key in ("list", "kinds", "month", "players", "loaded", "name-of-list")]
    rows = [
        [
            publisher_name(one.publisher, reader),
            kinds_text(one, reader),
            one.month,
            str(one.players),
            one.loaded_at[:10],
            one.key,
        ]
        for one in lists
    ]
    return table(titles, rows, right=(3,))


def found_table(players: Iterable[ListedPlayer], reader: Language) -> str:
    rows = [
        [
            one.name,
            one.title,
            one.federation,
            str(one.birth_year or ""),
            f"{publisher_name(one.publisher, reader)} {one.number}",
            " · ".join(rating_text(rating, reader) for rating in one.ratings),
        ]
        for one in players
    ]
    last = (reader.word(key, SECTION) for key in ("birth-year", "number", "ratings"))
    return table([reader.word("player", SECTION), reader.field("title"), reader.field("federation"), *last], rows)


def tell_currency(kept: Sequence[ListAddress], reader: Language) -> str:
    """Whether the lists that are kept current are. It names no address: those are the owner's."""
    if not kept:
        return reader.word("current-by-hand", FETCH_SECTION)
    known = min(one.answered_at for one in kept)
    if not known:
        return reader.word("current-never", FETCH_SECTION)
    code = "current-not-known" if any(one.problem is not None for one in kept) else "current-newest"
    return reader.phrase(code, FETCH_SECTION, at=write_moment(known, reader))


def addresses_table(addresses: Iterable[ListAddress], reader: Language) -> str:
    titles = [reader.word(key, FETCH_SECTION) for key in ("address", "keep-current", "asked", "problem")]
    return table(titles, [_address_cells(one, reader) for one in addresses])


def _address_cells(one: ListAddress, reader: Language) -> list[str]:
    kept = reader.word("yes" if one.keeps_current else "no")
    problem = "" if one.problem is None else reader.sentence(one.problem.error())
    return [one.url, kept, write_moment(one.asked_at, reader), problem]
