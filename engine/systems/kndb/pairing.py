"""KNDB global description: a round paired group by group, with the waiting rooms of the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.cards import Card, cards
from engine.compatibility import compatibility
from engine.draughts_swiss import BoardColours, Sheet, seat, sheets
from engine.dummy import DUMMY, DUMMY_ROUNDS, intermediate_games, victims
from engine.errors import Gathered, NoPairing, Refusal, Unsupported
from engine.matching.bitsets import bits, members, members_from_below
from engine.matching.cardinality import Completion, has_perfect_matching
from engine.model import DRAUGHTS_POINTS, Board, PlayerId, PointTable, Rules, Tournament, Value
from engine.pairing import Choice, Paired, Reason, about, read_options
from engine.reason_log import ReasonLog
from engine.scoring import show
from engine.swiss import rounds_advice
from engine.systems.kndb.drawing_dummy import dummy_sheet, who_draws_alone
from engine.systems.kndb.guided import are_kept_apart, kept_to_their_groups, strength_groups
from engine.systems.kndb.waiting import Formation, Room

REGULATION = "KNDB Swiss on resistance points"


class KndbOptions(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the text leaves open, with its own reading first.

    ``dummy``: as the last member of the last group; given to the last player who can have it (FMJD 4.1); or the
    dummy that always draws (modification 2: the point table then gives a bye as much as a draw).
    ``first_round``: the highest with the lowest, or 1–2, 3–4 … (FMJD 5.3).
    ``first_bye_counts_zero``: FMJD 4.1, for the groups of round 2. ``strength_groups`` and ``guided_rounds``:
    modification 1: these groups do not meet before round ``guided_rounds`` + 1.
    """

    dummy: Literal["as-player", "last-player", "draws"] = "as-player"
    first_round: Literal["high-low", "neighbours"] = "high-low"
    first_bye_counts_zero: bool = False
    strength_groups: tuple[str, ...] = ()
    guided_rounds: int = 0


def usual_points(options: Mapping[str, Choice]) -> PointTable:
    """KNDB global description 3, modification 2: a bye is a win, or a draw with a dummy that always draws."""
    draws = options.get("dummy") == "draws"
    return replace(DRAUGHTS_POINTS, pairing_bye=DRAUGHTS_POINTS.draw) if draws else DRAUGHTS_POINTS


def check(rules: Rules, players: int) -> None:
    """KNDB modifications 1 and 2: groups that can be read, and a dummy that draws only where a bye is worth a draw."""
    found = Gathered()
    options = read_options(rules, KndbOptions, found)
    with found:
        strength_groups(options.strength_groups)
    with found:
        if options.dummy == "draws" and rules.points.pairing_bye != rules.points.draw:
            bye, draw = (show(units, rules.points.per_point) for units in (rules.points.pairing_bye, rules.points.draw))
            fix = ("points.pairing_bye", draw)
            raise Unsupported("bye-must-be-worth-a-draw", field="options.dummy", bye=bye, draw=draw, fix=fix)
    found.tell()


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    return rounds_advice(rules, players, REGULATION)


def pair(t: Tournament) -> Paired:
    return _pair_round(t, ReasonLog(is_asked=False))


def explain(t: Tournament, player: PlayerId | None = None) -> Paired:
    """The same pairing with its reasons: groups, waiting rooms, who was tried and why not, colours."""
    return about(_pair_round(t, ReasonLog()), player)


def groups(t: Tournament) -> tuple[Room, ...]:
    """The groups of the next round with their waiting rooms, in players' numbers (the dummy is 0)."""
    options, log = _options(t), ReasonLog(is_asked=False)
    ranked, _ = _enter_field(t, options, log)
    numbers = [sheet.player for sheet in ranked]
    rooms = _rooms(ranked, _rows(t, options, ranked), log)

    def players_at(vertices: Sequence[int]) -> tuple[PlayerId, ...]:
        return tuple(numbers[vertex] for vertex in vertices)

    return tuple(Room(r.score, players_at(r.letters), players_at(r.numbers), players_at(r.waiting)) for r in rooms)


