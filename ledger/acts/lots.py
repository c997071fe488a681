"""Acts by lot: the players' lots, the colour of the first board."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Colour, PlayerId, Tournament
from ledger.acts import checks
from ledger.acts.act import CONFIRM, Act, AnyAct, Command, Confirmation, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.acts.players import HIGHEST_NUMBER
from ledger.state import State


class DrawLots(Command, frozen=True, kw_only=True, tag="draw-lots"):
    """For everybody: from the seed, or in the order that was drawn by hand. Drawing again needs a reason.

    A guided draw goes group by group: the first has the lowest lots; who is in none comes last.
    """

    seed: str = ""
    groups: tuple[tuple[PlayerId, ...], ...] = ()
    order: tuple[PlayerId, ...] = ()  # as drawn by hand, the first has lot 1
    reason: str = ""


class LotsDrawn(Event, frozen=True, kw_only=True, gc=False, tag="lots-drawn"):
    seed: str  # empty: drawn by hand
    order: tuple[PlayerId, ...]  # the first has lot 1
    groups: tuple[tuple[PlayerId, ...], ...] = ()  # KNDB modification 1: drawn one after the other
    reason: str = ""  # of drawing them again


class DrawLot(Command, frozen=True, kw_only=True, tag="draw-lot"):
    """For one player, before the public: as it came out of the hat, or from the seed.

    From the seed it is one of those that nobody has, of as many as there are players; in a guided draw one of those
    from ``lowest`` to ``highest``. Another lot for the same player needs a reason.
    """

    player: PlayerId
    lot: int | None = None
    seed: str = ""
    lowest: int = 1
    highest: int | None = None
    reason: str = ""


class LotDrawn(Event, frozen=True, kw_only=True, gc=False, tag="lot-drawn"):
    player: PlayerId
    lot: int
    seed: str = ""  # empty: drawn by hand
    reason: str = ""  # of drawing it again


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
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=not command.order)
    _before_round_1(t)
    if not t.entries:
        raise Refusal("too-few-players", players=0, needed=1)
    order = _order_by_hand(t, command) if command.order else _order_by_lot(t, command)
    drawn = tuple(player.number for player in t.players if player.lot is not None)
    if drawn and not command.reason.strip():  # nobody draws until they like the lots
        raise Refusal("lots-stand", players=drawn)
    return [LotsDrawn(seed=command.seed, order=order, groups=command.groups, reason=command.reason)]


def _order_by_hand(t: Tournament, command: DrawLots) -> tuple[PlayerId, ...]:
    checks.distinct_players(t, command.order)
    if command.seed or command.groups:
        raise Refusal("drawn-by-hand-or-not", field="order")
    missing = tuple(player for player in sorted(t.entries) if player not in command.order)
    if missing:
        raise Refusal("lots-missing", field="order", players=missing)
    return command.order


def _order_by_lot(t: Tournament, command: DrawLots) -> tuple[PlayerId, ...]:
    guided = [player for group in command.groups for player in group]
    checks.distinct_players(t, guided)
    if not all(command.groups):
        raise Refusal("group-is-empty")
    groups = (*command.groups, tuple(player for player in t.entries if player not in guided))
    return tuple(player for group in groups for player in checks.by_lot(command.seed, group))


def draw_lot(state: State, command: DrawLot) -> list[Event]:
    """KNDB ranking list: the number that a player has drawn before round 1. No two have the same."""
    t = state.tournament
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=command.lot is None)
    _before_round_1(t)
    own = checks.entry(t, command.player).player.lot
    others = {player.lot: player.number for player in t.players if player.number != command.player}
    lot = _lot_from_seed(t, command, others) if command.lot is None else command.lot
    checks.within("lot", lot, 1, HIGHEST_NUMBER)
    if lot in others:
        raise Refusal("lot-taken", field="lot", lot=lot, player=others[lot])
    if lot == own:
        return []
    if own is not None and not command.reason.strip():
        raise Refusal("lot-stands", player=command.player, lot=own)
    return [LotDrawn(player=command.player, lot=lot, seed=command.seed, reason=command.reason)]


def _lot_from_seed(t: Tournament, command: DrawLot, taken: Container[int | None]) -> int:
    """The one at SHA-256(seed:number), counted round those that are left in the hat, the lowest first."""
    highest = len(t.entries) if command.highest is None else command.highest
    checks.within("highest", highest, 1, HIGHEST_NUMBER)
    checks.within("lowest", command.lowest, 1, highest)
    left = [lot for lot in range(command.lowest, highest + 1) if lot not in taken]
    if not left:
        raise Refusal("no-lot-left", lowest=command.lowest, highest=highest)
    return left[int(checks.lot_key(command.seed, str(command.player)), 16) % len(left)]


def draw_first_colour(state: State, command: DrawFirstColour) -> list[Event]:
    """White or Black for the higher of the first pair: by lot from the seed, or as it was drawn before the public."""
    t = state.tournament
    _before_round_1(t)
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=command.colour is None)
    if t.first_colour is not None and not command.reason.strip():  # nobody draws until they like the lot
        raise Refusal("first-colour-stands", colour=t.first_colour.value)
    colour = command.colour or _colour_by_lot(command.seed)
    return [FirstColourDrawn(seed=command.seed, colour=colour, reason=command.reason)]


def _colour_by_lot(seed: str) -> Colour:
    is_even = int(checks.lot_key(seed, "first colour"), 16) % 2 == 0
    return Colour.WHITE if is_even else Colour.BLACK


def _before_round_1(t: Tournament) -> None:
    if t.rounds:
        raise Refusal("round-already-paired", round=1, next=t.next_round)


# -- FIDE mode ---------------------------------------------------------------------------------------------------------


def _check_lots_in_fide_mode(state: State, command: DrawLots | DrawLot) -> None:
    """VCL4THP 206: not once more when a pairing by the first lots was seen."""
    t = state.tournament
    if t.has_been_paired and not t.rounds and any(player.lot is not None for player in t.players):
        raise Refusal("fide-mode-lots-used")


def _check_colour_in_fide_mode(state: State, command: DrawFirstColour) -> None:
    """FIDE C.04.3:2026 5.1, VCL4THP 206: drawn once, before round 1 is paired. What was drawn before the public may be
    put right until then, if it was typed wrongly."""
    t = state.tournament
    if t.first_colour is None:
        return
    if t.has_been_paired and not t.rounds:
        raise Refusal("fide-mode-colour-used", rule="C.04.3 5.1")
    if command.colour is None:
        raise Refusal("fide-mode-colour-stands", colour=t.first_colour.value, rule="C.04.3 5.1")


def _confirm_colour(state: State, command: DrawFirstColour, events: Sequence[Event]) -> Confirmation | None:
    stands = state.tournament.first_colour
    if not state.fide_mode.is_on or stands is None:
        return None
    return Confirmation(CONFIRM, (Refusal("first-colour-is-corrected", colour=stands.value),))


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_lots(state: State, event: LotsDrawn) -> State:
    lots = {number: lot for lot, number in enumerate(event.order, start=1)}
    entries = {n: replace(e, player=replace(e.player, lot=lots.get(n))) for n, e in state.tournament.entries.items()}
    return state.advance(replace(state.tournament, entries=entries))


def _evolve_lot(state: State, event: LotDrawn) -> State:
    entry = state.tournament.entries[event.player]
    drawn = replace(entry, player=replace(entry.player, lot=event.lot))
    return state.advance(replace(state.tournament, entries={**state.tournament.entries, event.player: drawn}))


def _evolve_first_colour(state: State, event: FirstColourDrawn) -> State:
    return state.advance(replace(state.tournament, first_colour=event.colour))


# -- telling -----------------------------------------------------------------------------------------------------------


def _lot_fields(state: State, event: LotsDrawn) -> Fields:
    drawn = ((player.lot, player.number) for player in state.tournament.players if player.lot is not None)
    return {"lots": tuple(number for _, number in sorted(drawn))}


def _one_lot_fields(state: State, event: LotDrawn) -> Fields:
    return {"lot": state.tournament.entries[event.player].player.lot}


def _first_colour_fields(state: State, event: FirstColourDrawn) -> Fields:
    colour = state.tournament.first_colour
    return {"first_colour": colour.value if colour else None}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DrawLots,
        decide=draw_lots,
        check_fide_mode=_check_lots_in_fide_mode,
        endpoint=Endpoint("POST", "/lots", {"seed": "17 03 42"}),
        event=LotsDrawn,
        evolve=_evolve_lots,
        fields=_lot_fields,
        settles=("lots",),
    ),
    Act(
        command=DrawLot,
        decide=draw_lot,
        check_fide_mode=_check_lots_in_fide_mode,
        endpoint=Endpoint("POST", "/players/{player}/lot", {"lot": 7}),
        event=LotDrawn,
        evolve=_evolve_lot,
        fields=_one_lot_fields,
    ),
    Act(
        command=DrawFirstColour,
        decide=draw_first_colour,
        check_fide_mode=_check_colour_in_fide_mode,
        confirm=_confirm_colour,
        endpoint=Endpoint("POST", "/first-colour", {"colour": "white", "reason": "The coin fell off the table."}),
        event=FirstColourDrawn,
        evolve=_evolve_first_colour,
        fields=_first_colour_fields,
        settles=("first-colour",),
    ),
)
