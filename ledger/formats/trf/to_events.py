"""A tournament that was read from a file → the events that would have made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from engine.audit import breaches
from engine.errors import Refusal
from engine.model import Board, Outcome, PlayerId, PointTable, Result, Round, Tournament
from ledger.acts import checks
from ledger.acts.act import Event
from ledger.acts.extras import PointsAdjusted
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.imports import FileRestKept
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import make_opening
from ledger.acts.pairing import EnginePairing, RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.results import GamePostponed, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.schedule import ScheduleSet
from ledger.acts.separations import PlayersSeparated
from ledger.acts.start_order import StartOrderSet
from ledger.formats.trf.left_mode import find_left_mode
from ledger.formats.trf.lines import TrfFile
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.round_dates import ROUND_DATES, read_round_dates
from ledger.schedule import ScheduleLine
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


def story(
    t: Tournament, rest: FileRest = NOTHING, by_engine: Mapping[int, EnginePairing] = MappingProxyType({})
) -> list[Event]:
    """The same for a tournament that was understood already, with what is kept of its file. ``by_engine``: of the
    rounds that break the rules of the system, as these would have them."""
    told: list[Event] = [make_opening(t.details, t.rules, imported=True)]
    for entry in t.entries.values():
        told.append(
            PlayerRegistered(
                player=entry.player, from_round=entry.from_round, missed=entry.missed, ratings=entry.ratings
            )
        )
    told.append(StartOrderSet(order=t.start_order))
    schedule = schedule_of(rest, t.rules.rounds)
    if schedule:
        told.append(ScheduleSet(schedule=schedule))
    if rest != NOTHING:
        told.append(FileRestKept(lines=rest.lines, fide_ratings=rest.fide_ratings))
    if t.first_colour is not None:
        told.append(FirstColourDrawn(seed="", colour=t.first_colour))
    for s in t.separations:
        told.append(PlayersSeparated(players=s.players, from_round=s.from_round, to_round=s.to_round))
    leaving = _leaving(t, rest)
    for played in t.rounds:
        told.extend(leaving.get(played.number, ()))
        told.extend(_absences(t, played.number))
        told.extend(_round(t, played, by_engine.get(played.number)))
        told.extend(_adjustments(t, played.number))
    told.extend(leaving.get(t.next_round, ()))
    for number in range(t.next_round, t.rules.rounds + 1):
        told.extend(_absences(t, number))
        told.extend(_adjustments(t, number))
    return told


def _leaving(t: Tournament, rest: FileRest) -> dict[int, tuple[Event, ...]]:
    """VCL4THP 45: that FIDE mode was left, before the round that was not paired then; of a tournament that is in it."""
    left = find_left_mode(rest.lines)
    if left is None or not make_opening(t.details, t.rules).fide_mode:
        return {}
    return {min(max(left.before, 1), t.next_round): (FideModeLeft(reason=left.reason),)}


def schedule_of(rest: FileRest, rounds: int) -> tuple[ScheduleLine, ...]:
    """TRF26 132: the days of the rounds; nothing where they are not in order, which stays a line of the file."""
    dates = read_round_dates(parse("\n".join(line for line in rest.lines if line.startswith(ROUND_DATES))))
    known = [(number, day) for number, day in sorted(dates.items()) if number <= rounds]
    if any(one > other for (_, one), (_, other) in pairwise(known)):
        return ()
    return tuple(ScheduleLine(day.isoformat(), number) for number, day in known)


def _absences(t: Tournament, number: int) -> Iterator[Event]:
    for player, outcome in _absent(t, number):
        yield AbsenceAnnounced(player=player, rounds=(number,), outcome=outcome)


def _absent(t: Tournament, number: int) -> Iterator[tuple[PlayerId, Outcome]]:
    return ((player, entry.absences[number]) for player, entry in t.entries.items() if number in entry.absences)


def _round(t: Tournament, played: Round, by_engine: EnginePairing | None) -> Iterator[Event]:
    """Paired, published, played and, once nothing is missing, closed. The audit looks at it as at any pairing."""
    number = played.number
    boards = tuple(Board(board.white, board.black) for board in played.boards)
    yield RoundPaired(
        round=number,
        system=played.system,
        boards=boards,
        sitouts=played.sitouts,
        breaches=breaches(t, boards, number, played.sitouts),
        by_engine=by_engine,
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
