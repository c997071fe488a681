"""What the audit of the rules says of a pairing, in words."""

from __future__ import annotations

from collections.abc import Mapping

from displays.words.language import Language
from engine.audit import Breach
from engine.model import PlayerId


def breach_sentence(breach: Breach, language: Language, names: Mapping[PlayerId, str]) -> str:
    """Players by their names, where these are known."""
    players = language.join([names.get(player, str(player)) for player in breach.players])
    facts = {name: str(value) for name, value in breach.facts.items()}
    return language.fill(f"breach-{breach.code}", "words", {**facts, "board": str(breach.board), "players": players})
