"""Acts on the boards of a round: pairing it by its system or by hand, changing the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter

from msgspec.structs import replace

from engine.audit import Breach, breaches
from engine.errors import Refusal
from engine.hand_made import find_unusual
from engine.model import SITTING_OUT, Board, Outcome, Phase, PlayerId, Result, Round, SitOut, Tournament, Value
from engine.pairing import Reason
from engine.registry import BY_HAND, SYSTEMS
from engine.start_order import fix_order
from ledger.acts import byes, checks
from ledger.acts.act import ACKNOWLEDGE, CONFIRM, Act, AnyAct, Command, Confirmation, Endpoint, Event, Publicity
from ledger.acts.fields import Fields, board_fields
from ledger.acts.integrity import Integrity
from ledger.acts.rounds import news_unless_draft, pairing_record, phase_fields, with_round
from ledger.state import State


class PairRound(Command, frozen=True, kw_only=True, tag="pair-round"):
    """By the system of the tournament."""

    round: int


class PairByHand(Command, frozen=True, kw_only=True, tag="pair-by-hand"):
    """Boards as given; absent players sit out as they announced, the others that have no board as given here."""

    round: int
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()


class EnginePairing(Value, frozen=True, omit_defaults=True):
    """What the system pairs where a person made another pairing."""

    system: str
    boards: tuple[Board, ...] = ()  # nothing: it finds no pairing
    sitouts: tuple[SitOut, ...] = ()
    is_unknown: bool = False  # it could not be worked out in time


class RoundPaired(Event, frozen=True, kw_only=True, gc=False, tag="round-paired"):
    round: int
    system: str  # registry key with its edition
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()
    reasons: tuple[Reason, ...] = ()
    breaches: tuple[Breach, ...] = ()
    keeps_numbers: bool = False  # FIDE C.04.2 2.3: from here on a corrected rating moves no start number
    by_engine: EnginePairing | None = None  # in FIDE mode, where a person made it; of a file that has it otherwise


class ChangeRound(Command, frozen=True, kw_only=True, tag="change-round"):
    round: int
    boards: tuple[Board, ...]
    reason: str
    sitouts: tuple[SitOut, ...] = ()


class RoundChanged(Event, frozen=True, kw_only=True, gc=False, tag="round-changed"):
    """Boards given by hand in place of those that stood; results already entered go with their boards."""

    round: int
    boards: tuple[Board, ...]
    reason: str
    sitouts: tuple[SitOut, ...] = ()
    breaches: tuple[Breach, ...] = ()
    by_engine: EnginePairing | None = None  # in FIDE mode


# -- deciding ----------------------------------------------------------------------------------------------------------


def pair_round(state: State, command: PairRound) -> list[Event]:
    t = state.tournament
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
            keeps_numbers=t.order_fixed_by > 0,
        )
    ]


def pair_by_hand(state: State, command: PairByHand, *, compares: bool = True) -> list[Event]:
    """``compares``: with what the system pairs, which may take long."""
    t = state.tournament
    _check_may_be_paired(t, command.round)
    boards = tuple(Board(board.white, board.black) for board in command.boards)
    _check_seating(t, command.round, boards, command.sitouts)
    for player in _players_on(boards):
        if command.round in t.entries[player].absences:
            raise Refusal("player-is-absent", player=player, round=command.round)
    byes.check_rights(t, command.sitouts)
    sitouts = _all_sitouts(t, command.round, boards, command.sitouts)
    by_engine = _pair_by_engine(state, command.round, compares=compares)
    return [
        RoundPaired(
            round=command.round,
            system=BY_HAND,
            boards=boards,
            sitouts=sitouts,
            breaches=_audit_by_hand(t, boards, command.round, sitouts, by_engine),
            keeps_numbers=t.order_fixed_by > 0,
            by_engine=by_engine,
        )
    ]


def change_round(state: State, command: ChangeRound, *, compares: bool = True) -> list[Event]:
    """The arbiter's hand goes before what was announced: somebody who came after all may get a board."""
    t = state.tournament
    checks.reason(command.reason)
    current = checks.last_round(t, command.round)
    if current.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    boards = _keeping_results(current, command.boards)
    scheduled = frozenset(_players_on([board for board in boards if board.result is not Result.PENDING]))
    _check_seating(t, command.round, boards, command.sitouts, scheduled)
    byes.check_rights(t, command.sitouts, current.sitouts)
    sitouts = _all_sitouts(t, command.round, boards, command.sitouts, current.sitouts)
    if boards == current.boards and set(sitouts) == set(current.sitouts):
        raise Refusal("nothing-changes")
    by_engine = _pair_by_engine(state, command.round, compares=compares)
    return [
        RoundChanged(
            round=command.round,
            boards=boards,
            sitouts=sitouts,
            reason=command.reason,
            breaches=_audit_by_hand(t, boards, command.round, sitouts, by_engine),
            by_engine=by_engine,
        )
    ]


