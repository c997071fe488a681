"""The import of a tournament from elsewhere: not only its hashes are checked, but that it can be shown at every moment.

Whoever makes a file can make its hashes, too. ``evolve`` and the views trust what ``decide`` let through; here nobody
knows what has decided. So every record is taken in as the server would take it in, and the first one that gives
something that no tournament can be is told with its line. Nothing is written before all of it fits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from engine.errors import BadInput
from engine.model import PlayerId, Round, Tournament
from ledger.acts.act import Event
from ledger.acts.opening import check_limits
from ledger.acts.record import Recorded
from ledger.acts.rounds import RoundClosed
from ledger.acts.upcast import UNREADABLE, Decoder, read_type
from ledger.formats.jsonl import Title, read_file
from ledger.state import State
from ledger.store.chain import Raw
from ledger.store.log import Archive
from ledger.views import STATE_VIEWS, names_of
from ledger.views.projector import Projection

FIRST_RECORD = 2  # the line that it stands on


class Imported(msgspec.Struct, frozen=True):
    stream: str
    records: int
    head: str
    was_there: bool


def import_file(log: Archive, path: str | os.PathLike[str]) -> Imported:
    """Takes the stream into the log, whole or not at all; a file that does not fit is refused."""
    return adopt(log, *read_import(path))


def read_import(path: str | os.PathLike[str]) -> tuple[Title, list[Raw]]:
    """What is in the file, all of it checked."""
    title, records = read_file(path)
    check_records(records)
    return title, records


def adopt(log: Archive, title: Title, records: list[Raw]) -> Imported:
    """Puts what was read and checked into the log."""
    is_new = log.adopt(records).result()
    return Imported(title.stream, title.records, title.head, was_there=not is_new)


def check_records(records: Sequence[Raw]) -> None:
    """Every event is one that we know, and together they make a tournament."""
    decoder, projection = Decoder(), Projection()
    unseen: list[tuple[int, Raw, State]] = []  # since the views were last looked at
    for line, raw in enumerate(records, start=FIRST_RECORD):
        event, before = _decode(decoder, line, raw), projection.state
        with _refuse_what_does_not_fit(line, raw):
            projection.apply(_as_recorded(raw, event))
            projection.update_history()
            assert projection.state is not None
            _check_tournament(None if before is None else before.tournament, projection.state.tournament)
        unseen.append((line, raw, projection.state))
        if isinstance(event, RoundClosed) or raw is records[-1]:
            _look_at_all(unseen)
            unseen.clear()


def _decode(decoder: Decoder, line: int, raw: Raw) -> Event:
    try:
        return decoder.decode(raw.body)
    except UNREADABLE as error:
        raise BadInput("unknown-event", line=line, type=read_type(raw.body)) from error


def _as_recorded(raw: Raw, event: Event) -> Recorded:
    return Recorded(raw.version, raw.stream, raw.version, raw.at, raw.actor, raw.command, event, raw.hash, "")


@contextmanager
def _refuse_what_does_not_fit(line: int, raw: Raw) -> Iterator[None]:
    """Whatever goes wrong with what was decided elsewhere is a fault of the file."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise BadInput("event-does-not-fit", line=line, type=read_type(raw.body)) from error


def _look_at_all(unseen: Sequence[tuple[int, Raw, State]]) -> None:
    """The newest state can be shown; if not, the first one is told that cannot."""
    try:
        _show_all(unseen[-1][2])
    except MemoryError:
        raise
    except Exception:
        for line, raw, state in unseen:
            with _refuse_what_does_not_fit(line, raw):
                _show_all(state)


def _show_all(state: State) -> None:
    for view in STATE_VIEWS:
        if view.NAME in names_of(state.tournament.rules.system):
            if "player" in view.Ask.__struct_fields__:
                for player in state.tournament.entries:
                    view.show(state, view.Ask(player=player))
            else:
                view.show(state, view.Ask())


# -- what every tournament is ------------------------------------------------------------------------------------------


def _check_tournament(before: Tournament | None, after: Tournament) -> None:
    """What ``decide`` sees to: everybody who is named is entered, and rules are within their limits.

    Only what is new is looked at: ``evolve`` shares what it leaves alone.
    """
    if before is None or before.rules is not after.rules:
        check_limits(after.rules)
    if before is not None and before.entries is after.entries and before.rounds is after.rounds:
        named = _named_beside_the_rounds(after) if before != after else ()
    else:
        for number, entry in after.entries.items():
            _require(number == entry.player.number >= 1)
        known = {} if before is None else {id(one): one for one in before.rounds}
        for number, one in enumerate(after.rounds, start=1):
            if id(one) not in known:
                _check_round(number, one, after)
        named = _named_beside_the_rounds(after)
    _require(all(player in after.entries for player in named))


def _check_round(number: int, one: Round, t: Tournament) -> None:
    seated = [player for board in one.boards for player in (board.white, board.black)]
    seated += [out.player for out in one.sitouts]
    _require(one.number == number)
    _require(len(seated) == len(set(seated)))
    _require(all(player in t.entries for player in (*seated, *one.corrected)))


def _named_beside_the_rounds(t: Tournament) -> Iterable[PlayerId]:
    yield from t.start_order
    for separation in t.separations:
        yield from separation.players
    for game in t.extra_games:
        yield from (game.white, game.black)
    for adjustment in t.adjustments:
        yield adjustment.player
    for settlement in t.settlements:
        yield from settlement.order


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError
