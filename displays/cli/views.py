"""Looking: the list of tournaments, every view at any moment, replay."""

from __future__ import annotations

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import list_tournaments, open_records
from displays.cli.options import number_of
from displays.cli.parameters import option
from displays.cli.terminal import Terminal
from displays.cli.typed_players import with_players
from displays.words.language import Language
from displays.words.text_table import table
from displays.words.view_text import view_text
from engine.errors import Refusal
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.replay import Moment, read_moment, replay
from ledger.tournament_list import Listed
from ledger.views import View, encode
from ledger.views.audit import AuditQuestion
from ledger.views.boards import BoardsQuestion
from ledger.views.card import CardQuestion
from ledger.views.ladder import LadderQuestion
from ledger.views.ladder_working import WorkingQuestion
from ledger.views.projector import Projection
from ledger.views.standings import StandingsQuestion
from ledger.views.ticker import TickerQuestion


def at_moment(
    terminal: Terminal, stream: str, moment: Moment, *, is_of_festivals: bool = False
) -> tuple[Tournament, Projection]:
    """``is_of_festivals``: what is asked for, an event has too."""
    with open_records(terminal) as log:
        records = list(log.read(stream))
    if not records:
        raise Refusal("no-such-tournament")
    state, projection = replay(records, moment)
    if state.festival is not None and not is_of_festivals:
        raise Refusal("is-a-festival")
    return state.tournament, projection


# -- list ------------------------------------------------------------------------------------------------------------


def _list(args: Namespace, terminal: Terminal) -> None:
    found = list_tournaments(terminal)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    word = terminal.language.word
    if not found:
        terminal.say(word("no-tournaments"))
        return
    headers = (word("id"), word("name"), word("players"), word("rounds"), word("state"), word("version"))
    rows = [
        (t.id, t.name, str(t.players), f"{t.played}/{t.rounds}", _state(t, terminal.language), str(t.version))
        for t in found
    ]
    terminal.say(table(headers, rows, right=(2, 3, 5)))


def _state(line: Listed, language: Language) -> str:
    if line.broken:
        return f"{language.word('state-broken')} ({line.broken})"
    return language.word("state-finished" if line.is_finished else "state-open")


# -- one view --------------------------------------------------------------------------------------------------------


_OF_FESTIVALS = ("ticker", "audit")


def _looking(name: str, *asked: str) -> Subcommand:
    """A subcommand that shows one view; ``asked`` are the questions that the view understands."""

    def run(args: Namespace, terminal: Terminal) -> None:
        moment = read_moment(version=args.version, round=args.round, at=args.at)
        t, projection = at_moment(terminal, args.stream, moment, is_of_festivals=name in _OF_FESTIVALS)
        args = with_players(args, t)
        given = {_FIELDS.get(q, q): getattr(args, q) for q in asked if getattr(args, q) is not None}
        view = projection.view(name, **given)
        if terminal.as_json:
            terminal.give(encode(view))
        else:
            terminal.say(view_text(view, terminal.language, t))

    return Subcommand((options.TOURNAMENT, *(_QUESTIONS[one] for one in asked), *options.MOMENT), run)


OF_ROUND = option(
    "--of",
    metavar="R",
    read=number_of("round"),
    help="which round; with no moment given as it stands today, corrections included",
)
_QUESTIONS = {
    "of": OF_ROUND,
    "about": option("--player", "about", metavar="PLAYER", read=number_of("player"), help="one player only"),
    "board": option("--board", metavar="BOARD", read=number_of("board"), help="one board only"),
    "by": option("--actor", "by", metavar="NAME", help="what one person did"),
    "limit": option("--limit", metavar="N", read=number_of("limit"), help="the newest N"),
}
_FIELDS = {"of": "round", "about": "player", "by": "actor"}


# -- all views -------------------------------------------------------------------------------------------------------


def _replay(args: Namespace, terminal: Terminal) -> None:
    """Every view of that moment; as JSON a line each, exactly the bytes that were shown then."""
    moment = read_moment(version=args.version, round=args.round, at=args.at)
    t, projection = at_moment(terminal, args.stream, moment)
    views = _views(t, projection)
    if terminal.as_json:
        for view in views:
            terminal.give(encode(view))
        return
    language = terminal.language
    terminal.say(f"{t.details.name}, {language.field('version')} {projection.version}")
    for view in views:
        terminal.say(f"\n{view_text(view, language, t)}")


def _views(t: Tournament, projection: Projection) -> list[View]:
    """Pairings, table, cards, news and audit; of a Keizer tournament the ladder, and how each total came about."""
    board_view = projection.show(BoardsQuestion())
    news = (projection.show(TickerQuestion()), projection.show(AuditQuestion()))
    if not has_ladder(t.rules.system):
        cards = (projection.show(CardQuestion(number)) for number in sorted(t.entries))
        return [board_view, projection.show(StandingsQuestion()), *cards, *news]
    ladder = projection.show(LadderQuestion())
    on_it = sorted(line.player.number for line in ladder.lines)
    return [board_view, ladder, *(projection.show(WorkingQuestion(number)) for number in on_it), *news]


COMMANDS = {
    "list": Subcommand((), _list),
    "boards": _looking("boards", "of"),
    "ticker": _looking("ticker", "limit"),
    "audit": _looking("audit", "of", "board", "about", "by"),
    "replay": Subcommand((options.TOURNAMENT, *options.MOMENT), _replay),
}
