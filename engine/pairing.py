"""Pairings and their reasons: what a pairing system gives back, and how it reads its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from engine.errors import Fact, Gathered, Refusal
from engine.model import Board, Outcome, PlayerId, Rules, SitOut, Value

Choice = bool | int | str | tuple[str, ...]  # what an option may be


def or_word(words: Iterable[str]) -> msgspec.Meta:
    """Of an option that is written freely: what else it may be. ``Annotated[str, or_word(("absent", "nothing"))]``"""
    return msgspec.Meta(extra={"words": tuple(words)})


class Reason(Value, frozen=True):
    """Why, as a value: a stable code, the article, the players, the facts. A screen turns it into a sentence."""

    code: str
    article: str
    players: tuple[PlayerId, ...] = ()
    facts: dict[str, Fact] = {}


class Paired(Value, frozen=True):
    """A pairing: boards in publishing order, who has the pairing bye or is free, and why."""

    boards: tuple[Board, ...]
    bye: PlayerId | None = None
    reasons: tuple[Reason, ...] = ()
    free: tuple[PlayerId, ...] = ()  # without a game in this round by the schedule; scores nothing

    @property
    def sitouts(self) -> tuple[SitOut, ...]:
        bye = () if self.bye is None else (SitOut(self.bye, Outcome.PAIRING_BYE),)
        return (*bye, *(SitOut(player, Outcome.ZERO_BYE) for player in self.free))


class NoOptions(Value, frozen=True, forbid_unknown_fields=True):
    """Of a system that has nothing to choose."""


OptionsType = TypeVar("OptionsType", bound=msgspec.Struct)


def read_options(rules: Rules, kind: type[OptionsType], found: Gathered | None = None) -> OptionsType:
    """The options of a tournament, or a Refusal that names those that are unknown or cannot be read.

    With ``found`` they are gathered there, and are as usual in what is given back: the others can be checked as well.
    """
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    gathered = Gathered() if found is None else found
    readable: dict[str, Choice] = {}
    for name, value in rules.options.items():
        with gathered:
            if name not in fields:
                raise Refusal("option-unknown", option=name, system=rules.system, known=tuple(sorted(fields)))
            _check_readable(name, value, fields[name])
            readable[name] = value
    if found is None:
        gathered.tell()
    return msgspec.convert(readable, kind)


def _check_readable(name: str, value: Choice, kind: object) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Refusal("option-not-readable", option=name, value=str(value)) from error


def about(paired: Paired, player: PlayerId | None) -> Paired:
    """The same pairing with the reasons for a player; all of them if nobody in particular asks."""
    if player is None:
        return paired
    return msgspec.structs.replace(paired, reasons=tuple(_concerning(player, paired.reasons)))


def _concerning(player: PlayerId, reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Those that name the player. What spoke against another opponent is told to the two who have been paired."""
    pair: tuple[PlayerId, ...] = ()
    for reason in reasons:
        if reason.code == "pair":
            pair = reason.players
        is_of_pair = len(reason.players) == 2 and reason.players[:1] == pair[:1]
        if player in (pair if is_of_pair else reason.players):
            yield reason
