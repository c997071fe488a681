"""Keys for results: what may be typed on the pages of the console, and the buttons with the key of each."""

from __future__ import annotations

from displays.words.language import Language
from displays.words.parse import result as read_result
from engine.model import OUTCOMES, PointTable, Result, Tournament
from engine.scoring import points, show

# What may be typed for a result, beside the letters below; what each means, ``displays.words.parse`` says.
_WRITTEN_FORFEITS = ("+", "+-", "1-0f", "-", "-+", "0-1f", "--", "0-0f", "0-0")
_WRITTEN = ("=", "½", "½-½", "1/2", "1/2-1/2", *_WRITTEN_FORFEITS)
_WRITTEN_IN_CHESS = ("1", "1-0", "0", "0-1")
_WRITTEN_IN_DRAUGHTS = ("2-0", "1-1", "0", "0-2")
_WRITTEN_IN_DELFT = ("=", *_WRITTEN_FORFEITS, "+=", "=+")  # "½" may be White's points there
_KEYS = {"h": Result.DRAW, "r": Result.DRAW, "/": Result.DOUBLE_FORFEIT, "p": Result.POSTPONED}
_KEYS_OF_CHESS = {"5": Result.DRAW}
_KEYS_OF_DRAUGHTS = {"2": Result.WHITE_WINS, "1": Result.DRAW}  # which counts 2, 1, 0 where chess counts 1, ½, 0
_KEYS_OF_DELFT = {">": Result.ADVANTAGE_TO_WHITE, "<": Result.ADVANTAGE_TO_BLACK}
DELFT_RESULTS = (
    Result.WHITE_WINS,
    Result.ADVANTAGE_TO_WHITE,
    Result.DRAW,
    Result.ADVANTAGE_TO_BLACK,
    Result.BLACK_WINS,
)
# On the buttons, in this order: the key that stands for each.
_BUTTONS = (
    *DELFT_RESULTS,
    Result.FORFEIT_WHITE_WINS,
    Result.FORFEIT_BLACK_WINS,
    Result.DOUBLE_FORFEIT,
    Result.POSTPONED,
)


def result_keys(t: Tournament, *, may_postpone: bool = True) -> dict[str, str]:
    """What may be typed for a result → the result. Postponing a game is for the arbiters."""
    keys = _all_keys(t)
    return {key: result.value for key, result in keys.items() if may_postpone or result is not Result.POSTPONED}


def _all_keys(t: Tournament) -> dict[str, Result]:
    table = t.rules.points
    if table.has_advantage_draws:
        written = {text: read_result(text) for text in _WRITTEN_IN_DELFT}
        return {**written, **_KEYS, **_KEYS_OF_DELFT, **_keys_in_points(table)}
    counts_two = t.rules.game == "draughts" or (table.per_point, table.win, table.draw) == (1, 2, 1)
    texts = (*_WRITTEN, *(_WRITTEN_IN_DRAUGHTS if counts_two else _WRITTEN_IN_CHESS))
    letters = {**_KEYS, **(_KEYS_OF_DRAUGHTS if counts_two else _KEYS_OF_CHESS)}
    return {**{text: read_result(text) for text in texts}, **letters}


def _keys_in_points(table: PointTable) -> dict[str, Result]:
    """Delft counting: the points of both (``3-1``), or White's, where one figure says them (``3``)."""
    found: dict[str, Result] = {}
    for result in DELFT_RESULTS:
        white, black = (show(points(table, outcome), table.per_point) for outcome in OUTCOMES[result])
        found[f"{white}-{black}"] = result
        if len(white) == 1 and white.isascii():
            found.setdefault(white, result)
    return found


def result_buttons(t: Tournament, *, may_postpone: bool = True) -> list[tuple[str, str]]:
    """The result and its shortest key."""
    keys = result_keys(t, may_postpone=may_postpone)
    shortest = {result: key for key, result in sorted(keys.items(), key=lambda pair: -len(pair[0]))}
    if not t.rules.points.has_advantage_draws:
        shortest[Result.DRAW.value] = "=" if keys.get("1") != Result.DRAW.value else "1"
    offered = [result.value for result in _BUTTONS if result.value in shortest]
    return [(result, shortest[result]) for result in offered]


def describe_keys(t: Tournament, reader: Language) -> str:
    """The hint below a field for a result, where several are typed one after the other."""
    if not t.rules.points.has_advantage_draws:
        return reader.word("result-keys", "extras")
    key = dict(result_buttons(t))
    white, above, draw, below, black = (key[result.value] for result in DELFT_RESULTS)
    return reader.phrase(
        "result-keys-delft", section="draughts", white=white, above=above, draw=draw, below=below, black=black
    )
