"""The import of a tournament from elsewhere: not only its hashes are checked, but that it can be shown at every moment.

A festival comes with all of its sections.

Whoever makes a file can make its hashes, too. ``evolve`` and the views trust what ``decide`` let through; here nobody
knows what has decided. So every record is taken in as the server would take it in, and the first one that gives
something that no tournament can be is told with its line. Nothing is written before all of it fits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from engine.errors import BadInput, Refusal
from engine.model import PlayerId, Round, Tournament
from ledger.acts.act import Event
from ledger.acts.epochs import EpochBegun
from ledger.acts.evolve import fold
from ledger.acts.festivals import FestivalOpened
from ledger.acts.opening import check_limits
from ledger.acts.record import Recorded
from ledger.acts.rounds import RoundClosed
from ledger.acts.upcast import UNREADABLE, Decoder, read_type
from ledger.festival_index import UNREADABLE_STREAM, FestivalIndex
from ledger.formats.jsonl import FORMAT_OF_FESTIVAL, Part, read_file
from ledger.state import State
from ledger.store.chain import Raw
from ledger.store.log import Archive, Log
from ledger.views import STATE_VIEWS, names_of
from ledger.views.projector import Projection

FESTIVAL_OPENED = str(FestivalOpened.__struct_config__.tag)
FIRST_RECORD = 2  # the line that it stands on


class Imported(msgspec.Struct, frozen=True):
    stream: str
    records: int
    head: str
    was_there: bool


def import_file(log: Archive, path: str | os.PathLike[str]) -> Imported:
    """Takes the stream into the log, whole or not at all; a file that does not fit is refused."""
    return adopt(log, read_import(path))[0]


def read_import(path: str | os.PathLike[str]) -> list[Part]:
    """What is in the file, all of it checked."""
    parts, line, states = read_file(path), FIRST_RECORD, []
    for _, records in parts:
        states.append(check_records(records, line))
        line += len(records) + 1
    first = states[0]
    expected = () if first is None or first.festival is None else first.festival.sections
    found = tuple(title.stream for title, _ in parts[1:])
    if parts[0][0].roundlog == FORMAT_OF_FESTIVAL and expected != found:
        raise BadInput("other-sections-in-file", expected=expected, found=found)
    return parts


def adopt(log: Archive, parts: Sequence[Part]) -> list[Imported]:
    """Puts what was read and checked into the log. What is there already goes first: if it is not the same, nothing of
    the others is written; the festival comes after the sections that it names. A section is in one festival only."""
    for title, records in parts:
        _check_in_no_other(log, title.stream, _sections_of(records))
    there = {head.stream for head in log.heads()}
    backwards = parts[::-1]
    in_turn = sorted(backwards, key=lambda part: part[0].stream not in there)
    done = {title.stream: log.adopt(records).result() for title, records in in_turn}
    return [Imported(one.stream, one.records, one.head, was_there=not done[one.stream]) for one, _ in parts]


def _sections_of(records: Sequence[Raw]) -> tuple[str, ...]:
    """Of a festival, after the last record."""
    if read_type(records[0].body) != FESTIVAL_OPENED:
        return ()
    decoder = Decoder()
    state = fold(decoder.decode(raw.body) for raw in records)
    return () if state is None or state.festival is None else state.festival.sections


def _check_in_no_other(log: Log, stream: str, sections: tuple[str, ...]) -> None:
    if not sections:
        return
    for other in FestivalIndex(log).find_all():
        try:
            state = None if other == stream else fold(log.events(other))
        except UNREADABLE_STREAM:
            continue  # it keeps nothing out
        there = () if state is None or state.festival is None else state.festival.sections
        for section in sections:
            if section in there:
                raise Refusal("section-elsewhere", section=section, festival=other)


def check_records(records: Sequence[Raw], first_line: int = FIRST_RECORD) -> State | None:
    """Every event is one that we know, and together they make a tournament: as it is after the last of them."""
    decoder, projection = Decoder(), Projection()
    unseen: list[tuple[int, Raw, State]] = []  # since the views were last looked at
    for line, raw in enumerate(records, start=first_line):
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
    return projection.state


def _decode(decoder: Decoder, line: int, raw: Raw) -> Event:
    try:
        event = decoder.decode(raw.body)
    except UNREADABLE as error:
        raise BadInput("unknown-event", line=line, type=read_type(raw.body)) from error
    if isinstance(event, EpochBegun):  # which server goes on is said by people, never by a file
        raise BadInput("event-does-not-fit", line=line, type=read_type(raw.body))
    return event


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
    for category in t.categories:
        yield from category.players
    for game in t.extra_games:
        yield from (game.white, game.black)
    for adjustment in t.adjustments:
        yield adjustment.player
    for settlement in t.settlements:
        yield from settlement.order


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError
