"""Acts on what is public of the players: fields that an organiser publishes, and players who are shown by initials.

Neither touches what is played. What a field is, and why it is private, says ``ledger/person_publicity.py``.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.model import PlayerId
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.person_publicity import CHOOSABLE
from ledger.state import State


class ChangePublicFields(Command, frozen=True, kw_only=True, tag="change-public-fields"):
    """What of the players everybody may know, besides what always is public."""

    fields: tuple[str, ...]


class PublicFieldsChanged(Event, frozen=True, kw_only=True, gc=False, tag="public-fields-changed"):
    fields: tuple[str, ...]


class ShowInitials(Command, frozen=True, kw_only=True, tag="show-initials"):
    """Of a player who wants no more of their name to be public."""

    player: PlayerId


class InitialsShown(Event, frozen=True, kw_only=True, gc=False, tag="initials-shown"):
    player: PlayerId


class ShowName(Command, frozen=True, kw_only=True, tag="show-name"):
    """Of a player who was shown by initials."""

    player: PlayerId


class NameShown(Event, frozen=True, kw_only=True, gc=False, tag="name-shown"):
    player: PlayerId


# -- deciding ----------------------------------------------------------------------------------------------------------


def change_public_fields(state: State, command: ChangePublicFields) -> list[Event]:
    for field in command.fields:
        checks.one_of("fields", field, CHOOSABLE)
    wanted = tuple(field for field in CHOOSABLE if field in command.fields)
    return [] if wanted == state.tournament.public_fields else [PublicFieldsChanged(fields=wanted)]


def show_initials(state: State, command: ShowInitials) -> list[Event]:
    checks.entry(state.tournament, command.player)
    return [] if command.player in state.tournament.initials else [InitialsShown(player=command.player)]


def show_name(state: State, command: ShowName) -> list[Event]:
    checks.entry(state.tournament, command.player)
    return [NameShown(player=command.player)] if command.player in state.tournament.initials else []


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_fields(state: State, event: PublicFieldsChanged) -> State:
    return state.advance(replace(state.tournament, public_fields=event.fields))


def _evolve_initials(state: State, event: InitialsShown) -> State:
    t = state.tournament
    return state.advance(replace(t, initials=t.initials | {event.player}))


def _evolve_name(state: State, event: NameShown) -> State:
    t = state.tournament
    return state.advance(replace(t, initials=t.initials - {event.player}))


# -- telling -----------------------------------------------------------------------------------------------------------


def _public_fields(state: State, event: PublicFieldsChanged) -> Fields:
    return {"public_fields": state.tournament.public_fields}


def _initials(state: State, event: InitialsShown | NameShown) -> Fields:
    return {"initials": event.player in state.tournament.initials}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=ChangePublicFields,
        decide=change_public_fields,
        endpoint=Endpoint("PUT", "/public-fields", {"fields": ["federation", "club"]}),
        may_follow_the_end=True,
        event=PublicFieldsChanged,
        evolve=_evolve_fields,
        fields=_public_fields,
        settles=("public-fields",),
    ),
    Act(
        command=ShowInitials,
        decide=show_initials,
        endpoint=Endpoint("POST", "/players/{player}/initials"),
        may_follow_the_end=True,
        event=InitialsShown,
        evolve=_evolve_initials,
        fields=_initials,
        settles=("public-name",),
    ),
    Act(
        command=ShowName,
        decide=show_name,
        endpoint=Endpoint("DELETE", "/players/{player}/initials"),
        may_follow_the_end=True,
        event=NameShown,
        evolve=_evolve_name,
        fields=_initials,
        settles=("public-name",),
    ),
)
