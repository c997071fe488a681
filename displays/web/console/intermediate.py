"""Page of the intermediate round (KNDB modification 2): who plays whom before the last round, and the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.console.result_keys import describe_keys, result_keys
from displays.web.request import asked_language
from displays.words.language import Language, language
from displays.words.notation import full_name, result_marks
from engine.dummy import always_draws, intermediate_games, victims
from engine.errors import NoPairing
from engine.model import ExtraPurpose, Phase, PlayerId, Result, Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from ledger.acts.permission import Permission
from ledger.person_publicity import publicity_of
from ledger.shown_numbers import shown_number
from ledger.views.view import person

_REMARKS = ("draws-with-himself", "dummy-to-come")  # reasons that concern somebody who does not play


class IntermediateBoard(msgspec.Struct, frozen=True):
    board: int
    white: PlayerId
    black: PlayerId
    white_name: str
    black_name: str
    result: str = ""  # empty: not played yet
    game: int = 0  # its number among the extra games


class IntermediateState(msgspec.Struct, frozen=True):
    """``phase``: "none" by these rules, "later", "open" for results, "over" when the last round is paired."""

    phase: str
    round: int  # the one that it goes before
    boards: tuple[IntermediateBoard, ...] = ()
    others: tuple[IntermediateBoard, ...] = ()  # games that are recorded and not paired like this
    remarks: tuple[str, ...] = ()  # who draws with himself, who meets the dummy in the last round
    met: tuple[str, ...] = ()  # who has met the dummy so far
    problem: str = ""  # why nobody can be paired
    free: tuple[tuple[PlayerId, str], ...] = ()  # for whom it is and who have not played, if there are two
    announcement: str = ""  # who plays whom, for the hall, which is told of no pairing but those of the rounds


async def intermediate_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.SEE_DRAFTS), asked_language(request)
    t = scene.tournament
    state = intermediate_state(scene, reader)
    return await console_page(
        request,
        "console/intermediate.html",
        words=("round", "extras"),
        x=reader.section("extras"),
        state=state,
        keys_hint=describe_keys(t, reader),
        marks=result_marks(t.rules.points, reader),
        games={
            "api": f"/api/t/{scene.stream}",
            "boards": msgspec.to_builtins(state.boards),
            "keys": result_keys(t, may_postpone=False),
            "preview": scene.to("place-changes"),
            "announcement": state.announcement,
        },
    )


def intermediate_state(scene: Scene, reader: Language) -> IntermediateState:
    t = scene.tournament
    system = SYSTEMS.get(t.rules.system)
    last = t.rules.rounds
    if system is None or system.intermediate is None or not always_draws(t.rules) or last < 2:
        return IntermediateState("none", last)
    met = tuple(_name(t, player) for player in victims(t))
    if len(t.rounds) >= last:
        return IntermediateState("over", last, tuple(_games_played(t)), met=met)
    if t.next_round < last or t.rounds[-1].phase is not Phase.CLOSED:
        return IntermediateState("later", last, met=met)
    try:
        invited = system.intermediate.invited(t)
        paired = system.intermediate.pair(t)
    except NoPairing as refusal:
        problem, free = reader.sentence(refusal), _free(t, victims(t))
        return IntermediateState("open", last, tuple(_games_played(t)), met=met, problem=problem, free=free)
    boards, remarks = tuple(_boards(t, paired)), tuple(_remarks(t, paired, reader))
    known = {board.game for board in boards}
    others = tuple(game for game in _games_played(t) if game.game not in known)
    announcement = _announcement(t, paired) if boards else ""
    free = _free(t, invited)
    return IntermediateState("open", last, boards, others, remarks, met, free=free, announcement=announcement)


def _announcement(t: Tournament, paired: Paired) -> str:
    """In the language of the tournament, with people as everybody may know them."""
    reader, publicity = language(t.rules.language), publicity_of(t)

    def name(player: PlayerId) -> str:
        return publicity.name(player, t.entries[player].player.name)

    boards = (f"{n}. {name(board.white)} – {name(board.black)}" for n, board in enumerate(paired.boards, start=1))
    told = [reader.phrase("between-told", section="draughts", round=t.rules.rounds, boards="; ".join(boards))]
    told += (
        reader.phrase(reason.code, section="reasons", player=name(reason.players[0]))
        for reason in paired.reasons
        if reason.code in _REMARKS
    )
    return " ".join(told)


def _free(t: Tournament, invited: Iterable[PlayerId]) -> tuple[tuple[PlayerId, str], ...]:
    played = intermediate_games(t)
    waiting = (player for player in invited if player not in played)
    free = tuple((player, f"{shown_number(t, player)} {_name(t, player)}") for player in waiting)
    return free if len(free) > 1 else ()


def _boards(t: Tournament, paired: Paired) -> Iterator[IntermediateBoard]:
    """As they are paired, with the games that are played."""
    played = {frozenset((one.white, one.black)): one for one in _games_played(t)}
    for number, board in enumerate(paired.boards, start=1):
        known = played.get(frozenset((board.white, board.black)))
        if known is not None:
            yield msgspec.structs.replace(known, board=number)
        else:
            yield _board(t, number, board.white, board.black)


def _games_played(t: Tournament) -> Iterator[IntermediateBoard]:
    board = 0
    for one in t.extra_games:
        if one.purpose is ExtraPurpose.INTERMEDIATE:
            board += 1
            yield _board(t, board, one.white, one.black, one.result, one.number)


def _board(
    t: Tournament, number: int, white: PlayerId, black: PlayerId, result: Result | None = None, game: int = 0
) -> IntermediateBoard:
    names = _name(t, white), _name(t, black)
    return IntermediateBoard(number, white, black, *names, "" if result is None else result.value, game)


def _remarks(t: Tournament, paired: Paired, reader: Language) -> Iterator[str]:
    for reason in paired.reasons:
        if reason.code in _REMARKS:
            yield reader.phrase(reason.code, section="reasons", player=_name(t, reason.players[0]))


def _name(t: Tournament, player: PlayerId) -> str:
    return full_name(person(t, player))


ROUTES = [Route("/console/{id}/intermediate", intermediate_page)]
