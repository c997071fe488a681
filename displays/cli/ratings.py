"""Rating lists beside the log: load or fetch them, see which there are, look somebody up, remove one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.rating_fetch import fetch_lists
from displays.cli.terminal import Progress, Terminal
from displays.words.columns import column_titles
from displays.words.rating_list_text import (
    FETCH_SECTION,
    SECTION,
    addresses_table,
    found_table,
    lists_table,
    tell_loaded,
)
from engine.errors import BadInput
from ledger.rating_lists.addresses import ListAddresses, key_of
from ledger.rating_lists.finding import LIMIT, MOST_LIMIT
from ledger.rating_lists.folder import RatingLists, folder_beside
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.listed import KINDS, check_month
from ledger.rating_lists.loading import LoadedList, LoadProgress

LOAD, FETCH, LISTS, FIND, REMOVE = ACTIONS = "load", "fetch", "lists", "find", "remove"


def _run(args: Namespace, terminal: Terminal) -> int | None:
    lists = RatingLists(folder_beside(terminal.log))
    if args.action not in (LISTS, FETCH) and not args.words:
        raise BadInput("argument-missing", arguments=({LOAD: "FILE", FIND: "WORDS", REMOVE: "LIST"}[args.action],))
    match args.action:
        case "load":
            told = ToldOfList(publisher=args.called or "", kind=args.kind or "", month=args.month or "")
            for word in args.words:
                _load(lists, Path(word), told, terminal)
        case "fetch":
            told = ToldOfList(publisher=args.called or "", kind=args.kind or "")
            return fetch_lists(lists, args.words, told, not args.once, terminal)
        case "find":
            _find(lists, args, terminal)
        case "remove":
            for word in args.words:
                _remove(lists, word, terminal)
        case _:
            _tell_lists(lists, terminal)
    return None


def _remove(lists: RatingLists, word: str, terminal: Terminal) -> None:
    """A list by its name, an address by what it is."""
    if "://" in word:
        removed = ListAddresses(lists.folder).remove(key_of(word))
        terminal.say(terminal.language.phrase("removed", section=FETCH_SECTION, url=removed.url))
    else:
        terminal.say(terminal.language.phrase("removed", section=SECTION, list=lists.remove(word).key))


def _load(lists: RatingLists, path: Path, told: ToldOfList, terminal: Terminal) -> None:
    """The bar is a tenth short while the names are put in order."""
    done = Fraction(0)
    with Progress(1) as bar:

        def tell(progress: LoadProgress) -> None:
            nonlocal done
            read = Fraction(progress.done, max(progress.whole, progress.done, 1)) * Fraction(9, 10)
            bar.step(read - done)
            done = read

        loaded = lists.load(path, told, column_titles(), tell)
    for one in loaded:
        tell_loaded_list(one, terminal)


def tell_loaded_list(loaded: LoadedList, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(loaded))
        return
    sentence, *doubts = tell_loaded(loaded, terminal.language)
    terminal.say(sentence)
    for doubt in doubts:
        terminal.warn(doubt)


def _tell_lists(lists: RatingLists, terminal: Terminal) -> None:
    there = lists.lists()
    if terminal.as_json:
        terminal.give(msgspec.json.encode(there))
    elif there:
        terminal.say(lists_table(there, terminal.language))
    else:
        terminal.say(terminal.language.word("no-lists", SECTION))
    addresses = ListAddresses(lists.folder).all()
    if addresses and not terminal.as_json:
        terminal.say(f"\n{addresses_table(addresses, terminal.language)}")


def _find(lists: RatingLists, args: Namespace, terminal: Terminal) -> None:
    found = lists.find(" ".join(args.words), args.limit, month=args.month or "")
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
    elif found:
        terminal.say(found_table(found, terminal.language))
    else:
        terminal.say(terminal.language.word("nobody" if lists.lists() else "no-lists", SECTION))


def _limit(text: str) -> int:
    limit = int(number_of("limit")(text))
    if not 1 <= limit <= MOST_LIMIT:
        raise BadInput("number-outside-range", field="limit", value=limit, least=1, most=MOST_LIMIT)
    return limit


COMMANDS = {
    "ratings": Subcommand(
        (
            argument("action", "|".join(ACTIONS), read=one_of("action", ACTIONS)),
            argument(
                "words",
                "FILE|ADDRESS|WORDS|LIST",
                "files to load; addresses (none: all that are known); a name or number; lists",
                many=True,
                optional=True,
            ),
            option("--called", metavar="NAME", help="whose list it is: fide, knsb, kndb, fmjd, dsb, or a name for it"),
            option("--kind", metavar="|".join(KINDS), read=one_of("kind", KINDS), help="if the file does not say it"),
            option("--month", metavar="YYYY-MM", read=check_month, help="of the list (load, find)"),
            flag("--once", help="fetch: it is not kept current by the server"),
            option("--limit", metavar="N", read=_limit, default=LIMIT, help=f"find: how many, {LIMIT} unless told"),
        ),
        _run,
    )
}
