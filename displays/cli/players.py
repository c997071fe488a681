"""Registration, corrections of a player's data, lots, withdrawals, absences, players kept apart."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from displays.words.audit import adjusted_line
from displays.words.columns import column_titles
from displays.words.dates import write_wall_time
from engine.errors import BadInput, Refusal
from engine.model import Colour, Entry, Ids, Outcome, Player, RatingOf
from ledger.acts.act import Command
from ledger.acts.half_byes import SetHalfByes
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, ReturnPlayer, WithdrawPlayer
from ledger.acts.removals import RemovePlayers
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.start_order import ExchangeNumbers, RenumberPlayers, SetStartOrder, ShowStartNumbers
from ledger.acts.team_absences import EnterAbsences
from ledger.evenings import find_deadline, is_late
from ledger.formats.players_csv import PlayerList, read_players
from ledger.schedule import Schedule
from ledger.state import State

_TEXTS = ("title", "club", "federation", "sex", "category")
_NUMBERS = ("rating", "lot", "birth_year")
_IDS = Ids.__struct_fields__


_PLAYER_OPTIONS = (
    *(option(f"--{field.replace('_', '-')}", metavar="N", read=number_of(field)) for field in _NUMBERS),
    option(
        "--rating-of",
        metavar="LIST=N",
        read=parse.listed_rating,
        repeat=True,
        help="one of several: fide:rapid=1950, NED:standard=2010/2026-11, fide:standard=2040@4 from round 4 on",
    ),
    *(option(f"--{field}", metavar="m|w" if field == "sex" else "TEXT") for field in (*_TEXTS, *_IDS)),
)


def _player(args: Namespace, old: Player) -> Player:
    """The player as known, with what is typed in its place."""
    given = {f: getattr(args, f) for f in (*_TEXTS, *_NUMBERS) if getattr(args, f) is not None}
    ids = {f: getattr(args, f) for f in _IDS if getattr(args, f) is not None}
    name = old.name if args.name is None else args.name
    return msgspec.structs.replace(old, name=name, ids=msgspec.structs.replace(old.ids, **ids), **given)


# -- registration ----------------------------------------------------------------------------------------------------


def _register(args: Namespace, t: State | None) -> list[Command]:
    tournament_of(t)
    if args.csv is not None:
        return [RegisterPlayers(players=args.read.players)]
    new = NewPlayer(
        player=_player(args, Player(args.number, "")),
        from_round=args.from_round,
        missed=args.missed,
        ratings=tuple(args.rating_of),
        namesake=args.namesake,
    )
    return [RegisterPlayers(players=(new,))]


def _run_register(args: Namespace, terminal: Terminal) -> None:
    """A list is read, and told of, before the log is opened."""
    if (args.name is None) == (args.csv is None):
        raise BadInput("one-of-needed", arguments=("NAME", "--csv"))
    if args.csv is not None:
        args.read = read_players(args.csv, column_titles(), are_namesakes=args.namesake)
    _REGISTER.run(args, terminal)
    if args.csv is not None and not terminal.as_json:
        _tell_of_list(args.csv, args.read, terminal)


def _tell_of_list(path: str, read: PlayerList, terminal: Terminal) -> None:
    terminal.say(terminal.language.phrase("csv-read", players=len(read.players), path=path))
    for one in read.adjusted:
        terminal.warn(adjusted_line(one, terminal.language))
    if read.skipped:
        terminal.say(terminal.language.phrase("csv-skipped", lines=read.skipped))


def _correct_player(args: Namespace, t: State | None) -> list[Command]:
    entry = tournament_of(t).entries.get(args.player)
    if entry is None:
        raise Refusal("no-such-player", player=args.player)
    ratings = _ratings(entry, args.rating_of) if args.rating_of else None
    player = _player(args, entry.player)
    return [CorrectPlayer(player=player, reason=args.reason, namesake=args.namesake, ratings=ratings)]


def _ratings(entry: Entry, typed: Sequence[RatingOf]) -> tuple[RatingOf, ...]:
    """What is typed in the place of those of the same list and round."""
    given = {(one.source, one.kind, one.from_round): one for one in typed}
    kept = [given.pop((one.source, one.kind, one.from_round), one) for one in entry.ratings]
    return (*kept, *given.values())


def _remove(args: Namespace, t: State | None) -> list[Command]:
    return [RemovePlayers(players=args.players, reason=args.reason)]


# -- order and chance ------------------------------------------------------------------------------------------------


def _start_order(args: Namespace, t: State | None) -> list[Command]:
    return [SetStartOrder(order=args.order, reason=args.reason)]


def _exchange_numbers(args: Namespace, t: State | None) -> list[Command]:
    return [ExchangeNumbers(player=args.player, other=args.other, reason=args.reason)]


def _start_numbers(args: Namespace, t: State | None) -> list[Command]:
    return [ShowStartNumbers(shown=not args.off, reason=args.reason)]


def _renumber(args: Namespace, t: State | None) -> list[Command]:
    return [RenumberPlayers(reason=args.reason)]


def _lots(args: Namespace, t: State | None) -> list[Command]:
    drawn = "" if args.order else secrets.token_hex(8)
    seed = drawn if args.seed is None else args.seed
    return [DrawLots(seed=seed, groups=tuple(args.group), order=args.order or (), reason=args.reason)]


def _lot(args: Namespace, t: State | None) -> list[Command]:
    drawn = "" if args.lot is not None else secrets.token_hex(8)
    seed = drawn if args.seed is None else args.seed
    return [DrawLot(player=args.player, lot=args.lot, seed=seed, reason=args.reason)]


def _first_colour(args: Namespace, t: State | None) -> list[Command]:
    if args.colour is not None:
        return [DrawFirstColour(seed=args.seed or "", colour=Colour(args.colour), reason=args.reason)]
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    return [DrawFirstColour(seed=seed, reason=args.reason)]


# -- coming and going ------------------------------------------------------------------------------------------------


def _withdraw(args: Namespace, t: State | None) -> list[Command]:
    return [
        WithdrawPlayer(
            player=args.player,
            from_round=args.from_round,
            counts_as=args.counts_as,
            reason=args.reason,
            expelled=bool(args.expelled),
        )
    ]


def _half_byes(args: Namespace, t: State | None) -> list[Command]:
    return [SetHalfByes(player=args.player, allowed=args.allowed == "yes")]


def _return(args: Namespace, t: State | None) -> list[Command]:
    return [ReturnPlayer(player=args.player, from_round=args.from_round)]


def _absent(args: Namespace, t: State | None) -> list[Command]:
    days, rounds = args.when
    args.late = () if t is None or args.kind is not Outcome.ABSENT else _find_late(t.schedule, days)
    return _together(
        AnnounceAbsence(player=player, rounds=rounds, outcome=args.kind, days=days) for player in args.players
    )


def _find_late(schedule: Schedule, days: Iterable[str]) -> list[tuple[str, str]]:
    """Of these days those for which notice counts no more, and until when it did."""
    now = datetime.now(UTC)
    return [(day, find_deadline(schedule, day)) for day in days if schedule.notice and is_late(schedule, day, now)]


def _run_absent(args: Namespace, terminal: Terminal) -> None:
    """What is announced late is recorded all the same: what it counts as, the arbiter says."""
    _ABSENT.run(args, terminal)
    language = terminal.language
    for day, until in args.late:
        terminal.warn(
            language.phrase(
                "late-typed",
                section="evenings",
                day=write_wall_time(day, language),
                until=write_wall_time(until, language),
                what=language.word(args.kind.value, "outcomes"),
            )
        )


def _present(args: Namespace, t: State | None) -> list[Command]:
    days, rounds = args.when
    return _together(CancelAbsence(player=player, rounds=rounds, days=days) for player in args.players)


def _together(commands: Iterable[AnnounceAbsence | CancelAbsence]) -> list[Command]:
    """Of several players all or none."""
    first, *others = commands
    return [EnterAbsences(absences=(first, *others))] if others else [first]


# -- kept apart ------------------------------------------------------------------------------------------------------


def _separate(args: Namespace, t: State | None) -> list[Command]:
    span = {"from_round": args.from_round, "to_round": args.to_round, "reason": args.reason}
    return [SeparatePlayers(players=args.players, **span)]


def _lift(args: Namespace, t: State | None) -> list[Command]:
    span = {"from_round": args.from_round, "to_round": args.to_round, "reason": args.reason}
    return [LiftSeparation(players=args.players, **span)]


_ABSENT_PLAYERS = argument(
    "players", "PLAYER", "number in this tournament; of a team several: 3,7-9", read=parse.numbers
)
_WHEN = argument("when", "WHEN", "evenings, 2026-10-02,2026-10-09; or rounds, 3,5-7", read=parse.days_or_rounds)
_SEED = option("--seed", help="default: drawn now and written into the log")
_ABSENCES = "absent (default), absent-unnotified, half-bye, full-bye, zero-bye, team-duty"
_NAMESAKE = flag("--namesake", help="another person than who is registered under that name")
_SEPARATION = (
    argument("players", "PLAYERS", 'of whom no two may meet: "3 7 9"', read=parse.numbers),
    option("--from-round", metavar="R", read=number_of("from_round"), default=1),
    option("--to-round", metavar="R", read=number_of("to_round"), help="default: the last"),
    options.REASON,
)

_REGISTER = writing(
    (
        argument("name", "NAME", optional=True),
        option("--csv", metavar="FILE", help="many at once, all or none; the first line names the columns"),
        option("--number", metavar="N", read=number_of("number"), default=0, help="default: the next"),
        *_PLAYER_OPTIONS,
        options.FROM_ROUND,
        option(
            "--missed",
            metavar="KIND",
            read=parse.outcome,
            default=Outcome.ZERO_BYE,
            help="what the rounds missed count as; default zero-bye",
        ),
        _NAMESAKE,
    ),
    _register,
)

_ABSENT = writing(
    (
        _ABSENT_PLAYERS,
        _WHEN,
        option("--kind", metavar="KIND", read=parse.outcome, default=Outcome.ABSENT, help=_ABSENCES),
    ),
    _absent,
)

COMMANDS = {
    "register": Subcommand(_REGISTER.parameters, _run_register),
    "correct-player": writing(
        (options.PLAYER, option("--name"), *_PLAYER_OPTIONS, _NAMESAKE, options.REASON),
        _correct_player,
    ),
    "remove": writing(
        (
            argument("players", "PLAYERS", 'who was never paired: "12" or "12 15-18"', read=parse.numbers),
            options.REASON,
        ),
        _remove,
    ),
    "start-order": writing(
        (argument("order", "PLAYERS", 'all of them: "3 1 2 4-12"', read=parse.numbers), options.REASON),
        _start_order,
    ),
    "exchange-numbers": writing(
        (options.PLAYER, argument("other", "OTHER", "of the same rating", read=number_of("other")), options.REASON),
        _exchange_numbers,
    ),
    "start-numbers": writing((flag("--off", help="the players' own numbers again"), options.REASON), _start_numbers),
    "renumber": writing((options.REASON,), _renumber),
    "lots": writing(
        (
            _SEED,
            option(
                "--group",
                metavar="PLAYERS",
                read=parse.numbers,
                repeat=True,
                help='a guided draw: these have the first lots, then the next group …; may be repeated: "1-4"',
            ),
            option("--order", metavar="PLAYERS", read=parse.numbers, help='as they were drawn by hand: "3 1 2 4-12"'),
            option("--reason", default="", help="why they are drawn again"),
        ),
        _lots,
    ),
    "lot": writing(
        (
            options.PLAYER,
            argument("lot", "LOT", "as it was drawn by hand", read=number_of("lot"), optional=True),
            _SEED,
            option("--reason", default="", help="why it is drawn again"),
        ),
        _lot,
    ),
    "first-colour": writing(
        (
            option(
                "--colour",
                metavar="white|black",
                read=one_of("colour", ("white", "black")),
                help="as it was drawn before the public",
            ),
            option("--reason", default="", help="why it is drawn again"),
            _SEED,
        ),
        _first_colour,
    ),
    "withdraw": writing(
        (
            options.PLAYER,
            options.FROM_ROUND,
            option("--counts-as", metavar="KIND", read=parse.outcome, default=Outcome.ZERO_BYE),
            flag("--expelled", help="by the arbiters: in no table from now on"),
            options.REASON,
        ),
        _withdraw,
    ),
    "half-byes": writing(
        (options.PLAYER, argument("allowed", "yes|no", read=one_of("allowed", ("yes", "no")))), _half_byes
    ),
    "return": writing((options.PLAYER, options.FROM_ROUND), _return),
    "absent": Subcommand(_ABSENT.parameters, _run_absent),
    "present": writing((_ABSENT_PLAYERS, _WHEN), _present),
    "separate": writing(_SEPARATION, _separate),
    "lift": writing(_SEPARATION, _lift),
}
