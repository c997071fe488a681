"""Names of the players in a refusal: people know each other by name, and a number tells them nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.errors import RoundlogError
from engine.model import Tournament


@contextmanager
def naming_players(t: Tournament) -> Iterator[None]:
    """What is refused inside knows the names of those whom it is about, wherever its sentence is written."""
    try:
        yield
    except RoundlogError as error:
        name_players(t, (error, *error.problems))
        raise


def name_players(t: Tournament, errors: Iterable[RoundlogError]) -> None:
    for error in errors:
        error.names = {number: t.entries[number].player.name for number in error.players if number in t.entries}
