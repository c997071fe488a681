"""Registration, corrections of a player's data, lots, withdrawals, absences, separations."""

from __future__ import annotations

import msgspec

from engine.errors import Refusal
from engine.model import Colour, Player, PlayerId, Separation, Tournament
from ledger.commands import (
    AnnounceAbsence,
    CancelAbsence,
    CorrectPlayer,
    DrawFirstColour,
    DrawLots,
    LiftSeparation,
    NewPlayer,
    RegisterPlayers,
    ReturnPlayer,
    SeparatePlayers,
    SetStartOrder,
    WithdrawPlayer,
)
from ledger.decisions import checks
from ledger.events import (
    AbsenceAnnounced,
    AbsenceCancelled,
    Event,
    FirstColourDrawn,
    LotsDrawn,
    PlayerCorrected,
    PlayerRegistered,
    PlayerReturned,
    PlayersSeparated,
    PlayerWithdrawn,
    SeparationLifted,
    StartOrderSet,
)

HIGHEST_NUMBER = 99_999
HIGHEST_RATING = 4_000
YEARS_OF_BIRTH = range(1890, 2100)
SEXES = ("", "m", "w")


def register_players(t: Tournament, command: RegisterPlayers) -> list[Event]:
    if not command.players:
        raise Refusal("nobody-to-register")
    known = {player.number: player for player in t.players}
    events: list[Event] = []
    for new in command.players:
        event = _registration(t, new, known)
        known[event.player.number] = event.player
        events.append(event)
    return events


def _registration(t: Tournament, new: NewPlayer, known: dict[PlayerId, Player]) -> PlayerRegistered:
    player = new.player
    if player.number == 0:
        player = msgspec.structs.replace(player, number=max(known, default=0) + 1)
    _check_player(player)
    if player.number in known:
        raise Refusal("number-taken", player=player.number, name=known[player.number].name)
    for other in known.values():
        if _is_same_person(player, other):
            raise Refusal("already-registered", name=player.name, player=other.number)
    from_round = t.next_round if new.from_round is None else new.from_round
    checks.round_to_come(t, from_round)
    checks.requestable(new.missed)
    return PlayerRegistered(player=player, from_round=from_round, missed=new.missed)


def correct_player(t: Tournament, command: CorrectPlayer) -> list[Event]:
    checks.reason(command.reason)
    old = checks.entry(t, command.player.number).player
    _check_player(command.player)
    if command.player == old:
        raise Refusal("nothing-changes")
    for other in t.players:
        if other.number != command.player.number and _is_same_person(command.player, other):
            raise Refusal("already-registered", name=command.player.name, player=other.number)
    return [PlayerCorrected(player=command.player, reason=command.reason)]


def set_start_order(t: Tournament, command: SetStartOrder) -> list[Event]:
    """Everybody once. After the first round it is a change of what was agreed and needs a reason."""
    checks.text(command.reason, "reason")
    if t.rounds:
        checks.reason(command.reason)
    checks.distinct_players(t, command.order)
    missing = tuple(sorted(set(t.entries) - set(command.order)))
    if missing:
        raise Refusal("players-missing", players=missing)
    return [StartOrderSet(order=command.order, reason=command.reason)]


def draw_lots(t: Tournament, command: DrawLots) -> list[Event]:
    checks.text(command.seed, "seed", required=True)
    _before_round_1(t)
    return [LotsDrawn(seed=command.seed, order=checks.by_lot(command.seed, t.entries))]


def draw_first_colour(t: Tournament, command: DrawFirstColour) -> list[Event]:
    """White or Black for the higher of the first pair: by lot from the seed, or as it was drawn before the public."""
    _before_round_1(t)
    if command.colour is not None:
        checks.text(command.seed, "seed")
        return [FirstColourDrawn(seed=command.seed, colour=command.colour)]
    checks.text(command.seed, "seed", required=True)
    is_even = int(checks.lot_key(command.seed, "first colour"), 16) % 2 == 0
    return [FirstColourDrawn(seed=command.seed, colour=Colour.WHITE if is_even else Colour.BLACK)]


def withdraw_player(t: Tournament, command: WithdrawPlayer) -> list[Event]:
    """It may be written down late, for a round already paired, as long as the player had no board there."""
    checks.text(command.reason, "reason")
    entry = checks.entry(t, command.player)
    from_round = t.next_round if command.from_round is None else command.from_round
    if not 1 <= from_round <= t.rules.rounds + 1:
        raise Refusal("round-outside-programme", round=from_round, rounds=t.rules.rounds)
    checks.requestable(command.counts_as)
    if entry.withdrawals and entry.withdrawals[-1].until_round is None:
        raise Refusal("already-withdrawn", player=command.player, round=entry.withdrawals[-1].from_round)
    for played in t.rounds[from_round - 1 :]:
        if any(command.player in (board.white, board.black) for board in played.boards):
            raise Refusal("player-has-a-board", player=command.player, round=played.number)
    return [
        PlayerWithdrawn(
            player=command.player, from_round=from_round, counts_as=command.counts_as, reason=command.reason
        )
    ]


