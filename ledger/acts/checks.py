"""What several decisions ask for: that something exists, that a text can be shown, that chance can be checked."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from engine.errors import Refusal
from engine.model import SITTING_OUT, Board, Entry, Outcome, Phase, PlayerId, Result, Round, Tournament
from engine.registry import is_predetermined
from ledger.hidden_characters import find_hidden, show_hidden

LONGEST_TEXT = 500
MOST_POINTS = 1_000_000  # in the unit of the point table: beyond any regulation, within what every screen can count

# What a player may ask for or be given beforehand; the pairing bye comes out of a pairing only.
REQUESTABLE = SITTING_OUT - {Outcome.PAIRING_BYE}


# Control characters, line and paragraph separators, and halves of characters that no encoding can write.
_OFF_THE_LINE = frozenset({"Cc", "Zl", "Zp", "Cs"})


def text(value: str, field: str, *, required: bool = False, longest: int = LONGEST_TEXT) -> None:
    """Refuse what cannot stand on a line of a screen or of the audit."""
    if len(value) > longest:
        raise Refusal("text-too-long", field=field, longest=longest, length=len(value))
    if any(unicodedata.category(letter) in _OFF_THE_LINE for letter in value):
        raise Refusal("text-has-control-characters", field=field)
    if required and is_blank(value):
        raise Refusal("text-missing", field=field)


def name(value: str, field: str, *, required: bool = False, longest: int = LONGEST_TEXT) -> None:
    """The same for what people go by: nothing in it may be hidden, or two would be told apart that look alike."""
    text(value, field, required=required, longest=longest)
    hidden = find_hidden(value)
    if hidden:
        raise Refusal("text-has-hidden-characters", field=field, found=f"U+{ord(hidden):04X}", text=show_hidden(value))


def digits(value: str, field: str, *, longest: int) -> None:
    """A number that nobody counts with, or none."""
    text(value, field, longest=longest)
    if value and not (value.isascii() and value.isdecimal()):
        raise Refusal("not-digits", field=field, value=value)


def language_tag(value: str, field: str) -> None:
    """BCP 47, as far as its form goes: which languages there are words for is known to the displays alone."""
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}", value):
        raise Refusal("not-a-language", field=field, value=value[:40])


def reason(value: str) -> None:
    text(value, "reason")
    if is_blank(value):
        raise Refusal("reason-missing")


def reason_once_paired(t: Tournament, value: str) -> None:
    """Until the first round is paired nothing was done by what is changed: a list that is being put in order."""
    text(value, "reason")
    if t.rounds:
        reason(value)


def is_blank(value: str) -> bool:
    """Nothing to be seen: spaces of any width, marks that only join or direct letters."""
    return all(unicodedata.category(letter)[0] in "ZC" for letter in value)


def one_of(field: str, value: str, possible: tuple[str, ...]) -> None:
    if value not in possible:
        raise Refusal("not-one-of", field=field, value=value, possible=possible)


def within(field: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise Refusal("number-outside-range", field=field, value=value, least=least, most=most)


def entry(t: Tournament, player: PlayerId) -> Entry:
    found = t.entries.get(player)
    if found is None:
        raise Refusal("no-such-player", player=player)
    return found


def distinct_players(t: Tournament, players: Iterable[PlayerId]) -> None:
    """All are known and none is named twice."""
    seen: set[PlayerId] = set()
    for player in players:
        entry(t, player)
        if player in seen:
            raise Refusal("player-twice", player=player)
        seen.add(player)


def final_result(t: Tournament, result: Result) -> None:
    """One that a game can have ended with in this tournament."""
    if not result.is_final:
        raise Refusal("not-a-result", result=result.value)
    counted_result(t, result)


def counted_result(t: Tournament, result: Result) -> None:
    """Delft counting: an advantage draw only where it was agreed on."""
    if result.is_advantage_draw and not t.rules.points.has_advantage_draws:
        raise Refusal("no-advantage-draws")


def requestable(outcome: Outcome) -> None:
    if outcome not in REQUESTABLE:
        raise Refusal("not-an-absence", outcome=outcome.value, possible=tuple(sorted(o.value for o in REQUESTABLE)))


def round_in_programme(t: Tournament, number: int) -> None:
    if not 1 <= number <= t.rules.rounds:
        raise Refusal("round-outside-programme", round=number, rounds=t.rules.rounds)


def round_in_fide_mode(t: Tournament, number: int) -> None:
    """FIDE C.04.2 4.3, VCL4THP 189, 191: of a Swiss, a game is corrected before the round after the next is paired."""
    oldest = max(1, len(t.rounds) - 1)
    if number < oldest and not is_predetermined(t.rules.system):
        raise Refusal("fide-mode-old-round", round=number, oldest=oldest, rule="C.04.2 4.3")


def leaving_fide_mode() -> tuple[Refusal, ...]:
    """VCL4THP 43–46: what follows from leaving FIDE mode, to be confirmed."""
    return (
        Refusal("fide-mode-leaving-is-for-ever"),
        Refusal("fide-mode-leaving-is-shown"),
        Refusal("fide-mode-leaving-unlocks"),
    )


def round_to_come(t: Tournament, number: int) -> None:
    """A round that has not been paired yet."""
    round_in_programme(t, number)
    if number < t.next_round:
        raise Refusal("round-already-paired", round=number, next=t.next_round)


def paired_round(t: Tournament, number: int) -> Round:
    if not 1 <= number <= len(t.rounds):
        raise Refusal("no-such-round", round=number, rounds=len(t.rounds))
    return t.rounds[number - 1]


def last_round(t: Tournament, number: int) -> Round:
    """The round paired last: the only one whose boards may still change."""
    found = paired_round(t, number)
    if number != len(t.rounds):
        raise Refusal("later-round-paired", round=number, last=len(t.rounds))
    return found


def board_in(played: Round, number: int) -> Board:
    if not 1 <= number <= len(played.boards):
        raise Refusal("no-such-board", round=played.number, board=number, boards=len(played.boards))
    return played.boards[number - 1]


def check_published(played: Round) -> None:
    if played.phase is Phase.PAIRED:
        raise Refusal("round-not-published", round=played.number)


def by_lot(seed: str, players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
    """In the order of SHA-256(seed:number): anybody can draw it again from the seed that stands in the log."""
    return tuple(sorted(players, key=lambda number: lot_key(seed, str(number))))


def lot_key(seed: str, what: str) -> str:
    return hashlib.sha256(f"{seed}:{what}".encode()).hexdigest()
