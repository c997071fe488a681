"""``roundlog explain FILE``: why a round of a TRF is paired so."""

from __future__ import annotations

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import option
from displays.cli.terminal import Terminal, Working
from displays.cli.trf_files import AGREEMENT, TRF, read_for_pairing
from displays.cli.trf_pairing import asked_round
from displays.words.pairing_reasons import explanation
from engine.errors import Refusal
from engine.model import Round
from engine.pairing import Paired
from engine.registry import SYSTEMS


def _explain(args: Namespace, terminal: Terminal) -> None:
    understood = read_for_pairing(args, args.file)
    whole = understood.tournament
    t = asked_round(whole, args.round or min(whole.next_round, whole.rules.rounds))
    if args.player is not None and args.player not in t.entries:
        raise Refusal("no-such-player", player=args.player)
    with Working(terminal.language):
        paired = SYSTEMS[t.rules.system].pair_with_reasons(t, args.player)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(paired))
        return
    terminal.say(terminal.language.phrase("explained", round=t.next_round))
    terminal.say(explanation(t, paired, args.player, terminal.language))
    if t.next_round <= len(whole.rounds) and not _is_the_same(paired, whole.rounds[t.next_round - 1]):
        terminal.warn(terminal.language.phrase("explained-differs", round=t.next_round, system=t.rules.system))


def _is_the_same(paired: Paired, played: Round) -> bool:
    ours = {(board.white, board.black) for board in paired.boards}
    return paired.bye == played.bye and ours == {(board.white, board.black) for board in played.boards}


COMMANDS = {
    "explain": Subcommand(
        (
            TRF,
            *AGREEMENT,
            option(
                "--round",
                metavar="R",
                read=number_of("round"),
                help="from the rounds before it; default: the next, or the last when all are paired",
            ),
            option("--player", metavar="PLAYER", read=number_of("player"), help="only about that player"),
        ),
        _explain,
    ),
}
