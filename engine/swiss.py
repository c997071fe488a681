"""What the Swiss systems share: who is to be paired, and what each one's rounds so far mean for the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.acceleration import VirtualPoints, virtual_points
from engine.colours import BLACK, WHITE, Preference, Side, allocate, preference
from engine.errors import NoPairing, Refusal
from engine.model import (
    MEANINGS,
    Board,
    Colour,
    Floats,
    Outcome,
    PlayerId,
    PointTable,
    Result,
    Rules,
    Tournament,
)
from engine.pairing import Reason
from engine.start_order import start_order

DOWN, UP, LEVEL = -1, 1, 0  # a float

# How an edition reads a round without a game: the outcome, what it scored, the point table.
Reading = Callable[[Outcome, int, PointTable], bool]


class Contender(msgspec.Struct):
    """One player to be paired, with what the rules ask of the rounds so far. Scores are in units of the point table."""

    player: PlayerId
    number: int  # pairing number, without those who have not yet taken part
    score: int = 0
    points: int = 0  # the score with virtual points: what the pairing goes by
    met: list[PlayerId] = []
    colours: tuple[int, ...] = ()
    preference: Preference = Preference()
    last_float: int = LEVEL
    float_before: int = LEVEL
    games: int = 0
    may_have_bye: bool = True
    has_taken_part: bool = False

    @property
    def side(self) -> Side:
        return Side(self.number, self.colours, self.preference)


class Readings(msgspec.Struct, frozen=True):
    """How an edition reads rounds without a game."""

    floats_down: Reading
    bars_bye: Reading


def contenders(t: Tournament, readings: Readings) -> list[Contender]:
    """Who is to be paired in the next round, best first: by pairing score, then by pairing number."""
    _require_results(t)
    order = start_order(t)
    extra = virtual_points(t, order)
    cards = {player: Contender(player, 0) for player in order}
    _read_rounds(t, cards, extra, readings)
    for decided in t.adjustments:
        if decided.round < t.next_round:
            cards[decided.player].score += decided.points
    wanted = set(t.available(t.next_round))
    _number(order, cards, wanted)
    chosen = [cards[player] for player in order if player in wanted]
    for card in chosen:
        card.points = card.score + extra(card.player, t.next_round)
        card.preference = preference(card.colours)
    return sorted(chosen, key=lambda card: (-card.points, card.number))


def _require_results(t: Tournament) -> None:
    """A round is paired by scores, so every board before it has a result, or has been postponed."""
    for played in t.rounds:
        waiting = played.boards_with(Result.PENDING)
        if waiting:
            raise Refusal("boards-without-result", round=played.number, boards=waiting)


def _number(order: Sequence[PlayerId], cards: dict[PlayerId, Contender], wanted: set[PlayerId]) -> None:
    """Pairing numbers leave out whoever has never been in a pairing and is not to be in this one."""
    number = 0
    for player in order:
        card = cards[player]
        if card.has_taken_part or player in wanted:
            number += 1
            card.number = number


def _read_rounds(t: Tournament, cards: dict[PlayerId, Contender], extra: VirtualPoints, readings: Readings) -> None:
    table = t.rules.points
    for played in t.rounds:
        before = {}
        if played.number >= t.next_round - 2:
            before = {player: card.score + extra(player, played.number) for player, card in cards.items()}
        idle = set(cards)
        for board in played.boards:
            idle.discard(board.white)
            idle.discard(board.black)
            _read_board(board, cards, table, before, readings)
        for out in played.sitouts:
            if out.player in idle:
                idle.discard(out.player)
                cards[out.player].has_taken_part |= out.outcome is Outcome.PAIRING_BYE
                _read_idle_round(cards[out.player], out.outcome, table, readings)
        for player in idle:
            entry = t.entries[player]
            outcome = entry.absences.get(played.number) or entry.outside(played.number)
            _read_idle_round(cards[player], outcome, table, readings)


def _read_board(
    board: Board,
    cards: dict[PlayerId, Contender],
    table: PointTable,
    before: dict[PlayerId, int],
    readings: Readings,
) -> None:
    white, black = cards[board.white], cards[board.black]
    for card, opponent, colour, outcome in zip(
        (white, black), (black, white), (WHITE, BLACK), board.result.outcomes, strict=True
    ):
        card.has_taken_part = True
        meaning = MEANINGS[outcome]
        if meaning.floats is Floats.UNPLAYED:
            _read_idle_round(card, outcome, table, readings)
            continue
        card.score += getattr(table, meaning.pairing_points)
        if meaning.met:
            card.met.append(opponent.player)
        if meaning.colour:
            card.colours += (colour,)
            card.games += 1
        card.float_before = card.last_float
        mine, theirs = before.get(card.player, 0), before.get(opponent.player, 0)
        floated = meaning.floats is Floats.BY_SCORES and mine != theirs
        card.last_float = (DOWN if mine > theirs else UP) if floated else LEVEL


def _read_idle_round(card: Contender, outcome: Outcome, table: PointTable, readings: Readings) -> None:
    scored = getattr(table, MEANINGS[outcome].pairing_points)
    card.score += scored
    card.float_before = card.last_float
    card.last_float = DOWN if readings.floats_down(outcome, scored, table) else LEVEL
    if readings.bars_bye(outcome, scored, table):
        card.may_have_bye = False


def drawn_colour(t: Tournament) -> Colour:
    """FIDE C.04.3:2026 5.1: the first colour is drawn by lot, before the first round, and recorded."""
    if t.first_colour is None:
        raise Refusal("first-colour-not-drawn", round=t.next_round)
    return t.first_colour


def seat_pair(higher: Contender, lower: Contender, first: Colour) -> Board:
    """The board of a pair, the higher ranked player named first."""
    if allocate(higher.side, lower.side, first).colour == WHITE:
        return Board(higher.player, lower.player)
    return Board(lower.player, higher.player)


def in_publishing_order(pairs: Sequence[tuple[Contender, Contender]], first: Colour) -> tuple[Board, ...]:
    def place(pair: tuple[Contender, Contender]) -> tuple[int, int, int]:
        higher, lower = pair
        return place_of_board((higher.points, higher.number), (lower.points, lower.number))

    return tuple(seat_pair(higher, lower, first) for higher, lower in sorted(pairs, key=place))


def place_of_board(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int, int]:
    """FIDE C.04.2 3.6: by the score of the higher player, the sum of both, the higher player's rank.

    C.04.7 1.5: with an acceleration it is the pairing score. Of each player that score and the rank.
    """
    top, bottom = sorted((one, other), key=lambda side: (-side[0], side[1]))
    return (-top[0], -(top[0] + bottom[0]), top[1])


def had_the_bye(t: Tournament) -> set[PlayerId]:
    return {out.player for played in t.rounds for out in played.sitouts if out.outcome is Outcome.PAIRING_BYE}


def rounds_advice(rules: Rules, players: int, regulation: str) -> tuple[Reason, ...]:
    """At least twice as many players as rounds, and rounds enough for one player to stand out."""
    if not players:
        return ()
    if players < 2 * rules.rounds:
        return (Reason("swiss-many-rounds", regulation, (), {"rounds": rules.rounds, "players": players}),)
    if players > 2**rules.rounds:
        return (Reason("swiss-few-rounds", regulation, (), {"rounds": rules.rounds, "players": players}),)
    return ()


def require_a_field(field: Sequence[Contender]) -> None:
    """FIDE C.04.1 3, KNSB:2014 A5: of an odd number one has the bye, so that one player alone has it."""
    if not field:
        raise NoPairing("too-few-players", players=0, needed=1)
