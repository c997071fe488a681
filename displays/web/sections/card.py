"""A tournament card as part of a page."""

from __future__ import annotations

from displays.web.markup import Child, Markup, join, tag
from displays.web.sections.boards import Head, grid, linked
from displays.web.sections.correction_marks import Corrections, marked
from displays.web.visibility import SeenViews
from displays.words.card_text import card_heads, card_notes, card_row, final_row, performance_facts, tiebreak_facts
from displays.words.language import Language
from displays.words.notation import named
from displays.words.ranking_text import moment
from engine.model import PlayerId
from ledger.views.card import CardLine, PlayerCard

_CLASSES = ("number", "", "number spare", "", "result", "number", "number", "number")


def card_section(
    seen: SeenViews, reader: Language, player: PlayerId, to_card: str, corrections: Corrections | None = None
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; corrected results are marked."""
    view = seen.view("card", player=player)
    assert isinstance(view, PlayerCard)
    word = reader.word
    heads: list[Head] = list(zip(card_heads(view, reader), _CLASSES, strict=True))
    rows = [_line(line, view, reader, to_card, corrections) for line in view.lines]
    rows.append([tag("td", tag("b", cell), class_=kind or None) for cell, kind in _final(view, reader)])
    about = [f"{word('number')} {view.player.number}", str(view.player.rating or ""), view.player.club]
    about += [moment(view.ranked, view.is_official, reader), word("withdrawn") if view.is_withdrawn else ""]
    return tag(
        "section",
        tag("h2", named(view.player), " ", _place(view, reader)),
        tag("p", " · ".join(part for part in about if part)),
        grid(heads, rows, reader),
        *(tag("p", note) for note in card_notes(view, reader)),
        _facts([*tiebreak_facts(view, reader), *performance_facts(view, reader)]),
    )


def _place(view: PlayerCard, reader: Language) -> Markup | None:
    """Nothing while everybody is level because no game has ended; a ladder has its places before."""
    if not view.ranked and view.ladder_total is None:
        return None
    return tag("small", f"{reader.word('place')} {view.place}")


def _line(
    line: CardLine, view: PlayerCard, reader: Language, to_card: str, corrections: Corrections | None
) -> list[Child]:
    cells = card_row(line, view, reader)
    shown: list[Child] = [*cells]
    if line.opponent is not None:
        shown[1] = join(f"{line.opponent.number} ", linked(line.opponent, to_card))
    if corrections is not None:
        shown[4] = marked(cells[4], corrections.of_player(line.round, view.player.number), reader)
    return [tag("td", cell, class_=kind or None) for cell, kind in zip(shown, _CLASSES, strict=True)]


def _final(view: PlayerCard, reader: Language) -> zip[tuple[str, str]]:
    return zip(final_row(view, reader), _CLASSES, strict=True)


def _facts(facts: list[tuple[str, str]]) -> Markup | None:
    if not facts:
        return None
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts), class_="facts")
