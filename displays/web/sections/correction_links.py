"""Links from corrected results to the audit: a corrected result is marked wherever it is shown."""

from __future__ import annotations

from collections.abc import Callable

from engine.model import PlayerId, Tournament

ToAudit = Callable[[int, str, int], str]  # a round, "board" or "player", and its number → an address


class CorrectionLinks:
    """Asked by board or by player: the address in the audit, empty where nothing was corrected."""

    def __init__(self, t: Tournament, to_audit: ToAudit) -> None:
        self._rounds = t.rounds
        self._to_audit = to_audit

    def of_board(self, round_number: int, board: int) -> str:
        played = self._rounds[round_number - 1]
        is_corrected = played.is_corrected(played.boards[board - 1].white)
        return self._to_audit(round_number, "board", board) if is_corrected else ""

    def of_player(self, round_number: int, player: PlayerId) -> str:
        """In that round, on a board or off it."""
        played = self._rounds[round_number - 1]
        boards = enumerate(played.boards, start=1)
        board = next((number for number, pair in boards if player in (pair.white, pair.black)), None)
        if board is not None:
            return self.of_board(round_number, board)
        return self._to_audit(round_number, "player", player) if played.is_corrected(player) else ""
