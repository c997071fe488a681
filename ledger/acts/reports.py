"""Acts on reports to a federation: that one was sent, as which file, to whom.

The log keeps no file: it is written again from the records up to the version that it was made at.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.fields import Fields, flatten
from ledger.state import SentReport, State

DIALECTS = ("trf26", "trf16", "trfx")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class MarkReportSent(Command, frozen=True, kw_only=True, tag="mark-report-sent"):
    version: int  # of the log, at which the file was made
    sha256: str  # of the file that was sent
    recipient: str
    sender: str = ""  # in whose name
    dialect: str = "trf26"
    is_interim: bool = False
    has_comments: bool = False


class ReportSent(Event, frozen=True, kw_only=True, gc=False, tag="report-sent"):
    version: int
    sha256: str
    recipient: str
    dialect: str
    sender: str = ""
    is_interim: bool = False
    has_comments: bool = False


def mark_report_sent(state: State, command: MarkReportSent) -> list[Event]:
    found = Gathered()
    with found:
        if not 1 <= command.version <= state.version:
            raise Refusal("no-such-version", version=command.version, newest=state.version)
    with found:
        if not _SHA256.fullmatch(command.sha256):
            raise Refusal("not-a-check-value", field="sha256", value=command.sha256[:80])
    with found:
        checks.text(command.recipient, "recipient", required=True)
    with found:
        checks.text(command.sender, "sender")
    with found:
        checks.one_of("dialect", command.dialect, DIALECTS)
    with found:
        if not command.is_interim and not state.tournament.is_finished:
            raise Refusal("report-before-the-end", rounds=len(state.tournament.rounds))
    found.tell()
    event = ReportSent(
        version=command.version,
        sha256=command.sha256,
        recipient=command.recipient,
        sender=command.sender,
        dialect=command.dialect,
        is_interim=command.is_interim,
        has_comments=command.has_comments,
    )
    is_known = any(replace(sent, record=0) == _as_sent(event, record=0) for sent in state.sent_reports)
    return [] if is_known else [event]


def _as_sent(event: ReportSent, record: int) -> SentReport:
    return SentReport(
        record=record,
        version=event.version,
        sha256=event.sha256,
        recipient=event.recipient,
        sender=event.sender,
        dialect=event.dialect,
        is_interim=event.is_interim,
        has_comments=event.has_comments,
    )


def _evolve_sent(state: State, event: ReportSent) -> State:
    after = state.advance()
    return replace(after, sent_reports=(*state.sent_reports, _as_sent(event, after.version)))


def _sent_fields(state: State, event: ReportSent) -> Fields:
    return flatten(state.sent_reports[-1], without="record") if state.sent_reports else {}


_EXAMPLE = {
    "version": 1,
    "sha256": "0f" * 32,
    "recipient": "rating officer of the federation",
    "is_interim": True,
}
ACTS: tuple[AnyAct, ...] = (
    Act(
        command=MarkReportSent,
        decide=mark_report_sent,
        endpoint=Endpoint("POST", "/sent-reports", _EXAMPLE),
        may_follow_the_end=True,
        event=ReportSent,
        evolve=_evolve_sent,
        fields=_sent_fields,
        adds_last=True,
        # To whom it went is nobody's business but the arbiters'.
        publicity=Publicity.STAFF_ONLY,
    ),
)
