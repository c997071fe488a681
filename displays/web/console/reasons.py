"""Page with the reasons of a whole round, as the system sets them out: ranking list, groups, waiting rooms, pairs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.services import services_of
from displays.web.console.frame import console_page, scene_of
from displays.web.request import asked_language
from displays.words.parse import whole_number
from engine.errors import Refusal
from ledger.acts.permission import Permission
from ledger.views.pairing_reasons import ReasonsQuestion


class ReasonLine(msgspec.Struct, frozen=True):
    text: str
    depth: int  # below its group or pair
    begins: bool  # something new: a group, the colours
    heads: bool = False  # something new that more is told of


async def reasons_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.SEE_DRAFTS), asked_language(request)
    number, rounds = whole_number(request.path_params["round"], "round"), len(scene.tournament.rounds)
    if not 1 <= number <= rounds:
        raise Refusal("no-such-round", round=number, rounds=rounds)
    view = await scene.seen.work_out(lambda views: views.show(ReasonsQuestion(round=number)))
    lines = await services_of(request).explainer.explain_round(scene.stream, scene.seen, view, reader)
    return await console_page(
        request,
        "console/reasons.html",
        round=number,
        r=reader.section("round"),
        lines=_set_out(lines),
    )


def _set_out(lines: list[str]) -> list[ReasonLine]:
    """Two spaces for each step in, as on the command line; an empty line before what is new."""
    found = list(_read_lines(lines))
    return [
        msgspec.structs.replace(line, heads=line.begins and following.depth > line.depth)
        for line, following in zip(found, [*found[1:], ReasonLine("", 0, False)], strict=True)
    ]


def _read_lines(lines: list[str]) -> Iterator[ReasonLine]:
    begins = False
    for line in lines:
        text = line.lstrip(" ")
        if text:
            yield ReasonLine(text, (len(line) - len(text)) // 2, begins)
        begins = not text


ROUTES = [Route("/console/{id}/rounds/{round}/reasons", reasons_page)]
