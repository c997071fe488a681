"""Acts on presence: withdrawals, returns, absences, and the check-in before a round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Entry, Outcome, PlayerId, Tournament, Withdrawal
from ledger import absent_days
from ledger.acts import byes, checks
from ledger.acts.act import Act, AnyAct, Command, Confirmation, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields, entry_fields
from ledger.acts.integrity import Integrity
from ledger.acts.permission import Permission
from ledger.evenings import is_day
from ledger.state import State


class WithdrawPlayer(Command, frozen=True, kw_only=True, tag="withdraw-player"):
    player: PlayerId
    from_round: int | None = None
    counts_as: Outcome = Outcome.ZERO_BYE
    reason: str = ""
    expelled: bool = False  # by a decision of the arbiters; a reason is required


class PlayerWithdrawn(Event, frozen=True, kw_only=True, gc=False, tag="player-withdrawn"):
    player: PlayerId
    from_round: int
    counts_as: Outcome = Outcome.ZERO_BYE
    reason: str = ""
    expelled: bool = False


class ReturnPlayer(Command, frozen=True, kw_only=True, tag="return-player"):
    player: PlayerId
    from_round: int | None = None


class PlayerReturned(Event, frozen=True, kw_only=True, gc=False, tag="player-returned"):
    player: PlayerId
    from_round: int


class AnnounceAbsence(Command, frozen=True, kw_only=True, tag="announce-absence"):
    """Of rounds by their numbers, or of whole evenings by their days: whatever is played then (``absent_days.py``)."""

    player: PlayerId
    rounds: tuple[int, ...] = ()
    outcome: Outcome = Outcome.ABSENT
    days: tuple[str, ...] = ()  # 2026-10-02


class AbsenceAnnounced(Event, frozen=True, kw_only=True, gc=False, tag="absence-announced"):
    player: PlayerId
    rounds: tuple[int, ...]
    outcome: Outcome
    days: tuple[str, ...] = ()


class CancelAbsence(Command, frozen=True, kw_only=True, tag="cancel-absence"):
    player: PlayerId
    rounds: tuple[int, ...] = ()
    days: tuple[str, ...] = ()


class AbsenceCancelled(Event, frozen=True, kw_only=True, gc=False, tag="absence-cancelled"):
    player: PlayerId
    rounds: tuple[int, ...]
    days: tuple[str, ...] = ()


class CheckIn(Command, frozen=True, kw_only=True, tag="check-in"):
    player: PlayerId
    round: int


class PlayerCheckedIn(Event, frozen=True, kw_only=True, gc=False, tag="player-checked-in"):
    """Has come to play that round. Who is missing, the arbiter says."""

    player: PlayerId
    round: int
    instead_of: Outcome | None = None  # what had been announced of who signed off and came all the same


class UndoCheckIn(Command, frozen=True, kw_only=True, tag="undo-check-in"):
    """Not here after all. Who had signed off is absent again, as it was announced."""

    player: PlayerId
    round: int


class CheckInUndone(Event, frozen=True, kw_only=True, gc=False, tag="check-in-undone"):
    player: PlayerId
    round: int


# -- deciding ----------------------------------------------------------------------------------------------------------


def withdraw_player(state: State, command: WithdrawPlayer) -> list[Event]:
    """It may be written down late, for a round already paired, as long as the player had no board or bye there."""
    t = state.tournament
    if command.expelled:
        checks.reason(command.reason)
    checks.text(command.reason, "reason")
    entry = checks.entry(t, command.player)
    from_round = t.next_round if command.from_round is None else command.from_round
    if not 1 <= from_round <= t.rules.rounds + 1:
        raise Refusal("round-outside-programme", round=from_round, rounds=t.rules.rounds)
    from_round = max(from_round, entry.from_round)  # the rounds before the entry stay as they were agreed
    checks.requestable(command.counts_as)
    byes.check_right(t, command.player, command.counts_as)
    if not (command.expelled and _may_become_expelled(entry)):
        _check_still_in(entry, from_round)
    for played in t.rounds[from_round - 1 :]:
        if any(command.player in (board.white, board.black) for board in played.boards):
            raise Refusal("player-has-a-board", player=command.player, round=played.number)
        if command.player == played.bye:
            raise Refusal("player-has-the-bye", player=command.player, round=played.number)
    return [
        PlayerWithdrawn(
            player=command.player,
            from_round=from_round,
            counts_as=command.counts_as,
            reason=command.reason,
            expelled=command.expelled,
        )
    ]


def _may_become_expelled(entry: Entry) -> bool:
    """Who has withdrawn, and was not expelled, may still be."""
    last = entry.withdrawals[-1] if entry.withdrawals else None
    return last is not None and last.until_round is None and not last.expelled


def _check_still_in(entry: Entry, from_round: int) -> None:
    last = entry.withdrawals[-1] if entry.withdrawals else None
    standing = last if last is not None and last.until_round is None else entry.withdrawal_in(from_round)
    if standing is not None:
        raise Refusal("already-withdrawn", player=entry.player.number, round=standing.from_round)


def return_player(state: State, command: ReturnPlayer) -> list[Event]:
    """A return that is still to come may be moved to another round.

    KNSB:2014 F8: a withdrawal that was only concluded from silence is recorded first, so that there is one to end.
    """
    t = state.tournament
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


def announce_absence(state: State, command: AnnounceAbsence) -> list[Event]:
    t = state.tournament
    entry = checks.entry(t, command.player)
    checks.requestable(command.outcome)
    days, rounds = days_and_rounds_to_come(state, command)
    byes.check_right(t, command.player, command.outcome)
    if absent_days.announce(entry, state, days, rounds, command.outcome) == entry:
        return []
    return [AbsenceAnnounced(player=command.player, rounds=rounds, outcome=command.outcome, days=days)]


def cancel_absence(state: State, command: CancelAbsence) -> list[Event]:
    t, schedule = state.tournament, state.schedule
    entry = checks.entry(t, command.player)
    days, rounds = days_and_rounds_to_come(state, command)
    for number in rounds:
        if number not in entry.absences:
            raise Refusal("no-absence-announced", player=command.player, round=number)
    for day in days:
        on_it = absent_days.rounds_to_come_on(t, schedule, day)
        if day not in entry.absent_days and not any(number in entry.absences for number in on_it):
            raise Refusal("no-absence-on-day", player=command.player, day=day)
    return [AbsenceCancelled(player=command.player, rounds=rounds, days=days)]


def days_and_rounds_to_come(
    state: State, command: AnnounceAbsence | CancelAbsence
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Each once and in order: no more of them are looked at than the programme and the schedule have, and one."""
    days, rounds = tuple(sorted(set(command.days))), tuple(sorted(set(command.rounds)))
    if not (rounds or days):
        raise Refusal("rounds-missing")
    for number in rounds:
        checks.round_to_come(state.tournament, number)
    for day in days:
        _check_day(state, command, day)
    return days, rounds


