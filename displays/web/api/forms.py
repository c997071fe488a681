"""What a body may say where it is not simply the fields of a command: opening, and players as a form has them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.model import Details, Ids, Outcome, Player, PointTable, RatingOf, RatingRule, Rules
from engine.registry import BY_HAND, SYSTEMS
from engine.tiebreaks import edition_in_force
from ledger.acts.opening import OpenTournament
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of one body."""


class OpeningRules(Form, frozen=True, kw_only=True):
    """What is agreed. What is left out, or null, is as the system and the game usually have it."""

    system: str
    rounds: int
    game: str | None = None
    points: PointTable | None = None
    tiebreaks: tuple[str, ...] | None = None
    options: Mapping[str, bool | int | str | tuple[str, ...]] = {}
    language: str = "en"
    tiebreak_edition: str | None = None  # of FIDE C.07; usually the one in force on the day of the start
    ratings: RatingRule = RatingRule()  # which of a player's ratings counts
    equals_by: str = "name"  # the order of equal ratings and titles: name, fide-id, oldest, youngest
    chess960: bool = False

    def rules(self, starts: str = "") -> Rules:
        """An unknown system is refused by ``decide``, with everything else."""
        known = SYSTEMS.get(self.system, SYSTEMS[BY_HAND])
        usual = known.usual_rules(self.options if known.key == self.system else {}, self.game or "")
        given = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}
        return msgspec.structs.replace(usual, **{"tiebreak_edition": edition_in_force(starts), **given})


class OpenForm(Form, frozen=True, kw_only=True):
    id: str  # stands in addresses for ever
    details: Details
    rules: OpeningRules

    def command(self) -> OpenTournament:
        return OpenTournament(details=self.details, rules=self.rules.rules(self.details.starts))


class PlayerForm(Form, frozen=True, kw_only=True):
    """All that is known of a player but the number. What is left out is unknown."""

    name: str
    rating: int | None = None
    title: str = ""
    lot: int | None = None
    club: str = ""
    federation: str = ""
    birth_year: int | None = None
    sex: str = ""
    ids: Ids = Ids()
    category: str = ""

    def player(self, number: int) -> Player:
        fields = {name: getattr(self, name) for name in PlayerForm.__struct_fields__}
        return Player(number=number, **fields)


class NewPlayerForm(PlayerForm, frozen=True, kw_only=True):
    number: int = 0  # 0: the next that is free
    from_round: int | None = None  # null: the next round to be paired
    missed: Outcome = Outcome.ZERO_BYE  # what the rounds before count as
    ratings: tuple[RatingOf, ...] = ()  # all that are known, if there is more than the one
    namesake: bool = False  # true: another person than who is registered under that name

    def registration(self) -> NewPlayer:
        return NewPlayer(
            player=self.player(self.number),
            from_round=self.from_round,
            missed=self.missed,
            ratings=self.ratings,
            namesake=self.namesake,
        )


class RegisterForm(Form, frozen=True, kw_only=True):
    """One or many, all or none."""

    players: tuple[NewPlayerForm, ...]

    def command(self) -> RegisterPlayers:
        return RegisterPlayers(players=tuple(form.registration() for form in self.players))


class CorrectPlayerForm(PlayerForm, frozen=True, kw_only=True):
    """The player as it should have been from the beginning: all fields, not only those that change."""

    reason: str = ""
    namesake: bool = False  # true: another person than who is registered under that name
    ratings: tuple[RatingOf, ...] | None = None  # null: as they are, the one that counts with the new rating

    def correction(self, number: int) -> CorrectPlayer:
        return CorrectPlayer(
            player=self.player(number), reason=self.reason, namesake=self.namesake, ratings=self.ratings
        )
