"""Items of a Keizer season: each round of a player as a fraction of somebody's value (KEIZER BELONING)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.model import Colour, Entry, Outcome, Period, PlayerId, Round, Tournament, Value
from engine.periods import period_in
from engine.systems.keizer.options import KeizerShared, fraction, pay
from engine.systems.keizer.pay import NOTHING, Pay


class Item(Value, frozen=True):
    """One line of a player's card: in this round, this fraction of the opponent's value, or of their own; or points."""

    player: PlayerId
    round: int
    outcome: Outcome
    fraction: Fraction
    opponent: PlayerId | None = None
    colour: Colour | None = None
    of_opponent: bool = False  # whose value it is a fraction of
    points: Fraction | None = None  # fixed, of no value
    because: str = ""  # a code: why it pays nothing, or why it counts so where the outcome alone does not say it
    absence: int = 0  # which absence with notice it is; 0: it is none


# Why what pays nothing does so. Whatever is not here, the club pays nothing for.
_UNPAID = {
    Outcome.LOSS: "lost",
    Outcome.UNRATED_LOSS: "lost",
    Outcome.FORFEIT_LOSS: "forfeit-lost",
    Outcome.PENDING: "pending",
    Outcome.POSTPONED: "postponed",
    Outcome.NEVER_PLAYED: "never-played",
    Outcome.ABSENT_UNNOTIFIED: "absent-unnotified",
    Outcome.ZERO_BYE: "zero-bye",
}


class Tariff:
    """What a club pays, by outcome; counts each player's absences, because they may pay less and less."""

    def __init__(self, options: KeizerShared, periods: Sequence[Period] = ()) -> None:
        self._options = options
        self._periods = periods if options.absence_counted == "period" else ()
        self._games = games_pay(options)
        self._sitting_out = sitting_out_pays(options)
        self._absence = pay(options, "absence")
        self._later = pay(options, "absence_later")
        self._missed = pay(options, "missed_rounds")
        self._absences: Counter[tuple[PlayerId, Period | None]] = Counter()

    def game(self, player: PlayerId, round_number: int, outcome: Outcome, opponent: PlayerId, colour: Colour) -> Item:
        is_of_opponent = outcome in self._games
        paid = self._games[outcome] if is_of_opponent else self._sitting_out[outcome]
        of_opponent, because = is_of_opponent and paid.points is None, self._unpaid(outcome, paid)
        return Item(player, round_number, outcome, paid.fraction, opponent, colour, of_opponent, paid.points, because)

    def sitting_out(self, player: PlayerId, round_number: int, outcome: Outcome, missing: str = "") -> Item:
        """``missing``: why, of somebody who was not in the tournament in that round."""
        if outcome is Outcome.ABSENT:
            return self._absent(player, round_number, missing)
        paid = self._sitting_out[outcome]
        because = missing or self._unpaid(outcome, paid)
        return Item(player, round_number, outcome, paid.fraction, points=paid.points, because=because)

    def missing(self, entry: Entry, round_number: int) -> Item:
        """KEIZER VERHINDERING: missed rounds of a late joiner, and later rounds of a leaver, count as absence with
        notice; or (a choice) as nothing, or those of the joiner as what the club pays for them.

        An entry says nothing about them by its default, the zero-point bye; anything else that it says is followed.
        """
        player, said = entry.player.number, entry.outside(round_number)
        has_left = entry.withdrawal_in(round_number) is not None
        because = "left" if has_left else "joined-later"
        if said is not Outcome.ZERO_BYE:
            return self.sitting_out(player, round_number, said, because)
        match self._options.leaver if has_left else self._options.missed_rounds:
            case "absent":
                return self.sitting_out(player, round_number, Outcome.ABSENT, because)
            case "nothing":
                return Item(player, round_number, Outcome.ZERO_BYE, NOTHING.fraction, because=because)
            case _:
                paid = self._missed
                return Item(player, round_number, Outcome.ABSENT, paid.fraction, points=paid.points, because=because)

    def _absent(self, player: PlayerId, round_number: int, missing: str) -> Item:
        counted = (player, period_in(self._periods, round_number))
        self._absences[counted] += 1
        number, limit = self._absences[counted], self._options.absence_times
        is_over = limit != "all" and number > limit
        paid = self._later if is_over else self._pay_absence(number - 1)
        because = "absences-used-up" if is_over else missing or self._unpaid(Outcome.ABSENT, paid)
        outcome, points = Outcome.ABSENT, paid.points
        return Item(player, round_number, outcome, paid.fraction, points=points, because=because, absence=number)

    def _pay_absence(self, earlier: int) -> Pay:
        """KEIZER VERHINDERING, fn 338: 1/3 of the own value; or 1/3, 1/4, 1/5 …; or only the first so many times.

        Some clubs halve instead: 1/3, 1/6, 1/12 …; or pay the later ones in another way. The text counts them over the
        season; clubs with periods begin to count anew in each.
        """
        if self._options.absence_halving:
            return self._absence.halve(earlier)
        if self._options.absence_falling and self._absence.fraction:
            return Pay(1 / (1 / self._absence.fraction + earlier))
        return self._absence

    def _unpaid(self, outcome: Outcome, paid: Pay) -> str:
        if not paid.is_nothing:
            return ""
        if outcome is Outcome.TEAM_DUTY and self._options.team_duty_by_result:
            return "team-result-missing"
        return _UNPAID.get(outcome, "not-paid")


