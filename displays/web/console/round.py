"""The page of a round: pair, change by hand, publish, enter results, close. It writes through the JSON API alone."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.services import run_in_worker
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.console.next_step import is_intermediate_due
from displays.web.console.result_keys import result_buttons, result_keys
from displays.web.console.round_state import RoundState, round_state, sitting_out
from displays.web.request import asked_language
from displays.words.chess_pieces import figures
from displays.words.game_headers import file_kind
from displays.words.language import Language
from displays.words.notation import result_marks
from displays.words.pairing_reasons import published_stands
from displays.words.parse import whole_number
from engine.errors import Refusal
from engine.model import Phase, Result, Tournament
from engine.pairing import Paired
from engine.registry import BY_HAND, SYSTEMS
from ledger.acts.permission import Permission
from ledger.turns import Kind, Task
from ledger.views.start_position import start_position


async def round_page(request: Request) -> Response:
    scene, number, reader = await _round_of_request(request)
    state = round_state(scene, number, reader, _may_enter(request, scene))
    return await console_page(
        request,
        "console/round.html",
        words=("round", "chess960"),
        position=_position_facts(scene, number),
        games=_games_file(scene, number),
        state=msgspec.to_builtins(state),
        r=reader.section("round"),
        desk=_desk(request, scene, state, reader),
        entered=_count_results(state),
        waits=_waits(state, reader),
        intermediate_due=number == scene.tournament.next_round and is_intermediate_due(scene.tournament),
    )


def _position_facts(scene: Scene, number: int) -> dict[str, object]:
    """Of Chess960: the position that was drawn, and whether one can be."""
    t = scene.tournament
    position = start_position(t, number)
    is_played = any(played.has_begun or played.phase is Phase.CLOSED for played in t.rounds[number - 1 : number])
    return {
        "drawn": position,
        "figures": "" if position is None else figures(position.pieces),
        "may_draw": scene.can.direct and not (is_played or t.is_finished) and number <= t.next_round,
        "data": {"address": f"/api/t/{scene.stream}/rounds/{number}/position", "isDrawn": position is not None},
    }


def _games_file(scene: Scene, number: int) -> dict[str, str]:
    """The headers of the games of this round, at the moment that is looked at."""
    moment = f"?version={scene.version}" if scene.is_past else ""
    address = f"/api/t/{scene.stream}/rounds/{number}/games{moment}"
    return {"address": address, "kind": file_kind(scene.tournament.rules)}


def _count_results(state: RoundState) -> int:
    return sum(board.result.is_final for board in state.boards)


def _waits(state: RoundState, reader: Language) -> str:
    """What keeps the round from being closed (``mayClose`` of the scripts goes on saying it); empty: nothing."""
    missing = sum(board.result is Result.PENDING for board in state.boards)
    disputed = sorted({dispute.board for dispute in state.disputes})
    told: dict[str, dict[str, int | str]] = {
        "close-waits-missing": {"count": missing},
        "close-waits-disputed": {"count": len(disputed), "boards": ", ".join(map(str, disputed))},
    }
    return " · ".join(reader.phrase(key, section="round", **facts) for key, facts in told.items() if facts["count"])


def _desk(request: Request, scene: Scene, state: RoundState, reader: Language) -> dict[str, object]:
    """What the scripts of the page need besides the state: marks, keys, and what the visitor may do."""
    t = scene.tournament
    visitor = visitor_of(request)
    return {
        "isPast": scene.is_past,
        "hasEngine": t.rules.system != BY_HAND,
        "mayDirect": scene.can.direct,
        "mayEnter": scene.can.enter_results,
        "boards": [board.board for board in state.boards],
        "hasPart": len(state.boards) < state.board_count,
        "me": visitor.name,
        "marks": result_marks(t.rules.points, reader),
        "keys": result_keys(t, may_postpone=scene.can.direct),
        "buttons": result_buttons(t, may_postpone=scene.can.direct),
        "sittingOut": sitting_out(t, reader),
        "stands": published_stands(t, reader),
        "api": f"/api/t/{scene.stream}",
        "corrections": scene.to("corrections"),
        "audit": scene.to("audit", of=state.round),
    }


async def round_json(request: Request) -> Response:
    """The same state again, for a page that learnt that something has changed."""
    scene, number, reader = await _round_of_request(request)
    return _json(round_state(scene, number, reader, _may_enter(request, scene)))


def _may_enter(request: Request, scene: Scene) -> Callable[[int], bool]:
    """Whether a board is among those whose results the visitor enters."""
    visitor = visitor_of(request)
    return lambda board: visitor.may(Permission.ENTER_RESULTS, scene.stream, board)


async def engine_json(request: Request) -> Response:
    """How the system would pair this round today: what a pairing made by hand is compared with."""
    scene, number, _ = await _round_of_request(request, Permission.SEE_DRAFTS)
    task = Task(Kind.PREVIEW, scene.stream, len(scene.tournament.entries))
    paired = await run_in_worker(request, task, pairing, scene.tournament.up_to(number - 1))
    return _json({"boards": paired.boards, "sitouts": paired.sitouts})


def pairing(t: Tournament) -> Paired:
    """The next round by the system of the tournament."""
    system = SYSTEMS.get(t.rules.system)
    if system is None:
        raise Refusal("unknown-system", system=t.rules.system, known=tuple(sorted(SYSTEMS)))
    system.check(t.rules, len(t.entries))
    return system.pair(t)


def _json(document: object) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


async def _round_of_request(
    request: Request, permission: Permission = Permission.ENTER_RESULTS
) -> tuple[Scene, int, Language]:
    scene = await scene_of(request, permission)
    return scene, whole_number(request.path_params["round"], "round"), asked_language(request)


ROUTES = [
    Route("/console/{id}/rounds/{round}", round_page),
    Route("/console/{id}/rounds/{round}/state", round_json),
    Route("/console/{id}/rounds/{round}/engine", engine_json),
]
