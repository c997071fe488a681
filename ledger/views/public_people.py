"""Views, events and any other values with the people in them as everybody may know them.

Where a value holds people says its type: whoever adds a view has nothing to add here.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from engine.model import Entry, Player, PlayerId
from ledger.acts.fields import Change
from ledger.person_publicity import ALWAYS, FIELD_OF, OF_AN_ENTRY, PersonPublicity, initials_of
from ledger.views.view import Person

V = TypeVar("V")


def publish_people(value: V, publicity: PersonPublicity) -> V:
    shown: V = _publish(value, publicity)
    return shown


def _publish_person(person: Person, publicity: PersonPublicity) -> Person:
    return msgspec.structs.replace(
        person,
        name=publicity.name(person.number, person.name),
        club=person.club if "club" in publicity.fields else "",
        federation=person.federation if "federation" in publicity.fields else "",
    )


def _publish(value: Any, publicity: PersonPublicity) -> Any:
    if isinstance(value, Person):
        return _publish_person(value, publicity)
    if isinstance(value, Player):
        return publicity.player(value)
    if isinstance(value, Entry):
        return publicity.entry(value)
    if isinstance(value, tuple):
        return tuple(_publish(one, publicity) for one in value)
    if isinstance(value, Mapping):
        return {key: _publish(one, publicity) for key, one in value.items()}
    if isinstance(value, msgspec.Struct) and (names := fields_with_people(type(value))):
        return msgspec.structs.replace(value, **{name: _publish(getattr(value, name), publicity) for name in names})
    return value


def publish_change(change: Change, players: Collection[PlayerId], publicity: PersonPublicity) -> Change | None:
    """Of the audit, in an entry about these players; None: it is not for everybody."""
    if not _is_told(change.field, publicity, is_of_player=bool(players)):
        return None
    if change.field != "name" or publicity.initials.isdisjoint(players):
        return change
    old, new = (initials_of(name) if isinstance(name, str) else name for name in (change.old, change.new))
    return msgspec.structs.replace(change, old=old, new=new)


def _is_told(field: str, publicity: PersonPublicity, *, is_of_player: bool) -> bool:
    first = field.partition(".")[0]
    if first == "ids":
        return field in {FIELD_OF[name] for name in publicity.fields if name in FIELD_OF}
    if first == "birth_year":
        return False
    if not is_of_player:
        return True
    is_known = first in Player.__struct_fields__ or first in Entry.__struct_fields__
    return not is_known or first in (*ALWAYS, *OF_AN_ENTRY, *publicity.fields)


@functools.cache
def fields_with_people(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of such a value that hold somebody, or something that does."""
    return tuple(name for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__ and _may(hint))


def _may(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Person | Player | Entry):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return bool(fields_with_people(hint))
    return any(map(_may, get_args(hint)))
