"""The table and what belongs to it as text: standings, why somebody stands there, cross table, rank over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from displays.words.language import Language
from displays.words.notation import (
    category_title,
    counted_mark,
    cross_mark,
    full_name,
    result_mark,
    round_mark,
    shown_place,
    who,
)
from displays.words.period_text import champion_lines, period_of
from displays.words.text_table import fit_to_width, one_line, table
from displays.words.tiebreak_names import figure, heading, legend, tiebreak_name
from engine.model import PointTable
from ledger.views.crosstable import CrossLine, Crosstable
from ledger.views.figures import SCORE
from ledger.views.ranks import Ranks
from ledger.views.standings import StandingLine, Standings
from ledger.views.tiebreak_working import Criterion, Explanation, Part, Rival

NAME_WIDTH = 30  # so that a table of eight tie-breaks fits a terminal of 120 columns
RIVALS_NAMED = 12


def moment(round_number: int, is_official: bool, language: Language) -> str:
    """After which round; or live, while games of it are still going on."""
    if not round_number:
        return language.word("before-round-1")
    return language.phrase("after-round" if is_official else "live-in-round", round=round_number)


def place_marks(places: Iterable[int]) -> list[str]:
    """A shared place is written once."""
    marks: list[str] = []
    before = 0
    for place in places:
        marks.append("" if place == before else str(place))
        before = place
    return marks


# -- standings -------------------------------------------------------------------------------------------------------


def standings_text(view: Standings, language: Language, points: PointTable) -> str:
    word = language.word
    left = [word("place"), word("number"), word("name"), word("rating")]
    if view.category:
        left.insert(1, word("overall"))
    values = [heading(column.code, language, is_ladder=view.is_ladder) for column in view.columns]
    headers = (*left, *values, word("games"), "")
    rows = [
        (
            shown_place(mark, is_unranked(line)),
            *((str(line.overall),) if view.category else ()),
            str(line.player.shown_number),
            fit_to_width(full_name(line.player), NAME_WIDTH),
            str(line.player.rating or ""),
            *(figure(value, language) for value in line.values),
            str(line.games),
            ", ".join(standing_notes(line, language)),
        )
        for mark, line in zip(place_marks(line.place for line in view.lines), view.lines, strict=True)
    ]
    to_the_right = [index for index in range(len(headers) - 1) if headers[index] != word("name")]
    title = f"{word('standings')} {moment(view.round, view.is_official, language)}"
    category = [category_title(view.category, language)] if view.category else []
    category += [period_of(view, language)] if view.period else []
    listed = table(headers, rows, right=to_the_right)
    played = _play_offs_text(view, points, language)
    gone = expelled_line(view, language)
    below = [*([gone] if gone else []), *legend(view.columns, language), *played]
    return "\n".join([title, *category, "", listed, *below, *champion_lines(view.periods, language)])


def is_unranked(line: StandingLine) -> bool:
    """Below all others on a ladder, after too few games without a place."""
    return line.ladder is not None and line.ladder.is_unranked


def expelled_line(view: Standings, language: Language) -> str:
    """Who has no place in the table; empty: nobody."""
    if not view.expelled:
        return ""
    names = language.join([full_name(player) for player in view.expelled])
    return one_line(f"{language.word('expelled-title')}: {names}")


def _play_offs_text(view: Standings, points: PointTable, language: Language) -> list[str]:
    games = play_off_lines(view, points, language)
    lines = [one_line(f"  {white} – {black}  {mark}") for white, black, mark in games]
    return ["", f"{language.word('play-offs')}:", *lines] if lines else []


def play_off_lines(view: Standings, points: PointTable, language: Language) -> list[tuple[str, str, str]]:
    """White, Black and the result of each game that was played to settle a tie."""
    return [
        (full_name(game.white), full_name(game.black), result_mark(game.result, language, points))
        for game in view.play_offs
    ]


def standing_notes(line: StandingLine, language: Language) -> list[str]:
    notes = [language.phrase("settled-by", by=language.word(line.settled_by))] if line.settled_by else []
    notes += [language.word("struck")] if line.is_struck else []
    notes += [language.word("open-game")] if line.has_open_game else []
    return [*notes, *([language.word("withdrawn")] if line.is_withdrawn else [])]


# -- why -------------------------------------------------------------------------------------------------------------


def explanation_text(view: Explanation, language: Language) -> str:
    title = language.phrase("explanation-title", player=who(view.player), place=view.place)
    parts = [f"{title} ({moment(view.round, view.is_official, language)})"]
    parts += [_criterion_text(criterion, language) for criterion in view.criteria]
    return "\n\n".join([*parts, *explanation_end(view, language)])


def explanation_end(view: Explanation, language: Language) -> list[str]:
    """What stands after the last criterion."""
    if view.settled_by:
        return [language.phrase("settled-by", by=language.word(view.settled_by))]
    if view.shared_with:
        return [language.phrase("place-shared-with", players=tuple(map(who, view.shared_with)))]
    return []


def _criterion_text(criterion: Criterion, language: Language) -> str:
    lines = ["  ".join(criterion_title(criterion, language))]
    if criterion.parts:
        headers = [language.word(key) for key in ("round", "opponent", "value", "where-from")]
        rows = [part_row(part, criterion.code, language) for part in criterion.parts]
        lines.append(table([f"  {headers[0]}", *headers[1:]], rows, right=(0, 2)))
    return "\n".join([*lines, f"  {standing_within(criterion, language)}", *_rival_lines(criterion.rivals, language)])


def criterion_title(criterion: Criterion, language: Language) -> tuple[str, str, str]:
    """The code, the value, and what the code means; points need no translation."""
    code = heading(criterion.code, language)
    name = "" if criterion.code == SCORE else f"({tiebreak_name(criterion.code, language)})"
    return code, figure(criterion.value, language), name


# What stands behind where a value comes from, where it is not that value alone: a key of "words" for each base.
_MADE_OF = {"SB": "times-own-points", "SBD": "times-own-points", "BAL": "times-score"}


def part_row(part: Part, code: str, language: Language) -> tuple[str, str, str, str]:
    """A value that was cut stands in brackets, with the reason."""
    value = figure(part.value, language)
    base = code.partition("/")[0]
    why = language.word("points-against") if base == "KS" else language.word_or_key(part.why, "why")
    if base in _MADE_OF and part.opponent is not None:
        why += f" {language.word(_MADE_OF[base])}"
    return (
        str(part.round),
        fit_to_width(who(part.opponent), NAME_WIDTH) if part.opponent else "",
        f"({value})" if part.cut else value,
        f"{why}; {language.word_or_key(part.cut, 'cuts')}" if part.cut else why,
    )


def standing_within(criterion: Criterion, language: Language) -> str:
    if not criterion.ahead + criterion.level + criterion.behind:
        return language.word("decided-before")
    return language.phrase("ahead-level-behind", ahead=criterion.ahead, level=criterion.level, behind=criterion.behind)


def _rival_lines(rivals: Sequence[Rival], language: Language) -> list[str]:
    lines = [f"  {language.word(r.stands)}: {who(r.player)}, {figure(r.value, language)}" for r in rivals]
    left_out = len(lines) - RIVALS_NAMED
    return lines if left_out <= 0 else [*lines[:RIVALS_NAMED], f"  {language.phrase('and-more', count=left_out)}"]


# -- cross table -----------------------------------------------------------------------------------------------------


def crosstable_text(view: Crosstable, language: Language) -> str:
    word = language.word
    across = [str(line.line) for line in view.lines] if view.is_square else _round_heads(view, language)
    values = [heading(column.code, language, is_ladder=view.is_ladder) for column in view.columns]
    headers = (word("line"), word("place"), word("name"), *across, *values)
    rows = [
        (
            str(line.line),
            mark,
            fit_to_width(full_name(line.player), NAME_WIDTH),
            *cross_row(line, view, language),
            *(figure(value, language) for value in line.values),
        )
        for mark, line in zip(place_marks(line.place for line in view.lines), view.lines, strict=True)
    ]
    right = (0, 1, *range(3, len(headers)))
    title = f"{word('crosstable')} {moment(view.round, view.is_official, language)}"
    return "\n".join([title, "", table(headers, rows, right=right), *legend(view.columns, language)])


def _round_heads(view: Crosstable, language: Language) -> list[str]:
    return [round_mark(number, language) for number in range(1, view.round + 1)]


def cross_row(line: CrossLine, view: Crosstable, language: Language) -> list[str]:
    """``12w1`` for each round, or in a square the points against each line."""
    if not view.is_square:
        return [cross_mark(cell, view.per_point, language) for cell in line.cells]
    return [_square_mark(line, other, view) for other in range(1, len(view.lines) + 1)]


def _square_mark(line: CrossLine, other: int, view: Crosstable) -> str:
    if other == line.line:
        return "×"
    cells = [line.cells[number - 1] for number in line.meetings[other - 1]]
    return " ".join(counted_mark(cell, view.per_point) for cell in cells)


# -- rank over time --------------------------------------------------------------------------------------------------


def ranks_text(view: Ranks, language: Language) -> str:
    word = language.word
    rounds = [round_mark(number, language) for number in range(1, view.round + 1)]
    headers = (word("number"), word("name"), *rounds)
    rows = [
        (str(line.player.shown_number), fit_to_width(full_name(line.player), NAME_WIDTH), *map(str, line.places))
        for line in view.lines
    ]
    right = (0, *range(2, len(headers)))
    title = f"{word('ranks')}, {moment(view.round, view.is_official, language)}"
    return "\n".join([title, "", table(headers, rows, right=right)])
