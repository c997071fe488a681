"""The Keizer system as text: the ladder, and the working of a total."""

from __future__ import annotations

from fractions import Fraction

from displays.words.language import Language
from displays.words.notation import category_title, full_name, on_card, shown_place, who
from displays.words.period_text import champion_lines, period_of
from displays.words.ranking_text import NAME_WIDTH, moment
from displays.words.text_table import fit_to_width, table
from displays.words.tiebreak_names import figure
from engine.scoring import show
from ledger.views.ladder import Ladder, LadderGroup, LadderLine
from ledger.views.ladder_working import Working, WorkingLine
from ledger.views.paired_ladder import PairedPlace

# -- the ladder ------------------------------------------------------------------------------------------------------


def ladder_text(view: Ladder, language: Language) -> str:
    columns = ["place", "movement", "number", "name", "value", "this-round", "total"]
    if view.category:
        columns.insert(1, "overall")
    headers = (*map(language.word, columns), "")
    rows = [_ladder_row(line, bool(view.category), language) for line in view.lines]
    to_the_right = [index for index, column in enumerate(columns) if column != "name"]
    title = [f"{language.word('ladder')} {ladder_moment(view, language)}"]
    if view.category:
        title.append(category_title(view.category, language))
    if view.period:
        title.append(period_of(view, language))
    apart = [part for group in view.groups for part in ("", *_group_text(view, group, language))]
    below = [*ladder_notes(view, language), *champion_lines(view.periods, language)]
    return "\n".join([*title, "", table(headers, rows, right=to_the_right), *apart, *below])


def _ladder_row(line: LadderLine, in_category: bool, language: Language) -> tuple[str, ...]:
    return (
        shown_place(line.place, line.is_unranked),
        *((str(line.overall),) if in_category else ()),
        movement(line),
        str(line.player.shown_number),
        fit_to_width(full_name(line.player), NAME_WIDTH),
        figure(line.value, language),
        figure(line.points, language),
        figure(line.total, language),
        ", ".join(rung_notes(line, language)),
    )


def rung_notes(line: LadderLine, language: Language) -> list[str]:
    told = (
        ("open-game", line.has_open_game),
        ("withdrawn", line.is_withdrawn),
        ("few-games", line.has_few_games),
    )
    return [language.word(note) for note, is_so in told if is_so]


def movement(line: LadderLine) -> str:
    """``+2``, ``-1``; nothing for who stayed."""
    return f"{line.movement:+}" if line.movement else ""


def ladder_moment(view: Ladder | Working, language: Language) -> str:
    after = moment(view.round, view.is_official, language)
    return f"{after}, {language.word('end-correction-made')}" if view.is_corrected else after


def ladder_notes(view: Ladder, language: Language) -> list[str]:
    """That the ladder never comes to rest, and for whom."""
    if view.circle == 1 or view.period:
        return []
    names = {line.player.number: on_card(line.player) for line in view.lines}
    players = tuple(names[player] for player in view.alternating if player in names)
    return [language.phrase("ladder-goes-round", ladders=view.circle, players=players)]


def _group_text(view: Ladder, group: LadderGroup, language: Language) -> list[str]:
    rows = [
        (
            shown_place(place, line.is_unranked),
            shown_place(line.place, line.is_unranked),
            str(line.player.shown_number),
            full_name(line.player),
            figure(line.total, language),
        )
        for place, line in group_lines(view, group)
    ]
    headers = [language.word(column) for column in ("place", "overall", "number", "name", "total")]
    return [group_title(view, group, language), "", table(headers, rows, right=(0, 1, 2, 4))]


def group_lines(view: Ladder, group: LadderGroup) -> list[tuple[int, LadderLine]]:
    """The lines of a group with their places in it."""
    lines = {line.player.number: line for line in view.lines}
    return [(place, lines[player]) for place, player in enumerate(group.players, start=1)]


def group_title(view: Ladder, group: LadderGroup, language: Language) -> str:
    """A category by its name; a rating group by its lowest rating, the last by what it stays below."""
    if view.ranked_apart == "category":
        return language.phrase("group-category", name=group.name or language.word("group-category-none"))
    lowest = [other.name for other in view.groups]
    index = lowest.index(group.name)
    if group.name == "0" and index:
        return language.phrase("group-rating-rest", rating=lowest[index - 1])
    return language.phrase("group-rating-from", rating=group.name)


def place_and_value(before: PairedPlace | None, language: Language) -> str:
    """``3 · 48``: where a player stood when the round was paired; nothing for who was not on the ladder."""
    return "" if before is None else f"{before.place} · {figure(before.value, language)}"


# -- the working -----------------------------------------------------------------------------------------------------

WORKING_COLUMNS = ("round", "opponent", "outcome", "value-then", "value-now", "fraction", "points", "keizer-total")


def working_text(view: Working, language: Language) -> str:
    word = language.word
    place = place_and_moment(view, language)
    title = f"{word('working-shown')}: {who(view.player)}, {place}, {word('total')} {figure(view.total, language)}"
    rows = working_rows(view, language)
    return "\n".join([title, "", table([*map(word, WORKING_COLUMNS)], rows, right=(0, 3, 4, 5, 6, 7))])


def place_and_moment(view: Working, language: Language) -> str:
    place = f"{language.word('place')} {view.place}"
    return f"{language.word('few-games') if view.is_unranked else place} {ladder_moment(view, language)}"


def working_rows(view: Working, language: Language) -> list[tuple[str, ...]]:
    """The own value, every round, what was decided; the last column is the sum so far, and at the end the total."""
    own = figure(view.own_value, language)
    first = ("", language.word("own-value"), "", "", "", "", own, own)
    given = [
        (str(g.round), language.word("by-decision"), *[""] * 4, figure(g.points, language), figure(g.total, language))
        for g in view.given
    ]
    return [first, *(_working_row(line, language) for line in view.lines), *given]


# Reasons that say no more than how the round ended.
_AS_IT_ENDED = frozenset({"", "lost", "forfeit-lost", "pending", "postponed", "never-played", "absent-unnotified"})


def outcome_told(line: WorkingLine, language: Language) -> str:
    """How a round ended, and why it counts so where that does not say it: ``absent with notice: joined later``."""
    outcome = language.word(line.outcome.value, "outcomes")
    if line.because in (*_AS_IT_ENDED, line.outcome.value):
        return outcome
    return f"{outcome}: {language.word_or_key(f'why-{line.because}', 'ladder')}"


def points_told(line: WorkingLine, language: Language) -> str:
    """``18½``, with what it was before it was rounded: ``18½ (18⅓)``."""
    points = figure(line.points, language)
    return points if line.unrounded is None else f"{points} ({figure(line.unrounded, language)})"


def _working_row(line: WorkingLine, language: Language) -> tuple[str, ...]:
    part, outcome = show(Fraction(line.fraction), 1), outcome_told(line, language)
    return (
        str(line.round),
        *((on_card(line.opponent), outcome) if line.opponent else (outcome, "")),
        figure(line.then, language) if line.then else "–",
        figure(line.now, language),
        part_paid(line, part, language),
        points_told(line, language),
        figure(line.total, language),
    )


def part_paid(line: WorkingLine, shown: str, language: Language) -> str:
    """How much of which value was paid; nothing of any where the points are fixed."""
    if line.is_fixed:
        return language.word("fixed-points")
    return language.phrase("of-own-value", fraction=shown) if line.of_own_value else shown
