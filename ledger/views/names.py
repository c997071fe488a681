"""Find your board: everybody from A to Z, where they play and against whom. For the screens, and for programs."""

from __future__ import annotations

from msgspec.structs import replace

from engine.alphabet import plain
from engine.errors import Refusal
from engine.model import Colour, Outcome, Phase, Result, Tournament, Value
from ledger.state import State
from ledger.views.alphabet import beginning, in_the_alphabet
from ledger.views.view import Person, View, person


class NameLine(Value, frozen=True):
    """Where somebody plays. Without a board: not in this round, and what that counts as."""

    letter: str  # under which the name stands: its first, without accents
    start: str  # how it begins there, for the range of a page: "Oyv" of Øyvind
    player: Person
    board: int | None = None
    colour: Colour | None = None
    opponent: Person | None = None
    result: Result | None = None
    outcome: Outcome | None = None


class Names(View, frozen=True, kw_only=True, tag="names"):
    """Find your board: everybody from A to Z, accents ignored."""

    round: int
    phase: Phase | None
    lines: tuple[NameLine, ...]


def names(state: State, round_number: int | None = None) -> Names:
    """Of a round; None: the newest. Round 0 is shown while nothing is paired."""
    t = state.tournament
    number = len(t.rounds) if round_number is None else round_number
    if round_number is not None and not 1 <= number <= len(t.rounds):
        raise Refusal("no-such-round", round=number, rounds=len(t.rounds))
    seats = _seats(t, number)
    lines = [_line(t, player, seats.get(player, {})) for player in t.entries]
    lines.sort(key=lambda line: in_the_alphabet(line.player.name, line.player.number))
    phase = t.rounds[number - 1].phase if number else None
    return Names(version=state.version, round=number, phase=phase, lines=tuple(lines))


def _seats(t: Tournament, number: int) -> dict[int, dict[str, object]]:
    """What everybody does in that round."""
    if not number:
        return {}
    played = t.rounds[number - 1]
    seats: dict[int, dict[str, object]] = {s.player: {"outcome": s.outcome} for s in played.sitouts}
    for place, board in enumerate(played.boards, start=1):
        for player, colour, opponent, _ in board.seats():
            other = person(t, opponent)
            seats[player] = {"board": place, "colour": colour, "opponent": other, "result": board.result}
    return seats


def _line(t: Tournament, player: int, seat: dict[str, object]) -> NameLine:
    who = person(t, player)
    return replace(NameLine(plain(who.name)[:1].upper(), beginning(who.name), who), **seat)
