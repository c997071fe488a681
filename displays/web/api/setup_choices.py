"""Choices for a new tournament: systems, tie-breaks, point tables, and advice on rules."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow_somewhere
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.localized import Told, localize_error
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.setup_choices import MOST_PLAYERS, POINT_TABLES, advise, options_of
from engine.errors import Refusal
from engine.model import PointTable, Rules
from engine.registry import SYSTEMS, TIEBREAKS, USUAL_SWISS
from engine.system import System as PairingSystem
from engine.tiebreaks import PRESETS
from ledger.acts.checks import within
from ledger.acts.permission import Permission

Choice = bool | int | str | tuple[str, ...]


class SystemOption(msgspec.Struct, frozen=True):
    name: str
    kind: str  # "choice", "number", "fraction", "list" or "text"
    default: Choice
    choices: tuple[str, ...]  # words that it may be; those of a yes or no are "yes" and "no" and mean true and false
    is_yes_or_no: bool
    sentence: str


class System(msgspec.Struct, frozen=True):
    key: str
    regulation: str
    has_ladder: bool  # ranked by a ladder in place of standings
    options: tuple[SystemOption, ...]


class TieBreakChoice(msgspec.Struct, frozen=True):
    code: str
    article: str
    name: str
    modifiers: Mapping[str, str]  # what may stand behind it, in words


class TieBreaks(msgspec.Struct, frozen=True):
    tiebreaks: tuple[TieBreakChoice, ...]
    rankings: Mapping[str, tuple[str, ...]]  # the lists that the regulations name
    points: Mapping[str, PointTable]  # the usual point tables


class RulesForm(Form, frozen=True, kw_only=True):
    rules: Rules
    players: int = 0  # how many there are or will be; 0: nobody knows yet


class Advice(msgspec.Struct, frozen=True):
    """Whether a tournament could be opened by these rules, and what its regulation would do otherwise."""

    refusal: Told | None
    advice: tuple[str, ...]


async def systems(request: Request) -> Response:
    check_question(request.query_params)
    reader = asked_language(request)
    return json([_system(SYSTEMS[key], reader) for key in sorted(SYSTEMS)])


def _system(system: PairingSystem, reader: Language) -> System:
    options = tuple(
        SystemOption(
            name=option.name,
            kind=option.kind,
            default=option.default,
            choices=option.words,
            is_yes_or_no=isinstance(option.default, bool),
            sentence=reader.word(option.name, "options"),
        )
        for option in options_of(system)
    )
    return System(system.key, system.regulation, system.has_ladder, options)


async def tiebreaks(request: Request) -> Response:
    check_question(request.query_params)
    reader = asked_language(request)
    known = tuple(
        TieBreakChoice(
            base,
            definition.article,
            reader.word(base, "tiebreaks"),
            {name: reader.phrase(name, section="modifiers", n="n") for name in definition.modifiers},
        )
        for base, definition in TIEBREAKS.items()
    )
    return json(TieBreaks(known, PRESETS, POINT_TABLES))


_RULES = Body(RulesForm)


async def check_rules(request: Request) -> Response:
    check_question(request.query_params)
    reader = asked_language(request)
    allow_somewhere(request, Permission.DIRECT)
    form = _RULES.read(await body_of(request))
    within("players", form.players, 0, MOST_PLAYERS)
    try:
        hints = await asyncio.to_thread(advise, form.rules, form.players, reader)
        return json(Advice(None, tuple(hint.sentence for hint in hints)))
    except Refusal as refusal:
        return json(Advice(localize_error(refusal, reader), ()))


ENDPOINTS = (
    Endpoint(name="list-systems", method="GET", path="/api/systems", handler=systems, answer=tuple[System, ...]),
    Endpoint(name="list-tiebreaks", method="GET", path="/api/tiebreaks", handler=tiebreaks, answer=TieBreaks),
    Endpoint(
        name="check-rules",
        method="POST",
        path="/api/rules/check",
        handler=check_rules,
        answer=Advice,
        permission=Permission.DIRECT,  # somewhere
        body=RulesForm,
        example={"rules": {"system": USUAL_SWISS, "rounds": 7}, "players": 40},
        statuses=(409,),
    ),
)
