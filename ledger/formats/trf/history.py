"""The columns of the rounds ↔ boards and sit-outs: every game must be told by both players, and in the same way."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from engine.errors import BadInput
from engine.model import OUTCOMES, Board, Outcome, Phase, PlayerId, PointTable, Result, Round, SitOut
from engine.registry import BY_HAND
from engine.scoring import scale
from engine.swiss import place_of_board
from ledger.formats.trf.lines import ADJOURNED, Cell, Notes, PlayerLine, note
from ledger.formats.trf.player_lines import column_of

# White's letter, Black's letter → the game.
GAMES: Mapping[tuple[str, str], Result] = {
    ("1", "0"): Result.WHITE_WINS,
    ("=", "="): Result.DRAW,
    ("0", "1"): Result.BLACK_WINS,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.HALF_TO_WHITE,
    ("0", "="): Result.HALF_TO_BLACK,
    ("W", "L"): Result.UNRATED_WHITE_WINS,
    ("D", "D"): Result.UNRATED_DRAW,
    ("L", "W"): Result.UNRATED_BLACK_WINS,
    ("+", "-"): Result.FORFEIT_WHITE_WINS,
    ("-", "+"): Result.FORFEIT_BLACK_WINS,
    ("-", "-"): Result.DOUBLE_FORFEIT,
    ("", ""): Result.PENDING,
    (ADJOURNED, ADJOURNED): Result.POSTPONED,
}
# Unequal decisions in a game that was not rated: our results have no such thing, the points are the same.
_UNRATED_DECISIONS: Mapping[tuple[str, str], Result] = {
    ("L", "L"): Result.BOTH_LOSE,
    ("D", "L"): Result.HALF_TO_WHITE,
    ("L", "D"): Result.HALF_TO_BLACK,
}
_NO_GAME = (Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS, Result.DOUBLE_FORFEIT)

BYES: Mapping[str, Outcome] = {
    "Z": Outcome.ZERO_BYE,
    "": Outcome.ZERO_BYE,
    "H": Outcome.HALF_BYE,
    "F": Outcome.FULL_BYE,
    "U": Outcome.PAIRING_BYE,
}
# Old files write the result of a game that never was: what was scored says what was meant.
_OLD_BYES: Mapping[str, Outcome] = {
    **dict.fromkeys("-0L", Outcome.ZERO_BYE),
    **dict.fromkeys("=D", Outcome.HALF_BYE),
    **dict.fromkeys("+1W", Outcome.FULL_BYE),
}

_WON_UNPLAYED = ("U", "+", "1", "W")

Sheet = Mapping[PlayerId, PlayerLine]


def paired_rounds(players: Sequence[PlayerLine]) -> int:
    """How many rounds are paired: the last one in which somebody has an opponent or the pairing bye."""
    last = 0
    for player in players:
        cells = player.cells
        for index in range(len(cells) - 1, last - 1, -1):
            if cells[index].opponent or cells[index].result == "U":
                last = index + 1
                break
    return last


def read_round(
    sheet: Sheet, number: int, missing: Container[PlayerId], notes: Notes
) -> tuple[list[Board], list[SitOut]]:
    """Who played whom in that round and who sat out; ``missing`` have not entered the tournament yet."""
    boards: list[Board] = []
    sitouts: list[SitOut] = []
    column = {player: line.cell(number) for player, line in sheet.items()}
    bye = _lone_full_bye(column)
    for player, cell in column.items():
        opponent = cell.opponent
        if not opponent:
            if player not in missing:
                sitouts.append(
                    SitOut(player, sitting_out(sheet[player], number, cell, notes, is_the_bye=player == bye))
                )
            continue
        reply = column.get(opponent)
        if reply is None or reply.opponent != player or opponent == player:
            raise _impossible(sheet, player, opponent, number)
        if player < opponent:
            boards.append(_board(sheet[player], sheet[opponent], number, notes))
    _check_byes(sheet, number, sitouts)
    return boards, sitouts


def _impossible(sheet: Sheet, player: PlayerId, opponent: PlayerId, number: int) -> BadInput:
    """A game that cannot have been: the opponent does not exist, is the player himself, or knows nothing of it."""
    place = _place(sheet[player], number)
    if opponent not in sheet:
        return BadInput("trf-unknown-player", player=opponent, **place)
    if opponent == player:
        return BadInput("trf-plays-himself", player=player, round=number, **place)
    other_line = sheet[opponent].line
    return BadInput(
        "trf-game-one-sided", player=player, opponent=opponent, round=number, other_line=other_line, **place
    )


def _lone_full_bye(column: Mapping[PlayerId, Cell]) -> PlayerId | None:
    """TRF06 had no letter for the pairing bye: who alone in a round has won against nobody had it."""
    winners = [player for player, cell in column.items() if not cell.opponent and cell.result in _WON_UNPLAYED]
    return winners[0] if len(winners) == 1 and column[winners[0]].result != "U" else None


def sitting_out(player: PlayerLine, number: int, cell: Cell, notes: Notes, *, is_the_bye: bool = False) -> Outcome:
    """What a round without an opponent counts as."""
    if cell.colour:
        note(notes, player.line, "trf-colour-without-opponent", column=column_of(number, 5), round=number)
    found = BYES.get(cell.result)
    if found is not None:
        return found
    outcome = Outcome.PAIRING_BYE if is_the_bye else _OLD_BYES[cell.result]
    facts = {"column": column_of(number, 7), "round": number}
    note(notes, player.line, "trf-result-without-opponent", found=cell.result, outcome=outcome.value, **facts)
    return outcome


def postpone_open_games(boards: Sequence[Board]) -> list[Board]:
    """A game that has no result when the next round is paired is postponed."""
    return [Board(b.white, b.black, Result.POSTPONED) if b.result is Result.PENDING else b for b in boards]


def in_board_order(
    boards: Sequence[Board], scores: Mapping[PlayerId, int], ranks: Mapping[PlayerId, int]
) -> tuple[Board, ...]:
    """A TRF has no boards: they are in the order of publishing, by the scores with which the round was paired."""

    def place(board: Board) -> tuple[int, int, int]:
        white, black = ((scores[player], ranks[player]) for player in (board.white, board.black))
        return place_of_board(white, black)

    return tuple(sorted(boards, key=place))


def as_round(number: int, boards: tuple[Board, ...], sitouts: Sequence[SitOut]) -> Round:
    """As it stands after it was imported. The pairing was made elsewhere, whatever system the file names."""
    is_complete = all(board.result is not Result.PENDING for board in boards)
    ordered = tuple(sorted(sitouts, key=lambda sitout: sitout.player))
    return Round(number, boards, ordered, BY_HAND, Phase.CLOSED if is_complete else Phase.PUBLISHED)


def add_scores(totals: dict[PlayerId, int], played: Round, table: PointTable) -> None:
    worth = scale(table)
    of_both = {result: (worth[white], worth[black]) for result, (white, black) in OUTCOMES.items()}
    for board in played.boards:
        white, black = of_both[board.result]
        totals[board.white] += white
        totals[board.black] += black
    for sitout in played.sitouts:
        totals[sitout.player] += worth[sitout.outcome]


def letters(result: Result) -> tuple[str, str]:
    """What stands on White's and on Black's line."""
    return _LETTERS[result]


_LETTERS: Mapping[Result, tuple[str, str]] = {
    **{result: pair for pair, result in GAMES.items()},
    Result.ADVANTAGE_TO_WHITE: ("=", "="),  # what a TRF can say of Delft counting
    Result.ADVANTAGE_TO_BLACK: ("=", "="),
}


def _board(one: PlayerLine, other: PlayerLine, number: int, notes: Notes) -> Board:
    """Of two players who name each other."""
    cell, reply = one.cell(number), other.cell(number)
    colours = (cell.colour, reply.colour)
    if colours not in (("w", "b"), ("b", "w")):
        colours = _colours(one, other, number, notes)
    if colours[0] == "b":
        one, other, cell, reply = other, one, reply, cell
    result = GAMES.get((cell.result, reply.result)) or _unusual(one, other, number, notes)
    return Board(one.number, other.number, result)


def _colours(one: PlayerLine, other: PlayerLine, number: int, notes: Notes) -> tuple[str, str]:
    """A colour that one of them leaves out follows from the other's; a forfeit needs none (TRF06 wrote ``-``)."""
    cell, reply = one.cell(number), other.cell(number)
    if cell.colour and cell.colour == reply.colour:
        raise BadInput(
            "trf-same-colours",
            player=one.number,
            opponent=other.number,
            round=number,
            found=cell.colour,
            other_line=other.line,
            **_place(one, number, 5),
        )
    if not cell.colour and not reply.colour and GAMES.get((cell.result, reply.result)) not in _NO_GAME:
        raise BadInput(
            "trf-colour-missing",
            player=one.number,
            opponent=other.number,
            round=number,
            **_place(one, number, 5),
        )
    is_white = cell.colour == "w" or reply.colour == "b" or not (cell.colour or reply.colour)
    white = one if is_white else other
    silent = one if not cell.colour else other
    column = column_of(number, 5)
    note(notes, silent.line, "trf-colour-filled-in", column=column, round=number, white=white.number)
    return ("w", "b") if is_white else ("b", "w")


