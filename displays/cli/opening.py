"""Opening a tournament, what was agreed, its end."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence

import msgspec

from displays.cli import arguments
from displays.cli.writing import known, writing
from displays.words import parse
from displays.words.language import LANGUAGES
from engine.errors import BadInput
from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, Details, PointTable, Rules
from engine.pairing import Choice, NoOptions
from engine.registry import BY_HAND, SYSTEMS
from engine.scoring import read_point_table
from engine.tiebreaks import PRESETS
from ledger.commands import (
    ChangeDetails,
    ChangeRules,
    Command,
    FinishTournament,
    OpenTournament,
    ReopenTournament,
)
from ledger.state import State

_DETAILS = ("place", "federation", "starts", "ends", "arbiter", "time_control")


def _details_arguments(parser: ArgumentParser) -> None:
    for field in _DETAILS:
        parser.add_argument(f"--{field.replace('_', '-')}", metavar="TEXT")
    parser.add_argument(
        "--private",
        dest="is_private",
        action=BooleanOptionalAction,
        default=None,
        help="shown only to who has a key to it",
    )


def _rules_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", metavar="N", type=arguments.number("rounds"), required=False)
    parser.add_argument("--system", metavar="KEY", help="pairing system and edition; by-hand: you give the boards")
    parser.add_argument("--points", metavar="TABLE", type=read_point_table, help="1-½-0 (chess), 2-1-0, 3-1-0 …")
    bye_help = "what the pairing bye is worth; default: a win"
    parser.add_argument("--bye-points", metavar="POINTS", help=bye_help)
    tiebreaks_help = "in their order, with commas between them: BH/C1,BH,SB; `roundlog tiebreaks` lists them"
    parser.add_argument("--tiebreaks", metavar="CODES", help=tiebreaks_help)
    parser.add_argument(
        "--ranking", metavar="NAME", help="the tie-breaks of a regulation: fide-swiss, kndb, fmjd-5.2 …"
    )
    parser.add_argument("--edition", metavar="2024|2026", help="of FIDE C.07: how unplayed rounds count in tie-breaks")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="of the pairing system; may be repeated; `roundlog systems` lists them",
    )
    parser.add_argument("--game", metavar="chess|draughts")
    parser.add_argument("--language", metavar="|".join(LANGUAGES), help="of the tournament's own pages")


def _given(args: Namespace, fields: Sequence[str]) -> dict[str, object]:
    return {field: getattr(args, field) for field in fields if getattr(args, field) is not None}


def _rules(args: Namespace, agreed: Rules) -> Rules:
    """What was agreed, with what is typed in its place."""
    changes = _given(args, ("rounds", "system", "points", "game", "language"))
    if args.tiebreaks is not None or args.ranking is not None:
        changes["tiebreaks"] = _tiebreaks(args)
    if args.edition is not None:
        changes["tiebreak_edition"] = args.edition
    if args.option:
        changes["options"] = {**agreed.options, **_options(args, str(changes.get("system", agreed.system)))}
    rules = msgspec.structs.replace(agreed, **changes)
    return rules if args.bye_points is None else msgspec.structs.replace(rules, points=_with_bye(args, rules.points))


def _options(args: Namespace, key: str) -> dict[str, Choice]:
    system = SYSTEMS.get(key)
    return parse.options(args.option, system.options if system else NoOptions)


def _with_bye(args: Namespace, points: PointTable) -> PointTable:
    return msgspec.structs.replace(points, pairing_bye=parse.points(args.bye_points, points))


def _tiebreaks(args: Namespace) -> tuple[str, ...]:
    """The codes of a ranking go into the log, not its name: it says itself what was agreed."""
    if args.tiebreaks is not None and args.ranking is not None:
        raise BadInput("not-both", arguments=("--tiebreaks", "--ranking"))
    if args.ranking is None:
        return tuple(code.strip().upper() for code in args.tiebreaks.split(",") if code.strip())
    codes = PRESETS.get(args.ranking.strip().lower())
    if codes is None:
        raise BadInput("unknown-ranking", ranking=args.ranking, known=tuple(PRESETS))
    return codes


def _usual(args: Namespace) -> Rules:
    """What the system brings along; a game that is named goes before it."""
    key = args.system or BY_HAND
    usual = SYSTEMS.get(key, SYSTEMS[BY_HAND]).usual_rules(_options(args, key))
    if args.game is None or args.game == usual.game:
        return usual
    return msgspec.structs.replace(usual, points=DRAUGHTS_POINTS if args.game == "draughts" else CHESS_POINTS)


def _open_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--name", required=True, metavar="TEXT")
    _rules_arguments(parser)
    _details_arguments(parser)


def _open(args: Namespace, t: State | None) -> list[Command]:
    usual = msgspec.structs.replace(_usual(args), language=args.lang)
    details = msgspec.convert({"name": args.name, **_given(args, (*_DETAILS, "is_private"))}, Details)
    parse.tournament_id(args.stream)
    return [OpenTournament(details=details, rules=_rules(args, usual))]


def _change_details_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--name", metavar="TEXT")
    _details_arguments(parser)


def _change_details(args: Namespace, t: State | None) -> list[Command]:
    details = msgspec.structs.replace(known(t).details, **_given(args, ("name", *_DETAILS, "is_private")))
    return [ChangeDetails(details=details)]


def _change_rules_arguments(parser: ArgumentParser) -> None:
    _rules_arguments(parser)
    arguments.reason(parser)


def _change_rules(args: Namespace, t: State | None) -> list[Command]:
    return [ChangeRules(rules=_rules(args, known(t).rules), reason=args.reason)]


def _finish(args: Namespace, t: State | None) -> list[Command]:
    return [FinishTournament(reason=args.reason)]


def _reopen(args: Namespace, t: State | None) -> list[Command]:
    return [ReopenTournament(reason=args.reason)]


COMMANDS = {
    "open": writing(_open_arguments, _open, may_create=True),
    "change-details": writing(_change_details_arguments, _change_details),
    "change-rules": writing(_change_rules_arguments, _change_rules),
    "finish": writing(arguments.reason, _finish),
    "reopen-tournament": writing(arguments.reason, _reopen),
}
