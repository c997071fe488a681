"""``roundlog games TOURNAMENT``: the headers of the games of a round, as PGN, of draughts as PDN."""

from __future__ import annotations

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.options import number_of
from displays.cli.parameters import option
from displays.cli.terminal import Terminal
from displays.words.game_headers import write_headers
from engine.errors import Refusal
from ledger.person_publicity import publicity_of
from ledger.replay import Newest, replay
from ledger.views.boards import BoardsQuestion
from ledger.views.public_people import publish_people


def _games(args: Namespace, terminal: Terminal) -> None:
    """People as everybody may know them: the file goes to programs that show it to the world."""
    with open_records(terminal) as log:
        records = list(log.read(args.stream))
    if not records:
        raise Refusal("no-such-tournament")
    state, projection = replay(records, Newest())
    if state.festival is not None:
        raise Refusal("is-a-festival")
    view = projection.show(BoardsQuestion(round=args.round))
    terminal.say(write_headers(state, publish_people(view, publicity_of(state.tournament))))


COMMANDS = {
    "games": Subcommand(
        (options.TOURNAMENT, option("--round", metavar="R", read=number_of("round"), help="default: the newest")),
        _games,
    )
}
