"""Opening a tournament, what was agreed, its end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import flag, option
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from displays.words.language import LANGUAGES
from engine.errors import BadInput
from engine.model import Details, PointTable, RatingRule, Rules
from engine.pairing import Choice, NoOptions
from engine.ratings import METHODS, RATES_OF_PLAY
from engine.registry import BY_HAND, SYSTEMS
from engine.scoring import read_point_table
from engine.start_order import EQUALS_BY
from engine.tiebreaks import PRESETS, edition_in_force
from ledger.acts.act import Command
from ledger.acts.fide_mode import LeaveFideMode
from ledger.acts.opening import ChangeDetails, ChangeRules, FinishTournament, OpenTournament, ReopenTournament
from ledger.state import State

_DETAILS = ("place", "federation", "starts", "ends", "arbiter", "time_control")
_OTHER_DETAILS = (
    *("is_private", "public_categories", "lasts_long", "compares_ratings"),
    *("arbiter_fide", "deputies", "encoded_time_control"),
)


_DETAILS_OPTIONS = (
    *(option(f"--{field.replace('_', '-')}") for field in _DETAILS),
    flag("--long/--no-long", "lasts_long", default=None, help="of more than 30 days, where the days do not say it"),
    flag(
        "--compare-ratings/--no-compare-ratings",
        "compares_ratings",
        default=None,
        help="a notice when ratings differ from a rating list; default: yes",
    ),
    flag("--private/--no-private", "is_private", default=None, help="shown only to who has a key to it"),
    option(
        "--public-categories",
        metavar="U12,65+",
        read=parse.age_categories,
        help="groups by age whose tables everybody may see; default: none, for they tell ages",
    ),
    option("--arbiter-fide", metavar="NUMBER", help="of the chief arbiter at FIDE"),
    option(
        "--deputies",
        metavar="NAMES",
        read=parse.arbiters,
        help="of the chief arbiter, with ; between them, each with the number at FIDE behind it: Bakker, Els (1000501)",
    ),
    option(
        "--encoded-time-control",
        metavar="5400+30",
        help="for TRF26 222, where the time control is not as plain as 90+30",
    ),
)
_RULES_OPTIONS = (
    option("--rounds", metavar="N", read=number_of("rounds")),
    option("--system", metavar="KEY", help="pairing system and edition; by-hand: you give the boards"),
    option("--points", metavar="TABLE", read=read_point_table, help="1-½-0 (chess), 2-1-0, 3-1-0 …"),
    option("--bye-points", metavar="POINTS", help="what the pairing bye is worth; default: a win"),
    option(
        "--tiebreaks",
        metavar="CODES",
        help="in their order, with commas between them: BH/C1,BH,SB; `roundlog tiebreaks` lists them",
    ),
    option("--ranking", metavar="NAME", help="the tie-breaks of a regulation: fide-swiss, kndb, fmjd-5.2 …"),
    option(
        "--edition",
        metavar="2024|2026",
        help="of FIDE C.07: how unplayed rounds count in tie-breaks; when opening: that in force at the start",
    ),
    option(
        "--option",
        metavar="NAME=VALUE",
        repeat=True,
        help="of the pairing system; may be repeated; `roundlog systems` lists them",
    ),
    option("--game", metavar="chess|draughts"),
    option("--rating-rule", metavar="|".join(METHODS), help="which counts of a player's several ratings (TRF26 172)"),
    option("--rate-of-play", metavar="|".join(RATES_OF_PLAY), help="by which the rating lists are looked into"),
    option("--rating-lists", metavar="LISTS", help="in their order, with commas: fide:standard,NED:rapid,own"),
    option(
        "--tiebreak-ratings",
        metavar="R",
        read=number_of("tiebreak_round"),
        help="of which round, where ratings change: 1 (usual) the first; 0: that of each game's round",
    ),
    option("--equals-by", metavar="|".join(EQUALS_BY), help="the order of equal ratings and titles; default: name"),
    flag("--chess960/--no-chess960", "chess960", default=None, help="the position of each round is drawn by lot"),
    option("--language", metavar="|".join(LANGUAGES), help="of the tournament's own pages"),
)


def _typed_choices(args: Namespace, fields: Sequence[str]) -> dict[str, object]:
    return {field: getattr(args, field) for field in fields if getattr(args, field) is not None}


def _rules(args: Namespace, agreed: Rules) -> Rules:
    """What was agreed, with what is typed in its place."""
    changes = _typed_choices(args, ("rounds", "system", "points", "game", "language", "equals_by", "chess960"))
    if args.tiebreaks is not None or args.ranking is not None:
        changes["tiebreaks"] = _tiebreaks(args)
    if args.edition is not None:
        changes["tiebreak_edition"] = args.edition
    if args.option:
        changes["options"] = {**agreed.options, **_options(args, str(changes.get("system", agreed.system)))}
    rules = msgspec.structs.replace(agreed, ratings=_rating_rule(args, agreed.ratings), **changes)
    return rules if args.bye_points is None else msgspec.structs.replace(rules, points=_with_bye(args, rules.points))


def _rating_rule(args: Namespace, agreed: RatingRule) -> RatingRule:
    changes = _typed_choices(args, ("rate_of_play",))
    if args.rating_rule is not None:
        changes["method"] = args.rating_rule.strip().upper()
    if args.rating_lists is not None:
        changes["lists"] = tuple(one.strip() for one in args.rating_lists.split(",") if one.strip())
    if args.tiebreak_ratings is not None:
        changes["tiebreak_round"] = args.tiebreak_ratings
    return msgspec.structs.replace(agreed, **changes)


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
    return SYSTEMS.get(key, SYSTEMS[BY_HAND]).usual_rules(_options(args, key), args.game or "")


def _open(args: Namespace, t: State | None) -> list[Command]:
    details = msgspec.convert({"name": args.name, **_typed_choices(args, (*_DETAILS, *_OTHER_DETAILS))}, Details)
    edition = edition_in_force(details.starts)
    usual = msgspec.structs.replace(_usual(args), language=args.lang, tiebreak_edition=edition)
    parse.tournament_id(args.stream)
    return [OpenTournament(details=details, rules=_rules(args, usual))]


def _change_details(args: Namespace, t: State | None) -> list[Command]:
    details = msgspec.structs.replace(
        tournament_of(t).details, **_typed_choices(args, ("name", *_DETAILS, *_OTHER_DETAILS))
    )
    return [ChangeDetails(details=details)]


def _change_rules(args: Namespace, t: State | None) -> list[Command]:
    return [ChangeRules(rules=_rules(args, tournament_of(t).rules), reason=args.reason)]


def _finish(args: Namespace, t: State | None) -> list[Command]:
    return [FinishTournament(reason=args.reason)]


def _reopen(args: Namespace, t: State | None) -> list[Command]:
    return [ReopenTournament(reason=args.reason)]


def _leave_fide_mode(args: Namespace, t: State | None) -> list[Command]:
    return [LeaveFideMode(reason=args.reason)]


COMMANDS = {
    "open": writing(
        (option("--name", needed=True), *_RULES_OPTIONS, *_DETAILS_OPTIONS),
        _open,
        may_create=True,
    ),
    "change-details": writing((option("--name"), *_DETAILS_OPTIONS), _change_details),
    "change-rules": writing((*_RULES_OPTIONS, options.REASON), _change_rules),
    "finish": writing((options.REASON,), _finish),
    "reopen-tournament": writing((options.REASON,), _reopen),
    "leave-fide-mode": writing((options.REASON,), _leave_fide_mode),
}
