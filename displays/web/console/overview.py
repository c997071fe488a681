"""Overview page of a tournament: where it stands, what comes next, the last events; and its moments."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.console.festival import festival_page
from displays.web.console.frame import console_page, round_phase, scene_of
from displays.web.console.next_step import step_of_visitor
from displays.web.console.trf import tell_corrected
from displays.web.request import asked_language
from displays.web.tournament_list import lines_for
from displays.words.audit import audit_row, names_of
from displays.words.dates import write_wall_time
from displays.words.language import Language
from displays.words.pairing_reasons import advice
from engine.model import Result, Tournament
from ledger.acts.pairing import RoundPaired
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.acts.rounds import RoundClosed, RoundTakenBack
from ledger.evenings import find_deadline, find_evening
from ledger.state import State
from ledger.tournament_list import TournamentLine
from ledger.views.audit import AuditQuestion

LAST_EVENTS = 15
NAMED = 4  # players of one of them; a list of all of them is in the audit
PATIENCE = 0.5  # seconds, for lines of the list that are being read


async def overview(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    if scene.state.festival is not None:
        return await festival_page(request, scene, scene.state.festival)
    t, visitor = scene.tournament, visitor_of(request)
    audit = scene.seen.show(AuditQuestion(work=LAST_EVENTS))
    return await console_page(
        request,
        "console/overview.html",
        words=("rating-check",),
        step=step_of_visitor(visitor, scene.stream, scene.state),
        event=await _event_of(request, scene.stream),
        progress=_progress(t),
        states={played.number: round_phase(t, played.number) for played in t.rounds},
        counts=_counts(t),
        evening=_next_evening(scene.state, reader),
        advice=advice(t, reader) if visitor.may(Permission.DIRECT, scene.stream) else [],
        corrected_since=tell_corrected(scene.state, reader) if visitor.may(Permission.DIRECT, scene.stream) else "",
        happened=[audit_row(one, reader, t.rules.points, names_of(t), NAMED) for one in reversed(audit.entries)],
    )


async def _event_of(request: Request, section: str) -> TournamentLine | None:
    """The event that it is a section of, for who works on that, too."""
    desk, visitor = services_of(request).desk, visitor_of(request)
    await lines_for(desk, visitor, PATIENCE)
    found = (line for line in desk.tournaments.lines() if section in line.sections)
    return next((line for line in found if visitor.may(Permission.ENTER_RESULTS, line.id)), None)


def _next_evening(state: State, reader: Language) -> str:
    """Tonight's or the next: its rounds, who is absent, until when notice counts; empty where the schedule has none."""
    t, schedule = state.tournament, state.schedule
    day = "" if t.is_finished else find_evening(schedule, datetime.now(UTC))
    rounds = schedule.rounds_on(day)
    if not rounds:
        return ""
    away = sum(any(n in e.absences and e.takes_part_in(n) for n in rounds) for e in t.entries.values())
    named = reader.phrase("rounds-of-day", section="evenings", rounds=rounds)
    when = f"{write_wall_time(schedule.starts_on(day), reader)}, {named}"
    told = reader.phrase("next-words", section="evenings", when=when, count=away)
    deadline = find_deadline(schedule, day) if schedule.notice else ""
    if not deadline:
        return told
    return f"{told}. {reader.phrase('next-until', section='evenings', until=write_wall_time(deadline, reader))}"


class RoundProgress(msgspec.Struct, frozen=True):
    number: int
    boards: int
    done: int
    postponed: int
    sitting_out: int


def _progress(t: Tournament) -> list[RoundProgress]:
    return [
        RoundProgress(
            number=played.number,
            boards=len(played.boards),
            done=sum(board.result.is_final for board in played.boards),
            postponed=sum(board.result is Result.POSTPONED for board in played.boards),
            sitting_out=len(played.sitouts),
        )
        for played in t.rounds
    ]


def _counts(t: Tournament) -> dict[str, int]:
    """Of the next round, if there is one."""
    players, coming = {"players": len(t.entries)}, t.next_round
    if t.is_finished or coming > t.rules.rounds:
        return players
    taking_part = sum(entry.takes_part_in(coming) for entry in t.entries.values())
    return players | {"taking-part": taking_part, "available": len(t.available(coming))}


# -- all moments, for the slider ---------------------------------------------------------------------------------------


class Moments(msgspec.Struct, frozen=True):
    """One entry a version: when, what, how many rounds there were; and the versions at which rounds ended."""

    at: list[str]
    what: list[str]
    rounds: list[int]
    ends: list[tuple[int, int]]


async def moments(request: Request) -> Response:
    """Of all records, drafts too: for the arbiters."""
    scene, reader = await scene_of(request, Permission.SEE_DRAFTS), asked_language(request)
    desk = services_of(request).desk
    found = await asyncio.to_thread(lambda: collect(desk.log.read(scene.stream), reader))
    return Response(msgspec.json.encode(found), media_type="application/json")


def collect(records: Iterable[Recorded], reader: Language) -> Moments:
    found = Moments([], [], [], [])
    ends: dict[int, int] = {}
    rounds = 0
    for recorded in records:
        event = recorded.event
        rounds += isinstance(event, RoundPaired) - isinstance(event, RoundTakenBack)
        if isinstance(event, RoundClosed) and event.round == rounds:
            ends[event.round] = recorded.version
        found.at.append(recorded.at)
        found.what.append(_describe(recorded, reader))
        found.rounds.append(rounds)
    found.ends.extend(sorted(ends.items()))
    return found


def _describe(recorded: Recorded, reader: Language) -> str:
    """``result entered, round 3, board 12``."""
    event = recorded.event
    what = reader.word_or_key(str(event.__struct_config__.tag), "events")
    named = ((field, getattr(event, field, None)) for field in ("round", "board"))
    return ", ".join([what, *(f"{reader.field(field)} {value}" for field, value in named if value is not None)])


ROUTES = [
    Route("/console/{id}", overview),
    Route("/console/{id}/moments", moments),
]
