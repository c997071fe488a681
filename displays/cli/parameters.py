"""Parameters of commands: arguments, options, flags, and how what is typed becomes a value.

A value is read by a function that complains with a ``BadInput``, so that a slip is told in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from engine.errors import BadInput

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Read = Callable[[str], Any]
Parameters = Sequence[click.Parameter]

AS_TYPED = "roundlog.as-typed"  # in the context's meta: words behind "--", which are never options
_LIKE_AN_OPTION = re.compile(r"--?[^\W\d_]")  # "-1", "-½" and "-/+" are values


class Typed(click.ParamType[Any]):
    """A word of the command line, read by one of our functions."""

    name = "text"

    def __init__(self, read: Read, possible: Sequence[str] = ()) -> None:
        self._read = read
        self._possible = possible

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value  # a default
        if ctx is not None and param is not None and value not in ctx.meta.get(AS_TYPED, ()):
            _check_is_no_option(value, param, ctx)
        return self._read(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # late: only a shell that completes needs it

        return [CompletionItem(word) for word in self._possible if word.startswith(incomplete)]


def _check_is_no_option(value: str, param: click.Parameter, ctx: click.Context) -> None:
    """Click hands on what it does not know as an argument, so that ``-1`` and ``-/+`` can be typed."""
    if isinstance(param, click.Argument) and _LIKE_AN_OPTION.match(value):
        raise BadInput("unknown-argument", arguments=(value,))
    if any(value in known.opts for known in ctx.command.params if isinstance(known, click.Option)):
        raise BadInput("argument-without-value", arguments=(param.opts[-1],))


class TypedArgument(click.Argument):
    """A word at its place. All that are missing are told at once, so Click is not asked to insist on each."""

    def __init__(self, name: str, metavar: str, is_needed: bool, **settings: Any) -> None:
        super().__init__([name], required=False, metavar=metavar, **settings)
        self.is_needed = is_needed

    def make_metavar(self, ctx: click.Context) -> str:
        shown = f"{self.metavar}…" if self.nargs == -1 else str(self.metavar)
        return shown if self.is_needed else f"[{shown}]"


class TypedOption(click.Option):
    """A word behind its name."""

    def __init__(self, names: Sequence[str], is_needed: bool = False, **settings: Any) -> None:
        super().__init__(names, required=False, **settings)
        self.is_needed = is_needed


def argument(
    name: str, metavar: str, help: str = "", *, read: Read = str, many: bool = False, optional: bool = False
) -> TypedArgument:
    """``many``: one or more, or with ``optional`` none."""
    return TypedArgument(name, metavar, not optional, type=_type_of(read), nargs=-1 if many else 1, help=help)


def option(
    *names: str,
    metavar: str = "TEXT",
    help: str = "",
    read: Read = str,
    default: Any = None,
    needed: bool = False,
    repeat: bool = False,
) -> TypedOption:
    """``names``: as it is typed, and behind that what the command calls it, if that is another word."""
    settings = {} if repeat else {"default": default}
    about = " ".join(filter(None, (help, "(required)" if needed else "")))
    return TypedOption(names, needed, type=_type_of(read), metavar=metavar, multiple=repeat, help=about, **settings)


def flag(*names: str, help: str = "", default: bool | None = False) -> TypedOption:
    """``default=None``: where ``--no-…`` is something else than to say nothing."""
    return TypedOption(names, is_flag=True, help=help, default=default)


def is_missing(param: click.Parameter, ctx: click.Context) -> bool:
    is_needed = isinstance(param, TypedArgument | TypedOption) and param.is_needed
    return is_needed and ctx.params.get(param.name) in (None, ())


def _type_of(read: Read) -> Typed:
    return Typed(read, getattr(read, "possible", ()))


class one_of:
    """One of these words; the shell can complete it. ``possible`` may be a table: its keys are looked up when asked."""

    def __init__(self, field: str, possible: Sequence[str] | Mapping[str, object]) -> None:
        self._field = field
        self._possible = possible

    @property
    def possible(self) -> tuple[str, ...]:
        return tuple(sorted(self._possible) if isinstance(self._possible, Mapping) else self._possible)

    def __call__(self, text: str) -> str:
        if text not in self._possible:
            raise BadInput("not-one-of", field=self._field, value=text, possible=self.possible)
        return text
