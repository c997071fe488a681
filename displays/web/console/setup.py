"""Set-up page of a tournament, new or agreed: one form, with the regulation's advice while it is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import available_timezones

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import allow, visitor_of
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.localized import Told, localize_error
from displays.web.console.frame import console_page, desk_page, scene_of
from displays.web.console.setup_form import choices
from displays.web.request import asked_language, language_names
from displays.words.dates import write_weekday
from displays.words.language import Language
from displays.words.notation import age_categories_as_typed, arbiters_as_typed
from displays.words.parse import whole_number
from displays.words.rating_text import methods, rates_of_play, tiebreak_rounds
from displays.words.schedule_text import evening_off_text
from displays.words.setup_choices import MOST_PLAYERS, Hint, advise
from displays.words.tiebreak_names import nearest, tiebreak_name
from engine.errors import Refusal, RoundlogError
from engine.handbook import find_departures
from engine.model import Details, Phase, RatingRule, Rules, Tournament
from engine.registry import SYSTEMS
from engine.tiebreaks import tiebreak as read_tiebreak
from ledger.acts.checks import within
from ledger.acts.permission import Permission
from ledger.evenings import find_evening, list_days
from ledger.person_publicity import CHOOSABLE
from ledger.schedule import Schedule, find_server_zone
from ledger.state import State

LONGEST_CODE = 60  # that anybody would have to read again

FORTNIGHT = 14  # days: who plays for a shorter time does not play once a week
_RULES = Body(Rules)


async def new(request: Request) -> Response:
    """``?event=ID``: it becomes a section of that event, with its place and days to begin with."""
    visitor = allow(request, Permission.OPEN)
    reader = asked_language(request)
    event = request.query_params.get("event", "")
    state = services_of(request).desk.find_state(event) if event and visitor.may(Permission.DIRECT, event) else None
    if event and (state is None or state.festival is None):
        raise Refusal("no-such-festival")
    return desk_page(
        request,
        "console/setup.html",
        agreed=None,
        event="" if state is None else event,
        event_details=None if state is None else state.tournament.details,
        public_categories="",
        deputies="",
        is_fixed=False,
        setup={"choices": msgspec.to_builtins(choices(reader)), "language": reader.code, "event": event},
        language_names=language_names(),
        **_rating_choices(None, reader),
        words=("rating-rules",),
    )


async def settings(request: Request) -> Response:
    scene = await scene_of(request, Permission.DIRECT)
    t, reader = scene.tournament, asked_language(request)
    setup = {
        "choices": msgspec.to_builtins(choices(reader, t)),
        "details": _fields_of(t.details),
        "rules": _fields_of(t.rules),
        "players": len(t.entries),
    }
    return await console_page(
        request,
        "console/setup.html",
        agreed=t,
        event_details=None,
        public_categories=age_categories_as_typed(t.details.public_categories),
        deputies=arbiters_as_typed(t.details.deputies),
        is_fixed=bool(t.rounds),
        setup=setup,
        language_names=language_names(),
        fide_mode=scene.state.fide_mode,
        publicity=_publicity_facts(t, asked_language(request)),
        schedule=_schedule(scene.state),
        evenings=_evenings(scene.state, reader),
        zones=sorted(available_timezones()),
        **_rating_choices(t.rules, reader),
        words=("fide", "rating-rules", "schedule", "schedule-form", "evenings", "publicity"),
    )


def _schedule(state: State) -> dict[str, object]:
    """What the form of the schedule is filled from; ``over``: the last round that is closed and cannot be moved;
    ``every``: how many days lie from one playing day to the next, most likely."""
    schedule, rounds = state.schedule, state.tournament.rounds
    return {
        "lines": msgspec.to_builtins(schedule.lines),
        "zone": schedule.zone or find_server_zone(),
        "notice": schedule.notice,
        "is_of_festival": schedule.is_of_festival,
        "rounds": state.tournament.rules.rounds,
        "every": 1 if (state.tournament.details.days or FORTNIGHT) < FORTNIGHT else 7,
        "over": max((played.number for played in rounds if played.phase is Phase.CLOSED), default=0),
    }


def _evenings(state: State, reader: Language) -> dict[str, object]:
    """Days and words: of evenings that may be cancelled or moved, and of those that are."""
    schedule = state.schedule
    closed = {played.number for played in state.tournament.rounds if played.phase is Phase.CLOSED}
    left = [day for day in list_days(schedule.lines) if not closed.intersection(schedule.rounds_on(day))]
    return {
        "played": [(day, _name_evening(schedule, day, reader)) for day in left],
        "next": find_evening(schedule, datetime.now(UTC)),
        "off": [
            (
                one.day,
                f"{write_weekday(one.day, reader)}: {evening_off_text(one.moved_to, one.public_reason, reader)}",
            )
            for one in schedule.changed
        ],
    }


def _name_evening(schedule: Schedule, day: str, reader: Language) -> str:
    rounds = reader.phrase("rounds-of-day", section="evenings", rounds=schedule.rounds_on(day))
    return f"{write_weekday(day, reader)}, {rounds}"


def _rating_choices(rules: Rules | None, reader: Language) -> dict[str, Any]:
    """A new tournament of chess goes by FIDE's ratings, otherwise by national ones, unless somebody wants another."""
    rule = RatingRule("FIDON") if rules is None else rules.ratings
    return {
        "rating_rule": rule,
        "rating_methods": methods(reader),
        "rates_of_play": rates_of_play(reader),
        "tiebreak_rounds": tiebreak_rounds(rule, 1 if rules is None else rules.rounds, reader),
    }


