"""``roundlog explain TOURNAMENT``: why a round was paired as it was. (Of a TRF: ``trf_pairing.py``.)"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.options import number_of
from displays.cli.parameters import argument, option
from displays.cli.terminal import Terminal, Working
from displays.cli.typed_players import with_players
from displays.cli.writing import tournament_of
from displays.words.pairing_reasons import explanation, since_pairing
from engine.errors import Refusal
from engine.model import Tournament
from engine.pairing import Paired, about
from engine.registry import BY_HAND, SYSTEMS
from engine.system import Explain
from ledger.acts.evolve import fold
from ledger.acts.pairing import RoundPaired
from ledger.acts.record import Recorded
from ledger.replay import Newest, replay
from ledger.views import encode
from ledger.views.pairing_reasons import Reasons, ReasonsQuestion


def _explain(args: Namespace, terminal: Terminal) -> None:
    """What the pairing said of itself when it was made; a system that says it only when asked is asked now."""
    with open_records(terminal) as log:
        records = list(log.read(args.stream))
    tournament_of(fold(recorded.event for recorded in records))
    state, projection = replay(records, Newest())
    args = with_players(args, state.tournament)
    if args.player is not None and args.player not in state.tournament.entries:
        raise Refusal("no-such-player", player=args.player)
    view = projection.show(ReasonsQuestion(round=args.round, player=args.player))
    system = SYSTEMS.get(view.system)
    if system is not None and system.explain is not None:
        _ask(system.explain, records, view, terminal)
    elif terminal.as_json:
        terminal.give(encode(view))
    elif not view.round:
        terminal.say(terminal.language.word("nothing-paired"))
    else:
        _tell(records, view, terminal)


def _ask(explain: Explain, records: Sequence[Recorded], view: Reasons, terminal: Terminal) -> None:
    before, event = _pairing(records, view.round)
    language = terminal.language
    with Working(language):
        paired = explain(before, view.player)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(paired))
        return
    terminal.say(language.phrase("explained", round=view.round))
    terminal.say(explanation(before, paired, view.player, language))
    if paired.boards != event.boards:
        terminal.warn(language.phrase("explained-otherwise-today", round=view.round))
    for note in since_pairing(view, language):
        terminal.say(note)


def _tell(records: Sequence[Recorded], view: Reasons, terminal: Terminal) -> None:
    before, event = _pairing(records, view.round)
    language = terminal.language
    terminal.say(language.phrase("explained", round=view.round) + "\n")
    if view.system == BY_HAND:
        terminal.say(language.word("paired-by-hand"))
    else:
        told = about(Paired(event.boards, reasons=event.reasons), view.player)
        terminal.say(explanation(before, told, view.player, language))
    for note in since_pairing(view, language):
        terminal.say(note)


def _pairing(records: Sequence[Recorded], number: int) -> tuple[Tournament, RoundPaired]:
    """What the round was paired from, and the pairing that stands: it may have been taken back and made again."""
    made = [
        (place, recorded.event)
        for place, recorded in enumerate(records)
        if isinstance(recorded.event, RoundPaired) and recorded.event.round == number
    ]
    place, event = made[-1]
    return tournament_of(fold(recorded.event for recorded in records[:place])), event


COMMANDS = {
    "explain": Subcommand(
        (
            argument("stream", "TOURNAMENT", "its id in the log; or a TRF file"),
            option("--round", metavar="R", read=number_of("round"), help="default: the newest"),
            option("--player", metavar="PLAYER", read=number_of("player"), help="only about that player"),
        ),
        _explain,
    )
}
