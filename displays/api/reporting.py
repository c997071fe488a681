"""What a write is answered with: the version, the records, and what happened in the reader's words."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from displays.asked import asked_language
from displays.telling import names_of, record_line, ticker_line
from ledger.desk import Answer, Desk
from ledger.events import Recorded
from ledger.views.ticker import Ticker


class Written(msgspec.Struct, frozen=True):
    """The version after the command, and its records: none if it stood so already."""

    version: int
    records: tuple[Recorded, ...]
    told: tuple[str, ...]


def report(request: Request, desk: Desk, stream: str, answer: Answer) -> Written:
    return Written(answer.version, answer.records, told(request, desk, stream, answer))


def told(request: Request, desk: Desk, stream: str, answer: Answer) -> tuple[str, ...]:
    """A line for each record, as the hall would be told of it if it is; or that nothing had to be written."""
    language = asked_language(request)
    if not answer.records:
        return (language.phrase("stands-already", version=answer.version),)
    t = desk.projector.state(stream) or desk.state(stream)  # written to just now, so it is hardly ever forgotten
    assert t is not None
    projection = desk.projector.projection(stream)
    entries = projection.audited(answer.records[0].version, answer.version)
    news = projection.view("ticker", limit=len(answer.records))
    assert isinstance(news, Ticker)
    sentences = {item.version: ticker_line(item, language, t.rules.points) for item in news.items}
    return tuple(
        sentences.get(recorded.version) or record_line(recorded, entry, language, t.rules.points, names_of(t))
        for recorded, entry in zip(answer.records, entries, strict=True)
    )
