"""Reads the golden TRF files: just what they hold, as a tournament that stands before a given round.

Round r's pairing in a file is column r. What is known before it is columns 1 to r - 1, and column r of those who are
absent by request (Z, H, F); ``U`` is the bye, which a pairing gives.
"""

from __future__ import annotations

from pathlib import Path

from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
)

REQUESTED = {"Z": Outcome.ZERO_BYE, "H": Outcome.HALF_BYE, "F": Outcome.FULL_BYE}
SITTING_OUT = {**REQUESTED, "U": Outcome.PAIRING_BYE}
WHITES = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.FORFEIT_WHITE_WINS,
    "-": Result.FORFEIT_BLACK_WINS,
}

Cell = tuple[int, str, str]  # opponent, colour, result


class Case:
    """One file: rows of cells by player, and what its X records say."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.rows: dict[int, list[Cell]] = {}
        self.ratings: dict[int, int] = {}
        self.rounds = 0
        self.first = Colour.WHITE
        self.apart: list[Separation] = []
        self.virtual: list[str] = []
        for line in path.read_text().splitlines():
            self._read(line)

    def _read(self, line: str) -> None:
        code = line[:3]
        if code == "001":
            number = int(line[4:8])
            self.ratings[number] = int(line[48:52])
            self.rows[number] = [_cell(line[at : at + 10]) for at in range(89, len(line), 10)]
        elif code == "XXR":
            self.rounds = int(line.split()[1])
        elif code == "XXC":
            self.first = Colour.WHITE if "white1" in line else Colour.BLACK
        elif code == "XXP":
            self.apart.append(Separation(tuple(int(word) for word in line.split()[1:])))
        elif code == "XXA":
            _, player, *points = line.split()
            self.virtual.append(" ".join([player, *(str(int(2 * float(p))) for p in points)]))

    @property
    def columns(self) -> int:
        return max(len(row) for row in self.rows.values())

    def before(self, number: int, system: str) -> Tournament:
        """The tournament when that round is to be paired."""
        entries = {player: self._entry(player, number) for player in self.rows}
        options = {"virtual_points": tuple(self.virtual)} if self.virtual else {}
        return Tournament(
            details=Details(self.name),
            rules=Rules(system, self.rounds, options=options),
            entries=entries,
            rounds=tuple(self._round(r) for r in range(1, number)),
            start_order=tuple(sorted(self.rows)),
            first_colour=self.first,
            separations=tuple(self.apart),
        )

    def _entry(self, player: int, number: int) -> Entry:
        cell = self._at(player, number)
        absent = {number: REQUESTED[cell[2]]} if cell[0] == 0 and cell[2] in REQUESTED else {}
        return Entry(Player(player, f"Player {player:04}", self.ratings[player]), absences=absent)

    def _at(self, player: int, number: int) -> Cell:
        row = self.rows[player]
        return row[number - 1] if number <= len(row) else (0, "-", "")

    def _round(self, number: int) -> Round:
        boards, out = [], []
        for player in self.rows:
            opponent, colour, result = self._at(player, number)
            if opponent and colour == "w":
                boards.append(Board(player, opponent, self._result(player, opponent, number)))
            elif not opponent:
                out.append(SitOut(player, SITTING_OUT[result]))
        return Round(number, tuple(boards), tuple(out), phase=Phase.CLOSED)

    def _result(self, white: int, black: int, number: int) -> Result:
        whites, blacks = self._at(white, number)[2], self._at(black, number)[2]
        return Result.DOUBLE_FORFEIT if whites == blacks == "-" else WHITES[whites]

    def expected(self, number: int) -> tuple[set[tuple[int, int]], int | None]:
        """The pairs of that round, White first, and who had the bye."""
        pairs, bye = set(), None
        for player in self.rows:
            opponent, colour, result = self._at(player, number)
            if opponent and colour == "w":
                pairs.add((player, opponent))
            elif result == "U":
                bye = player
        return pairs, bye


def _cell(text: str) -> Cell:
    opponent, colour, result = text[2:6].strip(), text[7:8], text[9:10]
    return (int(opponent or 0), colour.strip() or "-", result.strip())
