"""Views of a tournament at any moment, as much of each as the visitor may see."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import see, views_of_visitor, visitor_of
from displays.web.access.services import services_of
from displays.web.api.endpoint import JSON, MOMENT, Endpoint, json
from displays.web.api.overview import Enlisted, Overview, overview, players
from displays.web.at_moment import asked_moment, check_question, views_at
from displays.web.tournament_list import Listed, list_tournaments
from displays.web.visibility import SeenViews
from displays.words.parse import whole_number
from ledger.desk import Desk
from ledger.views import encode, read_question
from ledger.views.audit import Audit, AuditQuestion, page_of
from ledger.views.boards import Boards
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.ladder_working import Working
from ledger.views.names import Names, names
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.ticker import Ticker
from ledger.views.tiebreak_working import Explanation
from ledger.views.view import View

# View → its type, and the questions that its address may ask, each with the field of the view that it is.
_VIEWS: Mapping[str, tuple[type[View], Mapping[str, str]]] = {
    "boards": (Boards, {"of": "round"}),
    "standings": (Standings, {"of": "round", "category": "category"}),
    "crosstable": (Crosstable, {"of": "round"}),
    "ranks": (Ranks, {"of": "round"}),
    "card": (PlayerCard, {"of": "round", "k": "k"}),
    "explanation": (Explanation, {"of": "round"}),
    "ladder": (Ladder, {"of": "round", "category": "category"}),
    "working": (Working, {"of": "round"}),
    "ticker": (Ticker, {"limit": "limit"}),
    "audit": (
        Audit,
        {
            "of": "round",
            "board": "board",
            "player": "player",
            "since": "since",
            "actor": "actor",
            "before": "before",
            "limit": "limit",
        },
    ),
}
_OF_A_PLAYER = ("card", "explanation", "working")
_TEXTS = frozenset({"category", "actor"})  # all other questions are answered with a number


async def tournaments(request: Request) -> Response:
    """Those that the visitor may know of."""
    check_question(request.query_params)
    desk = services_of(request).desk
    visitor = visitor_of(request)
    found = (line for line in list_tournaments(desk.log, desk.state) if line.is_for(visitor))
    return json([line.seen_by(visitor, lambda stream: _newest_public(desk, stream)) for line in found])


def _newest_public(desk: Desk, stream: str) -> tuple[int, str]:
    """The version and the hash of the last record that everybody may know of."""
    desk.state(stream)  # of many tournaments those that were listed first are not loaded any more
    version = desk.projector.projection(stream).released
    (recorded,) = desk.log.read(stream, after=version - 1, upto=version)
    return version, recorded.hash


async def views_of_request(request: Request, *questions: str) -> SeenViews:
    """The tournament of the address at the moment that is asked for, as the visitor may see it."""
    check_question(request.query_params, *questions)
    stream = request.path_params["id"]
    visitor = see(request, stream)
    moment = asked_moment(request.query_params)
    return await views_at(services_of(request).desk, stream, moment, views_of_visitor(visitor, stream))


async def tournament(request: Request) -> Response:
    found = await views_of_request(request)
    return json(overview(request.path_params["id"], found.state))


async def entries(request: Request) -> Response:
    found = await views_of_request(request)
    return json(players(found.tournament))


async def by_name(request: Request) -> Response:
    found = await views_of_request(request, "of")
    given = request.query_params.get("of")
    return Response(encode(names(found.state, whole_number(given, "round") if given else None)), media_type=JSON)


async def view(request: Request) -> Response:
    name = request.url.path.rsplit("/", 1)[1]
    return await _answer(request, name, {})


async def view_of_player(request: Request) -> Response:
    name = request.url.path.rsplit("/", 2)[1]
    return await _answer(request, name, {"player": whole_number(request.path_params["player"], "player")})


async def _answer(request: Request, name: str, asked: dict[str, object]) -> Response:
    _, questions = _VIEWS[name]
    for question, field in questions.items():
        given = request.query_params.get(question)
        if given:
            asked[field] = given if field in _TEXTS else whole_number(given, field)
    found = await views_of_request(request, *questions)
    if name == "audit":
        encoded = await found.work_out(lambda views: encode(_audit(views, asked)))
    else:
        encoded = encode(found.view(name, **asked))
    return Response(encoded, media_type=JSON)


def _audit(views: SeenViews, asked: dict[str, object]) -> Audit:
    """All that was asked for, or the newest ``limit`` of it ``before`` a version."""
    before, most = asked.pop("before", None), asked.pop("limit", None)
    question = read_question("audit", asked)
    assert isinstance(question, AuditQuestion)
    if before is None and most is None:
        return views.show(question)
    assert isinstance(before, int | None)
    assert isinstance(most, int | None)
    return page_of(views.show, question, before=before, most=most).audit


def _endpoint_of(name: str) -> Endpoint:
    kind, questions = _VIEWS[name]
    is_of_player = name in _OF_A_PLAYER
    return Endpoint(
        name=f"view-{name}",
        method="GET",
        path=f"/api/t/{{id}}/{name}/{{player}}" if is_of_player else f"/api/t/{{id}}/{name}",
        handler=view_of_player if is_of_player else view,
        answer=kind,
        query={**MOMENT, **{question: str if field in _TEXTS else int for question, field in questions.items()}},
    )


ENDPOINTS = (
    Endpoint(name="list-tournaments", method="GET", path="/api/t", handler=tournaments, answer=tuple[Listed, ...]),
    Endpoint(name="tournament", method="GET", path="/api/t/{id}", handler=tournament, answer=Overview, query=MOMENT),
    Endpoint(
        name="list-players",
        method="GET",
        path="/api/t/{id}/players",
        handler=entries,
        answer=tuple[Enlisted, ...],
        query=MOMENT,
    ),
    Endpoint(
        name="view-names",
        method="GET",
        path="/api/t/{id}/names",
        handler=by_name,
        answer=Names,
        query={**MOMENT, "of": int},
    ),
    *map(_endpoint_of, _VIEWS),
)
