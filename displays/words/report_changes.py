"""What has changed in the report to a federation since it was sent, as lines for people."""

from __future__ import annotations

from displays.words.language import Language
from ledger.formats.trf.difference import (
    DecisionChange,
    LineChange,
    PlayerChange,
    PresenceChange,
    ReportChange,
    RoundChange,
)
from ledger.formats.trf.lines import Cell

_SECTION = "sent"
_OUTCOMES = {
    "1": "win",
    "=": "draw",
    "0": "loss",
    "+": "forfeit-win",
    "-": "forfeit-loss",
    "W": "unrated-win",
    "D": "unrated-draw",
    "L": "unrated-loss",
    "H": "half-bye",
    "F": "full-bye",
    "U": "pairing-bye",
    "Z": "zero-bye",
}


def change_line(change: ReportChange, reader: Language) -> str:
    match change:
        case RoundChange():
            then = _describe_cell(change.then, change.opponent_then, reader)
            now = _describe_cell(change.now, change.opponent_now, reader)
            return reader.phrase("change-round", _SECTION, round=change.round, player=change.player, then=then, now=now)
        case PlayerChange():
            return reader.phrase(
                "change-player",
                _SECTION,
                player=change.player,
                number=change.number,
                field=reader.word(f"field-{change.field}", _SECTION),
                then=change.then or "–",
                now=change.now or "–",
            )
        case DecisionChange():
            return reader.phrase(
                "change-decision" if change.round else "change-decision-of-all",
                _SECTION,
                **({"round": change.round} if change.round else {}),
                player=change.player,
                then=change.then or "–",
                now=change.now or "–",
            )
        case PresenceChange():
            key = "player-came" if change.is_there_now else "player-gone"
            return reader.phrase(key, _SECTION, player=change.player, number=change.number)
        case LineChange():
            what = reader.word_or_key(f"line-{change.id}", _SECTION).removeprefix("line-")
            return reader.phrase("change-line", _SECTION, what=what, then=change.then or "–", now=change.now or "–")


def _describe_cell(cell: Cell, opponent: str, reader: Language) -> str:
    """``loss with Black against Tamm, Jaan``"""
    result = reader.word(_OUTCOMES.get(cell.result, "pending"), "outcomes")
    if not cell.opponent:
        return result if cell.result else reader.word("no-game", _SECTION)
    if cell.colour not in ("w", "b"):
        return reader.phrase("cell-uncoloured", _SECTION, result=result, opponent=opponent)
    return reader.phrase(f"cell-{cell.colour}", _SECTION, result=result, opponent=opponent)
