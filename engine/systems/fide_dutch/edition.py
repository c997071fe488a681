"""An edition of the FIDE (Dutch) system: what it reads in a history, how it pairs its brackets."""

from __future__ import annotations

from msgspec.structs import replace

from engine.acceleration import check_options
from engine.model import PlayerId, Rules, Tournament, Value
from engine.pairing import Paired, Reason
from engine.swiss import Contender, Readings, contenders, rounds_advice
from engine.systems.fide_dutch.candidates import Brackets, pair_brackets, settled_round
from engine.systems.fide_dutch.reasons import reasons


class Edition(Value, frozen=True):
    """What an edition has of its own, and the functions of its description made of that."""

    regulation: str
    colour_rules: str  # the article of which they are 1–5
    readings: Readings
    brackets: Brackets

    def check(self, rules: Rules, players: int = 0) -> None:
        check_options(rules)

    def hints(self, rules: Rules, players: int) -> tuple[Reason, ...]:
        return rounds_advice(rules, players, self.regulation)

    def contenders(self, t: Tournament) -> list[Contender]:
        return contenders(t, self.readings)

    def pair(self, t: Tournament) -> Paired:
        return pair_brackets(t, settled_round(t, self.readings, self.brackets))

    def explain(self, t: Tournament, player: PlayerId | None = None) -> Paired:
        """The same pairing with the reasons: of everybody, or of the player who asks."""
        settled = settled_round(t, self.readings, self.brackets)
        return replace(
            pair_brackets(t, settled), reasons=reasons(t, settled, self.regulation, self.colour_rules, player)
        )
