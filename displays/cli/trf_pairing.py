"""``roundlog pair FILE``: the next round of a TRF, in the form in which bbpPairings and JaVaFo answer."""

from __future__ import annotations

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import option
from displays.cli.terminal import Terminal, Working
from displays.cli.trf_files import AGREEMENT, TRF, VERBOSE, read_for_pairing, warn_of_adjustments
from displays.drop_in.pair_lines import as_lines
from engine.errors import Refusal
from engine.model import Tournament
from engine.registry import SYSTEMS
from ledger.formats.trf.meaning import before_round


def _pair(args: Namespace, terminal: Terminal) -> None:
    understood = read_for_pairing(args, args.file)
    t = asked_round(understood.tournament, args.round)
    with Working(terminal.language):
        paired = SYSTEMS[t.rules.system].pair(t)
    warn_of_adjustments(terminal, understood.adjustments, is_verbose=args.verbose)
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"round": t.next_round, "boards": paired.boards, "bye": paired.bye}))
    else:
        terminal.say(as_lines(paired))


def asked_round(t: Tournament, number: int | None) -> Tournament:
    """As it stood when that round was to be paired."""
    if number is None and t.next_round > t.rules.rounds:
        raise Refusal("all-rounds-paired", rounds=t.rules.rounds)
    return before_round(t, t.next_round if number is None else number)


COMMANDS = {
    "pair": Subcommand(
        (
            TRF,
            *AGREEMENT,
            option(
                "--round",
                metavar="R",
                read=number_of("round"),
                help="pair that round once more, from the rounds before it; default: the next",
            ),
            VERBOSE,
        ),
        _pair,
    ),
}
