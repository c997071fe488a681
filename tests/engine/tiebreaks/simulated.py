"""Made-up tournaments as FIDE tournament files: Swiss-like ones with everything that goes wrong, and round robins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.systems.round_robin.berger import RoundRobinOptions, berger

Cell = tuple[int, str, str]  # opponent (0: none), colour, result, as the file writes them

_POINTS = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
_UNRATED = {"1": "W", "=": "D", "0": "L"}
_OTHER = {"1": "0", "=": "=", "0": "1", "W": "L", "D": "D", "L": "W", "+": "-", "-": "+"}


@dataclass
class Field:
    """The players of one tournament, while it is played."""

    ratings: list[int]
    cells: dict[int, list[Cell]] = field(default_factory=dict)
    score: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for player in self.players:
            self.cells[player] = []
            self.score[player] = 0

    @property
    def players(self) -> range:
        return range(1, len(self.ratings) + 1)

    def add(self, player: int, cell: Cell) -> None:
        self.cells[player].append(cell)
        self.score[player] += _POINTS.get(cell[2], 0)

    def add_game(self, white: int, black: int, result: str, other: str | None = None) -> None:
        """``result`` is White's; Black's is the other side of it unless told."""
        self.add(white, (black, "w", result))
        self.add(black, (white, "b", _OTHER[result] if other is None else other))

    def has_met(self, one: int, other: int) -> bool:
        return any(opponent == other and result not in "+-" for opponent, _, result in self.cells[one])


def swiss(seed: int) -> str:
    """6 to 36 players, 3 to 9 rounds."""
    chance = random.Random(seed)
    size = chance.randint(6, 36)
    return swiss_of(size, chance.randint(3, min(9, size - 1)), chance)


def swiss_of(size: int, rounds: int, chance: random.Random) -> str:
    """Three of four have byes, forfeits, late entries and people who leave."""
    is_orderly = chance.random() < 0.25
    found = Field(sorted((int(chance.gauss(1900, 250)) for _ in range(size)), reverse=True))
    enters = dict.fromkeys(found.players, 1)
    leaves: dict[int, int] = {}
    if not is_orderly:
        enters |= {player: 2 for player in found.players if chance.random() < 0.04}
        leaves = {player: chance.randint(2, rounds) for player in found.players if chance.random() < 0.1}
    for number in range(1, rounds + 1):
        _play_round(found, number, enters, leaves, is_orderly, chance)
    return _file(found, rounds, "Individual: Swiss-System", "FIDE_DUTCH")


def _play_round(
    found: Field,
    number: int,
    enters: Mapping[int, int],
    leaves: Mapping[int, int],
    is_orderly: bool,
    chance: random.Random,
) -> None:
    present: list[int] = []
    for player in found.players:
        if number < enters[player] or number >= leaves.get(player, 99):
            found.add(player, (0, "-", "Z"))
        elif not is_orderly and chance.random() < 0.08:
            found.add(player, (0, "-", chance.choice("HHHZZZF")))
        else:
            present.append(player)
    present.sort(key=lambda player: (-found.score[player], chance.random() if number == 1 else player))
    if len(present) % 2:
        found.add(_bye(found, present), (0, "-", "U"))
    while present:
        _play_first(found, present, is_orderly, chance)


def _bye(found: Field, present: list[int]) -> int:
    """The lowest who has had none, if there is one."""
    without = [player for player in present if all(cell[2] != "U" for cell in found.cells[player])]
    chosen = (without or present)[-1]
    present.remove(chosen)
    return chosen


def _play_first(found: Field, present: list[int], is_orderly: bool, chance: random.Random) -> None:
    """The first and the next whom he has not met; if he has met all, the next."""
    one = present.pop(0)
    other = next((player for player in present if not found.has_met(one, player)), present[0])
    present.remove(other)
    white, black = (one, other) if chance.random() < 0.5 else (other, one)
    luck = chance.random()
    if not is_orderly and luck < 0.07:
        result, back = chance.choice((("+", "-"), ("+", "-"), ("-", "+"), ("-", "+"), ("-", "-")))
        found.add_game(white, black, result, back)
        return
    result = _over_the_board(found.ratings[white - 1] - found.ratings[black - 1], chance)
    found.add_game(white, black, _UNRATED[result] if not is_orderly and luck < 0.1 else result)


def _over_the_board(difference: int, chance: random.Random) -> str:
    if chance.random() < 0.3:
        return "="
    return "1" if chance.random() < 1 / (1 + 10 ** (-difference / 400)) else "0"


def round_robin(seed: int) -> str:
    """4 to 12 players, some forfeits."""
    chance = random.Random(seed)
    size = chance.randint(4, 12)
    found = Field(sorted((chance.randint(1500, 2400) for _ in range(size)), reverse=True))
    schedule = berger(size, RoundRobinOptions())
    for pairs in schedule:
        for white, black in pairs:
            if max(white, black) > size:
                found.add(min(white, black), (0, "-", "Z"))
            else:
                _play_scheduled(found, white, black, chance)
    return _file(found, len(schedule), "Individual: Round-Robin", "FIDE_ROUNDROBIN")


def _play_scheduled(found: Field, white: int, black: int, chance: random.Random) -> None:
    luck = chance.random()
    if luck < 0.02:
        found.add_game(white, black, "-", "-")
    elif luck < 0.1:
        found.add_game(white, black, "+" if luck < 0.06 else "-")
    else:
        found.add_game(white, black, _over_the_board(0, chance))


def _file(found: Field, rounds: int, kind: str, system: str) -> str:
    head = ["012 Simulated", f"062 {len(found.ratings)}", f"072 {len(found.ratings)}", f"092 {kind}"]
    head += [f"142 {rounds}", "152 W", f"192 {system}", f"XXR {rounds}"]
    order = sorted(found.players, key=lambda player: -found.score[player])
    return "\n".join([*head, *(_line(found, player, order.index(player) + 1) for player in found.players), ""])


def _line(found: Field, player: int, place: int) -> str:
    cells = "".join(f"  {opponent or '0000':>4} {colour} {result}" for opponent, colour, result in found.cells[player])
    name, rating, score = f"Player, P{player:04}", found.ratings[player - 1], found.score[player] / 2
    return f"001 {player:>4} m    {name:<33} {rating:>4} FID {'':>11} {'':>10} {score:>4.1f} {place:>4}{cells}"
