"""What is public of a person: the one list, and people as everybody may know them.

What stands in ``ALWAYS`` is public of everybody. What stands in ``CHOOSABLE`` is as soon as the organiser says so. All
else that is known of a player is for the arbiters (year of birth, sex, the other ratings, the numbers at federations),
and so is every field that somebody adds without putting it here.

The number at FIDE is choosable too, though FIDE publishes it: it leads to the year of birth in FIDE's lists.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from engine.model import Entry, Ids, Player, PlayerId, Tournament, Value
from engine.start_order import start_order

ALWAYS = ("number", "name", "title", "rating", "lot", "category")  # of a ``Player``
CHOOSABLE = ("federation", "club", "fide")
IN_OLDER_LOGS = ("federation", "club", "sex")  # public of tournaments that were opened before anybody was asked
FIELD_OF = {"fide": "ids.fide"}  # those that are called otherwise in a ``Player``
OF_AN_ENTRY = ("from_round", "missed", "absences", "absent_days", "withdrawals")  # of an ``Entry``, beside the player

LISTS_KEPT = 32  # of entries

_MEMBER = re.compile(r"(?P<name>.+) \((?P<number>[0-9]{1,7})\)")
_LETTER = re.compile(r"[^\W\d_]")


class PersonPublicity(Value, frozen=True):
    """Of the players of one tournament. ``initials``: who asked to be shown by these."""

    fields: frozenset[str]
    initials: frozenset[PlayerId] = frozenset()

    def name(self, number: PlayerId, name: str) -> str:
        return initials_of(name) if number in self.initials else name

    def actor(self, called: str) -> str:
        """Members are called in the log as they were when their link was made: ``Smit, Anna (12)``."""
        found = _MEMBER.fullmatch(called)
        return called if found is None else f"{self.name(int(found['number']), found['name'])} ({found['number']})"

    def player(self, player: Player) -> Player:
        fields = (*ALWAYS, *(field for field in self.fields if field != "fide"))
        shown = Player(**{field: getattr(player, field) for field in fields})
        ids = Ids(fide=player.ids.fide) if "fide" in self.fields else Ids()
        return replace(shown, ids=ids, name=self.name(player.number, player.name))

    def entry(self, entry: Entry) -> Entry:
        """Of several ratings the one that counts: it is the player's."""
        return Entry(self.player(entry.player), **{field: getattr(entry, field) for field in OF_AN_ENTRY})


def publicity_of(t: Tournament) -> PersonPublicity:
    return PersonPublicity(frozenset(t.public_fields), t.initials)


def initials_of(name: str) -> str:
    """``Smit, Anna`` and ``Anna Smit``: A. S."""
    last, comma, first = name.partition(",")
    spoken = f"{first} {last}" if comma else name
    found = (_LETTER.search(part) for part in spoken.split())
    return " ".join(f"{letter[0].upper()}." for letter in found if letter is not None)


def is_public_field(t: Tournament, field: str) -> bool:
    """Of a player, by its name there."""
    return field in ALWAYS or field in {FIELD_OF.get(name, name) for name in t.public_fields}


def with_public_people(t: Tournament, publicity: PersonPublicity | None = None) -> Tournament:
    """The tournament as everybody may know it. The start order stands as it is: it cannot be told by what is left."""
    shown = publicity_of(t) if publicity is None else publicity
    removed = {number: shown.name(number, name) for number, name in t.removed.items()}
    order = start_order(t) if shown.initials or t.rules.equals_by != "name" else t.fixed_order
    return replace(t, entries=_public_entries(_Same(t), shown), removed=removed, fixed_order=order)


class _Same:
    """The entries of a tournament as a key: equal if they are the same object."""

    def __init__(self, t: Tournament) -> None:
        self.entries = t.entries

    def __hash__(self) -> int:
        return id(self.entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.entries is self.entries


@lru_cache(maxsize=LISTS_KEPT)
def _public_entries(same: _Same, publicity: PersonPublicity) -> dict[PlayerId, Entry]:
    return {number: publicity.entry(entry) for number, entry in same.entries.items()}
