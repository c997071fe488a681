"""Preview of what a game or a settlement beside the rounds would change in the standings. Nothing of it is written."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.api.bodies import Body
from displays.web.console.frame import scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.notation import full_name
from displays.words.ranking_text import standing_notes
from engine.scoring import show as show_points
from ledger.acts.permission import Permission
from ledger.state import State
from ledger.views import standings
from ledger.what_if import Extra, after_extras


class PreviewQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    commands: tuple[Extra, ...] = ()


class PlaceChange(msgspec.Struct, frozen=True):
    """Somebody whose line of the table would be another one."""

    name: str
    before: int
    after: int
    score_before: str
    score_after: str
    notes: str


_QUESTION = Body(PreviewQuestion)


async def place_changes(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    asked = _QUESTION.read(request.query_params.get("question", "").encode())
    found = tuple(changes(scene.state, after_extras(scene.state, asked.commands), reader))
    return Response(msgspec.json.encode(found), media_type="application/json")


def changes(before: State, after: State, reader: Language) -> Iterator[PlaceChange]:
    """Those whose place, score or remark differs, by the place after."""
    old = {line.player.number: line for line in standings.show(before, standings.Ask()).lines}
    per_point = before.tournament.rules.points.per_point
    for line in standings.show(after, standings.Ask()).lines:
        was = old[line.player.number]
        if (was.place, was.score, was.settled_by) != (line.place, line.score, line.settled_by):
            yield PlaceChange(
                name=full_name(line.player),
                before=was.place,
                after=line.place,
                score_before=show_points(was.score, per_point),
                score_after=show_points(line.score, per_point),
                notes=", ".join(standing_notes(line, reader)),
            )


ROUTES = [Route("/console/{id}/place-changes", place_changes)]
