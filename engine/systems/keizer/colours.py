"""Colours in a Keizer round: by the text's rule (PARING), or by that of the Swiss system (KEIZER fn 335)."""

from __future__ import annotations

import enum

from msgspec.structs import replace

from engine.colour_reasons import colour_given, rounds_with_colour
from engine.colours import NUMBERS, Side, allocate, preference
from engine.model import MEANINGS, Board, Colour, PlayerId, Tournament, Value
from engine.pairing import Reason
from engine.systems.keizer.options import KeizerShared


class ColourHistory(Value, frozen=True):
    """The colours that a player has had. A game that was not played gives no colour."""

    latest: tuple[Colour, ...]  # the last one first
    balance: int  # whites minus blacks

    @property
    def last(self) -> Colour | None:
        return self.latest[0] if self.latest else None


def colour_histories(t: Tournament) -> dict[PlayerId, ColourHistory]:
    """In this season; before them those that were taken over from the one before."""
    latest: dict[PlayerId, list[Colour]] = {number: [] for number in t.entries}
    for played in reversed(t.rounds):
        for board in played.boards:
            for player, colour, _, outcome in board.seats():
                if MEANINGS[outcome].colour:
                    latest[player].append(colour)
    for number, had in latest.items():
        had.extend(reversed(t.carried.colours_of(number)))
    return {number: ColourHistory(tuple(had), 2 * had.count(Colour.WHITE) - len(had)) for number, had in latest.items()}


def shared_wishes(one: ColourHistory, other: ColourHistory) -> int:
    """In how many ways both want the same colour: by the balance, and by the last game."""
    by_balance = one.balance * other.balance > 0
    by_last_game = one.last is not None and one.last is other.last
    return by_balance + by_last_game


class Seat(Value, frozen=True):
    """One player of a pair as the Swiss rule sees them; their place stands for the pairing number."""

    player: PlayerId
    side: Side


class SeatedWithReason(Value, frozen=True):
    """A board, and why the two sit there as they do."""

    board: Board
    why: Reason


class ByTheText(enum.Enum):
    """By which sentence of the text a colour was given."""

    BALANCE = "balance"
    ALTERNATE = "alternate"
    HIGHER = "higher-white"
    LIMIT = "same-colour-limit"  # the club's, of equal colours in a row


def by_the_text(higher: ColourHistory, lower: ColourHistory) -> tuple[Colour, ByTheText]:
    """KEIZER PARING: the higher placed player's colour. Balance, then alternation, then White to the higher placed.

    The balance is whites minus blacks, which also compares players with unequal numbers of games (the text's example
    has equal ones). Who has not played yet has no last colour to alternate with.
    """
    if higher.balance != lower.balance:
        return Colour.WHITE if higher.balance < lower.balance else Colour.BLACK, ByTheText.BALANCE
    if higher.last is None or lower.last is None or higher.last is lower.last:
        return Colour.WHITE, ByTheText.HIGHER
    return higher.last.other, ByTheText.ALTERNATE


BEFORE = 0  # the round of a colour that was taken over from the season before


def _without_rounds_before(why: Reason) -> Reason:
    """Which of two games was before this season is said in place of its round."""
    if BEFORE not in (why.facts.get("white_round"), why.facts.get("black_round")):
        return why
    facts = {name: fact for name, fact in why.facts.items() if name not in ("white_round", "black_round")}
    return replace(why, facts={**facts, "by": f"{facts['by']}-of-last-season"})


class Colours:
    """Who has which colour in the next round, by the rule that the club has chosen."""

    def __init__(self, t: Tournament, options: KeizerShared) -> None:
        self._is_swiss = options.colours == "swiss"
        self._histories = colour_histories(t)
        self._rounds = {
            number: (*(BEFORE for _ in t.carried.colours_of(number)), *rounds)
            for number, rounds in rounds_with_colour(t).items()
        }
        self._first = t.first_colour or Colour.WHITE

    def of(self, higher: PlayerId, lower: PlayerId, place: int, white: PlayerId | None) -> SeatedWithReason:
        """``place``: of the higher one, among those who play. ``white``: who must have it, whatever the rule says."""
        seated = self._swiss(higher, lower, place) if self._is_swiss else self._text(higher, lower)
        if white in (None, seated.board.white):
            return seated
        return self._with_reason(Board(seated.board.black, seated.board.white), ByTheText.LIMIT)

    def _text(self, higher: PlayerId, lower: PlayerId) -> SeatedWithReason:
        colour, rule = by_the_text(self._histories[higher], self._histories[lower])
        return self._with_reason(Board(higher, lower) if colour is Colour.WHITE else Board(lower, higher), rule)

    def _with_reason(self, board: Board, rule: ByTheText) -> SeatedWithReason:
        white, black = self._histories[board.white].balance, self._histories[board.black].balance
        players = (board.white, board.black)
        why = Reason(
            "colours",
            "KEIZER PARING",
            players,
            {"by": rule.value, "white_difference": white, "black_difference": black},
        )
        return SeatedWithReason(board, why)

    def _swiss(self, higher: PlayerId, lower: PlayerId, place: int) -> SeatedWithReason:
        """KEIZER fn 335, 336: as in the Swiss system, where the higher placed gets the alternation, not White.

        Where nobody has a preference, the higher placed has the first colour on an odd place, else the other.
        """
        one, other = self._seat(higher, place), self._seat(lower)
        given = allocate(one.side, other.side, self._first)
        article = f"KEIZER fn 335, FIDE C.04.3:2026 5.2.{given.clause}"
        why = colour_given(article, given, one, other, self._first, self._rounds, numbered="place")
        white, black = why.players
        return SeatedWithReason(Board(white, black), _without_rounds_before(why))

    def _seat(self, player: PlayerId, place: int = 0) -> Seat:
        colours = tuple(NUMBERS[colour] for colour in reversed(self._histories[player].latest))
        return Seat(player, Side(place, colours, preference(colours)))
