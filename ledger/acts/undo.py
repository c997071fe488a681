"""Acts on records: one that touched the integrity of the pairing is taken back, what came later stays (VCL4THP 114).

What would bring back what stood before is kept with the state when such a record is made (``State.reversals``): the
commands of the same subjects, so that taking a record back is recorded, told and marked as any other correction. It is
refused once something later stands in its place, or was built on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Entry, Phase, PlayerId, Result, Round, SitOut, Tournament
from ledger.absent_days import by_numbers, rounds_to_come_on
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.boards import board_of
from ledger.acts.corrections import around_the_end
from ledger.acts.extras import AdjustPoints, PointsAdjusted
from ledger.acts.opening import ChangeRules, RulesChanged
from ledger.acts.pairing import ChangeRound, RoundChanged, RoundPaired
from ledger.acts.players import CorrectPlayer, PlayerCorrected
from ledger.acts.presence import (
    AbsenceAnnounced,
    AnnounceAbsence,
    CancelAbsence,
    PlayerWithdrawn,
    ReturnPlayer,
    WithdrawPlayer,
)
from ledger.acts.rating_corrections import CorrectForRating, RatingCorrected
from ledger.acts.results import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    GamePostponed,
    ResultCorrected,
    ResultEntered,
)
from ledger.acts.rounds import TakeBackRound
from ledger.acts.sit_outs import CorrectSitOut, SitOutCorrected
from ledger.state import Reversal, State


class UndoRecord(Command, frozen=True, kw_only=True, tag="undo-record"):
    record: int  # its version
    reason: str


# -- when the record is made -------------------------------------------------------------------------------------------


def with_reversal(before: State, event: Event, after: State) -> State:
    """The state with how the record of the event is taken back, if it can be."""
    commands = _find_commands(before, event)
    if not commands:
        return after
    return replace(after, reversals={**after.reversals, after.version: Reversal(event, commands)})


def _find_commands(before: State, event: Event) -> tuple[Command, ...]:
    t = before.tournament
    match event:
        case ResultEntered() | ResultCorrected() | GamePostponed():
            old = board_of(before, event).result
            return (CorrectResult(round=event.round, board=event.board, result=old, reason=""),)
        case ColoursCorrected():
            white = board_of(before, event).white
            return (CorrectColours(round=event.round, board=event.board, white=white, reason=""),)
        case SitOutCorrected():
            return (CorrectSitOut(round=event.round, player=event.player, outcome=event.old, reason=""),)
        case RatingCorrected():
            return (CorrectForRating(round=event.round, board=event.board, result=event.old, reason=""),)
        case PointsAdjusted():
            return (AdjustPoints(player=event.player, round=event.round, points=-event.points, reason=""),)
        case RoundPaired():
            return (TakeBackRound(round=event.round),)
        case RoundChanged():
            played = t.rounds[event.round - 1]
            return (ChangeRound(round=event.round, boards=played.boards, sitouts=played.sitouts, reason=""),)
        case PlayerCorrected():
            return (CorrectPlayer(player=t.entries[event.player.number].player, namesake=True),)
        case AbsenceAnnounced():
            return tuple(_restore_absences(before, event))
        case PlayerWithdrawn():
            return tuple(_restore_part(t, event))
        case RulesChanged() if not event.leaves_fide_mode:
            return (ChangeRules(rules=t.rules),)
        case _:
            return ()


def _restore_absences(before: State, event: AbsenceAnnounced) -> Iterator[Command]:
    """First the days that are touched, which take along what was said of their rounds; then that again."""
    entry, player = before.tournament.entries[event.player], event.player
    day_of = before.schedule.day_of
    days = tuple(dict.fromkeys((*event.days, *(day_of(n) for n in event.rounds if day_of(n) in entry.absent_days))))
    for day in days:
        if day in entry.absent_days:
            yield AnnounceAbsence(player=player, days=(day,), outcome=entry.absent_days[day])
        else:
            yield CancelAbsence(player=player, days=(day,))
    on_days = {number for day in days for number in rounds_to_come_on(before.tournament, before.schedule, day)}
    touched, by_number = sorted({*event.rounds, *on_days}), by_numbers(entry)
    free = tuple(
        n for n in touched if _is_excepted(entry, n, day_of(n)) or (n not in on_days and n not in entry.absences)
    )
    if free:
        yield CancelAbsence(player=player, rounds=free)
    for number in touched:
        if number in by_number:
            yield AnnounceAbsence(player=player, rounds=(number,), outcome=by_number[number])


def _is_excepted(entry: Entry, number: int, day: str) -> bool:
    return day in entry.absent_days and entry.present_rounds.get(number) == day


def _restore_part(t: Tournament, event: PlayerWithdrawn) -> Iterator[Command]:
    """Who had withdrawn before they were expelled has withdrawn again."""
    yield ReturnPlayer(player=event.player)
    withdrawals = t.entries[event.player].withdrawals
    if withdrawals and withdrawals[-1].until_round is None:
        yield WithdrawPlayer(player=event.player, counts_as=withdrawals[-1].counts_as)


# -- deciding ----------------------------------------------------------------------------------------------------------


def list_steps(state: State, command: UndoRecord) -> Sequence[Command]:
    checks.reason(command.reason)
    if not 1 <= command.record <= state.version:
        raise Refusal("no-such-record", record=command.record, last=state.version)
    reversal = state.reversals.get(command.record)
    if reversal is None:
        raise Refusal("record-cannot-be-undone", record=command.record)
    if not stands(state, command.record):
        raise Refusal("record-stands-no-more", record=command.record)
    steps = [_with_reason(step, command.reason) for step in reversal.commands]
    steps = [twice for step in steps for twice in _take_back(state.tournament, step)]
    return around_the_end(state.tournament, steps, command.reason)


def _with_reason(command: msgspec.Struct, reason: str) -> Command:
    assert isinstance(command, Command)
    return replace(command, reason=reason) if "reason" in command.__struct_fields__ else command


def _take_back(t: Tournament, command: Command) -> tuple[Command, ...]:
    """Of a round that is published its publication goes first."""
    is_published = isinstance(command, TakeBackRound) and t.rounds[command.round - 1].phase is not Phase.PAIRED
    return (command, command) if is_published else (command,)


def stands(state: State, record: int) -> bool:
    """Whether what the record did is what stands now: nothing later has put another thing in its place."""
    if record not in state.reversals:
        return False
    event, t = state.reversals[record].event, state.tournament
    match event:
        case ResultEntered() | ResultCorrected() | ColoursCorrected():
            return _gave_board(t, event.round, event.board, record)
        case GamePostponed():  # to whichever day
            return _is_postponed(t, event.round, event.board)
        case SitOutCorrected():
            return any(out.player == event.player and out.since == record for out in _sitouts(t, event.round))
        case RatingCorrected():
            return _is_rated(t, event)
        case PointsAdjusted():
            return event.player in t.entries and not _was_undone(state, event)
        case RoundPaired() | RoundChanged():
            return event.round == len(t.rounds) and _has_seats(t.rounds[-1], event, record)
        case PlayerCorrected():
            return _player_is(t, event)
        case AbsenceAnnounced():
            return event.player in t.entries and _is_still_absent(t.entries[event.player], event)
        case PlayerWithdrawn():
            return _is_still_out(t, event.player, event.from_round)
        case RulesChanged():
            return t.rules == event.rules
    raise AssertionError(event)


def _gave_board(t: Tournament, number: int, place: int, record: int) -> bool:
    return _has_board(t, number, place) and t.rounds[number - 1].boards[place - 1].since == record


def _has_board(t: Tournament, number: int, place: int) -> bool:
    """Still: the round may have been taken back."""
    return number <= len(t.rounds) and place <= len(t.rounds[number - 1].boards)


def _has_seats(played: Round, event: RoundPaired | RoundChanged, record: int) -> bool:
    """Nobody was seated otherwise since, and no colours or byes were corrected, which would go with the seats."""
    pairs = {(board.white, board.black) for board in played.boards}
    is_as_given = pairs == {(board.white, board.black) for board in event.boards}
    return played.since == record and is_as_given and all(out.since <= record for out in played.sitouts)


def _is_postponed(t: Tournament, number: int, place: int) -> bool:
    return number <= len(t.rounds) and place in t.rounds[number - 1].boards_with(Result.POSTPONED)


def _sitouts(t: Tournament, number: int) -> Sequence[SitOut]:
    return t.rounds[number - 1].sitouts if number <= len(t.rounds) else ()


def _is_rated(t: Tournament, event: RatingCorrected) -> bool:
    if not _has_board(t, event.round, event.board):
        return False
    board = t.rounds[event.round - 1].boards[event.board - 1]
    return board.result is event.stands and (board.rated_as or board.result) is event.result


def _was_undone(state: State, event: PointsAdjusted) -> bool:
    """Points that were given and taken again."""
    own = [one for one in state.tournament.adjustments if (one.player, one.round) == (event.player, event.round)]
    return sum(one.points == event.points for one in own) <= sum(one.points == -event.points for one in own)


def _player_is(t: Tournament, event: PlayerCorrected) -> bool:
    entry = t.entries.get(event.player.number)
    return entry is not None and entry.player == event.player


def _is_still_absent(entry: Entry, event: AbsenceAnnounced) -> bool:
    has_rounds = all(entry.absences.get(number) is event.outcome for number in event.rounds)
    return has_rounds and all(entry.absent_days.get(day) is event.outcome for day in event.days)


def _is_still_out(t: Tournament, player: PlayerId, from_round: int) -> bool:
    entry = t.entries.get(player)
    last = entry.withdrawals[-1] if entry is not None and entry.withdrawals else None
    return last is not None and last.until_round is None and last.from_round == from_round


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=UndoRecord,
        steps=list_steps,
        endpoint=Endpoint("POST", "/records/{record}/undoing", {"reason": "The slip was right after all."}),
        may_follow_the_end=True,
    ),
)