def _pair_by_engine(state: State, number: int, *, compares: bool) -> EnginePairing | None:
    """VCL4THP 68: what is made by hand is always compared with the right pairing, which is kept with it."""
    t = state.tournament.up_to(number - 1)
    if not state.fide_mode.is_on:
        return None
    if not compares:
        return EnginePairing(t.rules.system, is_unknown=True)
    try:
        paired = SYSTEMS[t.rules.system].pair(t)
    except Refusal:  # it can pair nothing, or lacks a lot: that is why a person does it
        return EnginePairing(t.rules.system)
    return EnginePairing(t.rules.system, paired.boards, _all_sitouts(t, number, paired.boards, paired.sitouts))


def _audit_by_hand(
    t: Tournament,
    boards: Sequence[Board],
    number: int,
    sitouts: Sequence[SitOut],
    by_engine: EnginePairing | None,
) -> tuple[Breach, ...]:
    found = breaches(t, boards, number, sitouts)
    if by_engine is None:
        return found
    return (*found, *find_unusual(t, boards, number, sitouts, _bye_of(by_engine.sitouts)))


def _confirm_by_hand(state: State, command: PairByHand | ChangeRound, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 66–69: every rule that it breaks, and where it differs from the right pairing."""
    (event,) = events
    assert isinstance(event, RoundPaired | RoundChanged)
    if event.by_engine is None:
        return None
    consequences = [_describe_breach(one) for one in event.breaches]
    if event.by_engine.is_unknown:
        consequences.append(Refusal("hand-made-not-compared", system=event.by_engine.system))
    elif not event.by_engine.boards:
        consequences.append(Refusal("hand-made-without-engine", system=event.by_engine.system))
    elif differing := _differing_boards(event.boards, event.by_engine.boards):
        consequences.append(Refusal("hand-made-differs", boards=differing))
    consequences += _tell_half_byes(state.tournament, event)
    if consequences:
        return Confirmation(CONFIRM, (*consequences, *_tell_adjourned(state, event)))
    return _confirm_pairing(state, command, events)


def _confirm_pairing(state: State, command: Command, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 168: each game that is still adjourned counts as a draw for this pairing."""
    (event,) = events
    assert isinstance(event, RoundPaired | RoundChanged)
    told = tuple(_tell_adjourned(state, event))
    return Confirmation(ACKNOWLEDGE, told) if told else None


def _tell_adjourned(state: State, event: RoundPaired | RoundChanged) -> Iterator[Refusal]:
    if not state.fide_mode.is_on or isinstance(event, RoundChanged):
        return
    for played in state.tournament.rounds:
        for number in played.boards_with(Result.POSTPONED):
            board = played.boards[number - 1]
            yield Refusal(
                "pairing-while-adjourned",
                round=played.number,
                board=number,
                players=(board.white, board.black),
                rule="C.04.2 3.1",
            )


def _tell_half_byes(t: Tournament, event: RoundPaired | RoundChanged) -> tuple[Refusal, ...]:
    """VCL4THP 174: those that were announced were asked about then."""
    earlier = t.rounds[: event.round - 1]
    paired = replace(t, rounds=(*earlier, Round(event.round, event.boards, event.sitouts)))
    asked = byes.confirm_half_byes(t, paired, [out.player for out in event.sitouts])
    return () if asked is None else asked.consequences


def _describe_breach(breach: Breach) -> Refusal:
    if not breach.players:
        return Refusal("hand-made-breach-for-all", breach=breach.code)
    return Refusal("hand-made-breach", breach=breach.code, board=breach.board, players=breach.players)


def _differing_boards(made: Sequence[Board], right: Sequence[Board]) -> tuple[int, ...]:
    """The numbers of the boards whose two the system would not have seated so."""
    usual = {(board.white, board.black) for board in right}
    return tuple(number for number, board in enumerate(made, start=1) if (board.white, board.black) not in usual)


def _check_may_be_paired(t: Tournament, number: int) -> None:
    if t.next_round > t.rules.rounds:
        raise Refusal("all-rounds-paired", rounds=t.rules.rounds)
    if number != t.next_round:
        raise Refusal("not-the-next-round", round=number, next=t.next_round)
    if t.rounds and t.rounds[-1].phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=len(t.rounds))
    if len(t.entries) < 2:
        raise Refusal("too-few-players", players=len(t.entries), needed=2)
    if not t.available(number):  # one player alone has the bye
        raise Refusal("too-few-players", players=0, needed=1)


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
    has_bye = any(sitout.outcome is Outcome.PAIRING_BYE for sitout in sitouts)
    if not boards and not has_bye:  # one player alone has it
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


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_paired(state: State, event: RoundPaired) -> State:
    t = state.tournament
    paired = Round(event.round, event.boards, event.sitouts, event.system, Phase.PAIRED, state.version + 1)
    keeps_numbers = t.keeps_numbers or event.keeps_numbers
    t = replace(t, rounds=(*t.rounds, paired), keeps_numbers=keeps_numbers, has_been_paired=True)
    return state.advance(fix_order(t))


