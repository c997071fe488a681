"""Whether two entries are one person: certainly by a federation number, perhaps by the name.

Of two with the same name whoever writes them down has to say that they are two, unless something that is known of both
(the year of birth, the club, a federation number) says so already.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.errors import Refusal
from engine.model import Player

Number = tuple[str, str]  # the federation, the number that it gave


class People:
    """Who is there already, to be asked whether a newcomer is one of them."""

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._by_number: dict[Number, Player] = {}
        self._by_name: dict[tuple[str, ...], list[Player]] = {}
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        for number in federation_numbers(player):
            self._by_number.setdefault(number, player)
        self._by_name.setdefault(letters(player.name), []).append(player)

    def same_as(self, player: Player) -> Player | None:
        """Who has a federation number of theirs."""
        found = (self._by_number.get(number) for number in federation_numbers(player))
        return next((one for one in found if one is not None), None)

    def perhaps(self, player: Player) -> Player | None:
        """Who has their name, with nothing that tells the two apart."""
        return next((one for one in self.of_name(player.name) if not are_told_apart(one, player)), None)

    def of_name(self, name: str) -> list[Player]:
        return self._by_name.get(letters(name), [])


def check_is_new(player: Player, people: People, is_namesake: bool) -> None:
    """``is_namesake``: somebody said that it is another person of that name."""
    same = people.same_as(player)
    if same is not None:
        raise Refusal("already-registered", name=same.name, number=same.number)
    perhaps = None if is_namesake else people.perhaps(player)
    if perhaps is not None:
        raise Refusal("name-registered", name=perhaps.name, number=perhaps.number)


def federation_numbers(player: Player) -> list[Number]:
    numbers = [(body, getattr(player.ids, body)) for body in player.ids.__struct_fields__]
    return [(body, number) for body, number in numbers if number]


def are_told_apart(one: Player, other: Player) -> bool:
    """Something is known of both that one person has only once."""
    pairs = [(one.birth_year, other.birth_year), (letters(one.club), letters(other.club))]
    pairs += [(getattr(one.ids, body), getattr(other.ids, body)) for body in one.ids.__struct_fields__]
    return any(its and others and its != others for its, others in pairs)


def letters(text: str) -> tuple[str, ...]:
    """``Smit, Ánna`` and ``Anna SMIT`` are the same letters."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter if letter.isalnum() else " " for letter in apart if not unicodedata.combining(letter))
    return tuple(sorted(plain.split()))
