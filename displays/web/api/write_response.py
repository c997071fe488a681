"""What a write is answered with: the version, the records, and what happened in the reader's words."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from displays.web.request import asked_language
from displays.words.audit import names_of, ticker_line, written_line
from ledger.acts.record import Recorded
from ledger.desk import Answer, Desk
from ledger.views.audit import Entry


class Written(msgspec.Struct, frozen=True):
    """The version after the command, and its records: none if it stood so already."""

    version: int
    records: tuple[Recorded, ...]
    told: tuple[str, ...]


def report(request: Request, desk: Desk, stream: str, answer: Answer) -> Written:
    return Written(answer.version, answer.records, tell_records(request, desk, stream, answer))


def tell_records(request: Request, desk: Desk, stream: str, answer: Answer) -> tuple[str, ...]:
    """A line for each record, as the hall would be told of it if it is; or that nothing had to be written."""
    language = asked_language(request)
    if not answer.records:
        return (language.phrase("stands-already", version=answer.version),)
    state = desk.projector.state(stream) or desk.state(stream)  # written to just now, so it is hardly ever forgotten
    assert state is not None
    t = state.tournament
    news = desk.projector.projection(stream).news(answer.records[0].version, answer.records[-1].version)
    points = t.rules.points
    return tuple(
        written_line(recorded, one, language, points, names_of(t))
        if isinstance(one, Entry)
        else ticker_line(one, language, points)
        for recorded, one in zip(answer.records, news, strict=True)
    )
