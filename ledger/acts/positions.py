"""Acts on the positions of Chess960: one is drawn for each round."""

from __future__ import annotations

from msgspec.structs import replace

from engine.chess960 import POSITIONS
from engine.errors import Refusal
from engine.model import Phase
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.state import State


class DrawPosition(Command, frozen=True, kw_only=True, tag="draw-position"):
    """By lot from the seed, or as it was drawn before the public. Drawing it again needs a reason."""

    round: int
    seed: str = ""
    number: int | None = None
    reason: str = ""


class PositionDrawn(Event, frozen=True, kw_only=True, gc=False, tag="position-drawn"):
    round: int
    number: int  # 0–959, see ``engine/chess960.py``
    seed: str = ""  # empty: it was drawn by hand
    reason: str = ""  # of drawing it again


def draw_position(state: State, command: DrawPosition) -> list[Event]:
    """For the round that is going to be played: nobody knows the positions of those after it."""
    t = state.tournament
    if not t.rules.chess960:
        raise Refusal("not-chess960")
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=command.number is None)
    checks.round_in_programme(t, command.round)
    checks.within("number", command.number, 0, POSITIONS - 1)
    if command.round > t.next_round:
        raise Refusal("not-the-next-round", round=command.round, next=t.next_round)
    _check_not_begun(state, command.round)
    stands = t.positions.get(command.round)
    if stands is not None and not command.reason.strip():  # nobody draws until they like the position
        raise Refusal("position-stands", round=command.round, number=stands)
    number = _position_by_lot(command) if command.number is None else command.number
    return [PositionDrawn(round=command.round, number=number, seed=command.seed, reason=command.reason)]


def _check_not_begun(state: State, number: int) -> None:
    t = state.tournament
    if number <= len(t.rounds) and (t.rounds[number - 1].has_begun or t.rounds[number - 1].phase is Phase.CLOSED):
        raise Refusal("position-is-played", round=number)


def _position_by_lot(command: DrawPosition) -> int:
    return int(checks.lot_key(command.seed, f"position of round {command.round}"), 16) % POSITIONS


def _evolve_position(state: State, event: PositionDrawn) -> State:
    t = state.tournament
    return state.advance(replace(t, positions={**t.positions, event.round: event.number}))


def _position_fields(state: State, event: PositionDrawn) -> Fields:
    return {"position": state.tournament.positions.get(event.round)}


def _position_news(before: State | None, event: PositionDrawn, after: State) -> News:
    return (), {"round": event.round, "number": event.number}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DrawPosition,
        decide=draw_position,
        endpoint=Endpoint("POST", "/rounds/{round}/position", {"seed": "17 03 42"}),
        event=PositionDrawn,
        evolve=_evolve_position,
        fields=_position_fields,
        news=_position_news,
    ),
)
