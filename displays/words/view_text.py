"""Views as text, for the terminal."""

from __future__ import annotations

from collections.abc import Callable

from displays.words.audit import audit_row, clock, names_with_numbers_of, ticker_line
from displays.words.card_text import card_text
from displays.words.ladder_table_text import ladder_table_text
from displays.words.ladder_text import ladder_text, place_and_value, working_text
from displays.words.language import Language
from displays.words.notation import outcomes_called, result_mark, who
from displays.words.open_games import open_games_text, score_before
from displays.words.ranking_text import crosstable_text, explanation_text, ranks_text, standings_text
from displays.words.starting_list_text import starting_list_text
from displays.words.text_table import table
from engine.model import PointTable, Tournament
from engine.registry import has_ladder
from ledger.views.audit import Audit
from ledger.views.boards import Boards, Side
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.ladder_table import LadderTable
from ledger.views.ladder_working import Working
from ledger.views.open_games import OpenGames
from ledger.views.paired_ladder import places_before
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.starting_list import StartingList
from ledger.views.ticker import Ticker
from ledger.views.tiebreak_working import Explanation
from ledger.views.view import View


def view_text(view: View, language: Language, t: Tournament) -> str:
    """Any view of that tournament."""
    points = t.rules.points
    match view:
        case Boards():
            return boards_text(view, language, t)
        case Standings():
            return standings_text(view, language, points)
        case PlayerCard():
            return card_text(view, language)
        case Crosstable():
            return crosstable_text(view, language)
        case StartingList():
            return starting_list_text(view, language)
        case OpenGames():
            return open_games_text(view, language)
        case Ranks():
            return ranks_text(view, language)
        case Explanation():
            return explanation_text(view, language)
        case Ladder():
            return ladder_text(view, language)
        case LadderTable():
            return ladder_table_text(view, language)
        case Working():
            return working_text(view, language)
        case Ticker():
            return ticker_text(view, language, points)
        case Audit():
            return audit_text(view, language, t)
        case _:
            raise TypeError(f"no text for {type(view).__name__}")


# -- boards ----------------------------------------------------------------------------------------------------------


def boards_text(view: Boards, language: Language, t: Tournament) -> str:
    if not view.round or view.phase is None:
        return language.word("nothing-paired")
    word, points = language.word, t.rules.points
    column, standing = standing_before(view, t, language)
    title = f"{word('boards')}, {language.phrase('round-told', round=view.round)} ({word(view.phase.value, 'phases')})"
    headers = (word("board"), word("white"), word(column), word("result"), word(column), word("black"))
    rows = [
        (
            str(line.board),
            who(line.white.player),
            standing(line.white),
            result_mark(line.result, language, points),
            standing(line.black),
            who(line.black.player),
        )
        for line in view.boards
    ]
    parts = [title, "", table(headers, rows, right=(0, 2, 4))]
    if view.sitouts:
        called = outcomes_called(t, language)
        idle = [f"  {who(s.player)}: {called[s.outcome.value]}" for s in view.sitouts]
        parts += ["", f"{word('sitting-out')}:", *idle]
    return "\n".join(parts)


def standing_before(view: Boards, t: Tournament, language: Language) -> tuple[str, Callable[[Side], str]]:
    """What stands beside the names: the word of its column, and of each side the score before the round; on a ladder
    the place and the value by which the round was paired."""
    if not has_ladder(t.rules.system) or not view.round:
        return "points", lambda side: score_before(
            side.score, side.pairing_score, view.per_point, language, is_being_paired=view.is_draft
        )
    places = places_before(t, view.round)
    return "place-and-value", lambda side: place_and_value(places.get(side.player.number), language)


# -- ticker ----------------------------------------------------------------------------------------------------------


def ticker_text(view: Ticker, language: Language, points: PointTable) -> str:
    if not view.items:
        return language.word("nothing-yet")
    return "\n".join(f"{clock(item.at)}  {ticker_line(item, language, points)}" for item in view.items)


# -- audit -----------------------------------------------------------------------------------------------------------


def audit_text(view: Audit, language: Language, t: Tournament) -> str:
    if not view.entries:
        return language.word("nothing-yet")
    word, points, names = language.word, t.rules.points, names_with_numbers_of(t)
    headers = (word("version"), word("when"), word("who"), word("what"), word("subject"), word("change"), word("why"))
    return table(headers, [audit_row(entry, language, points, names) for entry in view.entries], right=(0,))
