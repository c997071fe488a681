"""Comments of a TRF, ``### …``: the acts of a log that touched the pairing, and that a file is an interim one.

The kinds are those of FIDE's handbook for endorsement. Whether the program of a federation passes over comments in a
report nobody has said: so they are written only where somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.model import Board, Outcome, SitOut, Tournament
from engine.registry import BY_HAND
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.opening import RulesChanged
from ledger.acts.pairing import EnginePairing, RoundChanged, RoundPaired
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.record import Recorded
from ledger.acts.results import ColoursCorrected, GamePostponed, ResultCorrected
from ledger.acts.rounds import RoundTakenBack
from ledger.acts.sit_outs import SitOutCorrected
from ledger.formats.trf.cells import Numbers
from ledger.formats.trf.lines import INTERIM
from ledger.formats.trf.reader import COMMENT

_HASH_SHOWN = 8


def write_interim(t: Tournament) -> str:
    """VCL4THP 169: nobody takes it for the report."""
    return f"{INTERIM} @ Round {len(t.rounds)} of {t.rules.rounds}"


def write_comments(records: Iterable[Recorded], numbers: Numbers) -> Iterator[str]:
    """VCL4THP 113: one line for each act that touches the integrity of the pairing, with its version in the log and the
    beginning of that record's hash. ``numbers``: of the players in the file."""
    rest = list(records)
    imported = _count_imported(rest)
    rounds = 0  # that are paired
    if imported:
        rounds = max((one.event.round for one in rest[:imported] if isinstance(one.event, RoundPaired)), default=0)
        yield _show(f"Import @ Round {rounds}", rest[imported - 1])
    for recorded in rest[imported:]:
        event = recorded.event
        if isinstance(event, RoundPaired):
            rounds = event.round
        elif isinstance(event, RoundTakenBack):
            rounds = event.round - 1
        text = _describe(recorded, rounds, numbers)
        if text:
            yield _show(text, recorded)


def _count_imported(records: Sequence[Recorded]) -> int:
    """The records of the file that a tournament was opened from: they stand under one command, with their players."""
    first = [one for one in records if one.command == records[0].command]
    return len(first) if any(isinstance(one.event, PlayerRegistered) for one in first) else 0


def _show(text: str, recorded: Recorded) -> str:
    return f"{COMMENT} {text} (version {recorded.version}, {recorded.hash[:_HASH_SHOWN]})"


def _describe(recorded: Recorded, rounds: int, numbers: Numbers) -> str:
    """Empty: it touches no pairing."""
    event = recorded.event
    match event:
        case FideModeLeft():
            return f"FIDE mode exited @ Round {rounds + 1}: {' '.join(event.reason.split())}"
        case RoundPaired() | RoundChanged():
            return _describe_hand_made(event, numbers)
        case RulesChanged():
            return f"Configuration @ Round {rounds}" if rounds else ""
        case PlayerCorrected():
            is_late = rounds and event.player.number in numbers  # who was removed before the first round is not there
            return f"Correction @ Round {rounds}: player {numbers[event.player.number]}" if is_late else ""
        case GamePostponed():
            return f"Adjournment @ Round {event.round}: board {event.board}"
        case ResultCorrected() | ColoursCorrected():
            return f"Correction @ Round {event.round}: board {event.board}"
        case SitOutCorrected():
            return f"Correction @ Round {event.round}: player {numbers[event.player]}"
        case _:
            return ""


def _describe_hand_made(event: RoundPaired | RoundChanged, numbers: Numbers) -> str:
    """VCL4THP 69: the right pairs before those that were made. Outside of FIDE mode nothing was compared."""
    if event.by_engine is None:
        is_by_hand = isinstance(event, RoundChanged) or event.system == BY_HAND
        return f"MPA @ Round {event.round}" if is_by_hand else ""
    right, made = _seats(event.by_engine, numbers), _seats(event, numbers)
    if right == made:
        return ""
    differing = (
        " ".join(seat for seat in right if seat not in made) or "none",
        " ".join(seat for seat in made if seat not in right),
    )
    return f"MPA @ Round {event.round}: {' => '.join(differing)}"


def _seats(pairing: RoundPaired | RoundChanged | EnginePairing, numbers: Numbers) -> list[str]:
    return [*_pairs(pairing.boards, numbers), *_byes(pairing.sitouts, numbers)]


def _pairs(boards: Sequence[Board], numbers: Numbers) -> Iterator[str]:
    return (f"{numbers[board.white]}-{numbers[board.black]}" for board in boards)


def _byes(sitouts: Sequence[SitOut], numbers: Numbers) -> Iterator[str]:
    return (f"{numbers[out.player]}=PAB" for out in sitouts if out.outcome is Outcome.PAIRING_BYE)
