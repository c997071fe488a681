"""Previews and reasons of pairings: the next round, boards changed by hand, why a round was paired so.

Nothing here writes. What takes long is done by the worker, a process of its own, where the server has one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of, visitor_of
from displays.web.access.services import run_in_worker, services_of
from displays.web.api.bodies import Body
from displays.web.api.endpoint import MOMENT, Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.localized import Told, localize_breach, localize_error, localize_reasons
from displays.web.api.views import views_of_request
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.words.parse import whole_number
from engine.audit import Breach, breaches
from engine.errors import Refusal
from engine.model import Board, PlayerId, SitOut, Tournament
from ledger.acts.act import Command, Event
from ledger.acts.decide import decide
from ledger.acts.evolve import evolve
from ledger.acts.pairing import ChangeRound, PairByHand, RoundChanged, RoundPaired
from ledger.acts.permission import Permission
from ledger.previews import PAIRINGS_OF_REASONS, preview_pairing
from ledger.state import FideMode, State
from ledger.turns import Kind, Task
from ledger.views import boards as boards_view
from ledger.views.boards import Boards
from ledger.views.open_games import OpenGame, open_games
from ledger.views.pairing_reasons import ReasonsQuestion
from ledger.views.view import Person, person


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pairing as it would be if it were made at this version: send it back in ``If-Match`` to get exactly this."""

    version: int
    pairing: Boards
    breaches: tuple[Told, ...]
    reasons: tuple[Told, ...]
    not_checked_in: tuple[Person, ...]  # who is paired and has not come; nobody where there is no roll call
    still_playing: tuple[OpenGame, ...] = ()  # in earlier rounds: each counts as a draw for the pairing


class Verdict(msgspec.Struct, frozen=True):
    """Of boards that somebody thinks of: whether they could be written, and what the audit says of them."""

    version: int
    refusal: Told | None
    breaches: tuple[Told, ...]


class Reasons(msgspec.Struct, frozen=True):
    """Why a round was paired so, from what was known then."""

    version: int
    round: int
    system: str
    is_as_published: bool  # the rules as they are programmed today would seat everybody as the round stands
    is_changed_by_hand: bool  # after it was paired
    is_corrected_since: bool  # a result, a colour or points of an earlier round
    reasons: tuple[Told, ...]
    notes: tuple[str, ...]  # the same in words, if there is something to say


class BoardsForm(Form, frozen=True, kw_only=True):
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()


# -- the next round --------------------------------------------------------------------------------------------------


async def preview(request: Request) -> Response:
    """With ``reasons=all`` why everybody was paired so, with ``player`` why one was; it may take a while."""
    check_question(request.query_params, "reasons", "player")
    state = state_of(request, Permission.DIRECT)
    t = state.tournament
    number = whole_number(request.path_params["round"], "round")
    asked = _asked_player(request)
    wants_reasons = asked is not None or request.query_params.get("reasons") == "all"
    pairings = PAIRINGS_OF_REASONS if wants_reasons else 1
    task = Task(Kind.PREVIEW, request.path_params["id"], len(t.entries), pairings)
    event, reasons = await run_in_worker(request, task, preview_pairing, state, number, wants_reasons, asked)
    shown = boards_view.show(evolve(state, event), boards_view.Ask(round=number))
    reader = asked_language(request)
    return json(
        Preview(
            version=state.version,
            pairing=msgspec.structs.replace(shown, version=state.version),
            breaches=tuple(localize_breach(t, breach, reader) for breach in event.breaches),
            reasons=localize_reasons(t, reasons, reader),
            not_checked_in=tuple(person(t, player) for player in state.not_checked_in(number)),
            still_playing=open_games(t, number),
        )
    )


def _asked_player(request: Request) -> PlayerId | None:
    given = request.query_params.get("player")
    return whole_number(given, "player") if given else None


# -- boards by hand --------------------------------------------------------------------------------------------------

_BOARDS = Body(BoardsForm)