def _check_day(state: State, command: AnnounceAbsence | CancelAbsence, day: str) -> None:
    """An evening of which a round is not paired yet. One that was cancelled or moved has none: what is said of it holds
    once it is played after all; and what was announced of any day may be cancelled."""
    if not is_day(day):
        raise Refusal("not-a-wall-time", field="days", value=day[: checks.LONGEST_TEXT])
    played = state.schedule.rounds_on(day)
    if played and not absent_days.rounds_to_come_on(state.tournament, state.schedule, day):
        raise Refusal("evening-already-paired", day=day)
    is_known = state.schedule.changed_on(day) is not None or (
        isinstance(command, CancelAbsence) and day in state.tournament.entries[command.player].absent_days
    )
    if not (played or is_known):
        raise Refusal("no-evening-on-day", day=day)


def check_in(state: State, command: CheckIn) -> list[Event]:
    """For the round that is paired next: there is one roll call at a time. Who signed off and comes all the same is no
    longer absent."""
    _check(state, command)
    announced = state.tournament.entries[command.player].absences.get(command.round)
    events: list[Event] = []
    if announced is not None:
        events.append(AbsenceCancelled(player=command.player, rounds=(command.round,)))
    if command.player not in state.hall.check_ins.get(command.round, ()):
        events.append(PlayerCheckedIn(player=command.player, round=command.round, instead_of=announced))
    return events


