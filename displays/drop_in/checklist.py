"""``-l``: the check-list of a round, a line for everybody who is paired. Columns are parted by tabs, as bbpPairings
parts them: programs read them by their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from displays.drop_in.release import release
from engine.colours import WHITE, Preference, Strength
from engine.model import MEANINGS, PlayerId, Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from engine.swiss import DOWN, LEVEL, UP, Contender
from ledger.formats.trf.columns import show_decimal

Games = Mapping[PlayerId, Mapping[int, PlayerId]]  # the opponents of games that were played, by round
Row = tuple[str, ...]
_FLOATS = {DOWN: "D", UP: "U", LEVEL: ""}


class _Page(NamedTuple):
    """What the lines of a round are made of."""

    t: Tournament
    games: Games
    opponents: Mapping[PlayerId, str]  # in the round that is paired: ``(16W)``, the colour being one's own


def checklist(t: Tournament, paired: Paired | None, is_javafo: bool) -> str:
    """Of the next round; where it could not be paired, without opponents."""
    system = SYSTEMS[t.rules.system]
    if system.contenders is None:
        return ""
    field = system.contenders(t)
    page = _Page(t, _games(t), _opponents(paired))
    head, row = (_javafo_head, _javafo_row) if is_javafo else (_bbp_head, _bbp_row)
    rows = [head(page), *(row(page, card) for card in field)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(rows[0], widths)]
    for _, group in groupby(zip(field, rows[1:], strict=True), key=lambda line: line[0].points):
        lines += ["", *(_line(cells, widths) for _, cells in group)]
    return "\n".join(["", *lines, "", "", ""])


def whole_checklist(tables: Iterable[str]) -> str:
    return "".join(tables) + release()


def _line(cells: Row, widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}\t" for cell, width in zip(cells, widths, strict=True))


def _games(t: Tournament) -> Games:
    found: dict[PlayerId, dict[int, PlayerId]] = {player: {} for player in t.entries}
    for played in t.rounds:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].colour:
                found[board.white][played.number] = board.black
                found[board.black][played.number] = board.white
    return found


def _opponents(paired: Paired | None) -> dict[PlayerId, str]:
    if paired is None:
        return {}
    found = {board.white: f"({board.black}W)" for board in paired.boards}
    found |= {board.black: f"({board.white}B)" for board in paired.boards}
    return found if paired.bye is None else found | {paired.bye: "(bye)"}


def _shown_colours(card: Contender) -> str:
    return "".join("W" if colour == WHITE else "B" for colour in card.colours)


# -- bbpPairings -------------------------------------------------------------------------------------------------------


def _bbp_head(page: _Page) -> Row:
    """The criteria have the numbers of the edition: who may have the bye, and the floats of the last two rounds."""
    is_old = SYSTEMS[page.t.rules.system].trf.since == ""
    floats = ("C12", "C14") if is_old else ("C14", "C16")
    rounds = (f"R{played.number}" for played in page.t.rounds)
    return ("ID", "Pts", "-" * page.t.next_round, "Pref", "C2", *floats, "Cur", "", *rounds)


def _bbp_row(page: _Page, card: Contender) -> Row:
    games = page.games[card.player]
    return (
        str(card.player),
        show_decimal(Fraction(card.points, page.t.rules.points.per_point)),
        _shown_colours(card),
        _bbp_preference(card.preference),
        "Y" if card.may_have_bye else "N",
        _FLOATS[card.last_float],
        _FLOATS[card.float_before],
        page.opponents.get(card.player, ""),
        "",
        *(str(games.get(played.number, "")) for played in page.t.rounds),
    )


_BBP_FORMS: Mapping[Strength, Callable[[str], str]] = {
    Strength.NONE: lambda _: "A ",
    Strength.MILD: lambda letter: f"{letter.lower()} ",
    Strength.STRONG: lambda letter: f"({letter})",
    Strength.ABSOLUTE: lambda letter: f"{letter} ",
}


def _bbp_preference(preference: Preference) -> str:
    return _BBP_FORMS[preference.strength]("W" if preference.colour == WHITE else "B")


# -- JaVaFo ------------------------------------------------------------------------------------------------------------


def _javafo_head(page: _Page) -> Row:
    last = max(map(len, page.games.values()), default=0)
    return ("ID", "Pts", "Col", "Pref", "-1R", "-2R", "Cur", "", *(f"G-{ago}" for ago in range(last, 0, -1)))


def _javafo_row(page: _Page, card: Contender) -> Row:
    """Games count backwards from the last that was played; ``[X]`` in the first column bars the bye."""
    games = [str(opponent) for _, opponent in sorted(page.games[card.player].items())]
    columns = max(map(len, page.games.values()), default=0)
    shown = [""] * (columns - len(games)) + games
    if shown and not card.may_have_bye:
        shown[0] = f"[X] {shown[0]}".strip()
    return (
        str(card.player),
        show_decimal(Fraction(card.points, page.t.rules.points.per_point)),
        _shown_colours(card),
        _javafo_preference(card.preference),
        _FLOATS[card.last_float],
        _FLOATS[card.float_before],
        page.opponents.get(card.player, ""),
        "",
        *shown,
    )


def _javafo_preference(preference: Preference) -> str:
    """Its manual: WWW for both reasons of an absolute preference, WW and W1 or W for one, (W) strong, (w) mild."""
    letter = "W" if preference.colour == WHITE else "B"
    if preference.strength is not Strength.ABSOLUTE:
        forms = {Strength.NONE: "A", Strength.MILD: f"({letter.lower()})", Strength.STRONG: f"({letter})"}
        return forms[preference.strength]
    is_repeated = preference.repeated == -preference.colour
    if preference.imbalance > 1:
        return letter * 3 if is_repeated else letter * 2
    return f"{letter}1" if preference.imbalance else letter
