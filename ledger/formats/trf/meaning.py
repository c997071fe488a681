"""``TrfFile`` → ``Tournament``: what a file says, checked once and then taken at its word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine import acceleration
from engine.acceleration import Acceleration
from engine.errors import BadInput
from engine.model import Adjustment as PenaltyOrBonus
from engine.model import Entry, Outcome, Player, PlayerId, PointTable, RatingOf, Round, Rules, Tournament, Value
from engine.pairing import Choice
from engine.registry import order_fixed_by, silence_withdraws
from engine.scoring import scale
from engine.tiebreaks import edition_in_force
from ledger.formats.trf import absences, agreement, history, penalties, people
from ledger.formats.trf.lines import Adjustment, Notes, PlayerLine, TrfFile
from ledger.formats.trf.rest import rest_of
from ledger.formats.trf.scores import point_table
from ledger.formats.trf.unwritten_byes import with_unwritten_byes
from ledger.state import FileRest

Sheet = dict[PlayerId, PlayerLine]


class Understood(Value, frozen=True):
    """The tournament, and everything that was read otherwise than it is written, by line."""

    tournament: Tournament
    adjustments: tuple[Adjustment, ...]
    rest: FileRest = FileRest()  # what an import keeps of the file beside it
    ranks: Mapping[PlayerId, int] = {}  # as the file has them, of those who have one there


def tournament(
    file: TrfFile, upto_round: int | None = None, system: str | None = None, points: PointTable | None = None
) -> Tournament:
    """All that the file says; with ``upto_round`` as it stood when that round was to be paired."""
    whole = understand(file, system, points).tournament
    return whole if upto_round is None else before_round(whole, upto_round)


def before_round(t: Tournament, number: int) -> Tournament:
    """The rounds before that one, and who had asked not to play in it: what its pairing may look at."""
    if not 1 <= number <= min(len(t.rounds) + 1, t.rules.rounds):
        raise BadInput("trf-no-such-round", round=number, paired=len(t.rounds), rounds=t.rules.rounds)
    entries = {player: _known_in(entry, number) for player, entry in t.entries.items()}
    return replace(t, rounds=t.rounds[: number - 1], entries=entries)


def understand(file: TrfFile, system: str | None = None, points: PointTable | None = None) -> Understood:
    """The whole file. ``system`` and ``points`` go before what the file says of them; a bare TRF16 says neither."""
    notes: Notes = list(file.adjustments)
    headers = agreement.read_headers(file, notes)
    table = points or point_table(file, notes)
    sheet = people.start_sheet(file)
    agreement.note_wrong_count(headers, len(sheet), notes)
    number_of_rounds = agreement.read_rounds(headers, sheet, notes)
    paired = history.paired_rounds(file.players)
    sheet = absences.with_listed_byes(file, sheet, paired, number_of_rounds, notes)
    sheet = with_unwritten_byes(file, sheet, paired, table, notes)
    late = absences.first_rounds(sheet, paired, number_of_rounds)
    rounds, totals, before = _rounds(sheet, paired, late, table, notes)
    to_come = {number: absences.absences_to_come(player, paired, notes) for number, player in sheet.items()}
    adjusted = penalties.penalties(file, sheet, rounds, table, number_of_rounds)
    virtual = agreement.read_virtual_points(file, sheet, table.per_point, number_of_rounds)
    _check_points(sheet, totals, to_come, adjusted, rounds, table, virtual, notes)
    details = agreement.read_details(file, headers, notes)
    order = agreement.read_start_order(file, sheet)
    named = agreement.read_system(headers, details.starts, notes)
    rule = agreement.read_rating_rule(headers, notes)
    players = people.read_people(file, sheet, rule, notes)
    t = Tournament(
        details=details,
        rules=Rules(
            system=system or named,
            rounds=number_of_rounds,
            points=table,
            tiebreaks=agreement.read_agreed_tiebreaks(headers),
            options=agreement.read_options(headers, system or named, virtual, notes),
            tiebreak_edition=edition_in_force(details.starts),
            ratings=rule,
        ),
        entries=_entries(players, people.read_ratings(file, players, rule), late, rounds, to_come),
        rounds=rounds,
        start_order=order,
        has_alphabet=True,
        public_fields=(),  # nobody has said that more of people is for everybody
        has_been_paired=bool(rounds),
        first_colour=agreement.read_first_colour(file, order, rounds[0] if rounds else None, notes),
        separations=agreement.read_separations(file, sheet, number_of_rounds, notes),
        adjustments=adjusted,
    )
    t = replace(t, silence_withdraws=silence_withdraws(t.rules), order_fixed_by=order_fixed_by(t.rules))
    t = replace(t, rounds=tuple(_in_board_order(t, before, agreement.acceleration_options(headers, virtual))))
    adjustments = tuple(sorted(notes, key=lambda adjustment: adjustment.line))
    ranks = {number: line.rank for number, line in sheet.items() if line.rank}
    return Understood(_by_name(t), adjustments, rest_of(file, t.rules.system), ranks)


def _by_name(t: Tournament) -> Tournament:
    """Virtual points that only say in numbers what the name of the acceleration says (TRF26 192 and 250)."""
    if len(t.rules.options) < 2:
        return t
    named = replace(t, rules=replace(t.rules, options={"acceleration": t.rules.options["acceleration"]}))
    return named if acceleration.in_numbers(named, t.start_order) == acceleration.in_numbers(t, t.start_order) else t


def _rounds(
    sheet: Sheet, paired: int, late: Mapping[PlayerId, int], table: PointTable, notes: Notes
) -> tuple[tuple[Round, ...], dict[PlayerId, int], list[dict[PlayerId, int]]]:
    """The rounds that are paired, what everybody scored in them, and what they had before each."""
    zero = scale(table)[Outcome.ZERO_BYE]
    totals = {number: zero * (late[number] - 1) if number in late else 0 for number in sheet}
    rounds: list[Round] = []
    before: list[dict[PlayerId, int]] = []
    for number in range(1, paired + 1):
        missing = {player for player, entered in late.items() if number < entered}
        boards, sitouts = history.read_round(sheet, number, missing, notes)
        if number < paired:
            boards = history.postpone_open_games(boards)
        played = history.as_round(number, tuple(boards), sitouts)
        before.append(dict(totals))
        history.add_scores(totals, played, table)
        rounds.append(played)
    return tuple(rounds), totals, before


def _in_board_order(
    t: Tournament, before: Sequence[Mapping[PlayerId, int]], options: Mapping[str, Choice]
) -> Iterator[Round]:
    """FIDE C.04.7 1.5: ``options`` say how the tournament was accelerated, also where that is not used here."""
    accelerated = replace(t, rules=replace(t.rules, options=options))
    extra = acceleration.virtual_points(accelerated, t.start_order)
    ranks = {player: rank for rank, player in enumerate(t.start_order)}
    for played, totals in zip(t.rounds, before, strict=True):
        scores = {player: total + extra(player, played.number) for player, total in totals.items()}
        for change in t.adjustments:
            if change.round < played.number:
                scores[change.player] += change.points
        yield replace(played, boards=history.in_board_order(played.boards, scores, ranks))


def _check_points(
    sheet: Sheet,
    totals: dict[PlayerId, int],
    to_come: Mapping[PlayerId, Mapping[int, Outcome]],
    adjusted: Sequence[PenaltyOrBonus],
    rounds: Sequence[Round],
    table: PointTable,
    virtual: tuple[str, ...],
    notes: Notes,
) -> None:
    worth = scale(table)
    coming = {number: sum(worth[outcome] for outcome in byes.values()) for number, byes in to_come.items() if byes}
    for change in adjusted:
        into = totals if change.round <= len(rounds) else coming
        into[change.player] = into.get(change.player, 0) + change.points
    accelerated = acceleration.read_virtual_points(Acceleration(virtual_points=virtual))
    penalties.check_points(sheet, totals, coming, rounds, table, accelerated, notes)


def _entries(
    players: Mapping[PlayerId, Player],
    ratings: Mapping[PlayerId, tuple[RatingOf, ...]],
    late: Mapping[PlayerId, int],
    rounds: Sequence[Round],
    to_come: Mapping[PlayerId, Mapping[int, Outcome]],
) -> dict[PlayerId, Entry]:
    """Who had asked not to play is known for every round, past and to come; the pairing bye came out of the pairing."""
    missed: dict[PlayerId, dict[int, Outcome]] = {}
    for played in rounds:
        for sitout in played.sitouts:
            if sitout.outcome is not Outcome.PAIRING_BYE:
                missed.setdefault(sitout.player, {})[played.number] = sitout.outcome
    return {
        number: Entry(
            player,
            late.get(number, 1),
            absences={**missed.get(number, {}), **to_come[number]},
            ratings=ratings.get(number, ()),
        )
        for number, player in players.items()
    }


def _known_in(entry: Entry, number: int) -> Entry:
    if not entry.absences or max(entry.absences) <= number:
        return entry
    return replace(entry, absences={r: outcome for r, outcome in entry.absences.items() if r <= number})
