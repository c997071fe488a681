"""The figures of a ladder as text: what each round pays and why, with its working (KEIZER fig. 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from displays.words.language import Language
from displays.words.notation import full_name, on_card, round_mark, shown_place
from displays.words.ranking_text import NAME_WIDTH, moment
from displays.words.text_table import fit_to_width, table
from displays.words.tiebreak_names import figure
from engine.scoring import show
from ledger.views.ladder_table import LadderTable, TableLine
from ledger.views.ladder_working import AbsencesUsed, GamesPlayed, Working, WorkingLine

# -- one round -------------------------------------------------------------------------------------------------------


def reason_of(line: WorkingLine, reader: Language) -> str:
    """Why a round counts as it does: what was said of it, else how it ended."""
    if line.because:
        return reader.word_or_key(f"why-{line.because}", "ladder")
    return reader.word(line.outcome.value, "outcomes")


def mark_of(line: WorkingLine, reader: Language) -> str:
    """One or two letters behind the points, which the legend explains; nothing for who scored in a game."""
    marks = reader.section("ladder")
    return marks.get(f"mark-{line.because}", "?") if line.because else marks.get(f"mark-{line.outcome.value}", "")


def write_share(line: WorkingLine, reader: Language) -> str:
    """``½ × 45 (then 46)``; nothing where nothing is paid."""
    if line.points.exact == "0":
        return ""
    if line.is_fixed:
        return reader.word("fixed-points")
    facts = {"fraction": show(Fraction(line.fraction), 1), "value": figure(line.now, reader)}
    told = reader.fill("of-own" if line.of_own_value else "of-opponent", "ladder", facts)
    if line.then is None or line.then == line.now:
        return told
    return reader.fill("then", "ladder", {"counted": told, "then": figure(line.then, reader)})


def working_of_line(line: WorkingLine, reader: Language) -> str:
    """``½ × 45 (then 46) = 22½``, with what was rounded; of a round that pays nothing why it does not."""
    told = write_share(line, reader)
    if not told:
        return reason_of(line, reader)
    facts = {"counted": told, "points": figure(line.points, reader)}
    if line.unrounded is None:
        return reader.fill("exactly", "ladder", facts)
    return reader.fill("rounded", "ladder", {**facts, "exact": figure(line.unrounded, reader)})


def how_told(line: WorkingLine, reader: Language) -> str:
    """``2 Pieterse: 1 × 49 = 49``; of a round without a game that pays nothing why."""
    working = working_of_line(line, reader)
    if line.opponent is None and line.points.exact == "0":
        return working
    return f"{against(line, reader)}: {working}"


def against(line: WorkingLine, reader: Language) -> str:
    """The opponent; without one why."""
    return on_card(line.opponent) if line.opponent else reason_of(line, reader)


# -- one player ------------------------------------------------------------------------------------------------------


def games_mark(games: GamesPlayed) -> str:
    """``5-2-3``"""
    return f"{games.won}-{games.drawn}-{games.lost}"


def absences_mark(absences: AbsencesUsed, reader: Language) -> str:
    """``2``, and how many more are paid where the club limits them; nothing for who never stayed away."""
    if absences.left is None:
        return str(absences.used or "")
    return reader.phrase("used-and-left", section="ladder", used=absences.used, left=absences.left)


def player_facts(games: GamesPlayed, absences: AbsencesUsed, reader: Language) -> list[str]:
    """Below a card: games, and absences with notice."""
    told = {"played": games.played, "won": games.won, "drawn": games.drawn, "lost": games.lost}
    lines = [reader.phrase("games-told", section="ladder", **told)]
    if absences.left is not None:
        facts = {"used": absences.used, "left": absences.left}
        return [*lines, reader.phrase("absences-left-told", section="ladder", **facts)]
    return [*lines, reader.phrase("absences-told", section="ladder", used=absences.used)] if absences.used else lines


def given_points(line: TableLine) -> Fraction:
    return sum((Fraction(given.points.exact) for given in line.given), Fraction(0))


def counted_rows(view: Working, reader: Language) -> list[tuple[str, ...]]:
    """The own value, every round, what was decided, as a card shows them; the last column is the sum so far."""
    own = figure(view.own_value, reader)
    first = ("", reader.word("own-value"), "", "", own, own)
    return [first, *(_counted_row(line, reader) for line in view.lines), *_given_rows(view, reader)]


def _counted_row(line: WorkingLine, reader: Language) -> tuple[str, ...]:
    outcome = reader.word(line.outcome.value, "outcomes")
    working = working_of_line(line, reader)
    who = (on_card(line.opponent), outcome) if line.opponent else (outcome, "")
    return (
        str(line.round),
        *who,
        "" if working == who[0] else working,
        figure(line.points, reader),
        figure(line.total, reader),
    )


def _given_rows(view: Working, reader: Language) -> Iterable[tuple[str, ...]]:
    for given in view.given:
        amounts = (figure(given.points, reader), figure(given.total, reader))
        yield (str(given.round), reader.word("by-decision"), "", "", *amounts)


# -- all of them -----------------------------------------------------------------------------------------------------


def table_moment(view: LadderTable, reader: Language) -> str:
    after = moment(view.round, view.is_official, reader)
    return f"{after}, {reader.word('end-correction-made')}" if view.is_corrected else after


def legend(lines: Iterable[TableLine], reader: Language) -> list[tuple[str, str]]:
    """What the marks mean that are there, in the order of the alphabet."""
    marked = {(mark_of(one, reader), reason_of(one, reader)) for line in lines for one in line.rounds}
    return sorted((mark, told) for mark, told in marked if mark)


def table_notes(view: LadderTable, reader: Language) -> list[str]:
    """That the own value is no part of the totals, where the club does not count it."""
    is_left_out = view.round > 0 and all(line.own_value.exact == "0" != line.value_used.exact for line in view.lines)
    return [reader.word("own-value-left-out", "ladder")] if view.lines and is_left_out else []


def has_given(view: LadderTable) -> bool:
    return any(line.given for line in view.lines)


def ladder_table_text(view: LadderTable, reader: Language) -> str:
    """The newest round first, beside the value used."""
    word, rounds = reader.word, range(view.round, 0, -1)
    heads = [word("place"), word("number"), word("name"), word("value-used", "ladder")]
    heads += [*(round_mark(number, reader) for number in rounds)]
    heads += [word("given", "ladder")] if has_given(view) else []
    heads += [word("total"), *(word(key, "ladder") for key in ("next-value", "games", "absences"))]
    rows = [_text_row(line, has_given(view), reader) for line in view.lines]
    title = f"{word('title', 'ladder')} {table_moment(view, reader)}"
    notes = [*(f"{mark}: {told}" for mark, told in legend(view.lines, reader)), *table_notes(view, reader)]
    to_the_right = [index for index in range(len(heads)) if index != 2]
    return "\n".join([title, "", table(heads, rows, right=to_the_right), *(["", *notes] if notes else [])])


def _text_row(line: TableLine, with_given: bool, reader: Language) -> list[str]:
    rounds = [" ".join(filter(None, (figure(one.points, reader), mark_of(one, reader)))) for one in line.rounds]
    return [
        shown_place(line.place, line.is_unranked),
        str(line.player.shown_number),
        fit_to_width(full_name(line.player), NAME_WIDTH),
        figure(line.value_used, reader),
        *reversed(rounds),
        *([show(given_points(line), 1)] if with_given else []),
        figure(line.total, reader),
        figure(line.next_value, reader),
        games_mark(line.games),
        absences_mark(line.absences, reader),
    ]
