"""Pairing, changing, publishing, taking back, closing and reopening a round.

KNSB:2014 F6, F7: a published pairing is not changed by a later correction; corrections count for pairings still to be
made; pairing a published round again before it has begun is the arbiter's own act, and an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from engine.audit import breaches
from engine.errors import Refusal
from engine.model import SITTING_OUT, Board, Outcome, Phase, PlayerId, Result, Round, SitOut, Tournament
from engine.registry import BY_HAND, SYSTEMS
from ledger.commands import (
    ChangeRound,
    CloseRound,
    PairByHand,
    PairRound,
    PublishRound,
    ReopenRound,
    TakeBackRound,
)
from ledger.decisions import checks
from ledger.events import (
    Event,
    RoundChanged,
    RoundClosed,
    RoundPaired,
    RoundPublished,
    RoundReopened,
    RoundTakenBack,
)
from ledger.state import State


def pair_round(t: Tournament, command: PairRound) -> list[Event]:
    _check_may_be_paired(t, command.round)
    system = SYSTEMS.get(t.rules.system)
    if system is None:  # the log came from a server that knows more
        raise Refusal("unknown-system", system=t.rules.system, known=tuple(sorted(SYSTEMS)))
    system.check(t.rules, len(t.entries))  # now it is known how many play; late joiners may have made it too many
    paired = system.pair(t)
    sitouts = _all_sitouts(t, command.round, paired.boards, paired.sitouts)
    return [
        RoundPaired(
            round=command.round,
            system=t.rules.system,
            boards=paired.boards,
            sitouts=sitouts,
            reasons=paired.reasons,
            breaches=breaches(t, paired.boards, command.round, sitouts),
        )
    ]


def pair_by_hand(t: Tournament, command: PairByHand) -> list[Event]:
    _check_may_be_paired(t, command.round)
    boards = tuple(Board(board.white, board.black) for board in command.boards)
    _check_seating(t, command.round, boards, command.sitouts)
    for player in _players_on(boards):
        if command.round in t.entries[player].absences:
            raise Refusal("player-is-absent", player=player, round=command.round)
    sitouts = _all_sitouts(t, command.round, boards, command.sitouts)
    return [
        RoundPaired(
            round=command.round,
            system=BY_HAND,
            boards=boards,
            sitouts=sitouts,
            breaches=breaches(t, boards, command.round, sitouts),
        )
    ]


def change_round(t: Tournament, command: ChangeRound) -> list[Event]:
    """The arbiter's hand goes before what was announced: somebody who came after all may get a board."""
    checks.reason(command.reason)
    current = checks.last_round(t, command.round)
    if current.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    boards = _keeping_results(current, command.boards)
    scheduled = frozenset(_players_on([board for board in boards if board.result is not Result.PENDING]))
    _check_seating(t, command.round, boards, command.sitouts, scheduled)
    sitouts = _all_sitouts(t, command.round, boards, command.sitouts, current.sitouts)
    if boards == current.boards and set(sitouts) == set(current.sitouts):
        raise Refusal("nothing-changes")
    return [
        RoundChanged(
            round=command.round,
            boards=boards,
            sitouts=sitouts,
            reason=command.reason,
            breaches=breaches(t, boards, command.round, sitouts),
        )
    ]


def publish_round(t: Tournament, command: PublishRound) -> list[Event]:
    current = checks.paired_round(t, command.round)
    return [RoundPublished(round=command.round)] if current.phase is Phase.PAIRED else []


def take_back_round(t: Tournament, command: TakeBackRound) -> list[Event]:
    checks.reason(command.reason)
    current = checks.last_round(t, command.round)
    if current.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    if current.has_begun:
        raise Refusal("round-has-begun", round=command.round)
    return [RoundTakenBack(round=command.round, reason=command.reason)]


def close_round(state: State, command: CloseRound) -> list[Event]:
    current = checks.last_round(state.tournament, command.round)
    if current.phase is Phase.CLOSED:
        return []
    checks.published(current)
    open_boards = tuple(n for n, b in enumerate(current.boards, start=1) if b.result is Result.PENDING)
    if open_boards:
        raise Refusal("boards-without-result", round=command.round, boards=open_boards)
    disputed = state.hall.disputed_boards(command.round)
    if disputed:
        raise Refusal("disputes-open", round=command.round, boards=disputed)
    return [RoundClosed(round=command.round)]