def _unusual(white: PlayerLine, black: PlayerLine, number: int, notes: Notes) -> Result:
    told = (white.cell(number).result, black.cell(number).result)
    for player, letter in zip((white, black), told, strict=True):
        if letter in ("H", "F", "U", "Z"):
            place = _place(player, number, 7)
            raise BadInput("trf-bye-with-opponent", player=player.number, round=number, found=letter, **place)
    if ADJOURNED in told:  # what the other says was not settled between them (VCL4THP 166)
        return Result.POSTPONED
    if told not in _UNRATED_DECISIONS:
        raise BadInput(
            "trf-results-contradict",
            player=white.number,
            opponent=black.number,
            round=number,
            found="/".join(letter or " " for letter in told),
            other_line=black.line,
            **_place(white, number, 7),
        )
    result = _UNRATED_DECISIONS[told]
    note(notes, white.line, "trf-unrated-decision", column=column_of(number, 7), round=number, result=result.value)
    return result


def _check_byes(sheet: Sheet, number: int, sitouts: Sequence[SitOut]) -> None:
    """TRF26 001: the pairing-allocated bye, at most once per round."""
    byes = tuple(sitout.player for sitout in sitouts if sitout.outcome is Outcome.PAIRING_BYE)
    if len(byes) > 1:
        raise BadInput("trf-two-pairing-byes", players=byes, round=number, **_place(sheet[byes[1]], number, 7))


def _place(player: PlayerLine, number: int, offset: int = 0) -> dict[str, int]:
    return {"line": player.line, "column": column_of(number, offset)}
