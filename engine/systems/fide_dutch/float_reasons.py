"""Reasons for a downfloat or the bye: why this player and not another, by the criteria that decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.model import PlayerId, Tournament
from engine.pairing import Reason
from engine.swiss import DOWN, Contender, had_the_bye
from engine.systems.fide_dutch.alternatives import Alternatives
from engine.systems.fide_dutch.bracket import Bracket, Difference
from engine.systems.fide_dutch.candidates import PairedBracket
from engine.systems.fide_dutch.field import DutchField

Verdict = Difference | str  # what speaks against somebody in the other's place: a criterion, or one of the words below

CANNOT, LATER, HAD_BYE, HAD_POINTS = "cannot", "later", "had-bye", "had-points"


def of_float(alternatives: Alternatives, player: int, regulation: str, to: int) -> Iterator[Reason]:
    """From which score to which, why somebody has to float at all, and why not those whom one would expect to."""
    settled, b = alternatives.settled, alternatives.settled.bracket
    asked = (b.cards[player].player,)
    yield Reason("floats-down-to", regulation, asked, {"score": b.points(player), "to": to})
    if len(b.members) == 1:
        yield Reason("alone-in-bracket", regulation, asked)
        return
    if not _opponents(b, player):
        yield Reason("nobody-to-meet", regulation, asked)
        return
    floating = settled.candidate.floaters
    if len(floating) == 1:
        yield Reason("bracket-is-odd", regulation, asked)
    else:
        article = f"{regulation} [{alternatives.costs.digits[0][0].article}]"
        yield Reason("cannot-be-fewer", article, asked, {"count": len(floating)})
    if player == b.members[-1]:
        yield Reason("lowest-in-bracket", regulation, asked)
    others = [other for other in _due_before(b, player) if other not in floating]
    yield from _against(asked, regulation, b.cards, others, lambda other: _verdict(alternatives, other, player))


def _opponents(b: Bracket, player: int) -> int:
    """Whom they may meet here: no two moved-down players meet (FIDE C.04.3:2026 3.1.2; 2017: B.1)."""
    return b.field.allowed[player] & (b.resident_set if b.is_mover(player) else b.mover_set | b.resident_set)


def _due_before(b: Bracket, player: int) -> Sequence[int]:
    """Who would float down first if no criterion spoke: the lower ranked; everybody, if they do so again."""
    card = b.cards[player]
    if DOWN in (card.last_float, card.float_before) and not b.is_mover(player):
        return [other for other in b.members if other != player]
    return [other for other in b.members if other > player]


def _verdict(alternatives: Alternatives, other: int, player: int | None = None) -> Verdict:
    """What speaks against the candidates in which the other floats down (and the player does not)."""
    cost = alternatives.with_floater(other, player)
    if cost is None:
        return CANNOT
    return alternatives.difference(cost) or LATER


# -- the bye -----------------------------------------------------------------------------------------------------------


def of_bye(
    t: Tournament,
    brackets: Sequence[PairedBracket],
    alternatives: Sequence[Callable[[], Alternatives]],
    regulation: str,
) -> Iterator[Reason]:
    """FIDE C.04.3:2026 2.1.2 [C2], 2.2 [C4], 2.3 [C5] and the criteria (2017: C.2, C.4 …): why this one has the bye.

    Told of everybody with as many points or fewer.
    """
    b = brackets[-1].bracket
    field, cards = b.field, b.cards
    (player,) = brackets[-1].candidate.floaters
    asked, points = (cards[player].player,), cards[player].points
    yield Reason("has-the-bye", regulation, asked, {"score": points})
    had = had_the_bye(t)
    others = [other for other, card in enumerate(cards) if card.points <= points and other != player]
    verdicts = {other: _bar_to_bye(field, other, had) for other in others}
    fewer = [other for other in others if cards[other].points < points]
    if not fewer:
        yield Reason("nobody-has-fewer", regulation, asked, {"score": points})
    elif all(verdicts[other] for other in fewer):
        yield Reason("nobody-with-fewer-may", regulation, asked, {"score": points})
    yield from _against(
        asked,
        regulation,
        cards,
        others,
        lambda other: verdicts[other] or _verdict(alternatives[_parting(brackets, other)](), other),
    )


def _bar_to_bye(field: DutchField, other: int, had: set[PlayerId]) -> str:
    """What forbids the bye to somebody, whatever the criteria say; empty if nothing does."""
    card = field.cards[other]
    if not card.may_have_bye:
        return HAD_BYE if card.player in had else HAD_POINTS
    return "" if field.is_completable(field.everybody, 1 << other) else CANNOT


def _parting(brackets: Sequence[PairedBracket], other: int) -> int:
    """In which bracket the other was paired. Who has the bye floated down from it, having no fewer points."""
    places = enumerate(settled.candidate.pairs for settled in brackets)
    return next(place for place, pairs in places if any(other in pair for pair in pairs))


# -- as reasons --------------------------------------------------------------------------------------------------------


def _against(
    asked: tuple[PlayerId],
    regulation: str,
    cards: Sequence[Contender],
    others: Iterable[int],
    verdict: Callable[[int], Verdict],
) -> Iterator[Reason]:
    """A reason for each verdict, with all of whom it holds."""
    found: dict[Verdict, list[PlayerId]] = {}
    for other in others:
        found.setdefault(verdict(other), []).append(cards[other].player)
    for what, players in found.items():
        yield _reason(what, asked, regulation, tuple(players))


def _reason(what: Verdict, asked: tuple[PlayerId], regulation: str, others: tuple[PlayerId, ...]) -> Reason:
    if isinstance(what, Difference):
        article = f"{regulation} [{what.article}]"
        if not what.is_count:
            return Reason("not-instead-less-good", article, asked, {"others": others})
        return Reason("not-instead-worse", article, asked, {"others": others, "there": what.there, "here": what.here})
    if what == HAD_BYE:
        return Reason("not-instead-had-bye", f"{regulation} [C2]", asked, {"others": others})
    if what == HAD_POINTS:
        return Reason("not-instead-had-points", f"{regulation} [C2]", asked, {"others": others})
    if what == CANNOT:
        return Reason("not-instead-cannot", f"{regulation} [C4]", asked, {"others": others})
    return Reason("not-instead-later", regulation, asked, {"others": others})
