"""Registration, corrections of a player's data, lots, withdrawals, absences, separations."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Mapping

import msgspec

from engine.errors import Gathered, Refusal
from engine.model import Colour, Entry, Ids, Player, PlayerId, Separation, Tournament, Withdrawal
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
# What has room in a list, on a screen and on paper.
LONGEST = {"name": 100, "title": 40, "club": 80, "federation": 40, "category": 40}
LONGEST_ID = 12
# From, to. A year of birth cannot be compared with today, for there is no clock here.
RANGES = {
    "number": (1, HIGHEST_NUMBER),
    "rating": (0, HIGHEST_RATING),
    "lot": (1, HIGHEST_NUMBER),
    "birth_year": (1900, 2100),
}
SEXES = ("", "m", "w")

Mark = tuple[Hashable, ...]


def register_players(t: Tournament, command: RegisterPlayers) -> list[Event]:
    if not command.players:
        raise Refusal("nobody-to-register")
    known = {player.number: player for player in t.players}
    people = _people(known.values())
    events: list[Event] = []
    for new in command.players:
        event = _registration(t, new, known)
        _check_is_new(event.player, people)
        known[event.player.number] = event.player
        people |= _people([event.player])
        events.append(event)
    return events


def _registration(t: Tournament, new: NewPlayer, known: dict[PlayerId, Player]) -> PlayerRegistered:
    player = new.player
    if player.number == 0:
        player = msgspec.structs.replace(player, number=max(known, default=0) + 1)
    check_player(player)
    if player.number in known:
        raise Refusal("number-taken", player=player.number, name=known[player.number].name)
    from_round = t.next_round if new.from_round is None else new.from_round
    checks.round_to_come(t, from_round)
    checks.requestable(new.missed)
    return PlayerRegistered(player=player, from_round=from_round, missed=new.missed)


def correct_player(t: Tournament, command: CorrectPlayer) -> list[Event]:
    checks.reason(command.reason)
    old = checks.entry(t, command.player.number).player
    check_player(command.player, old)
    if command.player == old:
        raise Refusal("nothing-changes")
    _check_is_new(command.player, _people(p for p in t.players if p.number != command.player.number))
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
    return [StartOrderSet(order=command.order, reason=command.reason)] if command.order != t.start_order else []


def draw_lots(t: Tournament, command: DrawLots) -> list[Event]:
    """KNDB modification 1: a guided draw keeps to its groups, so that the strong of one group have the lowest lots."""
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


def draw_first_colour(t: Tournament, command: DrawFirstColour) -> list[Event]:
    """White or Black for the higher of the first pair: by lot from the seed, or as it was drawn before the public."""
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


def withdraw_player(t: Tournament, command: WithdrawPlayer) -> list[Event]:
    """It may be written down late, for a round already paired, as long as the player had no board or bye there."""
    checks.text(command.reason, "reason")
    entry = checks.entry(t, command.player)
    from_round = t.next_round if command.from_round is None else command.from_round
    if not 1 <= from_round <= t.rules.rounds + 1:
        raise Refusal("round-outside-programme", round=from_round, rounds=t.rules.rounds)
    from_round = max(from_round, entry.from_round)  # the rounds before the entry stay as they were agreed
    checks.requestable(command.counts_as)
    _check_still_in(entry, from_round)
    for played in t.rounds[from_round - 1 :]:
        if any(command.player in (board.white, board.black) for board in played.boards):
            raise Refusal("player-has-a-board", player=command.player, round=played.number)
        if command.player == played.bye:
            raise Refusal("player-has-the-bye", player=command.player, round=played.number)
    return [
        PlayerWithdrawn(
            player=command.player, from_round=from_round, counts_as=command.counts_as, reason=command.reason
        )
    ]


def _check_still_in(entry: Entry, from_round: int) -> None:
    last = entry.withdrawals[-1] if entry.withdrawals else None
    standing = last if last is not None and last.until_round is None else entry.withdrawal_in(from_round)
    if standing is not None:
        raise Refusal("already-withdrawn", player=entry.player.number, round=standing.from_round)


def return_player(t: Tournament, command: ReturnPlayer) -> list[Event]:
    """A return that is still to come may be moved to another round.

    KNSB:2014 F8: a withdrawal that was only concluded from silence is recorded first, so that there is one to end.
    """
    entry = checks.entry(t, command.player)
    silent = t.silent_withdrawal(command.player, t.next_round)
    if silent is not None:
        return _return_of_the_silent(t, command, silent)
    last = entry.withdrawals[-1] if entry.withdrawals else None
    if last is None or (last.until_round is not None and last.until_round <= t.next_round):
        raise Refusal("not-withdrawn", player=command.player)
    from_round = t.next_round if command.from_round is None else command.from_round
    checks.round_to_come(t, from_round)
    back = max(from_round, last.from_round)
    return [PlayerReturned(player=command.player, from_round=back)] if back != last.until_round else []


def _return_of_the_silent(t: Tournament, command: ReturnPlayer, silent: Withdrawal) -> list[Event]:
    from_round = t.next_round if command.from_round is None else command.from_round
    checks.round_to_come(t, from_round)
    return [
        PlayerWithdrawn(player=command.player, from_round=silent.from_round, reason="KNSB:2014 F8"),
        PlayerReturned(player=command.player, from_round=from_round),
    ]


def announce_absence(t: Tournament, command: AnnounceAbsence) -> list[Event]:
    entry = checks.entry(t, command.player)
    checks.requestable(command.outcome)
    rounds = _rounds_to_come(t, command.rounds)
    if all(entry.absences.get(number) is command.outcome for number in rounds):
        return []
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


def lift_separation(t: Tournament, command: LiftSeparation) -> list[Event]:
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


def _separation(command: SeparatePlayers | LiftSeparation) -> Separation:
    """By number: whoever is named first, it is the same separation."""
    return Separation(tuple(sorted(command.players)), command.from_round, command.to_round)


def check_player(player: Player, before: Player | None = None) -> None:
    """``before``: what stood already may stay, for logs of old and files of other programs hold more than we take."""
    found = Gathered()
    for field in player.__struct_fields__:
        if before is None or getattr(player, field) != getattr(before, field):
            with found:
                _check_field(player, field, Ids() if before is None else before.ids)
    found.tell()


def _check_field(player: Player, field: str, ids: Ids) -> None:
    value = getattr(player, field)
    if field in LONGEST:
        checks.text(value, field, required=field == "name", longest=LONGEST[field])
    elif field in RANGES:
        checks.within(field, value, *RANGES[field])
    elif field == "ids":
        _check_ids(value, ids)
    elif field == "sex" and value not in SEXES:
        raise Refusal("not-one-of", field="sex", value=value, possible=SEXES)


def _check_ids(ids: Ids, before: Ids) -> None:
    """FIDE, KNSB, KNDB and FMJD all give their members a number of digits."""
    found = Gathered()
    for body in ids.__struct_fields__:
        if getattr(ids, body) != getattr(before, body):
            with found:
                checks.digits(getattr(ids, body), body, longest=LONGEST_ID)
    found.tell()


def _check_is_new(player: Player, people: Mapping[Mark, PlayerId]) -> None:
    for mark in marks(player):
        if mark in people:
            raise Refusal("already-registered", name=player.name, player=people[mark])


def _people(players: Iterable[Player]) -> dict[Mark, PlayerId]:
    return {mark: player.number for player in players for mark in marks(player)}


def marks(player: Player) -> list[Mark]:
    """What two entries of one person share: a federation number, or all by which namesakes could be told apart."""
    numbers = [(body, getattr(player.ids, body)) for body in player.ids.__struct_fields__]
    name = " ".join(unicodedata.normalize("NFC", player.name).casefold().split())
    return [*((body, number) for body, number in numbers if number), (name, player.birth_year, player.club, player.ids)]


def _before_round_1(t: Tournament) -> None:
    if t.rounds:
        raise Refusal("round-already-paired", round=1, next=t.next_round)


def _rounds_to_come(t: Tournament, rounds: tuple[int, ...]) -> tuple[int, ...]:
    if not rounds:
        raise Refusal("rounds-missing")
    for number in rounds:
        checks.round_to_come(t, number)
    return tuple(sorted(set(rounds)))