def intermediate_round(t: Tournament) -> Paired:
    """KNDB modification 2: the dummy's victims, and who meets it in the last round, play among themselves.

    To be played between the last round but one and the last. Its results change nothing of it.
    """
    options = _options_between(t)
    before, log = replace(t, extra_games=()), ReasonLog()
    playing = _playing_between(t, options)
    if len(playing) % 2:
        alone = who_draws_alone(playing, _rows(before, options, playing)) or playing[len(playing) // 2]
        playing.remove(alone)
        log.note("draws-with-himself", "KNDB modification 2", (alone.player,))
    last = _meets_dummy_last(t, options)
    if last is not None:
        log.note("dummy-to-come", "KNDB modification 2", (last,))
    return _pair_list(before, options, playing, log)


def invited_players(t: Tournament) -> tuple[PlayerId, ...]:
    """KNDB modification 2: those among whom the intermediate round is played, also who will miss the last round."""
    last = _meets_dummy_last(t, _options_between(t))
    return victims(t) if last is None else (*victims(t), last)


def _playing_between(t: Tournament, options: KndbOptions) -> list[Sheet]:
    """KNDB modification 2: who is paired for the intermediate round, in the order of the ranking list before it."""
    before = replace(t, extra_games=())
    playing = {*victims(t), _meets_dummy_last(t, options)}
    return [sheet for sheet in _ranking_list(before, options, cards(before)) if sheet.player in playing]


def _options_between(t: Tournament) -> KndbOptions:
    options = _options(t)
    if options.dummy != "draws" or not 1 < t.next_round == t.rules.rounds:
        raise Unsupported("no-intermediate-round-now", round=t.next_round)
    return options


def _options(t: Tournament) -> KndbOptions:
    check(t.rules, 0)
    return read_options(t.rules, KndbOptions)


def _pair_round(t: Tournament, log: ReasonLog) -> Paired:
    options = _options(t)
    ranked, bye = _enter_field(t, options, log)
    _note_ranking(ranked, log, with_dummy=options.dummy == "draws")
    paired = _pair_list(t, options, ranked, log)
    return paired if bye is None else replace(paired, bye=bye)


def _note_ranking(ranked: Sequence[Sheet], log: ReasonLog, *, with_dummy: bool) -> None:
    """KNDB ranking list 1–4: in this order groups are formed and paired. The dummy that draws has its place in it."""
    for place, sheet in enumerate(ranked, start=1):
        if sheet.player != DUMMY or with_dummy:
            log.note(
                "ranking-place",
                "KNDB ranking list",
                (sheet.player,),
                place=place,
                score=sheet.score,
                resistance=sheet.resistance,
                berger=sheet.berger,
                lot=sheet.lot,
            )


def _enter_field(t: Tournament, options: KndbOptions, log: ReasonLog) -> tuple[list[Sheet], PlayerId | None]:
    """The ranking list of those who are to be paired, and who has the bye beforehand."""
    if options.dummy == "draws" and t.next_round == t.rules.rounds > 1:
        return _last_round_with_drawing_dummy(t, options, log)
    ranked = _ranking_list(t, options, cards(t))
    if len(ranked) % 2 == 0:
        return ranked, None
    last = _last_who_can_have_the_bye(t, options, ranked)
    passed = ranked[ranked.index(last) + 1 :]
    had_bye = tuple(sheet.player for sheet in passed if DUMMY in sheet.met)
    left_over = tuple(sheet.player for sheet in passed if DUMMY not in sheet.met)
    log.note("has-the-bye", "FMJD 4.1", (last.player,), had_bye=had_bye, rest_unpaired=left_over)
    return [sheet for sheet in ranked if sheet is not last], last.player


def _last_round_with_drawing_dummy(
    t: Tournament, options: KndbOptions, log: ReasonLog
) -> tuple[list[Sheet], PlayerId | None]:
    """KNDB modification 2: paired after the intermediate round; the dummy's opponent is already known."""
    waiting = tuple(sheet.player for sheet in _playing_between(t, options) if sheet.player not in intermediate_games(t))
    if len(waiting) > 1:
        raise Refusal("intermediate-round-not-played", round=t.next_round, players=waiting)
    bye = _meets_dummy_last(t, options)
    if bye is not None:
        log.note("dummy-known-before", "KNDB modification 2", (bye,))
    ranked = _ranking_list(t, options, cards(t))
    return [sheet for sheet in ranked if sheet.player not in (bye, DUMMY)], bye


def _meets_dummy_last(t: Tournament, options: KndbOptions) -> PlayerId | None:
    """Whom the pairing of the last round gives to the dummy as things stand before the intermediate round.

    Who has played there and had not met the dummy is the one: then nothing changes it any more.
    """
    available = t.available(t.next_round)
    if len(available) % 2 == 0:
        return None
    known = [player for player in intermediate_games(t) if player not in victims(t) and player in available]
    if known:
        return known[0]
    before = replace(t, extra_games=())
    return _pair_list(before, options, _ranking_list(before, options, cards(before)), ReasonLog(is_asked=False)).bye


def _ranking_list(t: Tournament, options: KndbOptions, dealt: Mapping[PlayerId, Card]) -> list[Sheet]:
    """KNDB global description 3: the ranking list, with the dummy where the number is odd."""
    ranked = sheets(t, dealt)
    if options.first_bye_counts_zero and t.next_round == 2:
        ranked = [_first_bye_as_zero(t, sheet, dealt[sheet.player]) for sheet in ranked]
    if len(ranked) % 2 and options.dummy == "draws":
        ranked.append(dummy_sheet(t, ranked, {player: card.pairing_score for player, card in dealt.items()}))
    ranked.sort(key=lambda sheet: sheet.rank_key)
    if len(ranked) % 2 and options.dummy == "as-player":
        ranked.append(_dummy_at_the_end(ranked))
    return ranked


def _first_bye_as_zero(t: Tournament, sheet: Sheet, card: Card) -> Sheet:
    """FMJD 4.1: a bye of round 1 counts nothing when the groups of round 2 are formed."""
    had_bye = card.cells[0].outcome in DUMMY_ROUNDS
    return replace(sheet, score=sheet.score - t.rules.points.pairing_bye) if had_bye else sheet


def _dummy_at_the_end(ranked: Sequence[Sheet]) -> Sheet:
    lot = max(sheet.lot for sheet in ranked) + 1
    met = frozenset(sheet.player for sheet in ranked if DUMMY in sheet.met)
    return replace(ranked[-1], player=DUMMY, lot=lot, resistance=0, berger=0, met=met)


def _pair_list(t: Tournament, options: KndbOptions, ranked: Sequence[Sheet], log: ReasonLog) -> Paired:
    """Groups, then pairs, then colours: the text keeps the three apart."""
    rows = _rows(t, options, ranked)
    _check_strength_groups(t, options, ranked, rows)
    seatings: list[BoardColours] = []
    bye = None
    for room in _rooms(ranked, rows, log):
        for one, other in _pairs(t, options, ranked, rows, room, log):
            if DUMMY in (one.player, other.player):
                bye = one.player + other.player  # the dummy is number 0
            else:
                seatings.append(seat(one, other))
    for seating in seatings:
        players = (seating.white.player, seating.black.player)
        log.note("colours", "KNDB colours", players, by=seating.rule.value, **seating.facts())
    return Paired(tuple(Board(s.white.player, s.black.player) for s in seatings), bye, log.reasons)


def _rooms(ranked: Sequence[Sheet], rows: Sequence[int], log: ReasonLog) -> tuple[Room, ...]:
    if not ranked:
        return ()
    return Formation(rows, [sheet.score for sheet in ranked], [sheet.player for sheet in ranked], log).form()


def _rows(t: Tournament, options: KndbOptions, ranked: Sequence[Sheet]) -> list[int]:
    met = {sheet.player: sheet.met for sheet in ranked}
    order = [sheet.player for sheet in ranked]
    rows = compatibility(t, order, met.__getitem__)
    if options.strength_groups and t.next_round <= options.guided_rounds:
        kept_to_their_groups(rows, order, strength_groups(options.strength_groups))
    return rows


def _check_strength_groups(t: Tournament, options: KndbOptions, ranked: Sequence[Sheet], rows: Sequence[int]) -> None:
    """KNDB modification 1: say so where it is the agreed groups that leave somebody without an opponent."""
    everybody = (1 << len(ranked)) - 1
    if options.strength_groups and t.next_round <= options.guided_rounds and not has_perfect_matching(rows, everybody):
        free = _rows(t, replace(options, guided_rounds=0), ranked)
        if has_perfect_matching(free, everybody):
            raise NoPairing("strength-groups-leave-somebody-over", round=t.next_round)


def _last_who_can_have_the_bye(t: Tournament, options: KndbOptions, ranked: Sequence[Sheet]) -> Sheet:
    """FMJD 4.1: the last player who has not had it yet, and without whom the rest can be paired, has the bye."""
    rows = _rows(t, options, ranked)
    everybody = (1 << len(ranked)) - 1
    for place in reversed(range(len(ranked))):
        if DUMMY not in ranked[place].met and has_perfect_matching(rows, everybody & ~(1 << place)):
            return ranked[place]
    raise NoPairing("nobody-can-have-the-bye")


def _pairs(
    t: Tournament, options: KndbOptions, ranked: Sequence[Sheet], rows: Sequence[int], room: Room, log: ReasonLog
) -> list[tuple[Sheet, Sheet]]:
    """KNDB global description 2: the highest gets the lowest for whom the rest of the group can still be paired."""
    completion = Completion(rows, bits(room.paired))
    from_the_top = t.next_round == 1 and options.first_round == "neighbours"
    pairs = []
    while completion.rest:
        highest = next(members(completion.rest))
        others = completion.rest & ~(1 << highest)
        tried = []
        for other in members(others) if from_the_top else members_from_below(others):
            if completion.settle(highest, other):
                pairs.append((ranked[highest], ranked[other]))
                break
            tried.append(ranked[other].player)
        _note_tried(t, options, log, pairs[-1], tried)
    return pairs


def _note_tried(
    t: Tournament, options: KndbOptions, log: ReasonLog, pair: tuple[Sheet, Sheet], tried: Sequence[PlayerId]
) -> None:
    if not log.is_asked:
        return
    one, other = pair
    passed = _passed_over(t, options, one, tried)
    if DUMMY in (one.player, other.player):
        log.note("meets-the-dummy", "KNDB global description 3", (one.player + other.player,), **passed)
    else:
        log.note("pair", "KNDB global description 2", (one.player, other.player), **passed)


def _passed_over(
    t: Tournament, options: KndbOptions, one: Sheet, tried: Sequence[PlayerId]
) -> dict[str, tuple[PlayerId, ...]]:
    """Who came before the one whom a player got, by what spoke against them."""
    is_guided = options.strength_groups and t.next_round <= options.guided_rounds
    groups = strength_groups(options.strength_groups) if is_guided else ()
    found: dict[str, list[PlayerId]] = {"met": [], "rest_unpaired": []}
    for player in tried:
        if player in one.met:
            why = "met"
        elif are_kept_apart(one.player, player, groups):
            why = "other_strength"
        elif not t.may_meet(one.player, player, t.next_round):
            why = "apart"
        else:
            why = "rest_unpaired"
        found.setdefault(why, []).append(player)
    return {why: tuple(players) for why, players in found.items()}
