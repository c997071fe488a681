"""``roundlog intermediate``: the round of the KNDB's dummy rule between the last round but one and the last."""

from __future__ import annotations

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.parameters import argument
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from displays.words.language import Language
from displays.words.notation import result_mark
from displays.words.text_table import one_line
from engine.errors import Refusal, Unsupported
from engine.model import ExtraPurpose, PlayerId, Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from ledger.acts.act import Command
from ledger.acts.evolve import fold
from ledger.acts.extra_games import RecordExtraGame
from ledger.shown_numbers import shown_number
from ledger.state import State

_RESULTS = argument(
    "results",
    "LIST",
    'board:result, all or none: "1:2-0 2:1-1"; without them: who plays whom',
    many=True,
    optional=True,
)


def _pair_between(t: Tournament) -> Paired:
    system = SYSTEMS.get(t.rules.system)
    if system is None or system.intermediate is None:
        raise Unsupported("no-intermediate-round-now", round=t.next_round)
    return system.intermediate.pair(t)


def _record(args: Namespace, t: State | None) -> list[Command]:
    boards = _pair_between(tournament_of(t)).boards
    commands: list[Command] = []
    for number, result in parse.board_results(" ".join(args.results)):
        if not 1 <= number <= len(boards):
            raise Refusal("no-such-board-between", board=number, boards=len(boards))
        white, black = boards[number - 1].white, boards[number - 1].black
        commands.append(RecordExtraGame(purpose=ExtraPurpose.INTERMEDIATE, white=white, black=black, result=result))
    return commands


_RECORDING = writing((_RESULTS,), _record)


def _run(args: Namespace, terminal: Terminal) -> None:
    if args.results:
        _RECORDING.run(args, terminal)
        return
    with open_records(terminal) as log:
        t = tournament_of(fold(recorded.event for recorded in log.read(args.stream)))
    between = _pair_between(t)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(between))
    else:
        terminal.say(_boards_text(t, between, terminal.language))


def _boards_text(t: Tournament, between: Paired, language: Language) -> str:
    """The boards with what is known of them; then who draws with himself, and who meets the dummy in the last round."""
    games = [game for game in t.extra_games if game.purpose is ExtraPurpose.INTERMEDIATE]
    lines = [language.phrase("intermediate-round", round=t.next_round), ""]
    for number, board in enumerate(between.boards, start=1):
        played = next((game for game in games if {game.white, game.black} == {board.white, board.black}), board)
        mark = result_mark(played.result, language, t.rules.points)
        lines.append(one_line(f"{number}  {_name(t, played.white)} – {_name(t, played.black)}  {mark}"))
    for reason in between.reasons:
        if reason.code in ("draws-with-himself", "dummy-to-come"):
            lines.append(one_line(language.phrase(reason.code, section="reasons", player=_name(t, reason.players[0]))))
    return "\n".join(lines)


def _name(t: Tournament, player: PlayerId) -> str:
    return f"{shown_number(t, player)} {t.entries[player].player.name}"


COMMANDS = {"intermediate": Subcommand(_RECORDING.parameters, _run)}