def undo_check_in(state: State, command: UndoCheckIn) -> list[Event]:
    _check(state, command)
    if command.player not in state.hall.check_ins.get(command.round, ()):
        return []
    events: list[Event] = [CheckInUndone(player=command.player, round=command.round)]
    before = state.hall.signed_off.get(command.round, {}).get(command.player)
    if before is not None and command.round not in state.tournament.entries[command.player].absences:
        events.append(AbsenceAnnounced(player=command.player, rounds=(command.round,), outcome=before))
    return events


def _check(state: State, command: CheckIn | UndoCheckIn) -> None:
    t = state.tournament
    checks.entry(t, command.player)
    checks.round_to_come(t, command.round)
    if command.round != t.next_round:
        raise Refusal("not-the-next-round", round=command.round, next=t.next_round)


def _confirm_byes(
    state: State, command: WithdrawPlayer | AnnounceAbsence, events: Sequence[Event]
) -> Confirmation | None:
    """VCL4THP 174."""
    (event,) = events
    if not state.fide_mode.is_on:
        return None
    after = _evolve_absence(state, event) if isinstance(event, AbsenceAnnounced) else state
    if isinstance(event, PlayerWithdrawn):
        after = _evolve_withdrawn(state, event)
    return byes.confirm_half_byes(state.tournament, after.tournament, (command.player,))


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_withdrawn(state: State, event: PlayerWithdrawn) -> State:
    withdrawal = Withdrawal(event.from_round, None, event.counts_as, event.expelled)
    earlier = state.tournament.entries[event.player].withdrawals
    return _with_withdrawals(state, event.player, (*earlier, withdrawal))


def _evolve_returned(state: State, event: PlayerReturned) -> State:
    """Who withdrew and then was expelled is back from both."""
    withdrawals = state.tournament.entries[event.player].withdrawals
    until = withdrawals[-1].until_round
    back = (replace(w, until_round=event.from_round) if w.until_round == until else w for w in withdrawals)
    return _with_withdrawals(state, event.player, tuple(back))


def _evolve_absence(state: State, event: AbsenceAnnounced) -> State:
    known = state.tournament.entries[event.player]
    return _with_known(state, absent_days.announce(known, state, event.days, event.rounds, event.outcome))


def _evolve_cancelled(state: State, event: AbsenceCancelled) -> State:
    known = state.tournament.entries[event.player]
    return _with_known(state, absent_days.cancel(known, state, event.days, event.rounds))


def _evolve_checked_in(state: State, event: PlayerCheckedIn) -> State:
    here = (*state.hall.check_ins.get(event.round, ()), event.player)
    return _with_roll(state, event.round, event.player, here, event.instead_of)


def _evolve_undone(state: State, event: CheckInUndone) -> State:
    here = state.hall.check_ins.get(event.round, ())
    left = tuple(player for player in here if player != event.player)
    return _with_roll(state, event.round, event.player, left, None)


def _with_withdrawals(state: State, number: PlayerId, withdrawals: tuple[Withdrawal, ...]) -> State:
    return _with_known(state, replace(state.tournament.entries[number], withdrawals=withdrawals))


def _with_known(state: State, entry: Entry) -> State:
    entries = {**state.tournament.entries, entry.player.number: entry}
    return state.advance(replace(state.tournament, entries=entries))


