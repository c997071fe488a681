"""Arbiters: TRF26 102, 112 ↔ names, each with the number at FIDE in brackets behind it where it is known."""

from __future__ import annotations

import re

from engine.model import Arbiter, Details
from ledger.formats.trf.lines import TextLine, TrfFile

_NUMBERED = re.compile(r"(?P<name>.*\S) *\((?:FIDE ?(?:ID)?[: ]*)?(?P<fide>[0-9]{4,11})\)", re.IGNORECASE)


def read_arbiter(text: str) -> Arbiter:
    found = _NUMBERED.fullmatch(text)
    return Arbiter(text) if found is None else Arbiter(found["name"], found["fide"].lstrip("0"))


def show_arbiter(arbiter: Arbiter) -> str:
    return f"{arbiter.name} ({arbiter.fide})" if arbiter.name and arbiter.fide else arbiter.name


def chief_of(details: Details) -> Arbiter:
    return Arbiter(details.arbiter, details.arbiter_fide)


def read_deputies(file: TrfFile) -> tuple[Arbiter, ...]:
    """TRF26 112: one line for each."""
    texts = (record.text.strip() for record in file.of(TextLine) if record.id == "112")
    return tuple(read_arbiter(text) for text in texts if text)
