"""Rating lists over HTTP: who somebody is in them, and the files that are loaded.

What is in the lists is for whoever enters players in some tournament; loading and removing them, for who owns the
server."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, allow_somewhere
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.at_moment import check_question
from displays.web.rating_loads import LARGEST_PIECE, Load, RatingLoads
from displays.web.request import asked_language
from displays.words import parse
from displays.words.language import Language
from displays.words.rating_list_text import kinds_text, publisher_name, rating_text, tell_loaded
from displays.words.rating_text import rating_line
from engine.errors import BadInput, Refusal
from engine.model import Ids, RatingOf, RatingRule
from engine.ratings import find_counting
from ledger.acts.permission import Permission
from ledger.rating_lists.finding import LIMIT, MOST_LIMIT
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.listed import ListedPlayer, RatingList
from ledger.rating_lists.matching import Match, Wanted

MOST_MATCHED = 5000  # of a field, at once


class ListedAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody in the lists, as a form takes them over, and in words."""

    name: str
    title: str = ""
    federation: str = ""
    birth_year: int | None = None
    sex: str = ""
    club: str = ""
    ids: Ids = Ids()
    ratings: tuple[RatingOf, ...] = ()  # as a registration takes them
    in_words: tuple[str, ...] = ()  # the same, and where they were found
    counts: int | None = None  # which of ``ratings`` counts by the rule of the tournament that was named
    choices: tuple[str, ...] = ()  # the ratings in words, where a tournament was named
    is_inactive: bool = False


