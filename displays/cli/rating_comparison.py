"""``roundlog compare-ratings``, ``roundlog update-ratings``: a tournament's ratings beside the rating lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.options import TOURNAMENT
from displays.cli.parameters import option
from displays.cli.rating_fetch import ask_currency
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from displays.words.language import Language
from displays.words.rating_text import list_name
from displays.words.text_table import table
from engine.errors import Refusal
from engine.model import Tournament
from ledger.acts.act import Command
from ledger.acts.evolve import fold
from ledger.acts.players import CorrectPlayer
from ledger.acts.ratings import UpdateRatings
from ledger.rating_comparison import BY_NUMBER, PlayerDifference, RatingComparison, compare_ratings
from ledger.rating_lists.folder import RatingLists, folder_beside
from ledger.shown_numbers import shown_number
from ledger.state import State

SECTION = "rating-check"


def _compare(t: Tournament, lists: RatingLists) -> RatingComparison:
    return compare_ratings(t, lists, datetime.now(UTC).date().isoformat())


def _run_comparison(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        t = tournament_of(fold(log.events(args.stream)))
    lists = RatingLists(folder_beside(terminal.log))
    ask_currency(lists, terminal)
    found = _compare(t, lists)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    reader = terminal.language
    month = "check-month-of-today" if found.is_of_today else "check-month-of-start"
    terminal.say(reader.phrase(month, SECTION, month=found.month))
    terminal.say(_table(t, found, reader) if found.differences else reader.word("check-all-right", SECTION))
    if found.missing:
        names = (f"{shown_number(t, player)} {t.entries[player].player.name}" for player in found.missing)
        terminal.say(f"{reader.word('check-missing', SECTION)} {'; '.join(names)}")


def _table(t: Tournament, found: RatingComparison, reader: Language) -> str:
    titles = [reader.word("number"), reader.field("name")]
    titles += [reader.word(key, SECTION) for key in ("check-counts", "check-would-count", "check-what")]
    return table(titles, [_row(t, one, reader) for one in found.differences], right=(0, 2, 3))


def _row(t: Tournament, one: PlayerDifference, reader: Language) -> list[str]:
    person = ", ".join(filter(None, (one.listed_name, one.listed_number, str(one.listed_birth_year or ""))))
    perhaps = "" if one.how == BY_NUMBER else f" ({reader.phrase('check-perhaps', SECTION, person=person)})"
    ratings = (
        f"{list_name(f'{rating.source}:{rating.kind}', reader)}: {rating.old or '–'} → {rating.new}"
        for rating in one.ratings
    )
    counts = [str(rating or "–") for rating in (one.counts, one.would_count)]
    return [str(shown_number(t, one.player)), f"{one.name}{perhaps}", *counts, "; ".join(ratings)]


def _update(args: Namespace, state: State | None) -> Sequence[Command]:
    """Who is named, or all who are known by their number. Once a round is paired each is a correction."""
    t = tournament_of(state)
    found = _compare(t, args.lists)
    chosen = [one for one in found.differences if one.player in args.players] if args.players else [*found.certain]
    if not chosen:
        raise Refusal("nothing-changes")
    changes = tuple(one.change for one in chosen)
    if not t.rounds:
        return [UpdateRatings(changes=changes, source=found.month)]
    return [
        CorrectPlayer(
            player=msgspec.structs.replace(t.entries[one.player].player, rating=one.new.rating),
            ratings=one.new.ratings,
            reason=args.reason,
        )
        for one in changes
    ]


def _run_update(args: Namespace, terminal: Terminal) -> int | None:
    args.lists = RatingLists(folder_beside(terminal.log))
    return _UPDATE.run(args, terminal)


_UPDATE = writing(
    (
        option("--players", metavar="PLAYERS", read=parse.numbers, default=(), help='only these: "1 3-5"'),
        options.REASON,
    ),
    _update,
)
COMMANDS = {
    "compare-ratings": Subcommand((TOURNAMENT,), _run_comparison),
    "update-ratings": Subcommand(_UPDATE.parameters, _run_update),
}
