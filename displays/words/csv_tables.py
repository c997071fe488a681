"""Tables as CSV, for a spreadsheet: UTF-8, commas, decimal points, a line of headings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from displays.words.card_text import card_heads, result_on_card
from displays.words.ladder_table_text import given_points, how_told
from displays.words.ladder_text import WORKING_COLUMNS, outcome_told, part_paid
from displays.words.language import Language
from displays.words.notation import colour_mark, cross_mark, on_card, outcome_word, round_mark
from displays.words.player_list import PlayerColumn
from displays.words.ranking_text import cross_row, is_unranked
from displays.words.tiebreak_names import heading
from engine.errors import BadInput
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.figures import Amount
from ledger.views.ladder import Ladder
from ledger.views.ladder_table import LadderTable, TableLine
from ledger.views.ladder_working import Working
from ledger.views.open_games import OpenGames
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.starting_list import StartingList
from ledger.views.view import Person, View

_Row = Sequence[str | int]
_PEOPLE = ("number", "title", "name", "rating", "club", "federation")
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def view_csv(view: View, language: Language) -> str:
    match view:
        case Standings():
            return _to_csv(_standings(view, language))
        case Crosstable():
            return _to_csv(_crosstable(view, language))
        case PlayerCard():
            return _to_csv(_card(view, language))
        case StartingList():
            return _to_csv(_starting_list(view, language))
        case OpenGames():
            return _to_csv(_open_games(view, language))
        case Ranks():
            return _to_csv(_ranks(view, language))
        case Ladder():
            return _to_csv(_ladder(view, language))
        case LadderTable():
            return _to_csv(_ladder_table(view, language))
        case Working():
            return _to_csv(_working(view, language))
        case _:
            raise BadInput("not-both", arguments=("--csv", "--explain"))


def _standings(view: Standings, language: Language) -> Iterable[_Row]:
    """On a ladder what the places go by stands first, and the points are said to be those of the games."""
    word = language.word
    values = [heading(column.code, language, is_ladder=view.is_ladder) for column in view.columns]
    if view.is_ladder:
        values = [word("total"), word("value"), *values]
    yield [word("place"), word("overall"), *map(language.field, _PEOPLE), *values, word("games"), word("withdrawn")]
    for line in view.lines:
        gone = word("yes" if line.is_withdrawn else "no")
        ladder = ("", "") if line.ladder is None else (_number(line.ladder.total), _number(line.ladder.value))
        amounts = [*(ladder if view.is_ladder else ()), *map(_number, line.values)]
        place = "" if is_unranked(line) else line.place
        yield [place, line.overall, *_person(line.player), *amounts, line.games, gone]
    for player in view.expelled:
        yield ["", "", *_person(player), *("" for _ in values), "", word("expelled")]


def _starting_list(view: StartingList, language: Language) -> Iterable[_Row]:
    yield [language.word("place"), *map(language.field, (*_PEOPLE, "categories"))]
    for line in view.lines:
        yield [line.place, *_person(line.player), _text(", ".join(line.player.categories))]


def _open_games(view: OpenGames, language: Language) -> Iterable[_Row]:
    yield [*map(language.word, ("round", "board", "white", "black")), language.word("until", "open-games")]
    for game in view.games:
        yield [game.round, game.board, _text(game.white.name), _text(game.black.name), _text(game.until)]


def player_list_csv(columns: Sequence[PlayerColumn], total: Sequence[str] = ()) -> str:
    """``total``: the line below all, if there is one."""
    rows = zip(*(column.cells for column in columns), strict=True)
    told = [[_text(cell) if isinstance(cell, str) else cell or "" for cell in row] for row in rows]
    return _to_csv([[column.title for column in columns], *told, *([list(total)] if total else [])])


def _ladder(view: Ladder, language: Language) -> Iterable[_Row]:
    word = language.word
    figures = map(word, ("value", "this-round", "total"))
    yield [word("place"), word("overall"), *map(language.field, _PEOPLE), *figures, word("withdrawn")]
    for line in view.lines:
        gone = word("yes" if line.is_withdrawn else "no")
        amounts = map(_number, (line.value, line.points, line.total))
        place = "" if line.is_unranked else line.place
        yield [place, line.overall, *_person(line.player), *amounts, gone]


def _ladder_table(view: LadderTable, language: Language) -> Iterable[_Row]:
    """Of each round the points, then how they came about, in words; the newest last, as a secretary goes on writing."""
    word, section = language.word, language.section("ladder")
    marks = [round_mark(number, language) for number in range(1, view.round + 1)]
    paid = [text for mark in marks for text in (mark, language.phrase("how", section="ladder", round=mark))]
    people = (word("place"), word("overall"), *map(language.field, _PEOPLE))
    games = (word("games"), *(section[key] for key in ("won", "drawn", "lost", "absences", "absences-left")))
    amounts = (section["value-used"], word("own-value"), *paid, section["given"], word("total"), section["next-value"])
    yield [*people, *amounts, *games, word("withdrawn")]
    for line in view.lines:
        yield _table_line(line, language)


def _table_line(line: TableLine, language: Language) -> _Row:
    paid = [text for one in line.rounds for text in (_number(one.points), _text(how_told(one, language)))]
    games, absences = line.games, line.absences
    left = "" if absences.left is None else absences.left
    return [
        *("" if line.is_unranked else line.place, line.overall, *_person(line.player)),
        *(_number(line.value_used), _number(line.own_value), *paid, _decimal(given_points(line))),
        *(_number(line.total), _number(line.next_value)),
        *(games.played, games.won, games.drawn, games.lost, absences.used, left),
        language.word("yes" if line.is_withdrawn else "no"),
    ]


def _working(view: Working, language: Language) -> Iterable[_Row]:
    """The own value, every round, what was decided: the points add up to the total in the last line."""
    word = language.word
    yield [*map(word, WORKING_COLUMNS)]
    own = _number(view.own_value)
    yield ["", word("own-value"), "", "", "", "", own, own]
    for line in view.lines:
        outcome = outcome_told(line, language)
        opponent = (_text(on_card(line.opponent)), outcome) if line.opponent else (outcome, "")
        then = _number(line.then) if line.then else ""
        part = part_paid(line, line.fraction, language)
        yield [line.round, *opponent, then, _number(line.now), part, _number(line.points), _number(line.total)]
    for given in view.given:
        yield [given.round, word("by-decision"), "", "", "", "", _number(given.points), _number(given.total)]


def _crosstable(view: Crosstable, language: Language) -> Iterable[_Row]:
    word = language.word
    rounds = [round_mark(number, language) for number in range(1, view.round + 1)]
    square = [str(line.line) for line in view.lines] if view.is_square else []
    values = [heading(column.code, language, is_ladder=view.is_ladder) for column in view.columns]
    yield [word("line"), word("place"), *map(language.field, _PEOPLE), *rounds, *square, *values]
    for line in view.lines:
        by_round = [cross_mark(cell, view.per_point, language) for cell in line.cells]
        against = cross_row(line, view, language) if view.is_square else []
        yield [line.line, line.place, *_person(line.player), *by_round, *against, *map(_number, line.values)]


def _card(view: PlayerCard, language: Language) -> Iterable[_Row]:
    yield card_heads(view, language)
    for line in view.lines:
        bye = outcome_word(line.outcome, line.points, view.per_point, language)
        against = _text(on_card(line.opponent)) if line.opponent else bye
        result = result_on_card(line, view.per_point, language)
        total = _decimal(Fraction(line.total, view.per_point))
        board, colour = line.board or "", colour_mark(line.colour, language)
        adds = [] if line.adds is None else [_number(line.adds)]
        yield [line.round, against, board, colour, result, total, *adds, line.place]
    label = language.word("final-result" if view.is_finished else "so-far")
    score = _decimal(Fraction(view.score, view.per_point))
    yield ["", label, "", "", "", score, *([] if view.sum is None else [_number(view.sum)]), view.place]


def _ranks(view: Ranks, language: Language) -> Iterable[_Row]:
    yield [*map(language.field, _PEOPLE), *(round_mark(number, language) for number in range(1, view.round + 1))]
    for line in view.lines:
        yield [*_person(line.player), *line.places]


def _person(person: Person) -> _Row:
    texts = (person.title, person.name, person.club, person.federation)
    title, name, club, federation = map(_text, texts)
    return person.shown_number, title, name, person.rating or "", club, federation


def _text(typed: str) -> str:
    """What a person typed must not become a formula in somebody's spreadsheet."""
    return f"'{typed}" if typed.startswith(_FORMULA_SIGNS) else typed


def _number(value: Amount) -> str:
    return " ".join(_decimal(Fraction(part)) for part in value.exact.split())


def _decimal(value: Fraction) -> str:
    """To four decimals, a half rounded up; the exact value is in the JSON."""
    ten_thousandths = (2 * value * 10_000 + 1) // 2
    whole, rest = divmod(abs(ten_thousandths), 10_000)
    return f"{'-' if ten_thousandths < 0 else ''}{whole}.{rest:04}".rstrip("0").rstrip(".")


def _to_csv(rows: Iterable[_Row]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().removesuffix("\n")
