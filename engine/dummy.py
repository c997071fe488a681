"""The dummy of draughts: the opponent of who has no opponent. In most tournaments a word; sometimes a player.

KNDB modification 2 lets it take part, draw every game and so rank in the middle. Nobody shall owe points to it: those
who met it, and the one who will in the last round, play among themselves between the last round but one and the last.
We read that game as the one for which the dummy stood: its result takes the place of the draw. (Added to it, it would
give them a game more than all others.) Of an odd number the middle one "draws against himself": that draw stands.
"""

from __future__ import annotations

from engine.model import Colour, ExtraPurpose, Outcome, PlayerId, Rules, Tournament, Value

DUMMY: PlayerId = 0  # players are numbered from 1
DUMMY_ROUNDS = frozenset({Outcome.PAIRING_BYE, Outcome.FULL_BYE})


class Between(Value, frozen=True):
    """A game of the intermediate round, as one of the two sees it."""

    after_round: int
    opponent: PlayerId
    colour: Colour
    outcome: Outcome


def always_draws(rules: Rules) -> bool:
    """KNDB modification 2 was agreed on. (An option of the KNDB system; no other has that choice.)"""
    return rules.options.get("dummy") == "draws"


def dummy_score(t: Tournament) -> int:
    """KNDB modification 2: it has drawn every game, also those in whose place others were played since."""
    return t.rules.points.draw * sum(played.bye is not None for played in t.rounds) if always_draws(t.rules) else 0


def victims(t: Tournament) -> tuple[PlayerId, ...]:
    """KNDB modification 2: those who have met the dummy, in the order of the rounds."""
    return tuple(played.bye for played in t.rounds if played.bye is not None)


def intermediate_games(t: Tournament) -> dict[PlayerId, Between]:
    """KNDB modification 2: what everybody played in the intermediate round, as far as it has come."""
    if not always_draws(t.rules):
        return {}
    found: dict[PlayerId, Between] = {}
    for game in t.extra_games:
        if game.purpose is ExtraPurpose.INTERMEDIATE and game.after_round <= len(t.rounds):
            white, black = game.result.outcomes
            found[game.white] = Between(game.after_round, game.black, Colour.WHITE, white)
            found[game.black] = Between(game.after_round, game.white, Colour.BLACK, black)
    return found
