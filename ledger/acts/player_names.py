"""Names of the players in a refusal: people know each other by name, and a number tells them nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.errors import RoundlogError
from engine.model import Tournament
from ledger.shown_numbers import shown_numbers

_NAMED_BY = {"already-registered": ("number",), "name-registered": ("number",)}  # facts that are players


@contextmanager
def naming_players(t: Tournament) -> Iterator[None]:
    """What is refused inside knows the names of those whom it is about, wherever its sentence is written."""
    try:
        yield
    except RoundlogError as error:
        name_players(t, (error, *error.problems))
        raise


def name_players(t: Tournament, errors: Iterable[RoundlogError]) -> None:
    shown = shown_numbers(t)
    for error in errors:
        error.names = {number: t.entries[number].player.name for number in error.players if number in t.entries}
        about = (*error.players, *(error.facts[name] for name in _NAMED_BY.get(error.code, ())))
        error.numbers = {number: shown[number] for number in about if isinstance(number, int) and number in shown}
