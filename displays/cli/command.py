"""A command of ``roundlog``: its parameters, and what it does with them.

Click reads the words; what is wrong with them is told in our own sentences. Options that every command takes go before
or behind its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import click

from displays.cli.parameters import AS_TYPED, Parameters, flag, is_missing, one_of, option
from displays.cli.terminal import Terminal, find_server, open_terminal, read_server
from displays.words.language import LANGUAGES
from engine.errors import BadInput

HELP = {"help_option_names": ["-h", "--help"]}

# Before and behind the command; what stands behind it goes first.
GLOBAL_OPTIONS = (
    option("--log", metavar="FILE", help="default: $ROUNDLOG_LOG or roundlog.db"),
    option("--server", metavar="URL", read=read_server, help="in place of a file; default: $ROUNDLOG_SERVER"),
    option("--key-file", metavar="FILE", help="has the key to the server; default: the key in $ROUNDLOG_KEY"),
    option("--lang", metavar="|".join(LANGUAGES), read=one_of("lang", LANGUAGES), help="default: $LANG"),
    option("--as", "actor", metavar="NAME", help="who acts; default: $USER"),
    flag("--json", help="answers and errors as JSON"),
)


class Namespace(SimpleNamespace):
    """What was typed, by the names of the parameters."""


class Subcommand(NamedTuple):
    parameters: Parameters
    run: Callable[[Namespace, Terminal], int | None]  # an exit code, if it is not 0


class InOurWords(click.Command):
    """Complains with a BadInput, so that usage errors too are told in the reader's language."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise BadInput("unknown-argument", arguments=(error.option_name,)) from error
        except click.BadOptionUsage as error:
            code = "argument-takes-no-value" if self._is_flag(error.option_name) else "argument-without-value"
            raise BadInput(code, arguments=(error.option_name,)) from error

    def _is_flag(self, name: str) -> bool:
        options = (param for param in self.params if isinstance(param, click.Option))
        return any(param.is_flag for param in options if name in (*param.opts, *param.secondary_opts))


class Command(InOurWords):
    """``of_a_trf`` finds the command of that name that takes a TRF file; the help has its options as well."""

    def __init__(
        self, name: str, about: str, subcommand: Subcommand, of_a_trf: Callable[[], Subcommand] | None = None
    ) -> None:
        settings = {**HELP, "ignore_unknown_options": True, "allow_extra_args": True}
        params = [*subcommand.parameters, *GLOBAL_OPTIONS]
        super().__init__(name, params=params, help=about, context_settings=settings)
        self._run = subcommand.run
        self._of_a_trf = of_a_trf

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        if self._of_a_trf is None:
            return
        parameters = self._of_a_trf().parameters
        words = [param.make_metavar(ctx) for param in parameters if isinstance(param, click.Argument)]
        described = (param.get_help_record(ctx) for param in parameters)
        with formatter.section(" ".join(("Of a TRF file:", str(self.name), *words))):
            formatter.write_dl([record for record in described if record is not None])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[AS_TYPED] = frozenset(args[args.index("--") :] if "--" in args else ())
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            missing = tuple(_name_of(param) for param in self.params if is_missing(param, ctx))
            if missing:
                raise BadInput("argument-missing", arguments=missing)
            if rest:
                raise BadInput("unknown-argument", arguments=(" ".join(rest),))
        return rest

    def invoke(self, ctx: click.Context) -> int | None:
        args = Namespace(**{**ctx.params, **_global_choices(ctx)})
        key_file = None if getattr(args, "standby_of", None) else args.key_file  # else it is the key to that server
        server = find_server(args.server, key_file, args.log)
        terminal = open_terminal(args.lang, args.log, args.actor, args.json, server)
        args.lang = terminal.language.code
        return self._run(args, terminal)


def _name_of(param: click.Parameter) -> str:
    return str(param.metavar) if isinstance(param, click.Argument) else "/".join(param.opts)


def _global_choices(ctx: click.Context) -> dict[str, Any]:
    before = ctx.find_root().params
    return {str(param.name): ctx.params[param.name] or before.get(param.name) for param in GLOBAL_OPTIONS}


_GLANCE = click.Command(
    "roundlog",
    params=[*GLOBAL_OPTIONS],
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)


def glance_at(words: Sequence[str]) -> Mapping[str, Any]:
    """The global options of a command line that cannot be read as a whole: how to complain about it."""
    return _GLANCE.make_context("roundlog", list(words), resilient_parsing=True).params
