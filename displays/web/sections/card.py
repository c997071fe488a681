"""Section for one player's tournament card."""

from __future__ import annotations

from markupsafe import Markup

from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.table import Table, TableCell, TableHead, card_address, plain_cells
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.card_text import card_heads, card_notes, card_row, final_row, performance_facts, tiebreak_facts
from displays.words.language import Language
from displays.words.notation import full_name
from displays.words.ranking_text import moment
from engine.model import PlayerId
from ledger.views.card import CardLine, CardQuestion, PlayerCard

_CLASSES = ("number", "", "number spare", "", "result", "number", "number", "number")
_OPPONENT, _RESULT = 1, 4  # columns


def card_section(
    seen: SeenViews, reader: Language, player: PlayerId, to_card: str, corrections: CorrectionLinks | None = None
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; corrected results are marked."""
    view = seen.show(CardQuestion(player))
    heads = zip(card_heads(view, reader), _CLASSES, strict=True)
    rows = [_row(line, view, reader, to_card, corrections) for line in view.lines]
    total = zip(final_row(view, reader), _CLASSES, strict=True)
    rows.append([TableCell(text, kind, is_strong=True) for text, kind in total])
    about = [f"{reader.word('number')} {view.player.number}", str(view.player.rating or ""), view.player.club]
    about += [moment(view.ranked, view.is_official, reader), reader.word("withdrawn") if view.is_withdrawn else ""]
    return render_section(
        "sections/card.html",
        reader,
        name=full_name(view.player),
        place=_place(view, reader),
        about=" · ".join(part for part in about if part),
        table=Table(tuple(TableHead(*head) for head in heads), rows),
        notes=card_notes(view, reader),
        facts=[*tiebreak_facts(view, reader), *performance_facts(view, reader)],
    )


def _place(view: PlayerCard, reader: Language) -> str:
    """Nothing while everybody is level because no game has ended; a ladder has its places before."""
    if not view.ranked and view.ladder_total is None:
        return ""
    return f"{reader.word('place')} {view.place}"


def _row(
    line: CardLine, view: PlayerCard, reader: Language, to_card: str, corrections: CorrectionLinks | None
) -> list[TableCell]:
    texts = card_row(line, view, reader)
    cells = plain_cells(texts, _CLASSES)
    if line.opponent is not None:
        address = card_address(line.opponent, to_card)
        cells[_OPPONENT] = TableCell(full_name(line.opponent), href=address, before=line.opponent.number)
    if corrections is not None:
        corrected = corrections.of_player(line.round, view.player.number)
        cells[_RESULT] = TableCell(texts[_RESULT], _CLASSES[_RESULT], corrected=corrected)
    return cells
