"""The lines of a TRF as values. Each knows where it stood; what is not understood is kept as it is, in its place."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from engine.errors import Fact
from engine.model import Value


class Adjustment(Value, frozen=True):
    """Something that was read otherwise than it is written: where, a stable code, the facts."""

    line: int  # 0: the file as a whole
    code: str
    facts: dict[str, Fact] = {}


Notes = list[Adjustment]  # what a reader writes down while it goes


def note(notes: Notes, line: int, code: str, /, **facts: Fact) -> None:
    notes.append(Adjustment(line, code, facts))


class Cell(Value, frozen=True, gc=False):
    """One round of a player: opponent (0: none), colour ("w", "b" or none), result (upper case, ? or none)."""

    opponent: int = 0
    colour: str = ""
    result: str = ""


EMPTY = Cell()
ADJOURNED = "?"  # the result of a game that was adjourned, or whose letter nobody knows (VCL4THP 164–166)


class PlayerLine(Value, frozen=True):
    """``001``."""

    line: int
    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide: str = ""
    born: str = ""
    points: Fraction | None = None
    rank: int | None = None
    cells: tuple[Cell, ...] = ()

    def cell(self, round_number: int) -> Cell:
        """A line may end before the last round."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else EMPTY


class NationalLine(Value, frozen=True):
    """National rating support: the columns of ``001`` under the code of a federation."""

    line: int
    federation: str
    player: PlayerLine


class TextLine(Value, frozen=True):
    """A record with one text from column 5: name, place, dates, number of rounds, first colour …"""

    line: int
    id: str
    text: str = ""


class ScoresLine(Value, frozen=True):
    """``162``, ``XXS``, ``BBW`` …: what a result is worth, by the codes of that record."""

    line: int
    id: str
    values: tuple[tuple[str, Fraction], ...]


class ByesLine(Value, frozen=True):
    """``240`` and ``XXZ`` (a zero-point bye in the round to be paired: round 0)."""

    line: int
    id: str
    kind: str
    round: int
    players: tuple[int, ...]


class AccelerationLine(Value, frozen=True):
    """``250``: fictitious points of a range of players in a range of rounds."""

    line: int
    points: Fraction
    first_round: int
    last_round: int
    first_player: int
    last_player: int


class FictitiousLine(Value, frozen=True):
    """``XXA``: one player's fictitious points in rounds 1, 2, 3 …"""

    line: int
    player: int
    points: tuple[Fraction, ...]


class ApartLine(Value, frozen=True):
    """``260`` and ``XXP`` (all rounds: 0 to 0): players of whom no two may meet."""

    line: int
    id: str
    first_round: int
    last_round: int
    players: tuple[int, ...]


class AbnormalLine(Value, frozen=True):
    """``299``: points that do not follow from the results. Kind "" is a penalty or bonus; round 0 means all."""

    line: int
    kind: str
    points: Fraction
    round: int
    players: tuple[int, ...]


INTERIM = "### Interim file"  # how the comment begins that says so: of a file, not of its tournament


class KeptLine(Value, frozen=True):
    """A comment, an empty line, a team record, or something that only its writer understands."""

    line: int
    text: str


Record = (
    NationalLine
    | TextLine
    | ScoresLine
    | ByesLine
    | AccelerationLine
    | FictitiousLine
    | ApartLine
    | AbnormalLine
    | KeptLine
)
Kind = TypeVar("Kind")


class TrfFile(Value, frozen=True):
    """A file that was read, and what had to be adjusted for that. Players stand apart: there may be thousands."""

    players: tuple[PlayerLine, ...]
    records: tuple[Record, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def lines(self) -> tuple[PlayerLine | Record, ...]:
        """All of them in their places."""
        return tuple(sorted((*self.players, *self.records), key=lambda line: line.line))

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(record for record in self.records if isinstance(record, kind))

    @property
    def kept(self) -> tuple[str, ...]:
        """What no rule of ours reads, word for word: to be written out again."""
        return tuple(line.text for line in self.of(KeptLine) if line.text)
