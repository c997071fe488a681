"""A tournament that was read from a file → the events that would have made it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.audit import breaches
from engine.errors import Refusal
from engine.model import Board, Outcome, PlayerId, PointTable, Result, Round, Tournament
from ledger.acts import checks
from ledger.acts.act import Event
from ledger.acts.extras import PointsAdjusted
from ledger.acts.imports import FileRestKept
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import make_opening
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.results import GamePostponed, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.separations import PlayersSeparated
from ledger.acts.start_order import StartOrderSet
from ledger.formats.trf.lines import TrfFile
from ledger.formats.trf.meaning import understand
from ledger.state import FileRest

NOTHING = FileRest()


def events(file: TrfFile, system: str | None = None, points: PointTable | None = None) -> list[Event]:
    """What is to be written into an empty log so that it says what the file says."""
    understood = understand(file, system, points)
    return story(understood.tournament, understood.rest)


def check_names(file: TrfFile) -> None:
    """Where a file becomes a tournament in the log, names begin there, and are refused as new ones are."""
    for player in file.players:
        try:
            checks.name(player.name, "name")
        except Refusal as problem:
            problem.facts |= {"line": player.line, "column": 15}
            raise


def story(t: Tournament, rest: FileRest = NOTHING) -> list[Event]:
    """The same for a tournament that was understood already, with what is kept of its file."""
    told: list[Event] = [make_opening(t.details, t.rules)]
    for entry in t.entries.values():
        told.append(
            PlayerRegistered(
                player=entry.player, from_round=entry.from_round, missed=entry.missed, ratings=entry.ratings
            )
        )
    told.append(StartOrderSet(order=t.start_order))
    if rest != NOTHING:
        told.append(FileRestKept(lines=rest.lines, fide_ratings=rest.fide_ratings))
    if t.first_colour is not None:
        told.append(FirstColourDrawn(seed="", colour=t.first_colour))
    for s in t.separations:
        told.append(PlayersSeparated(players=s.players, from_round=s.from_round, to_round=s.to_round))
    for played in t.rounds:
        told.extend(_absences(t, played.number))
        told.extend(_round(t, played))
        told.extend(_adjustments(t, played.number))
    for number in range(t.next_round, t.rules.rounds + 1):
        told.extend(_absences(t, number))
        told.extend(_adjustments(t, number))
    return told


def _absences(t: Tournament, number: int) -> Iterator[Event]:
    for player, outcome in _absent(t, number):
        yield AbsenceAnnounced(player=player, rounds=(number,), outcome=outcome)


def _absent(t: Tournament, number: int) -> Iterator[tuple[PlayerId, Outcome]]:
    return ((player, entry.absences[number]) for player, entry in t.entries.items() if number in entry.absences)


def _round(t: Tournament, played: Round) -> Iterator[Event]:
    """Paired, published, played and, once nothing is missing, closed. The audit looks at it as at any pairing."""
    number = played.number
    boards = tuple(Board(board.white, board.black) for board in played.boards)
    yield RoundPaired(
        round=number,
        system=played.system,
        boards=boards,
        sitouts=played.sitouts,
        breaches=breaches(t, boards, number, played.sitouts),
    )
    yield RoundPublished(round=number)
    for place, board in enumerate(played.boards, start=1):
        if board.result is Result.POSTPONED:
            yield GamePostponed(round=number, board=place)
        elif board.result is not Result.PENDING:
            yield ResultEntered(round=number, board=place, result=board.result)
    if played.is_complete:
        yield RoundClosed(round=number)


def _adjustments(t: Tournament, number: int) -> Iterator[Event]:
    for a in t.adjustments:
        if a.round == number:
            yield PointsAdjusted(player=a.player, round=a.round, points=a.points, reason=a.reason)
