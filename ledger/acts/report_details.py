"""Checks of what only the report to a federation asks of the details: arbiters' numbers, the encoded time control."""

from __future__ import annotations

from engine.errors import Gathered, Refusal
from engine.model import Details
from engine.time_control import is_encoded
from ledger.acts import checks

MOST_DEPUTIES = 40
LONGEST_FIDE_NUMBER = 11


def check_report_details(details: Details) -> None:
    found = Gathered()
    with found:
        checks.digits(details.arbiter_fide, "arbiter_fide", longest=LONGEST_FIDE_NUMBER)
    with found:
        if len(details.deputies) > MOST_DEPUTIES:
            raise Refusal("too-many-deputies", field="deputies", most=MOST_DEPUTIES)
    for deputy in details.deputies[:MOST_DEPUTIES]:
        with found:
            checks.text(deputy.name, "deputies", required=True)
        with found:
            checks.digits(deputy.fide, "deputies", longest=LONGEST_FIDE_NUMBER)
    with found:
        encoded = details.encoded_time_control
        if encoded and not is_encoded(encoded):
            raise Refusal("time-control-not-encoded", field="encoded_time_control", value=encoded[:40])
    found.tell()
