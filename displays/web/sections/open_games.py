"""Section with the games that are still to be played: which board of which round, who, when."""

from __future__ import annotations

from markupsafe import Markup

from displays.web.sections.table import Table, TableCell, TableHead, card_link, heads_of
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.language import Language
from displays.words.open_games import write_until
from ledger.views.open_games import OpenGamesQuestion

_HEADS = ("round number", "board number", "white", "black")


def open_games_section(seen: SeenViews, reader: Language, to_card: str) -> Markup:
    games = seen.show(OpenGamesQuestion()).games
    rows = (
        (
            TableCell(game.round, "number"),
            TableCell(game.board, "number"),
            card_link(game.white, to_card),
            card_link(game.black, to_card),
            TableCell(write_until(game, reader)),
        )
        for game in games
    )
    heads = (*heads_of(_HEADS, reader), TableHead(reader.word("until", "open-games")))
    return render_section("sections/open_games.html", reader, count=len(games), table=Table(heads, rows))
