"""Views as text, for the terminal."""

from __future__ import annotations

from displays.words.audit import audit_row, clock, ticker_line
from displays.words.card_text import card_text
from displays.words.ladder_text import ladder_text, working_text
from displays.words.language import Language
from displays.words.notation import outcome_words, result_mark, who
from displays.words.open_games import score_before
from displays.words.ranking_text import crosstable_text, explanation_text, ranks_text, standings_text
from displays.words.text_table import table
from engine.model import PointTable
from engine.scoring import show
from ledger.views.audit import Audit
from ledger.views.boards import Boards, Side
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.ladder_working import Working
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.ticker import Ticker
from ledger.views.tiebreak_working import Explanation
from ledger.views.view import View


def view_text(view: View, language: Language, points: PointTable) -> str:
    """Any view; ``points`` says how the tournament writes its results."""
    match view:
        case Boards():
            return boards_text(view, language, points)
        case Standings():
            return standings_text(view, language)
        case PlayerCard():
            return card_text(view, language)
        case Crosstable():
            return crosstable_text(view, language)
        case Ranks():
            return ranks_text(view, language)
        case Explanation():
            return explanation_text(view, language)
        case Ladder():
            return ladder_text(view, language)
        case Working():
            return working_text(view, language)
        case Ticker():
            return ticker_text(view, language, points)
        case Audit():
            return audit_text(view, language, points)
        case _:
            raise TypeError(f"no text for {type(view).__name__}")


# -- boards ----------------------------------------------------------------------------------------------------------


def boards_text(view: Boards, language: Language, points: PointTable) -> str:
    if not view.round or view.phase is None:
        return language.word("nothing-paired")
    word = language.word
    title = f"{word('boards')}, {language.field('round')} {view.round} ({word(view.phase.value, 'phases')})"

    def score(side: Side) -> str:
        """By what a draft is paired is told of who is still playing; later it is what it was."""
        return score_before(side, view.per_point, language) if view.is_draft else show(side.score, view.per_point)

    headers = (word("board"), word("white"), word("points"), word("result"), word("points"), word("black"))
    rows = [
        (
            str(line.board),
            who(line.white.player),
            score(line.white),
            result_mark(line.result, language, points),
            score(line.black),
            who(line.black.player),
        )
        for line in view.boards
    ]
    parts = [title, "", table(headers, rows, right=(0, 2, 4))]
    if view.sitouts:
        called = outcome_words(points, language)
        idle = [f"  {who(s.player)}: {called[s.outcome.value]}" for s in view.sitouts]
        parts += ["", f"{word('sitting-out')}:", *idle]
    return "\n".join(parts)


# -- ticker ----------------------------------------------------------------------------------------------------------


def ticker_text(view: Ticker, language: Language, points: PointTable) -> str:
    if not view.items:
        return language.word("nothing-yet")
    return "\n".join(f"{clock(item.at)}  {ticker_line(item, language, points)}" for item in view.items)


# -- audit -----------------------------------------------------------------------------------------------------------


def audit_text(view: Audit, language: Language, points: PointTable) -> str:
    if not view.entries:
        return language.word("nothing-yet")
    word = language.word
    headers = (word("version"), word("when"), word("who"), word("what"), word("subject"), word("change"), word("why"))
    return table(headers, [audit_row(entry, language, points) for entry in view.entries], right=(0,))
