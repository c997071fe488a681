"""Comments of a TRF, ``### …``: the acts of a log that touched the pairing, and that a file is an interim one.

Which acts these are say the acts (``Act.integrity``); their names here are those of FIDE's handbook for endorsement.
Whether the program of a federation passes over comments in a report nobody has said: so they are written only where
somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.model import Board, Outcome, PlayerId, SitOut, Tournament
from ledger.acts.act import Event
from ledger.acts.evolve import evolve, find_integrity, fold
from ledger.acts.extras import PointsAdjusted
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.integrity import Integrity
from ledger.acts.opening import RulesChanged
from ledger.acts.pairing import EnginePairing, RoundChanged, RoundPaired
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.presence import PlayerWithdrawn
from ledger.acts.rating_corrections import RatingCorrected
from ledger.acts.record import Recorded
from ledger.acts.results import ColoursCorrected, GamePostponed, ResultCorrected, ResultEntered
from ledger.acts.sit_outs import SitOutCorrected
from ledger.formats.trf.cells import Numbers
from ledger.formats.trf.lines import INTERIM
from ledger.formats.trf.reader import COMMENT
from ledger.state import State

_HASH_SHOWN = 8


def write_interim(t: Tournament) -> str:
    """VCL4THP 169: nobody takes it for the report."""
    return f"{INTERIM} @ Round {len(t.rounds)} of {t.rules.rounds}"


def write_comments(records: Iterable[Recorded], numbers: Numbers) -> Iterator[str]:
    """VCL4THP 113: one line for each act that touches the integrity of the pairing, with its version in the log and the
    beginning of that record's hash. ``numbers``: of the players in the file."""
    rest = list(records)
    imported = _count_imported(rest)
    state = fold(one.event for one in rest[:imported])
    if imported and state is not None:
        paired = [(one, one.event) for one in rest[:imported] if isinstance(one.event, RoundPaired)]
        yield from _describe_imported(paired, numbers)
        yield _show(f"Import @ Round {len(state.tournament.rounds)}", rest[imported - 1])
    for recorded in rest[imported:]:
        for text in _describe(state, recorded.event, numbers):
            yield _show(text, recorded)
        state = evolve(state, recorded.event)


def _count_imported(records: Sequence[Recorded]) -> int:
    """The records of the file that a tournament was opened from: they stand under one command, with their players."""
    first = [one for one in records if one.command == records[0].command]
    return len(first) if any(isinstance(one.event, PlayerRegistered) for one in first) else 0


def _describe_imported(paired: Iterable[tuple[Recorded, RoundPaired]], numbers: Numbers) -> Iterator[str]:
    """VCL4THP 55: the rounds that broke the rules, the right pairs before those of the file."""
    for recorded, event in paired:
        if event.by_engine is not None and (differing := _differing_seats(event, event.by_engine, numbers)):
            yield _show(f"Import @ Round {event.round}: {differing}", recorded)


def _show(text: str, recorded: Recorded) -> str:
    return f"{COMMENT} {text} (version {recorded.version}, {recorded.hash[:_HASH_SHOWN]})"


def _describe(before: State | None, event: Event, numbers: Numbers) -> Iterator[str]:
    kind = find_integrity(before, event)
    if kind is not None and before is not None:
        text = _describe_act(before.tournament, kind, event, numbers)
        if text:
            yield text
    for number, player in _full_byes(event):
        if player in numbers:
            yield f"FPB @ Round {number}: {numbers[player]}=FPB"


def _describe_act(t: Tournament, kind: Integrity, event: Event, numbers: Numbers) -> str:
    """Empty: of who is not in the file, or it is told by what comes of it."""
    match event:
        case RoundPaired() | RoundChanged():
            return _describe_hand_made(event, numbers)
        case GamePostponed():
            return f"Adjournment @ Round {event.round}: board {event.board}"
        case ResultEntered() | ResultCorrected() if kind is Integrity.ADJOURNED_RESULT:
            pair = _pair(t, event.round, event.board, numbers)
            return f"Adjournment @ Round {event.round}: {pair}: ? => {event.result.value}"
        case RatingCorrected():
            pair = _pair(t, event.round, event.board, numbers)
            return f"Rating correction @ Round {event.round}: {pair}: {event.old.value} => {event.result.value}"
        case ResultCorrected() | ColoursCorrected():
            return f"Correction @ Round {event.round}: board {event.board}"
        case SitOutCorrected() | PointsAdjusted() if kind is Integrity.CORRECTION and event.player in numbers:
            return f"Correction @ Round {event.round}: player {numbers[event.player]}"
        case PlayerCorrected() if event.player.number in numbers:
            return f"Correction @ Round {len(t.rounds)}: player {numbers[event.player.number]}"
        case PlayerWithdrawn() if kind is Integrity.EXPULSION and event.player in numbers:
            return f"Expulsion @ Round {event.from_round}: player {numbers[event.player]}"
        case FideModeLeft() | RulesChanged() if kind is Integrity.LEAVING:
            return f"FIDE mode exited @ Round {t.next_round}: {' '.join(event.reason.split())}"
        case RulesChanged():
            return f"Configuration @ Round {len(t.rounds)}"
        case _:
            return ""


def _full_byes(event: Event) -> Iterator[tuple[int, PlayerId]]:
    """VCL4THP 179: those that were given; an announced one is given when its round is paired."""
    match event:
        case RoundPaired() | RoundChanged():
            yield from ((event.round, out.player) for out in event.sitouts if out.outcome is Outcome.FULL_BYE)
        case SitOutCorrected() if event.outcome is Outcome.FULL_BYE:
            yield event.round, event.player
        case PlayerRegistered() if event.missed is Outcome.FULL_BYE:
            yield from ((number, event.player.number) for number in range(1, event.from_round))


def _pair(t: Tournament, number: int, place: int, numbers: Numbers) -> str:
    board = t.rounds[number - 1].boards[place - 1]
    return f"{numbers[board.white]}-{numbers[board.black]}"


def _describe_hand_made(event: RoundPaired | RoundChanged, numbers: Numbers) -> str:
    """VCL4THP 69: the right pairs before those that were made. Outside of FIDE mode nothing was compared."""
    if event.by_engine is None:
        return f"MPA @ Round {event.round}"
    differing = _differing_seats(event, event.by_engine, numbers)
    return f"MPA @ Round {event.round}: {differing}" if differing else ""


def _differing_seats(event: RoundPaired | RoundChanged, by_engine: EnginePairing, numbers: Numbers) -> str:
    """``1-3 2-4 => 1-2 3-4``; empty: they are the same."""
    right, made = _seats(by_engine, numbers), _seats(event, numbers)
    if right == made:
        return ""
    differing = (
        " ".join(seat for seat in right if seat not in made) or ("unknown" if by_engine.is_unknown else "none"),
        " ".join(seat for seat in made if seat not in right),
    )
    return " => ".join(differing)


def _seats(pairing: RoundPaired | RoundChanged | EnginePairing, numbers: Numbers) -> list[str]:
    return [*_pairs(pairing.boards, numbers), *_byes(pairing.sitouts, numbers)]


def _pairs(boards: Sequence[Board], numbers: Numbers) -> Iterator[str]:
    return (f"{numbers[board.white]}-{numbers[board.black]}" for board in boards)


def _byes(sitouts: Sequence[SitOut], numbers: Numbers) -> Iterator[str]:
    return (f"{numbers[out.player]}=PAB" for out in sitouts if out.outcome is Outcome.PAIRING_BYE)
