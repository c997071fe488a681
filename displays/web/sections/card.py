"""Section for one player's tournament card."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec.structs import replace

from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.ladder import working_of
from displays.web.sections.table import Table, TableCell, TableHead, card_address, plain_cells
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.card_text import (
    card_heads,
    card_notes,
    card_row,
    final_row,
    part_taken,
    performance_facts,
    tiebreak_facts,
)
from displays.words.ladder_text import ladder_moment
from displays.words.language import Language
from displays.words.notation import full_name
from displays.words.ranking_text import moment
from displays.words.tiebreak_names import figure
from engine.model import PlayerId
from engine.registry import has_ladder
from ledger.views.card import CardLine, CardQuestion, PlayerCard
from ledger.views.ladder_working import Working

_CLASSES = ("number", "", "number spare", "", "result", "number", "number", "number")
_OPPONENT, _RESULT, _TOTAL, _SUM = 1, 4, 5, 6  # columns


def card_section(
    seen: SeenViews, reader: Language, player: PlayerId, to_card: str, corrections: CorrectionLinks | None = None
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; corrected results are marked."""
    view, is_ladder = seen.show(CardQuestion(player)), has_ladder(seen.tournament.rules.system)
    classes = _CLASSES if view.sum is not None else (*_CLASSES[:_SUM], *_CLASSES[_SUM + 1 :])
    heads = [TableHead(*head) for head in zip(card_heads(view, reader), classes, strict=True)]
    rows = [_row(line, view, classes, reader, to_card, corrections) for line in view.lines]
    total = zip(final_row(view, reader), classes, strict=True)
    rows.append([TableCell(text, kind, is_strong=True) for text, kind in total])
    working = working_of(seen, player) if is_ladder else None
    if is_ladder:
        heads[_TOTAL] = TableHead(reader.word("points"), _CLASSES[_TOTAL])
        _tell_ladder_points(rows, view, working, reader)
    about = [f"{reader.word('number')} {view.player.shown_number}", str(view.player.rating or ""), view.player.club]
    after = ladder_moment(working, reader) if working else moment(view.ranked, view.is_official, reader)
    about += [after, part_taken(view, reader)]
    return render_section(
        "sections/card.html",
        reader,
        name=full_name(view.player),
        place=_place(view, reader),
        categories=view.player.categories,
        about=" · ".join(part for part in about if part),
        table=Table(tuple(heads), rows),
        notes=card_notes(view, reader),
        facts=[*tiebreak_facts(view, reader), *performance_facts(view, reader)],
    )


def _tell_ladder_points(
    rows: list[list[TableCell]], view: PlayerCard, working: Working | None, reader: Language
) -> None:
    """In place of the points of the games so far: what each round pays on the ladder, and the total in the last row."""
    paid = {} if working is None else {line.round: figure(line.points, reader) for line in working.lines}
    texts = [*(paid.get(line.round, "–") for line in view.lines), figure(working.total, reader) if working else "–"]
    for cells, text in zip(rows, texts, strict=True):
        cells[_TOTAL] = replace(cells[_TOTAL], text=text)


def _place(view: PlayerCard, reader: Language) -> str:
    """Nothing while everybody is level because no game has ended; a ladder has its places before."""
    if view.is_expelled or (not view.ranked and view.ladder_total is None):
        return ""
    return reader.word("few-games") if view.is_unranked else f"{reader.word('place')} {view.place}"


def _row(
    line: CardLine,
    view: PlayerCard,
    classes: Sequence[str],
    reader: Language,
    to_card: str,
    corrections: CorrectionLinks | None,
) -> list[TableCell]:
    texts = card_row(line, view, reader)
    cells = plain_cells(texts, classes)
    if line.opponent is not None:
        address = card_address(line.opponent, to_card)
        cells[_OPPONENT] = TableCell(full_name(line.opponent), href=address, before=line.opponent.shown_number)
    if corrections is not None:
        corrected = corrections.of_player(line.round, view.player.number)
        cells[_RESULT] = TableCell(texts[_RESULT], _CLASSES[_RESULT], corrected=corrected)
    return cells
