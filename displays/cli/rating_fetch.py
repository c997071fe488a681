"""Fetches rating lists from their addresses, for who waits at the command line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from displays.cli.terminal import Terminal
from displays.words.columns import column_titles
from displays.words.rating_list_text import FETCH_SECTION, tell_currency, tell_loaded
from ledger.rating_lists.addresses import ListAddress, ListAddresses
from ledger.rating_lists.fetching import FetchedLists, fetch_here
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList

FAILED = 1
CURRENT_FOR = timedelta(hours=1)  # after an answer nobody has to ask again


def fetch_lists(
    lists: RatingLists, urls: Sequence[str], told: ToldOfList, keeps_current: bool, terminal: Terminal
) -> int | None:
    """Those that are named now, or all that were named before."""
    addresses = ListAddresses(lists.folder)
    named = [addresses.add(url, told, keeps_current) for url in urls] or addresses.all()
    if not named:
        terminal.say(terminal.language.word("no-addresses", FETCH_SECTION))
    found = [fetch_here(lists, one, column_titles()) for one in named]
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
    else:
        for one in found:
            _tell(one, terminal)
    return FAILED if any(one.address.problem for one in found) else None


def ask_currency(lists: RatingLists, terminal: Terminal) -> None:
    """VCL4THP 141: before ratings are compared. Newer lists are fetched; offline, those that are there have to do."""
    addresses, now = ListAddresses(lists.folder), datetime.now(UTC)
    for one in _list_kept(addresses):
        if not one.was_answered_within(CURRENT_FOR, now):
            fetch_here(lists, one, column_titles())
    terminal.warn(tell_currency(_list_kept(addresses), terminal.language))


def _list_kept(addresses: ListAddresses) -> list[ListAddress]:
    return [one for one in addresses.all() if one.keeps_current]


def _tell(found: FetchedLists, terminal: Terminal) -> None:
    reader, problem = terminal.language, found.address.problem
    if problem is not None:
        terminal.warn(f"{found.address.url}: {reader.sentence(problem.error())}")
    elif not found.loaded:
        terminal.say(reader.phrase("fetched-none", section=FETCH_SECTION, url=found.address.url))
    for one in found.loaded:
        for sentence in tell_loaded(one, reader):
            terminal.say(sentence)
