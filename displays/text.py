"""Views as text, for the terminal."""

from __future__ import annotations

from displays.language import Language
from displays.marks import result_mark, signed
from displays.tables import one_line, table
from displays.telling import audit_row, clock, ticker_line
from engine.model import PointTable
from engine.scoring import show
from ledger.views.audit import Audit
from ledger.views.boards import Boards, Side
from ledger.views.card import CardLine, PlayerCard
from ledger.views.contract import Person, View
from ledger.views.standings import Standings
from ledger.views.ticker import Ticker


def view_text(view: View, language: Language, points: PointTable) -> str:
    """Any view; ``points`` says how the tournament writes its results."""
    match view:
        case Boards():
            return boards_text(view, language, points)
        case Standings():
            return standings_text(view, language)
        case PlayerCard():
            return card_text(view, language)
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
    headers = (word("board"), word("white"), word("points"), word("result"), word("points"), word("black"))
    rows = [
        (
            str(line.board),
            _who(line.white.player),
            _score(line.white, view.per_point),
            result_mark(line.result, language, points),
            _score(line.black, view.per_point),
            _who(line.black.player),
        )
        for line in view.boards
    ]
    parts = [title, "", table(headers, rows, right=(0, 2, 4))]
    if view.sitouts:
        idle = [f"  {_who(s.player)}: {word(s.outcome.value, 'outcomes')}" for s in view.sitouts]
        parts += ["", f"{word('sitting-out')}:", *idle]
    return "\n".join(parts)


def _score(side: Side, per_point: int) -> str:
    return show(side.score, per_point)


def _who(person: Person) -> str:
    """``7 IM Anna Smit (2312)``."""
    rating = f" ({person.rating})" if person.rating else ""
    title = f"{person.title} " if person.title else ""
    return one_line(f"{person.number} {title}{person.name}{rating}")


# -- standings -------------------------------------------------------------------------------------------------------


def standings_text(view: Standings, language: Language) -> str:
    word = language.word
    headers = (word("place"), word("number"), word("name"), word("rating"), word("points"), word("games"), "")
    rows = []
    for previous, line in zip((None, *view.lines), view.lines, strict=False):
        is_shared = previous is not None and previous.place == line.place
        title = f"{line.player.title} " if line.player.title else ""
        rows.append(
            (
                "" if is_shared else str(line.place),
                str(line.player.number),
                f"{title}{line.player.name}",
                str(line.player.rating or ""),
                show(line.score, view.per_point),
                str(line.games),
                word("withdrawn") if line.is_withdrawn else "",
            )
        )
    return f"{word('standings')} {standings_moment(view, language)}\n\n{table(headers, rows, right=(0, 1, 3, 4, 5))}"


def standings_moment(view: Standings, language: Language) -> str:
    """After which round, and whether games are still going on."""
    if not view.round:
        return language.word("before-round-1")
    after = language.phrase("after-round", round=view.round)
    return after if view.is_official else f"{after} ({language.word('in-progress')})"


# -- card ------------------------------------------------------------------------------------------------------------


def card_text(view: PlayerCard, language: Language) -> str:
    word = language.word
    score = show(view.score, view.per_point)
    title = f"{word('card')}: {_who(view.player)}, {word('place')} {view.place}, {word('points')} {score}"
    if view.is_withdrawn:
        title += f" ({word('withdrawn')})"
    columns = ("round", "board", "colour", "opponent", "outcome", "points", "total")
    rows = [_card_row(line, view.per_point, language) for line in view.lines]
    return "\n".join(
        [title, "", table([word(c) for c in columns], rows, right=(0, 1, 5, 6)), *card_notes(view, language)]
    )


def _card_row(line: CardLine, per_point: int, language: Language) -> tuple[str, ...]:
    return (
        str(line.round),
        str(line.board or ""),
        language.word(line.colour.value) if line.colour else "",
        _who(line.opponent) if line.opponent else "",
        language.word(line.outcome.value, "outcomes"),
        show(line.points, per_point),
        show(line.total, per_point),
    )


def card_notes(view: PlayerCard, language: Language) -> list[str]:
    """What is not in the lines: points by decision, absences announced."""
    adjusted = [
        language.phrase("adjusted-in", round=a.round, points=signed(a.points, view.per_point)) for a in view.adjustments
    ]
    absent = [
        language.phrase("absent-in", round=absence.round, outcome=absence.outcome.value) for absence in view.absences
    ]
    return [*adjusted, *absent]


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
