"""The JSON API: every view of a tournament at any moment. What is not published is not there."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.catalogue import catalogue
from displays.glimpse import asked_moment, check_question, glimpse
from displays.reading import whole_number
from ledger.desk import Desk
from ledger.views import encode

# View → the questions that its address may ask, each with the field of the view that it is.
_QUESTIONS: dict[str, dict[str, str]] = {
    "boards": {"of": "round"},
    "standings": {"of": "round", "category": "category"},
    "crosstable": {"of": "round"},
    "ranks": {"of": "round"},
    "card": {"of": "round", "k": "k"},
    "explanation": {"of": "round"},
    "ladder": {"of": "round", "category": "category"},
    "working": {"of": "round"},
    "ticker": {"limit": "limit"},
    "audit": {"of": "round", "board": "board", "player": "player"},
}

_OF_A_PLAYER = ("card", "explanation", "working")
_TEXTS = frozenset({"category"})  # all other questions are answered with a number


def json(document: object) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


async def tournaments(request: Request) -> Response:
    check_question(request.query_params)
    desk: Desk = request.app.state.desk
    return json(catalogue(desk.log, desk.state))


async def view(request: Request) -> Response:
    name = request.url.path.rsplit("/", 1)[1]
    return await _answer(request, name, {})


async def view_of_player(request: Request) -> Response:
    name = request.url.path.rsplit("/", 2)[1]
    return await _answer(request, name, {"player": whole_number(request.path_params["player"], "player")})


async def _answer(request: Request, name: str, asked: dict[str, object]) -> Response:
    questions = _QUESTIONS[name]
    check_question(request.query_params, *questions)
    for question, field in questions.items():
        given = request.query_params.get(question)
        if given:
            asked[field] = given if field in _TEXTS else whole_number(given, field)
    seen = await glimpse(request.app.state.desk, request.path_params["id"], asked_moment(request.query_params))
    return Response(encode(seen.view(name, **asked)), media_type="application/json")


ROUTES = [
    Route("/api/t", tournaments),
    *(Route(f"/api/t/{{id}}/{name}", view) for name in _QUESTIONS if name not in _OF_A_PLAYER),
    *(Route(f"/api/t/{{id}}/{name}/{{player}}", view_of_player) for name in _OF_A_PLAYER),
]