def _evolve_changed(state: State, event: RoundChanged) -> State:
    """Of the pairs that it parts nothing is disputed any more, and nothing corrected."""
    current = state.tournament.rounds[event.round - 1]
    old = current.boards
    parted = {place for place, board in enumerate(old, start=1) if not _has_pair(event.boards, place, board)}
    still = tuple(d for d in state.hall.disputes if d.round != event.round or d.board not in parted)
    before = {(board.white, board.black) for board in old}
    together = {player for b in event.boards if (b.white, b.black) in before for player in (b.white, b.black)}
    corrected = tuple(player for player in current.corrected if player in together)
    seated = replace(current, boards=event.boards, sitouts=event.sitouts, since=state.version + 1, corrected=corrected)
    return state.advance(with_round(state.tournament, seated), replace(state.hall, disputes=still))


def _has_pair(boards: Sequence[Board], place: int, pair: Board) -> bool:
    return place <= len(boards) and (boards[place - 1].white, boards[place - 1].black) == (pair.white, pair.black)


# -- telling -----------------------------------------------------------------------------------------------------------


def _seat_fields(state: State, event: RoundChanged) -> Fields:
    played, fields = state.tournament.rounds[event.round - 1], Fields()
    for number, board in enumerate(played.boards, start=1):
        fields |= {f"boards.{number}.{field}": value for field, value in board_fields(board).items()}
    return fields | {f"sitouts.{s.player}": s.outcome.value for s in played.sitouts}


def _moved_players(before: State | None, event: RoundChanged, after: State) -> tuple[PlayerId, ...]:
    if before is None:
        return ()
    moved = _seats(before.tournament.rounds[event.round - 1]) ^ _seats(after.tournament.rounds[event.round - 1])
    return tuple(sorted({player for _, player, _ in moved}))


def _seats(played: Round) -> set[tuple[int, PlayerId, str]]:
    """Who sits where in a round: board, player, and as what."""
    seats = {(0, s.player, s.outcome.value) for s in played.sitouts}
    for number, board in enumerate(played.boards, start=1):
        seats |= {(number, board.white, "white"), (number, board.black, "black")}
    return seats


def _hand_made(before: State | None, event: RoundPaired | RoundChanged) -> Integrity | None:
    """VCL4THP 68, 69: not what the system pairs; and where nothing was compared, whatever a person made."""
    if before is None or before.tournament.rules.system == BY_HAND:
        return None
    right = event.by_engine
    if right is None:
        is_by_hand = isinstance(event, RoundChanged) or event.system == BY_HAND
        return Integrity.HAND_MADE if is_by_hand else None
    differs = _differing_boards(event.boards, right.boards) or _bye_of(event.sitouts) != _bye_of(right.sitouts)
    return Integrity.HAND_MADE if differs else None


def _bye_of(sitouts: Sequence[SitOut]) -> PlayerId | None:
    return next((out.player for out in sitouts if out.outcome is Outcome.PAIRING_BYE), None)


_BOARDS = [{"white": 1, "black": 4}, {"white": 2, "black": 3}]


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=PairRound,
        decide=pair_round,
        confirm=_confirm_pairing,
        endpoint=Endpoint("POST", "/rounds/{round}/pairing"),
        takes_long=True,
        event=RoundPaired,
        evolve=_evolve_paired,
        publicity=Publicity.BEGINS_DRAFT,
        fields=phase_fields,
        integrity=_hand_made,
    ),
    Act(
        command=PairByHand,
        decide=pair_by_hand,
        decide_briefly=partial(pair_by_hand, compares=False),
        confirm=_confirm_by_hand,
        endpoint=Endpoint("POST", "/rounds/{round}/boards", {"boards": _BOARDS}),
        takes_long=True,
    ),
    Act(
        command=ChangeRound,
        decide=change_round,
        decide_briefly=partial(change_round, compares=False),
        confirm=_confirm_by_hand,
        takes_long=True,
        endpoint=Endpoint("PUT", "/rounds/{round}/boards", {"boards": _BOARDS, "reason": "Same club."}),
        event=RoundChanged,
        evolve=_evolve_changed,
        publicity=Publicity.OF_ITS_ROUND,
        fields=_seat_fields,
        integrity=_hand_made,
        players=_moved_players,
        corrects=pairing_record,
        news=news_unless_draft,
        # Who has no game may be paid for it.
        moves_places=lambda before, event: before.rounds[event.round - 1].phase is not Phase.PAIRED,
        parts_players=True,
    ),
)
