"""Other engines, asked in this process: gacrux (2026, FIDE's own checker) and py4swiss (2017)."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from engine.model import Entry, Outcome, Tournament
from ledger.formats.trf.writer import Dialect, write

Pairs = set[tuple[int, int]]  # White first; a bye as (player, 0)

_AS_THE_COMMAND = {
    "verbose": False,
    "experimental": [],
    "maxmeets": "1",
    "top_color": " ",
    "method": [],
    "unpaired": [],
}


def gacrux(t: Tournament) -> Pairs | None:
    """The next round, or None where gacrux finds no legal pairing."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    file = trf2json()
    file.parse_file(write(t, Dialect.TRF26, line_end="\n"), False)
    assert file.get_status() == 0, file.chessjson["status"]
    asked = file.get_tournament(1)
    asked["maxMeets"] = 1
    try:
        brackets = pairing_dutch(asked, t.next_round, _AS_THE_COMMAND).compute_pairing(False, 1)
    except GacruxNoLegalPairing:
        return None
    return {(pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket.get("pairs", ())}


def py4swiss(t: Tournament, folder: Path) -> Pairs | None:
    """The next round, or None where py4swiss finds no pairing."""
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import TrfParser

    path = folder / "asked.trf"
    path.write_text(write(_say_every_round(t), Dialect.TRFX, line_end="\n"), "utf-8")
    try:
        pairs = DutchEngine.generate_pairings(TrfParser.parse(path))
    except PairingError:
        return None
    return {(pair.white, pair.black) for pair in pairs}


def _say_every_round(t: Tournament) -> Tournament:
    """py4swiss wants a letter in every column, and no column after the round to be paired."""
    return replace(t, entries={player: _say_absences(entry, t.next_round) for player, entry in t.entries.items()})


def _say_absences(entry: Entry, last: int) -> Entry:
    away = {r: entry.absences.get(r, Outcome.ZERO_BYE) for r in range(1, last + 1) if not entry.is_available_for(r)}
    return Entry(entry.player, absences=away)
