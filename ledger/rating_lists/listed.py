"""What a rating list says: the list itself, a player in it, a rating of theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import BadInput
from engine.model import Ids, RatingOf, Value

KINDS = ("standard", "rapid", "blitz")
HIGHEST_RATING = 4000
_MONTH = re.compile(r"(19|20)\d\d-(0[1-9]|1[0-2])", re.ASCII)


class Publisher(Value, frozen=True):
    """Who publishes a list that we know by its layout."""

    source: str  # of the ratings, as ``RatingOf`` has it
    numbers: str = ""  # the field of ``Ids`` that the numbers in the list belong to; empty: none


PUBLISHERS: Mapping[str, Publisher] = {
    "fide": Publisher("fide", "fide"),
    "knsb": Publisher("NED", "knsb"),
    "kndb": Publisher("NED", "kndb"),
    "fmjd": Publisher("fmjd", "fmjd"),
    "dsb": Publisher("GER"),
}


class RatingList(Value, frozen=True):
    """A list that is loaded: who publishes it, whose ratings, of which month."""

    publisher: str  # a key of ``PUBLISHERS``, or what somebody called a list of another source
    source: str  # of its ratings
    kinds: tuple[str, ...]  # "standard", "rapid", "blitz"
    month: str  # "2026-11"
    players: int
    loaded_at: str  # ISO 8601, UTC
    file_name: str  # that was loaded
    left_out: int = 0  # lines that name nobody

    @property
    def key(self) -> str:
        """By which people name it: ``fide-standard-rapid-blitz-2026-11``."""
        return "-".join((self.publisher, *self.kinds, self.month))

    @property
    def is_of_known_source(self) -> bool:
        return self.publisher in PUBLISHERS

    @property
    def numbers(self) -> str:
        """The field of ``Ids`` that its numbers belong to; empty: none."""
        return PUBLISHERS[self.publisher].numbers if self.is_of_known_source else ""


class ListedRating(Value, frozen=True):
    source: str
    kind: str
    value: int
    month: str  # of the list

    def rating_of(self) -> RatingOf:
        return RatingOf(self.source, self.kind, self.value, self.month)


class ListedPlayer(Value, frozen=True):
    """A person in the lists, with the ratings of all of them in which the person is known by number."""

    publisher: str  # of the list in which the person was found
    number: str  # there
    name: str
    title: str = ""
    federation: str = ""
    birth_year: int | None = None
    sex: str = ""
    club: str = ""
    ids: Ids = Ids()
    is_inactive: bool = False
    ratings: tuple[ListedRating, ...] = ()

    def rating(self, source: str, kind: str) -> ListedRating | None:
        return next((one for one in self.ratings if (one.source, one.kind) == (source, kind)), None)


def check_month(text: str) -> str:
    if _MONTH.fullmatch(text) is None:
        raise BadInput("not-a-month", found=text)
    return text
