"""Pairing by the ladder (KEIZER PARING): 1–2, 3–4 …, "as far as possible those whose places are closest".

Two ways, both within the club's rematch rules: the text's own, *the first legal opponent for whom the rest can still be
paired*; and the least sum of squared distances over the whole field. Neither gets stuck while a legal pairing exists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.errors import NoPairing
from engine.matching.bitsets import members
from engine.matching.cardinality import Completion, has_perfect_matching
from engine.matching.weighted import lightest_perfect_matching
from engine.model import Outcome, PlayerId, Tournament, Value
from engine.pairing import Paired, Reason
from engine.systems.keizer.colour_limit import ColourLimit, least_beyond
from engine.systems.keizer.colours import Colours, SeatedWithReason, colour_histories, shared_wishes
from engine.systems.keizer.legality import ARTICLE, Legality
from engine.systems.keizer.options import KeizerShared
from engine.systems.keizer.season import replay

BYE_ARTICLE = "KEIZER GEEN PARTIJ"


class LadderField(Value, frozen=True):
    """Those who are to be paired, by the ladder, with who has no game and the spacing that could be kept."""

    players: tuple[PlayerId, ...]
    bye: PlayerId | None
    gap: int
    rows: tuple[int, ...]  # possible opponents, as bitsets over the places in players
    beyond: int = 0  # games beyond the limit of colours that must be


def pair(t: Tournament, options: KeizerShared) -> Paired:
    """KEIZER PARING: the next round by the ladder, with its reasons."""
    ladder = _present(t, options)
    if not ladder:
        raise NoPairing("nobody-to-pair", round=t.next_round)
    legality, limit = Legality(t, options), ColourLimit(t, options)
    field = _field(t, options, ladder, legality, limit)
    by_distance = options.pairing == "least-distance"
    pairs = _least_distance(t, options, field, legality, limit) if by_distance else _next_opponents(field, limit)
    seats = _seats(t, options, field, pairs, limit)
    told = _pair_reasons(ladder, field, zip(pairs, seats, strict=True), legality, limit, by_distance)
    too_soon = _too_soon(field, pairs, legality, options.rematch_gap)
    reasons = (*_colour_reasons(limit, field, seats), *_field_reasons(t, options, ladder, field, too_soon), *told)
    return Paired(tuple(one.board for one in seats), field.bye, reasons)


def _present(t: Tournament, options: KeizerShared) -> tuple[PlayerId, ...]:
    """Those who are to be paired, in the order of the newest ladder."""
    season, available = replay(t, options), set(t.available(t.next_round))
    ladder = (season.players[index] for index in season.before(t.next_round))
    return tuple(player for player in ladder if player in available)


# -- who has no game, and the spacing ---------------------------------------------------------------------------------


def _field(
    t: Tournament, options: KeizerShared, ladder: Sequence[PlayerId], legality: Legality, limit: ColourLimit
) -> LadderField:
    """The first choice of a player without a game, and then the widest spacing, with which all others can be paired.

    The spacing yields before the choice of that player: they are named by a rule of fairness, the spacing is a wish. It
    is relaxed by as little as helps, for this round only. A limit of equal colours in a row yields last of all.
    """
    for bye in _byes_to_try(t, options, ladder):
        players = tuple(player for player in ladder if player != bye)
        for gap in _gaps(options):
            rows = limit.keep_within(players, legality.rows(players, gap))
            if has_perfect_matching(rows, (1 << len(players)) - 1):
                return LadderField(players, bye, gap, rows)
    field = None if limit.most is None else _field_beyond_limit(t, options, ladder, legality, limit)
    if field is None:
        raise _what_must_yield(t, options, ladder)
    return field


def _field_beyond_limit(
    t: Tournament, options: KeizerShared, ladder: Sequence[PlayerId], legality: Legality, limit: ColourLimit
) -> LadderField | None:
    """With as few games beyond the limit of colours as possible, whoever has no game and however soon some meet again;
    among those fields the first choice of a player without a game, and then the widest spacing."""
    best: LadderField | None = None
    for bye in _byes_to_try(t, options, ladder):
        players = tuple(player for player in ladder if player != bye)
        if best is not None and limit.least_of_all(players) >= best.beyond:
            continue
        for gap in reversed(_gaps(options)):
            rows = legality.rows(players, gap)
            beyond = least_beyond(limit.prices(players, rows), range(len(players)))
            if beyond is None or (best is not None and beyond >= best.beyond + (best.bye == bye)):
                break  # a wider spacing leaves fewer opponents
            best = LadderField(players, bye, gap, rows, beyond)
    return best


def _byes_to_try(t: Tournament, options: KeizerShared, ladder: Sequence[PlayerId]) -> Sequence[PlayerId | None]:
    return _bye_candidates(t, options, ladder) if len(ladder) % 2 else (None,)


def _gaps(options: KeizerShared) -> Sequence[int]:
    return range(options.rematch_gap, -1, -1) if options.relax_gap else (options.rematch_gap,)


def _bye_candidates(t: Tournament, options: KeizerShared, ladder: Sequence[PlayerId]) -> list[PlayerId]:
    """KEIZER GEEN PARTIJ is silent on who it is: the lowest on the ladder of those with the fewest byes so far.

    Nobody has it in two rounds running while there is another. That comes first; it hardly ever changes the choice,
    because who has just had it seldom has the fewest. A club may spare newcomers in the same way: they begin at the
    bottom without a bye, so that they would be the first to go home again. And it may let those sit out first who
    stayed away without notice, and so left somebody else without a game.
    """
    byes, just_had, no_shows = _byes(t), _just_had_it(t), _no_shows(t, options)
    spared = frozenset[PlayerId]() if options.newcomer_bye else _newcomers(t, ladder) - no_shows.keys()
    from_the_bottom = ladder[::-1]
    return sorted(
        from_the_bottom,
        key=lambda player: (player == just_had or player in spared, player not in no_shows, byes[player]),
    )


def _newcomers(t: Tournament, ladder: Sequence[PlayerId]) -> frozenset[PlayerId]:
    """Who has had neither a game nor a bye, where others have: in the first round that is nobody."""
    known = {player for played in t.rounds for board in played.boards for player in (board.white, board.black)}
    return frozenset(ladder).difference(known, _byes(t)) if t.rounds else frozenset()


def _byes(t: Tournament) -> Counter[PlayerId]:
    sitouts = (sitout for played in t.rounds for sitout in played.sitouts)
    return Counter(sitout.player for sitout in sitouts if sitout.outcome is Outcome.PAIRING_BYE)


def _no_shows(t: Tournament, options: KeizerShared) -> Mapping[PlayerId, int]:
    """Who stayed away without notice, or lost by forfeit, in which round last, and has had no bye since."""
    found: dict[PlayerId, int] = {}
    for played in t.rounds if options.no_show_bye else ():
        seats = (seat for board in played.boards for seat in board.seats())
        of_round = [
            *((player, outcome) for player, _, _, outcome in seats),
            *((sitout.player, sitout.outcome) for sitout in played.sitouts),
        ]
        for player, outcome in of_round:
            if outcome in (Outcome.ABSENT_UNNOTIFIED, Outcome.FORFEIT_LOSS):
                found[player] = played.number
            elif outcome is Outcome.PAIRING_BYE:
                found.pop(player, None)
    return found


def _just_had_it(t: Tournament) -> PlayerId | None:
    return t.rounds[-1].bye if t.rounds else None


def _what_must_yield(t: Tournament, options: KeizerShared, ladder: Sequence[PlayerId]) -> NoPairing:
    """Names the first rule without which the round could be paired: the spacing (how far), meetings, separations."""
    strict, number = Legality(t, options), t.next_round
    for gap in range(options.rematch_gap, -1, -1):
        if _can_be_paired(strict.rows(ladder, gap), len(ladder)):
            return NoPairing("keizer-gap-must-yield", round=number, gap=options.rematch_gap, possible=gap)
    if _can_be_paired(Legality(t, options, period_lifted=True).rows(ladder, 0), len(ladder)):
        return NoPairing("keizer-period-meetings-must-yield", round=number, most=options.period_meetings)
    if _can_be_paired(Legality(t, options, meetings_lifted=True).rows(ladder, 0), len(ladder)):
        return NoPairing("keizer-meetings-must-yield", round=number, most=options.max_meetings)
    if _can_be_paired(Legality(t, options, apart_lifted=True).rows(ladder, 0), len(ladder)):
        return NoPairing("keizer-separations-must-yield", round=number)
    return NoPairing("keizer-meetings-and-separations-must-yield", round=number, most=options.max_meetings)


def _can_be_paired(rows: Sequence[int], size: int) -> bool:
    """All, or all but one: an odd field gets one more vertex that everybody may meet."""
    if size % 2:
        rows = [*(row | 1 << size for row in rows), (1 << size) - 1]
    return has_perfect_matching(rows, (1 << len(rows)) - 1)


# -- who meets whom ---------------------------------------------------------------------------------------------------

Pairs = list[tuple[int, int]]  # places in the field, the higher first, by the higher


def _next_opponents(field: LadderField, limit: ColourLimit) -> Pairs:
    """KEIZER PARING: from the top, each gets the next legal opponent, if the rest can still be paired.

    The text does not say what to do when the last ones are left without a legal opponent; looking ahead is what a
    director does by hand.
    """
    if field.beyond:
        return _next_opponents_beyond_limit(field, limit)
    completion = Completion(field.rows)
    pairs: Pairs = []
    for higher in range(len(field.players)):
        if completion.rest >> higher & 1:
            lower = next(o for o in members(field.rows[higher] & completion.rest) if completion.settle(higher, o))
            pairs.append((higher, lower))
    return pairs


def _next_opponents_beyond_limit(field: LadderField, limit: ColourLimit) -> Pairs:
    """The same, if the rest can still be paired with no more games beyond the limit of colours than must be."""
    prices = limit.prices(field.players, field.rows)
    left, spared = set(range(len(field.players))), field.beyond
    pairs: Pairs = []
    while left:
        higher = min(left)
        left.remove(higher)
        for lower in sorted(left):
            price = prices.get((higher, lower))
            others = sorted(left - {lower})
            if price is None or price + limit.least_of_all([field.players[place] for place in others]) > spared:
                continue
            rest = least_beyond(prices, others)
            if rest is not None and price + rest <= spared:
                pairs.append((higher, lower))
                left.remove(lower)
                spared -= price
                break
    return pairs


def _least_distance(
    t: Tournament, options: KeizerShared, field: LadderField, legality: Legality, limit: ColourLimit
) -> Pairs:
    """KEIZER PARING, "as far as possible those whose places are closest": the least cost over the whole field.

    Far pairs are left out at first. A pairing that contains one costs at least that distance squared and 1 for each
    other board; when the best pairing of near ones costs no more than that, it is the best of all.
    """
    size, reach = len(field.players), 16
    costs = _Costs(t, options, field, legality, limit)
    while True:
        near = {pair: costs.of(*pair) for pair in _pairs_within(field.rows, reach)}
        mate = lightest_perfect_matching(near, size)
        found = [] if mate is None else [(one, other) for one, other in enumerate(mate) if one < other]
        cost_with_a_far_pair = (reach + 1) ** 2 + size // 2 - 1
        if mate is not None and (reach >= size or sum(near[pair] for pair in found) <= cost_with_a_far_pair):
            return found
        reach *= 2


def _pairs_within(rows: Sequence[int], reach: int) -> Iterator[tuple[int, int]]:
    for higher, row in enumerate(rows):
        window = ((1 << reach) - 1) << (higher + 1)
        yield from ((higher, lower) for lower in members(row & window))


class _Costs:
    """What a pair costs: the distance squared, a rematch soon after the spacing, and wishes for the same colour; and
    more than all of that together a game beyond the limit of colours."""

    def __init__(
        self, t: Tournament, options: KeizerShared, field: LadderField, legality: Legality, limit: ColourLimit
    ) -> None:
        self._options = options
        self._players = field.players
        self._legality = legality
        histories = colour_histories(t)
        self._colours = [histories[player] for player in field.players]
        self._limit = limit
        size = len(field.players)
        dearest = size**2 + options.gap_weight * (2 * options.rematch_gap + 1) + 2 * options.colour_weight
        self._beyond = dearest * size

    def of(self, higher: int, lower: int) -> int:
        wishes = shared_wishes(self._colours[higher], self._colours[lower])
        beyond = self._beyond * self._limit.least_beyond(self._players[higher], self._players[lower])
        return (lower - higher) ** 2 + self._rematch(higher, lower) + self._options.colour_weight * wishes + beyond

    def _rematch(self, higher: int, lower: int) -> int:
        met = self._legality.last_meeting(self._players[higher], self._players[lower])
        if met is None:
            return 0
        rounds_short = 2 * self._options.rematch_gap + 1 - (self._legality.round - met)
        return self._options.gap_weight * max(0, rounds_short)


def _seats(
    t: Tournament, options: KeizerShared, field: LadderField, pairs: Pairs, limit: ColourLimit
) -> list[SeatedWithReason]:
    colours = Colours(t, options)
    both = [(field.players[one], field.players[other], one + 1) for one, other in pairs]
    return [colours.of(higher, lower, place, limit.white_of(higher, lower)) for higher, lower, place in both]


# -- why --------------------------------------------------------------------------------------------------------------


def _too_soon(field: LadderField, pairs: Pairs, legality: Legality, gap: int) -> tuple[PlayerId, ...]:
    """Who meets again before the spacing that was agreed on."""
    both = [(field.players[higher], field.players[lower]) for higher, lower in pairs]
    met = [legality.last_meeting(*players) for players in both]
    known = ((players, last) for players, last in zip(both, met, strict=True) if last is not None)
    again = (players for players, last in known if legality.round - last <= gap)
    return tuple(player for players in again for player in players)


def _colour_reasons(limit: ColourLimit, field: LadderField, seats: Iterable[SeatedWithReason]) -> Iterator[Reason]:
    """Who had to go beyond the limit of colours, because the field could not be paired within it."""
    if field.beyond:
        given = [(player, colour) for seat in seats for player, colour, *_ in seat.board.seats()]
        again = tuple(player for player, colour in given if limit.beyond(player, colour))
        yield Reason("keizer-colours-relaxed", ARTICLE, again, {"most": limit.most or 0, "same_colour": again})


def _field_reasons(
    t: Tournament,
    options: KeizerShared,
    ladder: Sequence[PlayerId],
    field: LadderField,
    too_soon: tuple[PlayerId, ...],
) -> Iterator[Reason]:
    if field.gap < options.rematch_gap:
        yield Reason(
            "keizer-gap-relaxed",
            ARTICLE,
            too_soon,
            {"gap": options.rematch_gap, "rematch_gap_used": field.gap, "too_soon": too_soon},
        )
    if field.bye is None:
        return
    byes, just_had, no_shows = _byes(t), _just_had_it(t), _no_shows(t, options)
    newcomers = _newcomers(t, ladder)
    if field.bye in no_shows:
        yield Reason("keizer-bye-no-show", BYE_ARTICLE, (field.bye,), {"round": no_shows[field.bye]})
    else:
        yield Reason("keizer-bye", BYE_ARTICLE, (field.bye,), {"byes": byes[field.bye]})
    if field.bye in newcomers and options.newcomer_bye:
        yield Reason("keizer-bye-first-evening", BYE_ARTICLE, (field.bye,))
    for player in reversed(ladder[ladder.index(field.bye) + 1 :]):
        if player == just_had:
            yield Reason("keizer-bye-just-had", BYE_ARTICLE, (player,), {"round": len(t.rounds)})
        elif player in newcomers and player not in no_shows and not options.newcomer_bye:
            yield Reason("keizer-bye-newcomer", BYE_ARTICLE, (player,))
        elif field.bye in no_shows and player not in no_shows:
            yield Reason("keizer-bye-had-notice", BYE_ARTICLE, (player,))
        elif byes[player] > byes[field.bye]:
            yield Reason("keizer-bye-had-more", BYE_ARTICLE, (player,), {"byes": byes[player]})
        else:
            yield Reason("keizer-bye-leaves-rest-unpairable", BYE_ARTICLE, (player,))


def _pair_reasons(
    ladder: Sequence[PlayerId],
    field: LadderField,
    pairs: Iterable[tuple[tuple[int, int], SeatedWithReason]],
    legality: Legality,
    limit: ColourLimit,
    by_distance: bool,
) -> Iterator[Reason]:
    """Each pair by its places on the ladder, its colours; not next to each other: why, for everyone passed over."""
    place_of = {player: place for place, player in enumerate(ladder, start=1)}  # with who has no game
    left = set(range(len(field.players)))
    for (higher, lower), seat in pairs:
        one, other = field.players[higher], field.players[lower]
        yield Reason("keizer-pair", ARTICLE, (one, other), {"place": place_of[one], "other_place": place_of[other]})
        yield seat.why
        met = legality.last_meeting(one, other)
        if met is not None and met < 1:
            yield Reason("keizer-rematch-of-last-season", ARTICLE, (one, other), {"before": 1 - met})
        elif met is not None:
            yield Reason("keizer-rematch", ARTICLE, (one, other), {"round": met})
        left -= {higher, lower}
        for passed in sorted(place for place in left if higher < place < lower):
            players = (field.players[higher], field.players[passed])
            otherwise = "keizer-rest-beyond-limit" if field.beyond else "keizer-rest-unpairable"
            if by_distance:
                otherwise = "keizer-shorter-overall"
            obstacle = legality.obstacle(*players, field.gap) or limit.obstacle(*players)
            yield obstacle or Reason(otherwise, ARTICLE, players)