def reopen_round(t: Tournament, command: ReopenRound) -> list[Event]:
    checks.reason(command.reason)
    if checks.last_round(t, command.round).phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=command.round)
    return [RoundReopened(round=command.round, reason=command.reason)]


def _check_may_be_paired(t: Tournament, number: int) -> None:
    if t.next_round > t.rules.rounds:
        raise Refusal("all-rounds-paired", rounds=t.rules.rounds)
    if number != t.next_round:
        raise Refusal("not-the-next-round", round=number, next=t.next_round)
    if t.rounds and t.rounds[-1].phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=len(t.rounds))
    if len(t.available(number)) < 2:
        raise Refusal("too-few-players", players=len(t.available(number)), needed=2)


def _check_seating(
    t: Tournament,
    number: int,
    boards: Sequence[Board],
    sitouts: Sequence[SitOut],
    scheduled: frozenset[PlayerId] = frozenset(),
) -> None:
    """Everybody who takes part sits at one board or sits out, nobody else does, and at most one has the pairing bye.

    ``scheduled``: who may be on a board without taking part, for the board stands with a result: in a round robin
    the games of somebody who has withdrawn are forfeits.
    """
    if not boards:
        raise Refusal("no-boards", round=number)
    seated: set[PlayerId] = set()
    for player in _players_on(boards):
        _check_seat(t, number, player, seated, scheduled)
    for sitout in sitouts:
        _check_seat(t, number, sitout.player, seated)
        if sitout.outcome not in SITTING_OUT:
            raise Refusal(
                "not-an-absence",
                outcome=sitout.outcome.value,
                possible=tuple(sorted(o.value for o in SITTING_OUT)),
            )
    if sum(s.outcome is Outcome.PAIRING_BYE for s in sitouts) > 1:
        raise Refusal("two-byes", round=number)
    forgotten = tuple(player for player in t.available(number) if player not in seated)
    if forgotten:
        raise Refusal("players-without-board", round=number, players=forgotten)


def _check_seat(
    t: Tournament,
    number: int,
    player: PlayerId,
    seated: set[PlayerId],
    scheduled: frozenset[PlayerId] = frozenset(),
) -> None:
    checks.entry(t, player)
    if not t.takes_part(player, number) and player not in scheduled:
        raise Refusal("player-not-in-round", player=player, round=number)
    if player in seated:
        raise Refusal("player-twice", player=player)
    seated.add(player)


def _players_on(boards: Sequence[Board]) -> Iterator[PlayerId]:
    return (player for board in boards for player in (board.white, board.black))


def _all_sitouts(
    t: Tournament,
    number: int,
    boards: Sequence[Board],
    given: Sequence[SitOut],
    standing: Sequence[SitOut] = (),
) -> tuple[SitOut, ...]:
    """The sit-outs given and those who said beforehand that they would not play, by number.

    What stands goes before what was announced: it may have been corrected since.
    """
    seated = set(_players_on(boards))
    outcomes = {
        player: entry.absences[number]
        for player, entry in t.entries.items()
        if number in entry.absences and player not in seated and t.takes_part(player, number)
    }
    outcomes |= {s.player: s.outcome for s in standing if s.player in outcomes}
    outcomes |= {s.player: s.outcome for s in given}
    kept = {(s.player, s.outcome): s for s in standing}
    return tuple(kept.get(sitout, SitOut(*sitout)) for sitout in sorted(outcomes.items(), key=itemgetter(0)))


def _keeping_results(current: Round, boards: Sequence[Board]) -> tuple[Board, ...]:
    """The new boards with what stands of the old; a pair that has a result may not be broken up.

    A forfeit that the schedule gave (it has no record of its own) is nobody's result yet: it may go.
    """
    standing = {(b.white, b.black): b for b in current.boards}
    given = {(b.white, b.black) for b in boards}
    for number, old in enumerate(current.boards, start=1):
        if old.result is not Result.PENDING and old.since and (old.white, old.black) not in given:
            raise Refusal("board-has-result", round=current.number, board=number, result=old.result.value)
    return tuple(standing.get((b.white, b.black), Board(b.white, b.black)) for b in boards)
