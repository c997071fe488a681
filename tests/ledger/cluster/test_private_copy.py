"""A node's copy of the private order: its digest is over all messages and over what became of them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from ledger.cluster.private_copy import AppliedPoint, PrivateCopy
from ledger.cluster.private_messages import PrivateBeginning, RowsOffered, encode_message
from ledger.private_file import PrivateRow
from ledger.private_rows import TABLES

NOTHING = dict.fromkeys(TABLES, 0)
BEGINNING = encode_message(PrivateBeginning(id="the order", positions=NOTHING, digest=""))


def offer(position: int) -> bytes:
    row = PrivateRow(position, "2026-11-19T10:00:00Z", "Anna", "{}")
    return encode_message(RowsOffered(id=f"row {position}", table="happenings", rows=(row,)))


def apply(path: Path, *contents: bytes, lacking: int = 0) -> tuple[list[bool], AppliedPoint]:
    """``lacking``: so many rows its copy takes itself to have less than it has."""
    with closing(PrivateCopy(path)) as copy:
        copy.apply([BEGINNING])
        for content in contents:
            positions = copy.point.positions
            believed = {**positions, "happenings": max(0, positions["happenings"] - lacking)}
            copy.point = msgspec.structs.replace(copy.point, positions=believed)
            fates = copy.apply([content])
        return [taken for _, taken in fates], copy.point


def test_who_applied_the_same_messages_in_other_pieces_has_the_same_digest(tmp_path: Path) -> None:
    _, one_by_one = apply(tmp_path / "a.db", offer(1), offer(2))
    with closing(PrivateCopy(tmp_path / "b.db")) as at_once:
        at_once.apply([BEGINNING, offer(1), offer(2)])
        assert at_once.point == one_by_one


def test_who_refused_what_the_others_took_has_another_digest(tmp_path: Path) -> None:
    """Nodes compare it: else one that stands at the same number with fewer rows would never be noticed."""
    taken, with_it = apply(tmp_path / "a.db", offer(1), offer(2))
    refused, without = apply(tmp_path / "b.db", offer(1), offer(2), lacking=1)
    assert (taken, refused) == ([True], [False])
    assert with_it.number == without.number
    assert with_it.digest != without.digest


def test_a_message_that_everybody_refuses_counts_too(tmp_path: Path) -> None:
    refused, gap = apply(tmp_path / "a.db", offer(1), offer(3))
    assert refused == [False]
    assert gap.digest != apply(tmp_path / "b.db", offer(1), offer(2))[1].digest
    assert gap.digest != apply(tmp_path / "c.db", offer(1))[1].digest
