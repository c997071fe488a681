"""Acts on tie-break values that were worked out elsewhere (EXT): given for each player."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import EXTERNAL_UNIT, PlayerId, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.state import State

_DECIMAL = re.compile(r"([+-]?)([0-9]{1,9})(?:[.,]([0-9]{1,3}))?")


class SetExternalValues(Command, frozen=True, kw_only=True, tag="set-external-values"):
    """VCL4THP 207: as numbers are written, ``12.5``; empty: the player has none any more."""

    values: Mapping[PlayerId, str]


class ExternalValuesSet(Event, frozen=True, kw_only=True, gc=False, tag="external-values-set"):
    values: Mapping[PlayerId, int | None]  # of whom it changed, in thousandths; None: there is none any more


def set_external_values(state: State, command: SetExternalValues) -> list[Event]:
    t = state.tournament
    checks.distinct_players(t, command.values)
    given = {player: _read(player, text) for player, text in command.values.items()}
    changed = {player: value for player, value in given.items() if t.external_values.get(player) != value}
    return [ExternalValuesSet(values=changed)] if changed else []


def _read(player: PlayerId, text: str) -> int | None:
    if not text.strip():
        return None
    found = _DECIMAL.fullmatch(text.strip().replace("−", "-"))
    if found is None:
        raise Refusal("not-an-external-value", field=f"values.{player}", player=player, value=text[:40])
    sign, whole, decimals = found[1], found[2], found[3] or ""
    value = int(whole) * EXTERNAL_UNIT + int(decimals.ljust(3, "0"))
    return -value if sign == "-" else value


def _evolve_values(state: State, event: ExternalValuesSet) -> State:
    t = state.tournament
    known = {**t.external_values, **event.values}
    kept = {player: value for player, value in sorted(known.items()) if value is not None}
    return state.advance(replace(t, external_values=kept))


def _value_fields(state: State, event: ExternalValuesSet) -> Fields:
    return {f"external.{player}": _write(state.tournament.external_values.get(player)) for player in event.values}


def _write(value: int | None) -> str | None:
    return None if value is None else write_external_value(value)


def write_external_value(value: int) -> str:
    """As it can be typed again: ``12.5``."""
    whole, rest = divmod(abs(value), EXTERNAL_UNIT)
    decimals = f".{rest:03}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else ''}{whole}{decimals}"


def _moves_places(before: Tournament, event: ExternalValuesSet) -> bool:
    return any(code.upper().startswith("EXT") for code in before.rules.tiebreaks)


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetExternalValues,
        decide=set_external_values,
        endpoint=Endpoint("PUT", "/external-values", {"values": {"1": "12.5", "2": "9"}}),
        event=ExternalValuesSet,
        evolve=_evolve_values,
        fields=_value_fields,
        players=lambda before, event, after: tuple(event.values),
        moves_places=_moves_places,
    ),
)
