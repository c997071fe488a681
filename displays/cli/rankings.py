"""The table and what belongs to it: standings and why, cross table, card, rank over time; the tie-breaks there are."""

from __future__ import annotations

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import flag, option
from displays.cli.terminal import Terminal
from displays.cli.typed_players import find_player
from displays.cli.views import OF_ROUND, at_moment
from displays.words.csv_tables import view_csv
from displays.words.language import Language
from displays.words.text_table import table
from displays.words.view_text import view_text
from engine.errors import BadInput
from engine.registry import has_ladder
from engine.tiebreaks import DEFINITIONS, PRESETS
from ledger.replay import read_moment
from ledger.views import View, encode
from ledger.views.ladder import LadderQuestion
from ledger.views.ladder_table import LadderTableQuestion
from ledger.views.ladder_working import WorkingQuestion

# What a Keizer tournament shows to people in place of the table: its ladder, and how a total came about.
_BY_LADDER = {"standings": "ladder", "explanation": "working"}


_CSV = flag("--csv", help="for a spreadsheet")
_TABLE = (OF_ROUND, _CSV, *options.MOMENT)
_CATEGORY = option(
    "--category",
    metavar="KIND=VALUE",
    repeat=True,
    help="a part alone: the name of a category, or sex=w, age=U18, age=65+, born=2008-2010, rating=1600-1999, club=…; "
    "may be repeated",
)


_PERIOD = option(
    "--period",
    metavar="PERIOD",
    read=number_of("period"),
    help="of a period of the season, by its number: what its rounds have brought",
)


def _show(args: Namespace, terminal: Terminal, name: str, player: int | None = None, **asked: object) -> None:
    """One view at the moment that was asked for, as text, CSV or JSON."""
    if args.csv and terminal.as_json:
        raise BadInput("not-both", arguments=("--csv", "--json"))
    moment = read_moment(version=args.version, round=args.round, at=args.at)
    t, projection = at_moment(terminal, args.stream, moment)
    of_round = getattr(args, "of", None)  # the starting list is of none
    given = {field: value for field, value in {"round": of_round, **asked}.items() if value is not None}
    if player is not None:
        given["player"] = find_player(t, player)
    view = projection.view(name, **given)
    if terminal.as_json:
        terminal.give(encode(view))
    elif args.csv:
        terminal.say(view_csv(view, terminal.language))
    else:
        if name in _BY_LADDER and has_ladder(t.rules.system):
            terminal.say(terminal.language.word("ladder-in-place-of-standings") + "\n")
            view = projection.view(_BY_LADDER[name], **given)
        terminal.say(view_text(view, terminal.language, t))


def _asked_category(args: Namespace) -> str | None:
    return ";".join(args.category) if args.category else None


# -- standings -------------------------------------------------------------------------------------------------------


def _standings(args: Namespace, terminal: Terminal) -> None:
    if args.explain is None:
        _show(args, terminal, "standings", category=_asked_category(args), period=args.period)
        return
    other = "--category" if args.category else "--csv" if args.csv else "--period" if args.period else ""
    if other:
        raise BadInput("not-both", arguments=("--explain", other))
    _show(args, terminal, "explanation", player=args.explain)


# -- cross table, ranks, card ----------------------------------------------------------------------------------------


def _of_all(name: str) -> Subcommand:
    return Subcommand((options.TOURNAMENT, *_TABLE), lambda args, terminal: _show(args, terminal, name))


def _card(args: Namespace, terminal: Terminal) -> None:
    _show(args, terminal, "card", player=args.player, k=args.k)


# -- the ladder of Keizer ------------------------------------------------------------------------------------------


def _keizer(args: Namespace, terminal: Terminal) -> None:
    if args.csv and terminal.as_json:
        raise BadInput("not-both", arguments=("--csv", "--json"))
    moment = read_moment(version=args.version, round=args.round, at=args.at)
    t, projection = at_moment(terminal, args.stream, moment)
    view: View
    if args.player is not None and (args.figures or args.period is not None):
        raise BadInput("not-both", arguments=("--player", "--figures" if args.figures else "--period"))
    if args.figures and args.period is not None:
        raise BadInput("not-both", arguments=("--figures", "--period"))
    if args.figures:
        view = projection.show(LadderTableQuestion(round=args.of))
    elif args.player is None:
        view = projection.show(LadderQuestion(round=args.of, period=args.period))
    else:
        view = projection.show(WorkingQuestion(player=find_player(t, args.player), round=args.of))
    if terminal.as_json:
        terminal.give(encode(view))
    elif args.csv:
        terminal.say(view_csv(view, terminal.language))
    else:
        terminal.say(view_text(view, terminal.language, t))


# -- what there is to choose from ------------------------------------------------------------------------------------


def _tiebreaks(args: Namespace, terminal: Terminal) -> None:
    if terminal.as_json:
        known = {base: {"article": d.article, "modifiers": d.modifiers} for base, d in DEFINITIONS.items()}
        terminal.give(msgspec.json.encode({"tiebreaks": known, "rankings": PRESETS}))
        return
    word = terminal.language.word
    terminal.say(f"{word('tiebreaks')}\n\n{_known_tiebreaks(terminal.language)}\n")
    terminal.say(f"{word('rankings')} (open --ranking NAME)\n\n{_known_rankings(terminal.language)}")


def _known_tiebreaks(language: Language) -> str:
    headers = [language.word(key) for key in ("code", "name", "article", "modifiers")]
    rows = [
        (base, language.word(base, "tiebreaks"), definition.article, " ".join(f"/{m}" for m in definition.modifiers))
        for base, definition in DEFINITIONS.items()
    ]
    meanings = [
        f"/{name}: {language.phrase(name, section='modifiers', n='n')}"
        for name in sorted({name for definition in DEFINITIONS.values() for name in definition.modifiers})
    ]
    return "\n".join([table(headers, rows), "", *meanings])


def _known_rankings(language: Language) -> str:
    headers = [language.word(key) for key in ("name", "tiebreaks")]
    return table(headers, [(name, ", ".join(codes)) for name, codes in PRESETS.items()])


COMMANDS = {
    "standings": Subcommand(
        (
            options.TOURNAMENT,
            option(
                "--explain",
                metavar="PLAYER",
                read=number_of("player"),
                help="why that player stands there: every tie-break with its working",
            ),
            _CATEGORY,
            _PERIOD,
            *_TABLE,
        ),
        _standings,
    ),
    "starting-list": Subcommand(
        (options.TOURNAMENT, _CATEGORY, _CSV, *options.MOMENT),
        lambda args, terminal: _show(args, terminal, "starting-list", category=_asked_category(args)),
    ),
    "open-games": Subcommand(
        (options.TOURNAMENT, _CSV, *options.MOMENT), lambda args, terminal: _show(args, terminal, "open-games")
    ),
    "crosstable": _of_all("crosstable"),
    "ranks": _of_all("ranks"),
    "card": Subcommand(
        (
            options.TOURNAMENT,
            options.PLAYER,
            option("--k", metavar="K", read=number_of("k"), help="estimate the rating change with this K"),
            *_TABLE,
        ),
        _card,
    ),
    "tiebreaks": Subcommand((), _tiebreaks),
    "keizer": Subcommand(
        (
            options.TOURNAMENT,
            option(
                "--player",
                metavar="PLAYER",
                read=number_of("player"),
                help="how that player's total came about, round by round",
            ),
            flag(
                "--figures", help="of everybody what each round pays, with the value used, the total and the next value"
            ),
            _PERIOD,
            *_TABLE,
        ),
        _keizer,
    ),
}
