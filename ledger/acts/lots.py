"""Acts by lot: the players' lots, the colour of the first board."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Colour, PlayerId, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.state import State


class DrawLots(Command, frozen=True, kw_only=True, tag="draw-lots"):
    """A guided draw: group by group, the first has the lowest lots; who is in none comes last."""

    seed: str
    groups: tuple[tuple[PlayerId, ...], ...] = ()


class LotsDrawn(Event, frozen=True, kw_only=True, gc=False, tag="lots-drawn"):
    seed: str
    order: tuple[PlayerId, ...]  # the first has lot 1
    groups: tuple[tuple[PlayerId, ...], ...] = ()  # KNDB modification 1: drawn one after the other


class DrawFirstColour(Command, frozen=True, kw_only=True, tag="draw-first-colour"):
    """By lot from the seed, or as given when it was drawn on the stage. Drawing it again needs a reason."""

    seed: str = ""
    colour: Colour | None = None
    reason: str = ""


class FirstColourDrawn(Event, frozen=True, kw_only=True, gc=False, tag="first-colour-drawn"):
    seed: str
    colour: Colour
    reason: str = ""  # of drawing it again


# -- deciding ----------------------------------------------------------------------------------------------------------


def draw_lots(state: State, command: DrawLots) -> list[Event]:
    """KNDB modification 1: a guided draw keeps to its groups, so that the strong of one group have the lowest lots."""
    t = state.tournament
    checks.text(command.seed, "seed", required=True)
    _before_round_1(t)
    if not t.entries:
        raise Refusal("too-few-players", players=0, needed=1)
    guided = [player for group in command.groups for player in group]
    checks.distinct_players(t, guided)
    if not all(command.groups):
        raise Refusal("group-is-empty")
    groups = (*command.groups, tuple(player for player in t.entries if player not in guided))
    order = tuple(player for group in groups for player in checks.by_lot(command.seed, group))
    return [LotsDrawn(seed=command.seed, order=order, groups=command.groups)]


def draw_first_colour(state: State, command: DrawFirstColour) -> list[Event]:
    """White or Black for the higher of the first pair: by lot from the seed, or as it was drawn before the public."""
    t = state.tournament
    _before_round_1(t)
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=command.colour is None)
    if t.first_colour is not None and not command.reason.strip():  # nobody draws until he likes the lot
        raise Refusal("first-colour-stands", colour=t.first_colour.value)
    colour = command.colour or _colour_by_lot(command.seed)
    return [FirstColourDrawn(seed=command.seed, colour=colour, reason=command.reason)]


def _colour_by_lot(seed: str) -> Colour:
    is_even = int(checks.lot_key(seed, "first colour"), 16) % 2 == 0
    return Colour.WHITE if is_even else Colour.BLACK


def _before_round_1(t: Tournament) -> None:
    if t.rounds:
        raise Refusal("round-already-paired", round=1, next=t.next_round)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_lots(state: State, event: LotsDrawn) -> State:
    lots = {number: lot for lot, number in enumerate(event.order, start=1)}
    entries = {n: replace(e, player=replace(e.player, lot=lots.get(n))) for n, e in state.tournament.entries.items()}
    return state.advance(replace(state.tournament, entries=entries))


def _evolve_first_colour(state: State, event: FirstColourDrawn) -> State:
    return state.advance(replace(state.tournament, first_colour=event.colour))


# -- telling -----------------------------------------------------------------------------------------------------------


def _lot_fields(state: State, event: LotsDrawn) -> Fields:
    drawn = ((player.lot, player.number) for player in state.tournament.players if player.lot is not None)
    return {"lots": tuple(number for _, number in sorted(drawn))}


def _first_colour_fields(state: State, event: FirstColourDrawn) -> Fields:
    colour = state.tournament.first_colour
    return {"first_colour": colour.value if colour else None}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DrawLots,
        decide=draw_lots,
        endpoint=Endpoint("POST", "/lots", {"seed": "17 03 42"}),
        event=LotsDrawn,
        evolve=_evolve_lots,
        fields=_lot_fields,
        settles=("lots",),
    ),
    Act(
        command=DrawFirstColour,
        decide=draw_first_colour,
        endpoint=Endpoint("POST", "/first-colour", {"colour": "white", "reason": "The coin fell off the table."}),
        event=FirstColourDrawn,
        evolve=_evolve_first_colour,
        fields=_first_colour_fields,
        settles=("first-colour",),
    ),
)
