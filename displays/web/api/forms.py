"""What a body may say where it is not simply the fields of a command: opening, and players as a form has them."""

from __future__ import annotations

import msgspec

from engine.model import Details, Ids, Outcome, Player, Rules
from ledger.acts.opening import OpenTournament
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of one body."""


class OpenForm(Form, frozen=True, kw_only=True):
    id: str  # stands in addresses for ever
    details: Details
    rules: Rules

    def command(self) -> OpenTournament:
        return OpenTournament(details=self.details, rules=self.rules)


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

    def registration(self) -> NewPlayer:
        return NewPlayer(player=self.player(self.number), from_round=self.from_round, missed=self.missed)


class RegisterForm(Form, frozen=True, kw_only=True):
    """One or many, all or none."""

    players: tuple[NewPlayerForm, ...]

    def command(self) -> RegisterPlayers:
        return RegisterPlayers(players=tuple(form.registration() for form in self.players))


class CorrectPlayerForm(PlayerForm, frozen=True, kw_only=True):
    """The player as it should have been from the beginning: all fields, not only those that change."""

    reason: str

    def correction(self, number: int) -> CorrectPlayer:
        return CorrectPlayer(player=self.player(number), reason=self.reason)