class ListAnswer(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    publisher: str
    name: str  # of the publisher, in words
    kinds: tuple[str, ...]
    in_words: str  # the kinds
    month: str
    players: int
    loaded_at: str
    is_of_known_source: bool


class ListsAnswer(msgspec.Struct, frozen=True):
    lists: tuple[ListAnswer, ...]


class FoundAnswer(msgspec.Struct, frozen=True):
    players: tuple[ListedAnswer, ...]
    has_lists: bool  # else nobody could be found


class MatchForm(Form, frozen=True, kw_only=True):
    players: tuple[Wanted, ...]
    month: str = ""


class MatchAnswer(msgspec.Struct, frozen=True):
    how: str  # "number", "name-and-year", "name"; empty: nobody
    players: tuple[ListedAnswer, ...]


class MatchedAnswer(msgspec.Struct, frozen=True):
    matches: tuple[MatchAnswer, ...]  # in the order of the question


class LoadForm(Form, frozen=True, kw_only=True):
    """``publisher``, ``kind`` and ``month``: what the file itself does not say."""

    file_name: str
    size: int  # bytes
    publisher: str = ""
    kind: str = ""
    month: str = ""


class LoadAnswer(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    step: str  # "sending", "waiting", "reading", "indexing", "done", "failed"
    done: int  # bytes, sent or read
    whole: int
    players: int = 0
    sentences: tuple[str, ...] = ()  # what came of it
    problem: str = ""


def loads_of(request: Request) -> RatingLoads:
    loads = services_of(request).ratings
    if loads is None:
        raise Refusal("ratings-are-off")
    return loads


# -- who somebody is ---------------------------------------------------------------------------------------------------


async def find_listed(request: Request) -> Response:
    allow_somewhere(request, Permission.DIRECT)
    query = request.query_params
    check_question(query, "find", "limit", "source", "month", "tournament")
    rule = _rule_of(request, query["tournament"]) if "tournament" in query else None
    limit = parse.whole_number(query["limit"], "limit") if "limit" in query else LIMIT
    if not 1 <= limit <= MOST_LIMIT:
        raise BadInput("number-outside-range", field="limit", value=limit, least=1, most=MOST_LIMIT)
    lists, reader = loads_of(request).lists, asked_language(request)
    asked = query.get("find", ""), limit, query.get("source", ""), query.get("month", "")
    found = await asyncio.to_thread(lists.find, *asked)
    has_lists = bool(found) or bool(await asyncio.to_thread(lists.lists))
    return json(FoundAnswer(tuple(tell_listed(one, reader, rule) for one in found), has_lists))


def _rule_of(request: Request, stream: str) -> RatingRule:
    allow(request, Permission.DIRECT, stream)
    state = services_of(request).desk.state(stream)
    if state is None:
        raise Refusal("no-such-tournament")
    return state.tournament.rules.ratings


async def match_listed(request: Request) -> Response:
    """A whole field at once."""
    allow_somewhere(request, Permission.DIRECT)
    check_question(request.query_params)
    form = _MATCH.read(await body_of(request))
    if len(form.players) > MOST_MATCHED:
        raise BadInput("number-outside-range", field="players", value=len(form.players), least=0, most=MOST_MATCHED)
    lists, reader = loads_of(request).lists, asked_language(request)
    found = await asyncio.to_thread(lists.match, form.players, form.month)
    return json(MatchedAnswer(tuple(_tell_match(one, reader) for one in found)))


def tell_listed(one: ListedPlayer, reader: Language, rule: RatingRule | None = None) -> ListedAnswer:
    """``rule``: of the tournament for which somebody is looked up (VCL4THP 127, 128)."""
    where = f"{publisher_name(one.publisher, reader)} {one.number}"
    ratings = tuple(rating.rating_of() for rating in one.ratings)
    counting = None if rule is None else find_counting(ratings, rule, 1)
    return ListedAnswer(
        name=one.name,
        title=one.title,
        federation=one.federation,
        birth_year=one.birth_year,
        sex=one.sex,
        club=one.club,
        ids=one.ids,
        ratings=ratings,
        counts=None if counting is None else ratings.index(counting),
        choices=() if rule is None else tuple(rating_line(rating, reader) for rating in ratings),
        in_words=(where, *(rating_text(rating, reader) for rating in one.ratings)),
        is_inactive=one.is_inactive,
    )


def _tell_match(match: Match, reader: Language) -> MatchAnswer:
    return MatchAnswer(match.how, tuple(tell_listed(one, reader) for one in match.players))


# -- the lists ---------------------------------------------------------------------------------------------------------


async def list_lists(request: Request) -> Response:
    allow_somewhere(request, Permission.DIRECT)
    check_question(request.query_params)
    reader = asked_language(request)
    lists = await asyncio.to_thread(loads_of(request).lists.lists)
    return json(ListsAnswer(tuple(tell_list(one, reader) for one in lists)))


def tell_list(one: RatingList, reader: Language) -> ListAnswer:
    return ListAnswer(
        key=one.key,
        publisher=one.publisher,
        name=publisher_name(one.publisher, reader),
        kinds=one.kinds,
        in_words=kinds_text(one, reader),
        month=one.month,
        players=one.players,
        loaded_at=one.loaded_at,
        is_of_known_source=one.is_of_known_source,
    )


async def remove_list(request: Request) -> Response:
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    await asyncio.to_thread(loads_of(request).lists.remove, request.path_params["key"])
    return Response(status_code=204)


# -- loading a file ----------------------------------------------------------------------------------------------------


async def begin_load(request: Request) -> Response:
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    form = _LOAD.read(await body_of(request))
    told = ToldOfList(form.publisher, form.kind, form.month, form.file_name[:200])
    return json(_tell_load(request, loads_of(request).begin(form.size, told)), 201)


async def add_piece(request: Request) -> Response:
    """The next bytes of the file, from ``at`` on."""
    allow(request, Permission.OPEN)
    check_question(request.query_params, "at")
    load, loads = _load_of(request), loads_of(request)
    at = parse.whole_number(request.query_params.get("at", "0"), "at")
    piece = await body_of(request)
    if not 0 < len(piece) <= LARGEST_PIECE:
        raise BadInput("number-outside-range", field="body", value=len(piece), least=1, most=LARGEST_PIECE)
    await asyncio.to_thread(loads.add, load, at, piece)
    return json(_tell_load(request, load))


async def run_load(request: Request) -> Response:
    """All has come: it is read now, in a process of its own."""
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    load = _load_of(request)
    loads_of(request).run(load)
    return json(_tell_load(request, load))


async def tell_progress(request: Request) -> Response:
    allow(request, Permission.OPEN)
    check_question(request.query_params)
    return json(_tell_load(request, _load_of(request)))


def _load_of(request: Request) -> Load:
    return loads_of(request).load(request.path_params["load"])


def _tell_load(request: Request, load: Load) -> LoadAnswer:
    progress, reader = loads_of(request).progress(load), asked_language(request)
    return LoadAnswer(
        id=load.id,
        step=progress.step,
        done=progress.done,
        whole=progress.whole,
        players=progress.players,
        sentences=tuple(sentence for one in load.loaded for sentence in tell_loaded(one, reader)),
        problem="" if load.problem is None else reader.sentence(load.problem),
    )


_MATCH, _LOAD = Body(MatchForm), Body(LoadForm)
_STAFF, _OWNER = Permission.DIRECT, Permission.OPEN
ENDPOINTS = (
    Endpoint(
        name="find-listed",
        method="GET",
        path="/api/ratings",
        handler=find_listed,
        answer=FoundAnswer,
        permission=_STAFF,
        query={"find": str, "limit": int, "source": str, "month": str, "tournament": str},
        statuses=(404, 409),
    ),
    Endpoint(
        name="match-listed",
        method="POST",
        path="/api/ratings/match",
        handler=match_listed,
        answer=MatchedAnswer,
        permission=_STAFF,
        body=MatchForm,
        example={"players": [{"name": "Smit, Anna", "ids": {"fide": "1001"}, "birth_year": 1990}]},
        statuses=(409,),
    ),
    Endpoint(
        name="rating-lists",
        method="GET",
        path="/api/ratings/lists",
        handler=list_lists,
        answer=ListsAnswer,
        permission=_STAFF,
        statuses=(409,),
    ),
    Endpoint(
        name="remove-rating-list",
        method="DELETE",
        path="/api/ratings/lists/{key}",
        handler=remove_list,
        answer=None,
        permission=_OWNER,
        statuses=(204, 404, 409),
    ),
    Endpoint(
        name="begin-rating-load",
        method="POST",
        path="/api/ratings/loads",
        handler=begin_load,
        answer=LoadAnswer,
        permission=_OWNER,
        body=LoadForm,
        example={"file_name": "standard_nov26frl_xml.zip", "size": 1000},
        statuses=(201, 409),
    ),
    Endpoint(
        name="rating-load",
        method="GET",
        path="/api/ratings/loads/{load}",
        handler=tell_progress,
        answer=LoadAnswer,
        permission=_OWNER,
        statuses=(404, 409),
    ),
    Endpoint(
        name="send-rating-piece",
        method="PUT",
        path="/api/ratings/loads/{load}",
        handler=add_piece,
        answer=LoadAnswer,
        permission=_OWNER,
        query={"at": int},
        statuses=(404, 409),
    ),
    Endpoint(
        name="run-rating-load",
        method="POST",
        path="/api/ratings/loads/{load}",
        handler=run_load,
        answer=LoadAnswer,
        permission=_OWNER,
        statuses=(404, 409),
    ),
)
