"""What was written in an old way is read in today's way; what is stored stays."""

from __future__ import annotations

import msgspec
import pytest

from engine.model import Result
from ledger.acts.results import GamePostponed, ResultEntered
from ledger.acts.upcast import Body, Decoder

OLD = '{"type":"result-entered","round":1,"table":7,"score":"1-0"}'
TODAY = '{"type":"result-entered","round":1,"board":7,"result":"1-0"}'
OTHER = '{"type":"game-postponed","round":1,"board":7}'
EVENT = ResultEntered(round=1, board=7, result=Result.WHITE_WINS)


def table_became_board(body: Body) -> Body:
    return {"board" if name == "table" else name: value for name, value in body.items()}


def score_became_result(body: Body) -> Body:
    assert "table" not in body  # the older change comes first
    return {"result" if name == "score" else name: value for name, value in body.items()}


CHANGES = (("result-entered", table_became_board), ("result-entered", score_became_result))


def test_the_changes_are_made_oldest_first() -> None:
    assert Decoder(CHANGES).decode(OLD) == EVENT


def test_what_is_written_in_todays_way_stays_and_so_do_other_events() -> None:
    lines = "\n".join((TODAY, OTHER, OLD)).encode()
    assert Decoder(CHANGES).decode_lines(lines) == [EVENT, GamePostponed(round=1, board=7), EVENT]


def test_without_the_changes_the_old_way_cannot_be_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        Decoder(()).decode(OLD)


def test_as_long_as_nothing_changed_the_decoder_is_msgspecs_own() -> None:
    decoder = Decoder(())
    assert isinstance(decoder.decode.__self__, msgspec.json.Decoder)  # type: ignore[attr-defined]
    assert isinstance(decoder.decode_lines.__self__, msgspec.json.Decoder)  # type: ignore[attr-defined]
    assert decoder.decode_lines(TODAY.encode()) == [decoder.decode(TODAY)] == [EVENT]
