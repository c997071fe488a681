"""Seasons over HTTP: the next one opened from the last, and the chain of those before."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, visitor_of
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.commands import key_of
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.at_moment import check_question
from displays.words import parse
from engine.errors import Refusal
from ledger.acts.permission import Permission
from ledger.next_season import SeasonChoices, next_season
from ledger.season_chain import SeasonLink, follow_seasons


class NextSeasonForm(Form, frozen=True, kw_only=True):
    previous: str  # the id of the old one
    id: str = ""  # stands in addresses for ever; empty: made from the name
    choices: SeasonChoices


class SeasonOpened(msgspec.Struct, frozen=True):
    id: str
    version: int
    head: str  # the hash of its last record


_FORM = Body(NextSeasonForm)


async def open_next_season(request: Request) -> Response:
    """All of it in one transaction, or nothing. Who opens it directs the old one."""
    check_question(request.query_params)
    allow(request, Permission.OPEN)
    form, desk = _FORM.read(await body_of(request)), services_of(request).desk
    old = form.previous
    allow(request, Permission.DIRECT, old)
    new, command_id = parse.tournament_id(form.id or parse.proposed_id(form.choices.name)), key_of(request, form)
    answer = desk.answer_to(new, command_id) if command_id else None
    if answer is None:
        state = desk.state(old)
        if state is None:
            raise Refusal("no-such-tournament")
        (newest,) = desk.log.read(old, after=state.version - 1, upto=state.version)
        events = await asyncio.to_thread(next_season, state, old, newest.hash, form.choices)
        answer = await desk.open_with(new, events, actor=visitor_of(request).actor, command_id=command_id)
    opened = SeasonOpened(new, answer.version, answer.records[-1].hash)
    return json(opened, 201, {"etag": f'"{answer.version}"'})


async def list_seasons(request: Request) -> Response:
    """Of a private one nobody hears that it is there, so the chain is for the arbiters."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    allow(request, Permission.SEE_PRIVATE, stream)
    desk = services_of(request).desk
    if desk.state(stream) is None:
        raise Refusal("no-such-tournament")
    return json(await asyncio.to_thread(follow_seasons, desk.log, stream))


ENDPOINTS = (
    Endpoint(
        name="open-next-season",
        method="POST",
        path="/api/next-season",
        handler=open_next_season,
        answer=SeasonOpened,
        permission=Permission.OPEN,
        body=NextSeasonForm,
        statuses=(201, 404),
        example={
            "previous": "club",
            "id": "club-2027",
            "choices": {"name": "Club 2027", "starts": "2027-09-01", "least_games": 5},
        },
        is_write=True,
    ),
    Endpoint(
        name="list-seasons",
        method="GET",
        path="/api/t/{id}/seasons",
        handler=list_seasons,
        answer=tuple[SeasonLink, ...],
        permission=Permission.SEE_PRIVATE,
    ),
)
