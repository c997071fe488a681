"""Headers of the games of a round, without moves, for live boards: PGN, of draughts PDN.

PGN: the export format of 1994, its seven tags. PDN: version 3.0 (pdn.fmjd.org), the same tags and ``GameType``; there
``*`` stands between games, and a result only in its tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from engine.model import OUTCOMES, Details, PointTable, Result, Rules
from engine.scoring import points, show
from ledger.state import State
from ledger.views.boards import BoardLine, Boards

UNKNOWN = "?"
UNKNOWN_DATE = "????.??.??"
INTERNATIONAL = "20"  # PDN GameType: draughts on a hundred squares
_WON, _DRAWN, _LOST = range(3)
_PGN = ("1-0", "1/2-1/2", "0-1")
_PDN = ("2-0", "1-1", "0-2")
_NOBODY_SCORES = "0-0"  # PDN
_ENDED: Mapping[Result, int] = {
    **dict.fromkeys((Result.WHITE_WINS, Result.UNRATED_WHITE_WINS, Result.FORFEIT_WHITE_WINS), _WON),
    **dict.fromkeys((Result.DRAW, Result.UNRATED_DRAW, Result.ADVANTAGE_TO_WHITE, Result.ADVANTAGE_TO_BLACK), _DRAWN),
    **dict.fromkeys((Result.BLACK_WINS, Result.UNRATED_BLACK_WINS, Result.FORFEIT_BLACK_WINS), _LOST),
}
_DECIDED = (Result.HALF_TO_WHITE, Result.HALF_TO_BLACK, Result.BOTH_LOSE, Result.DOUBLE_FORFEIT)


def file_kind(rules: Rules) -> str:
    """``pgn`` or ``pdn``."""
    return "pdn" if rules.game == "draughts" else "pgn"


def write_headers(state: State, view: Boards) -> str:
    """One for each board, in their order; a game that was never played has none. People are as the view shows them."""
    t = state.tournament
    day = state.schedule.dates().get(view.round)
    lines = (line for line in view.boards if line.result is not Result.NEVER_PLAYED)
    return "\n".join(_game(t.details, t.rules, view, line, _date(t.details, day)) for line in lines)


def _game(details: Details, rules: Rules, view: Boards, line: BoardLine, day: str) -> str:
    is_draughts = rules.game == "draughts"
    result = _result(line.result, is_draughts=is_draughts)
    tags = {
        "Event": details.name,
        "Site": _site(details),
        "Date": day,
        "Round": f"{view.round}.{line.board}",
        "White": line.white.player.name,
        "Black": line.black.player.name,
        "Result": result,
        **({"GameType": INTERNATIONAL} if is_draughts else dict(_position(view))),
    }
    comment = _comment(line.result, rules.points)
    end = f"{comment}*" if is_draughts else f"{comment}{result}"
    return "\n".join((*(f'[{tag} "{_escape(text)}"]' for tag, text in tags.items()), "", end, ""))


def _result(result: Result, *, is_draughts: bool) -> str:
    if result in _ENDED:
        return (_PDN if is_draughts else _PGN)[_ENDED[result]]
    is_none = result in (Result.BOTH_LOSE, Result.DOUBLE_FORFEIT)
    return _NOBODY_SCORES if is_draughts and is_none else "*"


def _comment(result: Result, table: PointTable) -> str:
    """What each scored, where the tag cannot say it: an advantage draw, an arbiter's decision."""
    if not (result.is_advantage_draw or result in _DECIDED):
        return ""
    white, black = (show(points(table, outcome), table.per_point) for outcome in OUTCOMES[result])
    return f"{{{white}-{black}}} "


def _site(details: Details) -> str:
    """``Tartu EST``: the place, and the country where the federation is written as its code."""
    federation = details.federation.strip()
    country = federation if len(federation) == 3 and federation.isascii() and federation.isupper() else ""
    return " ".join(part for part in (details.place.strip(), country) if part) or UNKNOWN


def _date(details: Details, day: date | None) -> str:
    """By the schedule, else the first day of the tournament."""
    if day is not None:
        return f"{day:%Y.%m.%d}"
    try:
        return f"{date.fromisoformat(details.starts[:10]):%Y.%m.%d}"
    except ValueError:
        return UNKNOWN_DATE


def _position(view: Boards) -> Iterator[tuple[str, str]]:
    """Chess960: from where the games begin, once it is drawn."""
    if view.position:
        pieces = view.position.pieces
        yield "Variant", "Chess960"
        yield "SetUp", "1"
        yield "FEN", f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces.upper()} w KQkq - 0 1"


def _escape(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
