"""Chess960: the 960 positions from which a game can begin, by the numbers that Reinhard Scharnagl gave them.

FIDE's Laws of Chess, Guidelines II: the bishops stand on squares of both colours, the king stands between the rooks.
"""

from __future__ import annotations

from itertools import combinations

POSITIONS = 960
USUAL = 518  # RNBQKBNR

_LIGHT, _DARK = (1, 3, 5, 7), (0, 2, 4, 6)  # files of the light and the dark squares of White's first rank; a is 0
_KNIGHTS = tuple(combinations(range(5), 2))  # on which two of the last five squares, by number
_REST = "RKR"  # what is left, from the a-file on


def position_of(number: int) -> str:
    """The pieces of White's first rank from the a-file on: R N B Q K; Black's stand opposite."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    files = {_LIGHT[light]: "B", _DARK[dark]: "B"}
    files[_free(files)[queen]] = "Q"
    squares = _free(files)
    files |= {squares[place]: "N" for place in _KNIGHTS[knights]}
    files |= dict(zip(_free(files), _REST, strict=True))
    return "".join(files[file] for file in range(8))


def _free(files: dict[int, str]) -> list[int]:
    return [file for file in range(8) if file not in files]