async def check(request: Request) -> Response:
    """What the audit says of these boards, whether they may be written or not."""
    check_question(request.query_params)
    state = state_of(request, Permission.DIRECT)
    t = state.tournament
    number = whole_number(request.path_params["round"], "round")
    form = _BOARDS.read(await body_of(request))
    refusal, found = _verdict(state, number, form)
    reader = asked_language(request)
    return json(
        Verdict(
            version=state.version,
            refusal=None if refusal is None else localize_error(refusal, reader),
            breaches=tuple(localize_breach(t, breach, reader) for breach in found),
        )
    )


def _verdict(state: State, number: int, form: BoardsForm) -> tuple[Refusal | None, tuple[Breach, ...]]:
    """It is asked for while boards are moved about, in the loop: so nothing is paired to compare them with, as in FIDE
    mode when they are written."""
    t, uncompared = state.tournament, msgspec.structs.replace(state, fide_mode=FideMode())
    try:
        return None, _breaches(decide(uncompared, _by_hand(t, number, form)))
    except Refusal as refusal:
        known = all(player in t.entries for board in form.boards for player in (board.white, board.black))
        audited = breaches(t, form.boards, number, form.sitouts) if known and 1 <= number <= t.next_round else ()
        return (None if refusal.code == "nothing-changes" else refusal), audited


def _by_hand(t: Tournament, number: int, form: BoardsForm) -> Command:
    if number == t.next_round:
        return PairByHand(round=number, boards=form.boards, sitouts=form.sitouts)
    return ChangeRound(round=number, boards=form.boards, sitouts=form.sitouts, reason="-")


def _breaches(events: Sequence[Event]) -> tuple[Breach, ...]:
    (event,) = events
    assert isinstance(event, RoundPaired | RoundChanged)
    return event.breaches


# -- why -------------------------------------------------------------------------------------------------------------


async def reasons(request: Request) -> Response:
    """Of a round that stands, at any moment: of a draft for those who may see it."""
    found = await views_of_request(request, "player")
    t, stream = found.tournament, request.path_params["id"]
    number = whole_number(request.path_params["round"], "round")
    if not 1 <= number <= len(t.rounds):
        raise Refusal("no-such-round", round=number, rounds=len(t.rounds))
    asked = _asked_player(request)
    if asked is not None and asked not in t.entries:
        raise Refusal("no-such-player", player=asked)
    view = await found.work_out(lambda views: views.show(ReasonsQuestion(round=number)))
    explainer = services_of(request).explainer
    made = await explainer.of(stream, view.paired_at, is_staff=visitor_of(request).may(Permission.SEE_DRAFTS, stream))
    reader = asked_language(request)
    return json(
        Reasons(
            version=found.version,
            round=number,
            system=made.event.system,
            is_as_published=made.is_as_it_stands(t.rounds[number - 1].boards),
            is_changed_by_hand=view.is_changed,
            is_corrected_since=view.is_corrected,
            reasons=localize_reasons(found.naming(made.before), made.about(asked), reader),
            notes=tuple(made.notes(view, reader)),
        )
    )


_ROUND = "/api/t/{id}/rounds/{round}"
ENDPOINTS = (
    Endpoint(
        name="preview-pairing",
        method="POST",
        path=f"{_ROUND}/pairing/preview",
        handler=preview,
        answer=Preview,
        permission=Permission.DIRECT,
        query={"reasons": str, "player": int},
        statuses=(409,),
    ),
    Endpoint(
        name="check-boards",
        method="POST",
        path=f"{_ROUND}/boards/check",
        handler=check,
        answer=Verdict,
        permission=Permission.DIRECT,
        body=BoardsForm,
        example={"boards": [{"white": 1, "black": 4}, {"white": 2, "black": 3}]},
    ),
    Endpoint(
        name="pairing-reasons",
        method="GET",
        path=f"{_ROUND}/reasons",
        handler=reasons,
        answer=Reasons,
        query={**MOMENT, "player": int},
    ),
)
