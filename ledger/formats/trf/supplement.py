"""A supplement to a TRF: what a bare TRF16 does not say, and somebody says beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Colour, Tournament, Value
from ledger.formats.trf.lines import (
    AbnormalLine,
    AccelerationLine,
    Adjustment,
    ApartLine,
    ByesLine,
    ScoresLine,
    TextLine,
    TrfFile,
)
from ledger.formats.trf.meaning import Understood, understand
from ledger.formats.trf.reader import parse


class Supplement(Value, frozen=True):
    """None: what the file says."""

    system: str | None = None
    rounds: int | None = None
    first_colour: Colour | None = None


def read_with(
    content: bytes | str, supplement: Supplement, check: Callable[[TrfFile], None] | None = None
) -> Understood:
    """What the file says, with what is said beside it; a file that contradicts itself or that is refused."""
    file = parse(content)
    if check is not None:
        check(file)
    records = (*file.records, *_as_records(supplement, file))
    understood = understand(replace(file, records=records), supplement.system)
    _check_agreement(supplement, understood.tournament)
    return replace(understood, adjustments=(*list_unsaid(file, supplement), *understood.adjustments))


_ONLY_TRF26 = {"142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299"}


def list_unsaid(file: TrfFile, supplement: Supplement) -> tuple[Adjustment, ...]:
    """VCL4THP 48, 50: what TRF06 and TRF16 have no place for, and how it is taken. TRF26 says it or means the usual."""
    records = {record.id for record in file.records if isinstance(record, TextLine | ScoresLine | ByesLine | ApartLine)}
    if records & _ONLY_TRF26 or any(isinstance(one, AccelerationLine | AbnormalLine) for one in file.records):
        return ()
    unsaid = ["trf-tiebreaks-not-named"]
    if not file.of(ScoresLine):
        unsaid.append("trf-points-not-said")
    if supplement.system is None:
        unsaid.append("trf-system-not-named")
    return tuple(Adjustment(0, code) for code in unsaid)


def _as_records(supplement: Supplement, file: TrfFile) -> Iterator[TextLine]:
    """As the records of JaVaFo that would have said it, where the file does not."""
    told = {record.id for record in file.of(TextLine)}
    says_colour = any(record.id == "XXC" and "1" in record.text for record in file.of(TextLine))
    if supplement.rounds is not None and not told & {"142", "XXR"}:
        yield TextLine(0, "XXR", str(supplement.rounds))
    if supplement.first_colour is not None and "152" not in told and not says_colour:
        yield TextLine(0, "XXC", f"{supplement.first_colour.value}1")


def _check_agreement(supplement: Supplement, t: Tournament) -> None:
    if supplement.rounds is not None and supplement.rounds != t.rules.rounds:
        raise BadInput("typed-otherwise", field="rounds", value=supplement.rounds, found=t.rules.rounds)
    colour = supplement.first_colour
    if colour is not None and t.first_colour is not colour:
        told = t.first_colour.value if t.first_colour is not None else ""
        raise BadInput("typed-otherwise", field="first_colour", value=colour.value, found=told)
