"""``roundlog take-over`` and ``roundlog go-on``: a person says which of two servers takes writes.

What is recorded in the log is heard by the server that runs beside it, within a tenth of a second.
"""

from __future__ import annotations

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log
from displays.cli.options import REASON
from displays.cli.terminal import Terminal
from engine.errors import Refusal
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.epochs import GO_ON, TAKE_OVER
from ledger.standby.epochs import ServerRole, begin_epoch, check_role, newest_epoch, role_of
from ledger.standby.membership import Membership, read_membership


def _take_over(args: Namespace, terminal: Terminal) -> None:
    """The server beside it may be running, and copying: its log takes nothing from the other from then on."""
    membership, role = _read(terminal)
    if role not in (ServerRole.STANDBY, ServerRole.REPLACED):
        raise Refusal("server-takes-writes-already")
    above = 0 if membership.replaced is None else membership.replaced.epoch
    _begin(membership, TAKE_OVER, args, terminal, above)


def _go_on(args: Namespace, terminal: Terminal) -> None:
    membership, role = _read(terminal)
    check_role(role, membership.address_of_other)
    if not membership.waits:
        raise Refusal("waits-for-no-standby")
    if membership.is_alone:
        raise Refusal("standby-not-missing")
    _begin(membership, GO_ON, args, terminal)


def _read(terminal: Terminal) -> tuple[Membership, ServerRole]:
    with open_log(terminal.log, read_only=True) as log:
        membership = read_membership(terminal.log)
        if membership is None:
            raise Refusal("no-other-server")
        return membership, role_of(membership, newest_epoch(log))


def _begin(membership: Membership, how: str, args: Namespace, terminal: Terminal, above: int = 0) -> None:
    with open_log(terminal.log, is_checked=False) as log:
        actor = sign(terminal.actor, COMMAND_LINE)
        recorded = begin_epoch(log, membership, how, reason=args.reason, actor=actor, above=above)
        number = newest_epoch(log).number
    terminal.say(
        terminal.language.phrase(f"told-{how}", section="standby", epoch=number, position=recorded.position - 1)
    )


COMMANDS = {
    "take-over": Subcommand((REASON,), _take_over),
    "go-on": Subcommand((REASON,), _go_on),
}
