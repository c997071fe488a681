"""Kinds of acts that touch the integrity of the pairing (VCL4THP 112–115), and what follows from each.

Which event is of which kind says its act (``Act.integrity``). The audit marks them, a TRF has a comment for each
(``ledger/formats/trf/comments.py``), in FIDE mode each is confirmed before it is recorded, and what it did can be taken
back (``undo.py``).
"""

from __future__ import annotations

import enum

from engine.errors import Refusal


class Integrity(enum.Enum):
    IMPORT = "import"
    HAND_MADE = "hand-made"
    CONFIGURATION = "configuration"
    CORRECTION = "correction"
    ADJOURNMENT = "adjournment"
    ADJOURNED_RESULT = "adjourned-result"  # of a game that rounds were paired by as a draw, and that was none
    FULL_BYE = "full-bye"
    RATING_CORRECTION = "rating-correction"
    EXPULSION = "expulsion"
    LEAVING = "leaving"


def find_consequence(kind: Integrity, round: int = 0, board: int = 0) -> Refusal | None:
    """VCL4THP 115: what is to be confirmed before such an act is recorded. None: its act has a question of its own, or
    it opens the tournament, which nobody is in yet. ``round``, ``board``: of a game, where it is told which."""
    match kind:
        case Integrity.CORRECTION:
            return Refusal("integrity-correction", rule="C.04.2 4.3")
        case Integrity.ADJOURNMENT:
            return Refusal("integrity-adjournment", round=round, board=board, rule="C.04.2 3.1")
        case Integrity.ADJOURNED_RESULT:
            return Refusal("integrity-adjourned-result", round=round, board=board, rule="C.04.2 3.1")
        case Integrity.FULL_BYE:
            return Refusal("integrity-full-bye")
        case Integrity.RATING_CORRECTION:
            return Refusal("integrity-rating-correction", rule="C.04.2 4.3")
        case Integrity.EXPULSION:
            return Refusal("integrity-expulsion")
        case _:
            return None
