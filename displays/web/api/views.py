"""Views of a tournament at any moment, as much of each as the visitor may see."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import see, views_of_visitor, visitor_of
from displays.web.access.services import services_of
from displays.web.api.endpoint import JSON, MOMENT, Endpoint, json
from displays.web.api.overview import Enlisted, Overview, overview, players
from displays.web.at_moment import asked_moment, check_question, views_at
from displays.web.tournament_list import group_of, lines_for, read_group, search
from displays.web.visibility import SeenViews, ViewsFor
from displays.words.parse import whole_number
from engine.errors import BadInput
from ledger.acts.permission import Permission
from ledger.tournament_list import Listed
from ledger.views import encode, read_question
from ledger.views.audit import Audit, AuditQuestion, page_of
from ledger.views.boards import Boards
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.ladder_table import LadderTable
from ledger.views.ladder_working import Working
from ledger.views.names import Names, names
from ledger.views.open_games import OpenGames
from ledger.views.ranks import Ranks
from ledger.views.schedule import RoundTimes, show_schedule
from ledger.views.standings import Standings
from ledger.views.starting_list import StartingList
from ledger.views.ticker import Ticker
from ledger.views.tiebreak_working import Explanation
from ledger.views.view import View

# View → its type, and the questions that its address may ask, each with the field of the view that it is.
_VIEWS: Mapping[str, tuple[type[View], Mapping[str, str]]] = {
    "boards": (Boards, {"of": "round"}),
    "standings": (Standings, {"of": "round", "category": "category", "period": "period"}),
    "starting-list": (StartingList, {"category": "category"}),
    "open-games": (OpenGames, {}),
    "crosstable": (Crosstable, {"of": "round"}),
    "ranks": (Ranks, {"of": "round"}),
    "card": (PlayerCard, {"of": "round", "k": "k"}),
    "explanation": (Explanation, {"of": "round"}),
    "ladder": (Ladder, {"of": "round", "category": "category", "period": "period"}),
    "ladder-table": (LadderTable, {"of": "round", "category": "category"}),
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
MOST_LISTED = 1000  # tournaments in one answer
_OF_A_PLAYER = ("card", "explanation", "working")
_TEXTS = frozenset({"category", "actor"})  # all other questions are answered with a number


async def tournaments(request: Request) -> Response:
    """Those that the visitor may know of, by id; of many the first, and where the next are."""
    asked = request.query_params
    check_question(asked, "q", "group", "after", "limit")
    group, most = read_group(asked.get("group", "")), _limit(asked.get("limit", str(MOST_LISTED)))
    visitor, today = visitor_of(request), date.today()
    found = search(await lines_for(services_of(request).desk, visitor), asked.get("q", ""))
    found = [line for line in found if line.id > asked.get("after", "")]
    if group is not None:
        found = [line for line in found if group_of(line, today) is group]
    lines = [line.to_listed(with_drafts=visitor.may(Permission.SEE_DRAFTS, line.id)) for line in found[:most]]
    if len(found) <= most:
        return json(lines)
    following = {**asked, "after": lines[-1].id}
    return json(lines, headers={"link": f'</api/t?{urlencode(following)}>; rel="next"'})


def _limit(given: str) -> int:
    most = whole_number(given, "limit")
    if not 1 <= most <= MOST_LISTED:
        raise BadInput("number-outside-range", field="limit", value=given, least=1, most=MOST_LISTED)
    return most


async def views_of_request(request: Request, *questions: str, views: ViewsFor | None = None) -> SeenViews:
    """The tournament of the address at the moment that is asked for, as the visitor may see it."""
    check_question(request.query_params, *questions)
    stream = request.path_params["id"]
    visitor = see(request, stream)
    moment = asked_moment(request.query_params)
    return await views_at(services_of(request).desk, stream, moment, views or views_of_visitor(visitor, stream))


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


async def schedule(request: Request) -> Response:
    found = await views_of_request(request)
    return Response(encode(show_schedule(found.state)), media_type=JSON)


async def view(request: Request) -> Response:
    name = request.url.path.rsplit("/", 1)[1]
    return await answer_view(request, name, {})


async def view_of_player(request: Request) -> Response:
    name = request.url.path.rsplit("/", 2)[1]
    return await answer_view(request, name, {"player": whole_number(request.path_params["player"], "player")})


async def answer_view(request: Request, name: str, asked: dict[str, object], views: ViewsFor | None = None) -> Response:
    """``views``: for whose eyes, if not for the visitor's as in any tournament."""
    _, questions = _VIEWS[name]
    for question, field in questions.items():
        given = request.query_params.get(question)
        if given:
            asked[field] = given if field in _TEXTS else whole_number(given, field)
    found = await views_of_request(request, *questions, views=views)
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
        is_made_once=True,
        query={**MOMENT, **{question: str if field in _TEXTS else int for question, field in questions.items()}},
    )


ENDPOINTS = (
    Endpoint(
        name="list-tournaments",
        method="GET",
        path="/api/t",
        handler=tournaments,
        answer=tuple[Listed, ...],
        query={"q": str, "group": str, "after": str, "limit": int},
    ),
    Endpoint(
        name="tournament",
        method="GET",
        path="/api/t/{id}",
        handler=tournament,
        answer=Overview,
        query=MOMENT,
        is_made_once=True,
    ),
    Endpoint(
        name="list-players",
        method="GET",
        path="/api/t/{id}/players",
        handler=entries,
        is_made_once=True,
        answer=tuple[Enlisted, ...],
        query=MOMENT,
    ),
    Endpoint(
        name="view-names",
        method="GET",
        path="/api/t/{id}/names",
        handler=by_name,
        is_made_once=True,
        answer=Names,
        query={**MOMENT, "of": int},
    ),
    Endpoint(
        name="view-schedule",
        method="GET",
        path="/api/t/{id}/schedule",
        handler=schedule,
        is_made_once=True,
        answer=RoundTimes,
        query=MOMENT,
    ),
    *map(_endpoint_of, _VIEWS),
)
