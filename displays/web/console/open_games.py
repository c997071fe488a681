"""Page of the open games: postponed ones, when each is played, and the way to its board."""

from __future__ import annotations

from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import console_page, scene_of
from displays.web.request import asked_language
from displays.words.open_games import write_until
from ledger.acts.permission import Permission
from ledger.views.open_games import OpenGamesQuestion

SECTION = "open-games"


async def open_games_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.SEE_DRAFTS), asked_language(request)
    games = scene.seen.show(OpenGamesQuestion()).games
    return await console_page(
        request,
        "console/open_games.html",
        words=(SECTION,),
        o=reader.section(SECTION),
        games=[(game, write_until(game, reader)) for game in games],
        today=date.today().isoformat(),
        facts={"api": scene.api},
    )


ROUTES = [Route("/console/{id}/open-games", open_games_page)]
