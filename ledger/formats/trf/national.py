"""National ratings that are known here and stood in no file: TRF26 NRS, a line under the code of the federation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.model import Entry, PlayerId, RatingRule, Tournament
from engine.ratings import find_counting
from ledger.formats.trf.cells import Numbers
from ledger.formats.trf.configuration import UNPLACED
from ledger.formats.trf.lines import NationalLine, PlayerLine
from ledger.formats.trf.rest import list_national
from ledger.state import FileRest

_FEDERATION = re.compile(r"[A-Z]{3}")
_NUMBERS = {"NED": "knsb"}  # of a player at that federation, among those that we know


def national_lines(t: Tournament, rest: FileRest, numbers: Numbers) -> Iterator[NationalLine]:
    """By federation and start number; what came in with a file is handed on as it came (``kept_national``)."""
    kept = {(line.federation, line.player.number) for line in list_national(rest)}
    found = {
        (source, numbers[player]): (player, value)
        for player, entry in t.entries.items()
        for source, value in _ratings_of(entry, t.rules.ratings.rate_of_play).items()
        if (source, player) not in kept
    }
    for (source, number), (player, value) in sorted(found.items()):
        yield NationalLine(UNPLACED, source, _line(t, player, number, source, value))


def _ratings_of(entry: Entry, rate_of_play: str) -> dict[str, int]:
    """By federation; of several kinds that of the tournament's rate of play."""
    rule = RatingRule("NRO", rate_of_play)
    found: dict[str, int] = {}
    for source in dict.fromkeys(rating.source for rating in entry.ratings if _FEDERATION.fullmatch(rating.source)):
        own = [rating for rating in entry.ratings if rating.source == source]
        counting = find_counting(own, rule, entry.from_round)
        found |= {} if counting is None else {source: counting.value}
    return found


def _line(t: Tournament, player: PlayerId, number: int, source: str, value: int) -> PlayerLine:
    """Name, sex and year of birth stand in the 001 line of the same number."""
    known = getattr(t.entries[player].player.ids, _NUMBERS[source]) if source in _NUMBERS else ""
    fide = known if known.isdigit() and len(known) <= 11 else ""
    return PlayerLine(line=UNPLACED, number=number, rating=value, fide=fide)
