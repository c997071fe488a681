"""Pages for phones: ``/p/ID`` to find yourself, ``/p/ID/17`` to follow that player."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web import qr
from displays.web.access.addresses import address_for_links
from displays.web.access.authorize import see, state_of, visitor_of
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, check_question, moment_fields, views_at
from displays.web.festival_sections import find_players, public_sections
from displays.web.members.view import show_member
from displays.web.phones.installing import KEPT_FOR, answer_manifest, mark_of
from displays.web.request import asked_language
from displays.web.templating import render_page
from displays.web.visibility import SeenViews
from displays.words.language import LANGUAGES, Language
from displays.words.notation import outcomes_called
from displays.words.parse import whole_number
from displays.words.search import fits_name
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.views.alphabet import in_the_alphabet
from ledger.views.audit import AuditQuestion
from ledger.views.card import CardQuestion
from ledger.views.ladder_card import show_ladder_card
from ledger.views.ladder_movement import show_movement
from ledger.views.pairing_reasons import ReasonsQuestion
from ledger.views.projector import NEWEST_KEPT
from ledger.views.schedule import show_schedule
from ledger.views.stakes import show_stakes
from ledger.views.view import person

MOST_FOUND = 40
LONGEST_ASKED = 100  # letters of a name


async def find(request: Request) -> Response:
    """Of a festival: in all its sections."""
    check_question(request.query_params, "q")
    if state_of(request).festival is not None:
        return _find_in_sections(request)
    seen = await _views_of_request(request)
    reader = asked_language(request)
    asked = request.query_params.get("q", "").strip()[:LONGEST_ASKED]
    everybody = sorted(seen.tournament.players, key=lambda player: in_the_alphabet(player.name, player.number))
    found = [player for player in everybody if fits_name(seen.tournament, player, asked)]
    return render_page(
        request,
        "phone_find.html",
        p=reader.section("phones"),
        t=seen.tournament,
        version=seen.version,
        stream=request.path_params["id"],
        moment=moment_fields(request.query_params),
        chosen=_chosen_language(request),
        asked=asked,
        found=found[:MOST_FOUND],
        more=max(0, len(found) - MOST_FOUND),
    )


def _find_in_sections(request: Request) -> Response:
    stream, asked = request.path_params["id"], request.query_params.get("q", "").strip()[:LONGEST_ASKED]
    found = find_players(request, stream, asked)
    return render_page(
        request,
        "phone_find_in_sections.html",
        p=asked_language(request).section("phones"),
        name=state_of(request).tournament.details.name,
        stream=stream,
        chosen=_chosen_language(request),
        asked=asked,
        found=found[:MOST_FOUND],
        names={line.id: line.name for line in public_sections(request, stream)},
        more=max(0, len(found) - MOST_FOUND),
    )


async def follow(request: Request) -> Response:
    check_question(request.query_params)
    seen, reader = await _views_of_request(request), asked_language(request)
    stream, number = request.path_params["id"], whole_number(request.path_params["player"], "player")
    t = seen.tournament
    card = seen.show(CardQuestion(number))
    moment, chosen = moment_fields(request.query_params), _chosen_language(request)
    visitor = visitor_of(request)
    is_member = not moment and visitor.may(Permission.ACT_AS_PLAYER, stream, player=number)
    link = f"{address_for_links(request)}/p/{quote(stream, safe='')}/{number}"
    facts = {
        "stream": stream,
        "player": number,
        "isPast": bool(moment),
        "at": _time_of(seen) if moment else "",
        "moment": moment,
        "chosen": chosen,
        "rounds": t.rules.rounds,
        "card": msgspec.to_builtins(card),
        "ladder": _ladder_card(seen, number),
        "clock": msgspec.to_builtins(seen.state.running_clock),
        "schedule": msgspec.to_builtins(show_schedule(seen.state)),
        "announcements": msgspec.to_builtins(seen.hall.announcements),
        "outcomes": outcomes_called(t, reader),
        "member": msgspec.to_builtins(await show_member(request, number)) if is_member else None,
    }
    answer = render_page(
        request,
        "phone.html",
        p={
            **reader.section("schedule"),
            **reader.section("phones"),
            **_ladder_words(t, reader),
            **(_member_words(reader) if is_member else {}),
        },
        t=t,
        version=seen.version,
        stream=stream,
        player=t.entries[number].player,
        categories=person(t, number).categories,
        facts=facts,
        qr=await qr.draw_in_thread(link, error="l"),
        link=link,
        moment=moment,
        chosen=chosen,
    )
    if visitor.session:
        answer.headers[KEPT_FOR] = mark_of(visitor)
    return answer


def _member_words(reader: Language) -> dict[str, str]:
    mail = {key: text for key, text in reader.section("mail").items() if key.startswith("mail-")}
    return {**reader.section("phone-member"), **mail}


async def manifest(request: Request) -> Response:
    """For the home screen of the phone."""
    check_question(request.query_params)
    seen, number = await _views_of_request(request), whole_number(request.path_params["player"], "player")
    _check_player(seen, number)
    t, chosen = seen.tournament, _chosen_language(request)
    return answer_manifest(request.path_params["id"], t, t.entries[number].player, asked_language(request).code, chosen)


def _time_of(seen: SeenViews) -> str:
    """When the last record was written that everybody may know of: what was announced then may have ended since."""
    entries = seen.show(AuditQuestion(work=NEWEST_KEPT)).entries
    return entries[-1].at if entries else ""


def _ladder_card(seen: SeenViews, player: PlayerId) -> object:
    """Nothing where there is no ladder."""
    if not has_ladder(seen.tournament.rules.system):
        return None
    return msgspec.to_builtins(show_ladder_card(seen.state, player))


def _ladder_words(t: Tournament, reader: Language) -> dict[str, str]:
    """Why a round pays nothing, games, absences, periods; what a game pays, why a place changed."""
    if not has_ladder(t.rules.system):
        return {}
    words = reader.section("ladder")
    told = {key: text for key, text in words.items() if key.startswith("why-") or key.endswith("-told")}
    periods = {key: text for key, text in reader.section("season").items() if key.startswith("own-")}
    return {**periods, **{f"ladder-{key}": text for key, text in told.items()}, **reader.section("phone-ladder")}


async def why(request: Request) -> Response:
    """The reasons of one pairing, as lines: asked for only when somebody opens them."""
    check_question(request.query_params)
    seen, reader = await _views_of_request(request), asked_language(request)
    number = whole_number(request.path_params["player"], "player")
    _check_player(seen, number)
    explainer = services_of(request).explainer
    of_round = whole_number(request.path_params["round"], "round")
    if not 1 <= of_round <= len(seen.tournament.rounds):
        raise Refusal("no-such-round", round=of_round, rounds=len(seen.tournament.rounds))
    view = await seen.work_out(lambda views: views.show(ReasonsQuestion(round=of_round)))
    lines = await explainer.explain_player(request.path_params["id"], seen, view, number, reader)
    return _json({"lines": lines})


async def stakes(request: Request) -> Response:
    """What the game that is being played pays; null where there is none."""
    check_question(request.query_params)
    seen, number = await _views_of_request(request), whole_number(request.path_params["player"], "player")
    _check_player(seen, number)
    return _json(show_stakes(seen.state, number))


async def movement(request: Request) -> Response:
    """Why the place on the ladder changed: asked for only when somebody opens it."""
    check_question(request.query_params)
    seen, number = await _views_of_request(request), whole_number(request.path_params["player"], "player")
    _check_player(seen, number)
    return _json(show_movement(seen.state, number))


def _check_player(seen: SeenViews, number: PlayerId) -> None:
    if number not in seen.tournament.entries:
        raise Refusal("no-such-player", player=number)


def _json(document: object) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


def _chosen_language(request: Request) -> dict[str, str]:
    """What of an address says the language; links carry it, for a phone is given nothing to keep."""
    wanted = request.query_params.get("lang")
    return {"lang": wanted} if wanted in LANGUAGES else {}


async def _views_of_request(request: Request) -> SeenViews:
    """What is released, also to an arbiter: this is the players' page."""
    stream = request.path_params["id"]
    see(request, stream)
    desk = services_of(request).desk
    return await views_at(desk, stream, asked_moment(request.query_params))


ROUTES = [
    Route("/p/{id}", find),
    Route("/p/{id}/{player}", follow),
    Route("/p/{id}/{player}/app.webmanifest", manifest),
    Route("/p/{id}/{player}/why/{round}", why),
    Route("/p/{id}/{player}/stakes", stakes),
    Route("/p/{id}/{player}/movement", movement),
]