def _with_roll(
    state: State, number: int, player: PlayerId, here: tuple[PlayerId, ...], instead_of: Outcome | None
) -> State:
    """``player`` is the one who has come or gone."""
    hall = replace(state.hall, check_ins={**state.hall.check_ins, number: here})
    known = hall.signed_off.get(number, {})
    others = {one: outcome for one, outcome in known.items() if one != player}
    signed_off = others if instead_of is None else {**others, player: instead_of}
    if signed_off != known:
        hall = replace(hall, signed_off={**hall.signed_off, number: signed_off})
    return state.advance(hall=hall)


# -- telling -----------------------------------------------------------------------------------------------------------


_OfAPlayer = PlayerWithdrawn | PlayerReturned | AbsenceAnnounced | AbsenceCancelled


def _entry_fields(state: State, event: _OfAPlayer) -> Fields:
    """A player's part in the tournament, without who the player is."""
    return entry_fields(state.tournament.entries[event.player])


def _withdrawal_integrity(before: State | None, event: PlayerWithdrawn) -> Integrity | None:
    if event.expelled:
        return Integrity.EXPULSION
    return Integrity.FULL_BYE if event.counts_as is Outcome.FULL_BYE else None


def _absence_integrity(before: State | None, event: AbsenceAnnounced) -> Integrity | None:
    return Integrity.FULL_BYE if event.outcome is Outcome.FULL_BYE else None


def _check_in_fields(state: State, event: PlayerCheckedIn | CheckInUndone) -> Fields:
    return {"checked_in": event.player in state.hall.check_ins.get(event.round, ())}


def _presence_news(before: State | None, event: PlayerWithdrawn | PlayerReturned, after: State) -> News | None:
    """Who is expelled leaves by no wish of theirs: the table says it."""
    is_expelled = isinstance(event, PlayerWithdrawn) and event.expelled
    return None if is_expelled else ((event.player,), {"from_round": event.from_round})


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=WithdrawPlayer,
        decide=withdraw_player,
        confirm=_confirm_byes,
        endpoint=Endpoint("POST", "/players/{player}/withdrawal", {"from_round": 3, "reason": "Illness"}),
        event=PlayerWithdrawn,
        evolve=_evolve_withdrawn,
        has_private_reason=True,
        fields=_entry_fields,
        integrity=_withdrawal_integrity,
        news=_presence_news,
        moves_places=lambda before, event: event.from_round <= len(before.rounds),  # written down late
    ),
    Act(
        command=ReturnPlayer,
        decide=return_player,
        endpoint=Endpoint("DELETE", "/players/{player}/withdrawal", {"from_round": 5}),
        event=PlayerReturned,
        evolve=_evolve_returned,
        fields=_entry_fields,
        news=_presence_news,
    ),
    Act(
        command=AnnounceAbsence,
        decide=announce_absence,
        confirm=_confirm_byes,
        endpoint=Endpoint("POST", "/players/{player}/absences", {"rounds": [3], "outcome": "half-bye"}),
        event=AbsenceAnnounced,
        evolve=_evolve_absence,
        fields=_entry_fields,
        integrity=_absence_integrity,
    ),
    Act(
        command=CancelAbsence,
        decide=cancel_absence,
        endpoint=Endpoint("DELETE", "/players/{player}/absences", {"rounds": [3]}),
        event=AbsenceCancelled,
        evolve=_evolve_cancelled,
        fields=_entry_fields,
    ),
    Act(
        command=CheckIn,
        decide=check_in,
        endpoint=Endpoint("PUT", "/rounds/{round}/check-in/{player}", permission=Permission.ENTER_RESULTS),
        event=PlayerCheckedIn,
        evolve=_evolve_checked_in,
        publicity=Publicity.STAFF_ONLY,
        fields=_check_in_fields,
        is_routine=True,
    ),
    Act(
        command=UndoCheckIn,
        decide=undo_check_in,
        endpoint=Endpoint("DELETE", "/rounds/{round}/check-in/{player}", permission=Permission.ENTER_RESULTS),
        event=CheckInUndone,
        evolve=_evolve_undone,
        publicity=Publicity.STAFF_ONLY,
        fields=_check_in_fields,
        is_routine=True,
    ),
)
