"""Search for a player by what people type: beginnings of the words of a name, or a number."""

from __future__ import annotations

from engine.alphabet import plain
from engine.model import Player, Tournament
from ledger.shown_numbers import shown_number


def fits_name(t: Tournament, player: Player, asked: str) -> bool:
    """Every word that was typed is the beginning of a word of the name; a number is the one that people see."""
    if asked.isdecimal():
        return shown_number(t, player.number) == int(asked)
    words = plain(player.name).replace(",", " ").replace("-", " ").split()
    return all(any(word.startswith(part) for word in words) for part in plain(asked).replace(",", " ").split())