class PublicityFacts(msgspec.Struct, frozen=True):
    """The form that says what of the players is public. ``older``: what an older log has published, in words."""

    fields: tuple[tuple[str, str, bool], ...]
    older: str


def _publicity_facts(t: Tournament, reader: Language) -> PublicityFacts:
    fields = tuple((field, reader.word(f"field-{field}", "publicity"), field in t.public_fields) for field in CHOOSABLE)
    is_older = not set(t.public_fields) <= set(CHOOSABLE)
    return PublicityFacts(fields, reader.join([reader.field(field) for field in t.public_fields]) if is_older else "")


def _fields_of(value: object) -> object:
    """As JSON has it, with the defaults too: a form shows all of it."""
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    return {field: _fields_of(getattr(value, field)) for field in value.__struct_fields__}


# -- while it is typed -------------------------------------------------------------------------------------------------


class SetupAdvice(msgspec.Struct, frozen=True):
    """What the regulation advises, what cannot be, the names of the tie-breaks, and the usual points of the system with
    these options: a form whose points nobody has touched follows them."""

    advice: tuple[str, ...] = ()
    at_fields: Mapping[str, tuple[str, ...]] = {}  # the same, of those that are about one
    problems: tuple[Told, ...] = ()
    names: Mapping[str, str] = {}
    points: Mapping[str, int | None] = {}
    fide_mode: str = ""  # of chess: whether it begins in FIDE mode, and if not …
    departures: tuple[str, ...] = ()  # … why not


async def advice(request: Request) -> Response:
    """Of rules that are not agreed yet, for so many players. It writes nothing."""
    reader = asked_language(request)
    if not visitor_of(request).is_known:
        raise Refusal("sign-in-needed")
    players = whole_number(request.query_params.get("players") or "0", "players")
    try:
        within("players", players, 0, MOST_PLAYERS)
        rules = _RULES.read(request.query_params.get("rules", "").encode())
    except RoundlogError as error:
        found = SetupAdvice(problems=_problems(error, reader))
    else:
        found = await asyncio.to_thread(_advice, rules, players, reader, is_long=_is_long(request))
    return Response(msgspec.json.encode(found), media_type="application/json")


def _is_long(request: Request) -> bool:
    """By the days that stand in the form, too, which may not be saved."""
    asked = request.query_params
    starts, ends = asked.get("starts", ""), asked.get("ends", "")
    return Details("", starts=starts, ends=ends, lasts_long=asked.get("lasts_long") == "true").is_long


def _advice(rules: Rules, players: int, reader: Language, *, is_long: bool) -> SetupAdvice:
    system = SYSTEMS.get(rules.system)
    points = {} if system is None else msgspec.structs.asdict(system.usual_rules(rules.options, rules.game).points)
    try:
        found = advise(rules, players, reader, is_long=is_long)  # refuses tie-breaks that have no name
    except RoundlogError as error:
        return SetupAdvice(problems=_problems(error, reader), points=points)
    names = {code: tiebreak_name(code, reader) for code in rules.tiebreaks}
    departures = tuple(map(reader.sentence, find_departures(rules)))
    mode = reader.word("begins-not" if departures else "begins", "fide")
    return SetupAdvice(
        advice=tuple(hint.sentence for hint in found),
        at_fields=_at_fields(found),
        names=names,
        points=points,
        fide_mode=mode if rules.game == "chess" else "",
        departures=departures,
    )


def _at_fields(found: Sequence[Hint]) -> dict[str, tuple[str, ...]]:
    fields = dict.fromkeys(hint.field for hint in found if hint.field)
    return {field: tuple(hint.sentence for hint in found if hint.field == field) for field in fields}


def _problems(error: RoundlogError, reader: Language) -> tuple[Told, ...]:
    return tuple(localize_error(one, reader) for one in error.problems or (error,))


class TieBreakAnswer(msgspec.Struct, frozen=True):
    """A tie-break that somebody wants to add: as it is written and called, or why there is none."""

    code: str = ""
    name: str = ""
    problem: str = ""


async def tiebreak(request: Request) -> Response:
    """One code by itself. What goes with the others of the list is told with all the rules."""
    reader = asked_language(request)
    if not visitor_of(request).is_known:
        raise Refusal("sign-in-needed")
    typed = request.query_params.get("code", "")[:LONGEST_CODE]
    try:
        code = read_tiebreak(typed).code
        found = TieBreakAnswer(code, tiebreak_name(code, reader))
    except Refusal as refusal:
        found = TieBreakAnswer(problem=_why_none(typed, refusal, reader))
    return Response(msgspec.json.encode(found), media_type="application/json")


def _why_none(typed: str, refusal: Refusal, reader: Language) -> str:
    if refusal.code != "unknown-tiebreak":
        return reader.sentence(refusal)
    near = [f"{code} ({tiebreak_name(code, reader)})" for code in nearest(typed, reader)]
    key = "tiebreak-unknown" if near else "tiebreak-unlike-any"
    return reader.fill(key, "console", {"code": typed.strip(), "nearest": reader.join(near)})


ROUTES_OF_DESK = [
    Route("/console/new", new),
    Route("/console/advice", advice),
    Route("/console/advice/tiebreak", tiebreak),
]
ROUTES = [Route("/console/{id}/settings", settings)]
