"""Acts on separations: who may not be paired with each other, and for which rounds."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import PlayerId, Separation
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.state import State


class SeparatePlayers(Command, frozen=True, kw_only=True, tag="separate-players"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class PlayersSeparated(Event, frozen=True, kw_only=True, gc=False, tag="players-separated"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class LiftSeparation(Command, frozen=True, kw_only=True, tag="lift-separation"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class SeparationLifted(Event, frozen=True, kw_only=True, gc=False, tag="separation-lifted"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def separate_players(state: State, command: SeparatePlayers) -> list[Event]:
    t = state.tournament
    checks.text(command.reason, "reason")
    checks.distinct_players(t, command.players)
    if len(command.players) < 2:
        raise Refusal("too-few-players", players=len(command.players), needed=2)
    checks.round_in_programme(t, command.from_round)
    if command.to_round is not None:
        checks.round_in_programme(t, command.to_round)
        if command.to_round < command.from_round:
            raise Refusal("rounds-in-wrong-order", from_round=command.from_round, to_round=command.to_round)
    separation = _separation(command)
    if separation in t.separations:
        return []
    return [
        PlayersSeparated(
            players=separation.players,
            from_round=command.from_round,
            to_round=command.to_round,
            reason=command.reason,
        )
    ]


def lift_separation(state: State, command: LiftSeparation) -> list[Event]:
    t = state.tournament
    checks.text(command.reason, "reason")
    separation = _separation(command)
    if separation not in t.separations:
        raise Refusal("no-such-separation", players=command.players)
    return [
        SeparationLifted(
            players=separation.players,
            from_round=command.from_round,
            to_round=command.to_round,
            reason=command.reason,
        )
    ]


def _check_separations_in_fide_mode(state: State, command: SeparatePlayers | LiftSeparation) -> None:
    """VCL4THP 195, 196: who may not meet is settled before round 1 is paired."""
    if state.tournament.rounds:
        raise Refusal("fide-mode-separations-fixed")


def _separation(command: SeparatePlayers | LiftSeparation) -> Separation:
    """By number: whoever is named first, it is the same separation."""
    return Separation(tuple(sorted(command.players)), command.from_round, command.to_round)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_separated(state: State, event: PlayersSeparated) -> State:
    separations = (*state.tournament.separations, _separation_of(event))
    return state.advance(replace(state.tournament, separations=separations))


def _evolve_lifted(state: State, event: SeparationLifted) -> State:
    lifted = _separation_of(event)
    left = tuple(separation for separation in state.tournament.separations if separation != lifted)
    return state.advance(replace(state.tournament, separations=left))


def _separation_of(event: PlayersSeparated | SeparationLifted) -> Separation:
    return Separation(event.players, event.from_round, event.to_round)


# -- telling -----------------------------------------------------------------------------------------------------------


def _separation_fields(state: State, event: PlayersSeparated | SeparationLifted) -> Fields:
    span = _separation_of(event)
    is_there = span in state.tournament.separations
    return {"from_round": span.from_round, "to_round": span.to_round} if is_there else {}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SeparatePlayers,
        decide=separate_players,
        check_fide_mode=_check_separations_in_fide_mode,
        endpoint=Endpoint("POST", "/separations", {"players": [1, 2], "reason": "Siblings"}),
        event=PlayersSeparated,
        evolve=_evolve_separated,
        has_private_reason=True,
        fields=_separation_fields,
        players=lambda before, event, after: event.players,
    ),
    Act(
        command=LiftSeparation,
        decide=lift_separation,
        check_fide_mode=_check_separations_in_fide_mode,
        endpoint=Endpoint("DELETE", "/separations", {"players": [1, 2]}),
        event=SeparationLifted,
        evolve=_evolve_lifted,
        has_private_reason=True,
        fields=_separation_fields,
        players=lambda before, event, after: event.players,
    ),
)
