"""Files in the older forms of the TRF, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model import Outcome, Result
from ledger.formats.trf import Dialect, parse, understand, write
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.ledger.formats.trf.sheets import player, sheet

GOLDEN = Path(__file__).parents[1] / "ledger" / "formats" / "trf" / "golden"
# As of 2006: no system, no rounds, no first colour; a bye has the sign of its points and no letter.
OF_2006 = sheet(
    "012 Spring Open",
    "022 Tartu",
    "032 EST",
    "042 2006/05/01",
    "052 2006/05/03",
    "062 3",
    "092 Individual: Swiss-System",
    "102 Tamm, Mart",
    player(1, "2w1", "3b=", points="1.5", rank="1", name="Kask, Anna", rating="2001"),
    player(2, "1b0", "=", points="0.5", rank="3", name="Mets, Olev", rating="1900"),
    player(3, "+", "1w=", points="1.5", rank="2", name="Saar, Liis", rating="1800"),
)


def opened(roundlog: Roundlog, text: str, rounds: int = 2) -> str:
    (roundlog.folder / "old.trf").write_text(text, "utf-8")
    return roundlog("import", "trf", "old.trf", "--system", "fide-dutch-2026", "--stream", "old", "--rounds", rounds)


def test_47_a_file_of_2006_is_opened_with_its_byes(roundlog: Roundlog, web: Web) -> None:
    opened(roundlog, OF_2006)
    state = web.app.state.services.desk.state("old")
    t = state.tournament
    assert (t.details.name, t.details.place, t.details.arbiter) == ("Spring Open", "Tartu", "Tamm, Mart")
    assert [board.result for played in t.rounds for board in played.boards] == [Result.WHITE_WINS, Result.DRAW]
    byes = {out.player: out.outcome for played in t.rounds for out in played.sitouts}
    assert byes[2] is Outcome.HALF_BYE
    assert byes[3] in (Outcome.PAIRING_BYE, Outcome.FULL_BYE)


def test_48_what_an_old_file_writes_otherwise_is_told(roundlog: Roundlog) -> None:
    (roundlog.folder / "old.trf").write_text(OF_2006, "utf-8")
    said = roundlog.tried("check", "old.trf", "--system", "fide-dutch-2026", "--rounds", 2, "--verbose")
    assert "line 10" in said.err
    assert "line 11" in said.err


FILES = sorted((GOLDEN / "fide-dutch-2017").glob("*.trf"))[:6]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_49_a_trf16_is_opened(roundlog: Roundlog, web: Web, path: Path) -> None:
    t = understand(parse(path.read_bytes()), "fide-dutch-2026").tournament
    opened(roundlog, write(t, Dialect.TRF16), len(t.rounds))
    again = web.app.state.services.desk.state("old").tournament
    assert [entry.player.rating for entry in again.entries.values()] == [e.player.rating for e in t.entries.values()]
    assert [[(b.white, b.black, b.result) for b in one.boards] for one in again.rounds] == [
        [(b.white, b.black, b.result) for b in one.boards] for one in t.rounds
    ]
