"""``roundlog systems``: the pairing systems there are, and what can be chosen in each."""

from __future__ import annotations

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import argument, one_of
from displays.cli.terminal import Terminal
from displays.words.language import Language
from displays.words.setup_choices import MAIN, OptionInfo, option_groups, options_of
from displays.words.text_table import width
from engine.registry import SYSTEMS
from engine.system import System

INDENT = 2


def _systems(args: Namespace, terminal: Terminal) -> None:
    asked = [SYSTEMS[key] for key in sorted(SYSTEMS) if args.system in (None, key)]
    if terminal.as_json:
        found = [{"key": s.key, "regulation": s.regulation, "options": options_of(s)} for s in asked]
        terminal.give(msgspec.json.encode(found))
        return
    terminal.say("\n\n".join("\n".join(_system_lines(system, terminal.language)) for system in asked))


def _system_lines(system: System, language: Language) -> list[str]:
    groups = option_groups(system)
    options = [option for _, members in groups for option in members]
    head = f"{system.key} ({system.regulation})"
    if not options:
        return [f"{head}: {language.word('no-options')}"]
    column = INDENT + max(width(_choice(option)) for option in options) + 2
    lines = [head]
    for key, members in groups:
        if key not in ("", MAIN):
            lines.append(f"{' ' * INDENT}{language.word(key, 'option-groups')}:")
        lines += [line for option in members for line in _option_lines(option, column, language)]
    return lines


def _option_lines(option: OptionInfo, column: int, language: Language) -> list[str]:
    meaning = f"{' ' * INDENT}{_choice(option)}".ljust(column) + language.word_or_key(option.name, "options")
    is_told = bool(option.words) and not isinstance(option.default, bool)
    return [meaning, " " * column + _possible(option, language)] if is_told else [meaning]


def _choice(option: OptionInfo) -> str:
    return f"{option.name}={_default(option)}"


def _default(option: OptionInfo) -> str:
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return ",".join(option.default) if isinstance(option.default, tuple) else str(option.default)


def _possible(option: OptionInfo, language: Language) -> str:
    """``once | never | first-rounds``, ``number | all``: as it is typed. Of the others the default tells enough."""
    plain = () if option.kind == "choice" else (language.word(f"kind-{option.kind}"),)
    return " | ".join((*plain, *option.words))


KEY = argument("system", "KEY", "one of them", read=one_of("system", SYSTEMS), optional=True)

COMMANDS = {"systems": Subcommand((KEY,), _systems)}
