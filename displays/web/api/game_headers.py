"""Headers of the games of a round over HTTP, as a file: PGN, of draughts PDN."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.web.api.endpoint import MOMENT, Endpoint
from displays.web.api.views import views_of_request
from displays.web.visibility import PrintedViews
from displays.words.game_headers import file_kind, write_headers
from displays.words.parse import whole_number
from ledger.views.boards import BoardsQuestion

PLAIN_TEXT = "text/plain"


async def game_headers(request: Request) -> Response:
    """People are in it as everybody may know them, whoever asks: it goes to programs that show it to the world."""
    found = await views_of_request(request)
    number = whole_number(request.path_params["round"], "round")
    text = write_headers(found.state, PrintedViews(found).show(BoardsQuestion(round=number)))
    name = f"{request.path_params['id']}-{number}.{file_kind(found.tournament.rules)}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=PLAIN_TEXT)


ENDPOINTS = (
    Endpoint(
        name="game-headers",
        method="GET",
        path="/api/t/{id}/rounds/{round}/games",
        handler=game_headers,
        answer=str,
        media=PLAIN_TEXT,
        query=MOMENT,
        is_made_once=True,
    ),
)
