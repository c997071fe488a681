"""The chain of seasons as text: what has become of each season before."""

from __future__ import annotations

from collections.abc import Iterable

from displays.words.language import Language
from ledger.season_chain import SeasonLink


def season_lines(links: Iterable[SeasonLink], reader: Language) -> list[str]:
    return [
        reader.phrase(
            f"link-{link.state.value}",
            section="season",
            name=link.name,
            stream=link.stream,
            version=link.version,
            head=link.hash,
            later=link.later,
        )
        for link in links
    ]