def games_pay(options: KeizerShared) -> Mapping[Outcome, Pay]:
    """KEIZER BELONING: a win pays the opponent's value, a draw half of it, a loss nothing (unless the club says so)."""
    win, draw, loss = (Pay(fraction(options, result)) for result in ("win", "draw", "loss"))
    paid = {
        Outcome.WIN: win,
        Outcome.DRAW: draw,
        Outcome.LOSS: loss,
        Outcome.UNRATED_WIN: win,
        Outcome.UNRATED_DRAW: draw,
        Outcome.ADVANTAGE_DRAW: draw,  # of Delft counting, which is about points: Keizer has none
        Outcome.DISADVANTAGE_DRAW: draw,
        Outcome.UNRATED_LOSS: loss,
        Outcome.POSTPONED: draw if options.postponed == "draw" else NOTHING,
        Outcome.PENDING: NOTHING,
        Outcome.NEVER_PLAYED: NOTHING,
    }
    if options.forfeits == "as-played":
        paid |= {Outcome.FORFEIT_WIN: win, Outcome.FORFEIT_LOSS: NOTHING}
    if options.forfeits == "own-fractions":
        paid |= {
            Outcome.FORFEIT_WIN: pay(options, "forfeit_win"),
            Outcome.FORFEIT_LOSS: pay(options, "forfeit_loss"),
        }
    return paid


def sitting_out_pays(options: KeizerShared) -> Mapping[Outcome, Pay]:
    """KEIZER GEEN PARTIJ: present without a game pays 2/3 of the own value, and so may other fitting cases.

    The text is silent on forfeits: unless the club says otherwise, the winner was present without a game and the loser
    absent without notice. The result of a team game is entered as a full-, half- or zero-point bye.
    """
    no_game, unnotified = pay(options, "no_game"), pay(options, "absence_unnotified")
    return {
        Outcome.PAIRING_BYE: no_game,
        Outcome.FORFEIT_WIN: no_game,
        Outcome.FORFEIT_LOSS: unnotified,
        Outcome.ABSENT_UNNOTIFIED: unnotified,
        Outcome.TEAM_DUTY: NOTHING if options.team_duty_by_result else pay(options, "team_duty"),
        Outcome.FULL_BYE: pay(options, "full_bye"),
        Outcome.HALF_BYE: pay(options, "half_bye"),
        Outcome.ZERO_BYE: pay(options, "zero_bye"),
    }


def items_by_round(t: Tournament, options: KeizerShared) -> tuple[tuple[Item, ...], ...]:
    """The items of every player in each round; also for those who had not joined or had left."""
    tariff = Tariff(options, t.periods)
    return tuple(tuple(_round_items(t, played, tariff, options)) for played in t.rounds)


def _round_items(t: Tournament, played: Round, tariff: Tariff, options: KeizerShared) -> Iterator[Item]:
    games = [seat for board in played.boards for seat in board.seats()]
    for player, colour, opponent, outcome in games:
        yield tariff.game(player, played.number, outcome, opponent, colour)
    for sitout in played.sitouts:
        yield tariff.sitting_out(sitout.player, played.number, sitout.outcome)
    there = {player for player, *_ in games} | {sitout.player for sitout in played.sitouts}
    for player, entry in t.entries.items():
        if player not in there:
            yield tariff.missing(entry, played.number)
