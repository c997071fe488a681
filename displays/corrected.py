"""Which results were corrected, and where the audit tells of it: a corrected result is marked wherever it stands."""

from __future__ import annotations

from collections.abc import Callable

from displays.language import Language
from displays.markup import Markup, join, tag
from displays.public import SeenViews
from engine.model import PlayerId, Tournament
from ledger.views.audit import Audit

ToAudit = Callable[[int, str, int], str]  # a round, "board" or "player", and its number → an address


class Corrections:
    """Asked by board, by who sat out, or by player: the address in the audit, empty where nothing was corrected."""

    def __init__(self, seen: SeenViews, to_audit: ToAudit) -> None:
        self._tournament = seen.tournament
        self._to_audit = to_audit
        self._boards, self._idle = _corrected(seen)

    def of_board(self, round_number: int, board: int) -> str:
        known = board in self._boards.get(round_number, ())
        return self._to_audit(round_number, "board", board) if known else ""

    def of_sitout(self, round_number: int, player: PlayerId) -> str:
        known = player in self._idle.get(round_number, ())
        return self._to_audit(round_number, "player", player) if known else ""

    def of_player(self, round_number: int, player: PlayerId) -> str:
        """In that round, on a board or off it."""
        board = _board_of(self._tournament, round_number, player)
        return self.of_sitout(round_number, player) if board is None else self.of_board(round_number, board)


def _corrected(seen: SeenViews) -> tuple[dict[int, set[int]], dict[int, set[PlayerId]]]:
    """Boards, and players without a game, by round."""
    view = seen.view("audit", corrections=True)
    assert isinstance(view, Audit)
    boards: dict[int, set[int]] = {}
    idle: dict[int, set[PlayerId]] = {}
    for entry in view.entries:
        if entry.round is None:
            continue
        if entry.board is not None:
            boards.setdefault(entry.round, set()).add(entry.board)
        else:
            idle.setdefault(entry.round, set()).update(entry.players)
    return boards, idle


def _board_of(t: Tournament, round_number: int, player: PlayerId) -> int | None:
    if not 1 <= round_number <= len(t.rounds):
        return None
    boards = enumerate(t.rounds[round_number - 1].boards, start=1)
    return next((number for number, board in boards if player in (board.white, board.black)), None)


def marked(text: str, address: str, reader: Language) -> Markup | str:
    """A result with its mark, where it was corrected."""
    if not address:
        return text
    told = reader.word("corrected-mark")
    return join(text, tag("a", tag("span", "✎", aria_hidden="true"), href=address, class_="corrected", title=told))
