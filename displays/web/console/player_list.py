"""Page of the player list: all that is known of the players, as much of it as the visitor may see; as a file too."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.at_moment import check_question
from displays.web.console.frame import console_page, scene_of
from displays.web.csv_answer import answer_csv
from displays.web.request import asked_language
from displays.web.sections.category_choice import FIELDS, asked_category, category_choice
from displays.web.sections.player_list import listed_entries, player_list_section
from displays.words.csv_tables import player_list_csv
from displays.words.fee_text import fee_columns, total_row
from displays.words.player_list import player_columns


async def player_list_page(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    check_question(request.query_params, *FIELDS, "csv")
    category = asked_category(request.query_params)
    if request.query_params.get("csv"):
        entries = listed_entries(scene.seen, category)
        fees = scene.state.fees
        known = player_columns(scene.tournament, entries, reader)
        columns = [*known, *fee_columns(fees, entries, reader, is_file=True)]
        text = player_list_csv(columns, total_row(columns, fees, entries, reader))
        return answer_csv(text, f"{scene.stream}-player-list.csv")
    kept = {"version": scene.version if scene.is_past else None}
    choice = category_choice(scene.tournament, category, reader, kept)
    asked = {"category": category} if category else {}
    return await console_page(
        request,
        "console/player_list.html",
        words=("categories",),
        r=reader.section("round"),
        content=player_list_section(scene.seen, reader, scene.to("cards/{}"), category, choice),
        csv_address=scene.to("player-list", csv=1, **asked),
        print_address=scene.to("print/player-list", **asked),
    )


ROUTES = [Route("/console/{id}/player-list", player_list_page)]
