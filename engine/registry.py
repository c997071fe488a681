"""The registry of pairing systems and tie-breaks, one line each.

A key goes into logs and is never reused. Systems stand in the order in which a form shows them. The folder of a family
is imported when one of its systems is asked for: who pairs one file does not wait for all others. Everybody looks into
``SYSTEMS`` when they ask, so that a system added to it is found everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module

from engine.model import Rules
from engine.system import System
from engine.tiebreaks import DEFINITIONS, Definition

# Under this key a round is recorded whose boards an arbiter gave, whatever the system of the tournament.
BY_HAND = "by-hand"

# What examples and simulations take where nobody chooses.
USUAL_SWISS = "fide-dutch-2026"

# Key → its family: the folder in engine/systems whose ``system.py`` describes it in its ``SYSTEMS``.
_FAMILIES = {
    USUAL_SWISS: "fide_dutch",
    "knsb-2014": "knsb",
    "fide-dutch-2017": "fide_dutch",
    "kndb": "kndb",
    "fmjd-5.1": "fmjd",
    "fmjd-5.1a": "fmjd",
    "fmjd-5.2": "fmjd",
    "fmjd-5.2a": "fmjd",
    "fmjd-5.2b": "fmjd",
    "fmjd-5.3": "fmjd",
    "round-robin": "round_robin",
    "keizer": "keizer",
    "keizer-elo": "keizer",
    BY_HAND: "by_hand",
}


class Systems(MutableMapping[str, System]):
    """The systems by their keys. Keys are known at once; a description is imported with its family when it is read."""

    def __init__(self, families: Mapping[str, str]) -> None:
        self._described: dict[str, System | None] = dict.fromkeys(families)  # None: not imported yet
        self._families = families

    def __getitem__(self, key: str) -> System:
        system = self._described[key]
        if system is None:
            described: tuple[System, ...] = import_module(f"engine.systems.{self._families[key]}.system").SYSTEMS
            system = self._described[key] = next(system for system in described if system.key == key)
        return system

    def by_family(self) -> Mapping[str, Sequence[str]]:
        """The keys of each family, without importing any."""
        keys: dict[str, list[str]] = {}
        for key, system in self._described.items():
            keys.setdefault(self._families[key] if system is None else system.family, []).append(key)
        return keys

    def __setitem__(self, key: str, system: System) -> None:
        self._described[key] = system

    def __delitem__(self, key: str) -> None:
        del self._described[key]

    def __contains__(self, key: object) -> bool:
        return key in self._described  # without importing it, as the mixin would

    def __iter__(self) -> Iterator[str]:
        return iter(self._described)

    def __len__(self) -> int:
        return len(self._described)


SYSTEMS = Systems(_FAMILIES)

TIEBREAKS: Mapping[str, Definition] = DEFINITIONS  # the bases; engine.tiebreaks says what may stand behind them

# A log may come from a server that knows more systems: of those the answers below are the usual ones.


def has_ladder(key: str) -> bool:
    """Whether a tournament of that system is ranked by a ladder."""
    return key in SYSTEMS and SYSTEMS[key].has_ladder


def is_predetermined(key: str) -> bool:
    """FIDE C.07:2026 15.2: whether all pairings of that system are known beforehand."""
    return key in SYSTEMS and SYSTEMS[key].is_predetermined


def needs_first_colour(key: str) -> bool:
    """Whether a lot for the colours of round 1 has to be drawn before it."""
    return key in SYSTEMS and SYSTEMS[key].needs_first_colour


def needs_lots(rules: Rules) -> bool:
    """KNDB ranking list; FMJD 3.2 a: whether players are ordered by lots, which are to be drawn before round 1."""
    return rules.system in SYSTEMS and SYSTEMS[rules.system].needs_lots(rules)


def silence_withdraws(rules: Rules) -> bool:
    """KNSB:2014 F8: whether a player who is absent without notice has withdrawn by these rules."""
    return rules.system in SYSTEMS and SYSTEMS[rules.system].silence_withdraws(rules)


def order_fixed_by(rules: Rules) -> int:
    """The round whose pairing fixes the start order; 0: none does."""
    return SYSTEMS[rules.system].order_fixed_by if rules.system in SYSTEMS else 0