def return_player(t: Tournament, command: ReturnPlayer) -> list[Event]:
    entry = checks.entry(t, command.player)
    if not entry.withdrawals or entry.withdrawals[-1].until_round is not None:
        raise Refusal("not-withdrawn", player=command.player)
    from_round = t.next_round if command.from_round is None else command.from_round
    checks.round_to_come(t, from_round)
    return [PlayerReturned(player=command.player, from_round=max(from_round, entry.withdrawals[-1].from_round))]


def announce_absence(t: Tournament, command: AnnounceAbsence) -> list[Event]:
    checks.entry(t, command.player)
    checks.requestable(command.outcome)
    rounds = _rounds_to_come(t, command.rounds)
    return [AbsenceAnnounced(player=command.player, rounds=rounds, outcome=command.outcome)]


def cancel_absence(t: Tournament, command: CancelAbsence) -> list[Event]:
    entry = checks.entry(t, command.player)
    rounds = _rounds_to_come(t, command.rounds)
    for number in rounds:
        if number not in entry.absences:
            raise Refusal("no-absence-announced", player=command.player, round=number)
    return [AbsenceCancelled(player=command.player, rounds=rounds)]


def separate_players(t: Tournament, command: SeparatePlayers) -> list[Event]:
    checks.text(command.reason, "reason")
    checks.distinct_players(t, command.players)
    if len(command.players) < 2:
        raise Refusal("too-few-players", players=len(command.players), needed=2)
    checks.round_in_programme(t, command.from_round)
    if command.to_round is not None and command.to_round < command.from_round:
        raise Refusal("rounds-in-wrong-order", from_round=command.from_round, to_round=command.to_round)
    separation = Separation(command.players, command.from_round, command.to_round)
    if separation in t.separations:
        return []
    return [
        PlayersSeparated(
            players=command.players,
            from_round=command.from_round,
            to_round=command.to_round,
            reason=command.reason,
        )
    ]


def lift_separation(t: Tournament, command: LiftSeparation) -> list[Event]:
    checks.text(command.reason, "reason")
    if Separation(command.players, command.from_round, command.to_round) not in t.separations:
        raise Refusal("no-such-separation", players=command.players)
    return [
        SeparationLifted(
            players=command.players,
            from_round=command.from_round,
            to_round=command.to_round,
            reason=command.reason,
        )
    ]


def _check_player(player: Player) -> None:
    checks.text(player.name, "name", required=True)
    for field in ("title", "club", "federation", "category"):
        checks.text(getattr(player, field), field)
    for field in player.ids.__struct_fields__:
        checks.text(getattr(player.ids, field), field)
    _within("number", player.number, 1, HIGHEST_NUMBER)
    _within("rating", player.rating, 0, HIGHEST_RATING)
    _within("lot", player.lot, 1, HIGHEST_NUMBER)
    _within("birth_year", player.birth_year, YEARS_OF_BIRTH.start, YEARS_OF_BIRTH.stop - 1)
    if player.sex not in SEXES:
        raise Refusal("not-one-of", field="sex", value=player.sex, possible=SEXES)


def _within(field: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise Refusal("number-outside-range", field=field, value=value, least=least, most=most)


def _is_same_person(one: Player, other: Player) -> bool:
    """The same federation number, or nothing at all by which two namesakes could be told apart."""
    for mine, theirs in zip(msgspec.structs.astuple(one.ids), msgspec.structs.astuple(other.ids), strict=True):
        if mine and mine == theirs:
            return True
    distinguishing = (one.birth_year, one.club, one.ids) == (other.birth_year, other.club, other.ids)
    return one.name.casefold() == other.name.casefold() and distinguishing


def _before_round_1(t: Tournament) -> None:
    if t.rounds:
        raise Refusal("round-already-paired", round=1, next=t.next_round)


def _rounds_to_come(t: Tournament, rounds: tuple[int, ...]) -> tuple[int, ...]:
    if not rounds:
        raise Refusal("rounds-missing")
    for number in rounds:
        checks.round_to_come(t, number)
    return tuple(sorted(set(rounds)))
