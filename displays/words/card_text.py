"""A tournament card as text, in the form of the German text, with what the score was worth below it."""

from __future__ import annotations

from displays.words.language import Language
from displays.words.notation import colour_mark, counted_mark, on_card, outcome_word, shown_place, who, with_sign
from displays.words.ranking_text import moment
from displays.words.text_table import table
from displays.words.tiebreak_names import figure, legend
from engine.model import Outcome
from engine.scoring import show
from ledger.views.card import CardLine, PlayerCard
from ledger.views.figures import SCORE
from ledger.views.performance import Performance


def card_text(view: PlayerCard, language: Language) -> str:
    word = language.word
    title = f"{word('card')}: {who(view.player)}, {moment(view.ranked, view.is_official, language)}"
    if view.is_withdrawn:
        title += f" ({part_taken(view, language)})"
    rows = [*(card_row(line, view, language) for line in view.lines), final_row(view, language)]
    return "\n".join(
        [
            title,
            "",
            table(card_heads(view, language), rows, right=(0, 2, 4, 5, 6, 7)[: len(rows[0]) - 2]),
            *card_notes(view, language),
            "",
            *([f"{word('keizer-total')}: {figure(view.ladder_total, language)}"] if view.ladder_total else []),
            *(f"{name}: {value}" for name, value in tiebreak_facts(view, language)),
            *(f"{name}: {value}" for name, value in performance_facts(view, language)),
            *legend(view.columns, language),
        ]
    )


def part_taken(view: PlayerCard, language: Language) -> str:
    """Empty: they are in the tournament."""
    if view.is_expelled:
        return language.word("expelled")
    return language.word("withdrawn") if view.is_withdrawn else ""


def card_heads(view: PlayerCard, language: Language) -> list[str]:
    """Where the opponents' scores decide nothing, those of the games do not either: they are called so."""
    word = language.word
    scores = [word("game-points")] if view.sum_code is None else [word("card-total"), view.sum_code]
    return [*map(word, ("round", "opponent", "board", "colour", "result-short")), *scores, word("place")]


def card_row(line: CardLine, view: PlayerCard, language: Language) -> tuple[str, ...]:
    return (
        str(line.round),
        on_card(line.opponent) if line.opponent else outcome_word(line.outcome, line.points, view.per_point, language),
        str(line.board or (language.word("between-mark", "extras") if line.opponent else "")),
        colour_mark(line.colour, language),
        result_on_card(line, view.per_point, language),
        show(line.total, view.per_point),
        *(() if line.adds is None else (figure(line.adds, language),)),
        str(line.place) if line.round <= view.ranked else "–",  # without a result it is the place before
    )


def result_on_card(line: CardLine, per_point: int, language: Language) -> str:
    """A postponed game says so: the dot alone is that of a game which goes on."""
    mark = counted_mark(line, per_point)
    return f"{mark} {language.word(line.outcome.value, 'outcomes')}" if line.outcome is Outcome.POSTPONED else mark


def final_row(view: PlayerCard, language: Language) -> tuple[str, ...]:
    label = language.word("final-result" if view.is_finished else "so-far")
    score = show(view.score, view.per_point)
    summed = () if view.sum is None else (figure(view.sum, language),)
    return ("", label, "", "", "", score, *summed, shown_place(view.place, bool(view.is_unranked)))


def tiebreak_facts(view: PlayerCard, language: Language) -> list[tuple[str, str]]:
    """The values that the place was decided by, after the score."""
    values = zip(view.columns, view.values, strict=True)
    return [(column.code, figure(value, language)) for column, value in values if column.code != SCORE]


def performance_facts(view: PlayerCard, language: Language) -> list[tuple[str, str]]:
    """Those that the game and the system have; with none of them, nothing about ratings.

    The points are written as the game counts them: where Annex D is told, a win is 2.
    """
    found, word = view.performance, language.word
    named = {
        "tpr": None if found.tpr is None else str(found.tpr),
        "ptp": None if found.ptp is None else str(found.ptp),
        "annex-d": None if found.annex_d is None else figure(found.annex_d, language),
    }
    told = [(word(name), value) for name, value in named.items() if value is not None]
    if not found.games or not told:
        return []
    return [
        (word("rated-opponents"), f"{found.games} ({show(found.halves, 2 if found.annex_d is None else 1)})"),
        (word("opponents-mean"), figure(found.opponents, language)),
        *told,
        *_rating_change(found, language),
    ]


def _rating_change(found: Performance, language: Language) -> list[tuple[str, str]]:
    if found.k is None or found.rating_change is None:
        return []
    change = figure(found.rating_change, language)
    return [(language.phrase("rating-change", k=found.k), change if change[0] in "-–" else f"+{change}")]


def card_notes(view: PlayerCard, language: Language) -> list[str]:
    """What is not in the lines: points by decision, absences announced."""
    adjusted = [
        language.phrase("adjusted-in", round=a.round, points=with_sign(a.points, view.per_point))
        for a in view.adjustments
    ]
    absent = [
        language.phrase("absent-in", round=a.round, outcome=outcome_word(a.outcome, a.points, view.per_point, language))
        for a in view.absences
    ]
    return [*adjusted, *absent]
