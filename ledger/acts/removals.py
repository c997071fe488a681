"""Acts on entries that should never have been: removing them.

Who was registered by mistake and never paired goes from every table, list and file, as if they had never been there;
only the log knows of them. Their number is given to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Phase, PlayerId, Round, Separation, Settlement, Tournament
from engine.registry import is_predetermined
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields, entry_fields, flatten
from ledger.state import Hall, State


class RemovePlayers(Command, frozen=True, kw_only=True, tag="remove-players"):
    """One or many, all or none. Once a round is paired a reason is required."""

    players: tuple[PlayerId, ...]
    reason: str = ""


class PlayerRemoved(Event, frozen=True, kw_only=True, gc=False, tag="player-removed"):
    player: PlayerId
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def remove_players(state: State, command: RemovePlayers) -> list[Event]:
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    if not command.players:
        raise Refusal("nobody-to-remove")
    checks.distinct_players(t, command.players)
    found = Gathered()
    for player in command.players:
        with found:
            _check_never_paired(t, player)
    found.tell()
    return [PlayerRemoved(player=player, reason=command.reason) for player in command.players]


def _check_never_paired(t: Tournament, player: PlayerId) -> None:
    """A game, its forfeit and a bye that the pairing gave belong to others too: who met them, who did not get it."""
    paired = [played for played in t.rounds if player in _paired_in(t, played)]
    if paired and paired[0].phase is Phase.PAIRED:
        raise Refusal("player-in-draft", player=player, round=paired[0].number)
    if paired:
        raise Refusal("player-was-paired", player=player, round=paired[0].number)
    if player in _extra_players(t):
        raise Refusal("player-had-extra-game", player=player)


def _paired_in(t: Tournament, played: Round) -> set[PlayerId]:
    """Who has a game or the bye; in a round robin who is free too, for that is a place in its table."""
    found = {player for board in played.boards for player in (board.white, board.black)}
    if played.bye is not None:
        found.add(played.bye)
    if is_predetermined(t.rules.system):
        found.update(sitout.player for sitout in played.sitouts)
    return found


def _extra_players(t: Tournament) -> set[PlayerId]:
    return {player for game in t.extra_games for player in (game.white, game.black)}


def removable_players(t: Tournament) -> frozenset[PlayerId]:
    """Whose entries may be removed: who was never paired."""
    return frozenset(t.entries).difference(_extra_players(t), *(_paired_in(t, played) for played in t.rounds))


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_removed(state: State, event: PlayerRemoved) -> State:
    return without_players(state, (event.player,))


def without_players(state: State, players: Iterable[PlayerId]) -> State:
    """After one event that removes them all."""
    t, hall = state.tournament, state.hall
    for player in players:
        t, hall = _without(t, player), _hall_without(hall, player)
    return state.advance(t, hall)


def _without(t: Tournament, player: PlayerId) -> Tournament:
    name = t.entries[player].player.name
    return replace(
        t,
        entries={number: entry for number, entry in t.entries.items() if number != player},
        removed={**t.removed, player: name},
        rounds=tuple(_round_without(played, player) for played in t.rounds),
        start_order=_others(t.start_order, player),
        fixed_order=_others(t.fixed_order, player),
        categories=tuple(replace(one, players=_others(one.players, player)) for one in t.categories),
        separations=tuple(s for s in (_apart(s, player) for s in t.separations) if len(s.players) > 1),
        adjustments=tuple(one for one in t.adjustments if one.player != player),
        external_values={one: value for one, value in t.external_values.items() if one != player},
        settlements=tuple(s for s in (_order(s, player) for s in t.settlements) if len(s.order) > 1),
    )


def _round_without(played: Round, player: PlayerId) -> Round:
    if all(sitout.player != player for sitout in played.sitouts):
        return played
    return replace(played, sitouts=tuple(sitout for sitout in played.sitouts if sitout.player != player))


def _apart(separation: Separation, player: PlayerId) -> Separation:
    return replace(separation, players=_others(separation.players, player))


def _order(settlement: Settlement, player: PlayerId) -> Settlement:
    return replace(settlement, order=_others(settlement.order, player))


def _hall_without(hall: Hall, player: PlayerId) -> Hall:
    signed_off = {
        number: {one: outcome for one, outcome in known.items() if one != player}
        for number, known in hall.signed_off.items()
    }
    here = {number: _others(players, player) for number, players in hall.check_ins.items()}
    return replace(hall, check_ins=here, signed_off=signed_off)


def _others(players: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    return tuple(one for one in players if one != player)


# -- telling -----------------------------------------------------------------------------------------------------------


def _entry_fields(state: State, event: PlayerRemoved) -> Fields:
    entry = state.tournament.entries.get(event.player)
    return {} if entry is None else flatten(entry.player) | entry_fields(entry)


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=RemovePlayers,
        decide=remove_players,
        endpoint=Endpoint("DELETE", "/players", {"players": [12], "reason": "Registered by mistake."}),
        event=PlayerRemoved,
        evolve=_evolve_removed,
        has_private_reason=True,
        fields=_entry_fields,
        settles=("player",),
        moves_places=lambda before, event: bool(before.rounds),
    ),
)
