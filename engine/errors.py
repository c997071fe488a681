"""The error tree.

RoundlogError
├─ Refusal(code, **facts)  a rule says no; code and facts become a sentence in the reader's language
│   ├─ NoPairing           the system cannot pair: the arbiter decides
│   └─ Unsupported         these rules ask for what this system does not do
├─ VersionConflict         somebody was faster
├─ BadInput                cannot be read: says where, and what was expected
├─ Broken                  the log itself does not fit: says which record
└─ Unavailable             the log cannot be written or opened now (disk full, locked, read-only)

Codes are stable kebab-case words; ``displays/words/locale`` has a sentence for each in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Fact = str | int | tuple[int | str, ...]  # one kind of tuple: JSON could not tell two apart


class RoundlogError(Exception):
    """Says ``code`` and ``facts``; never a sentence: that is the reader's language's business."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code  # among the facts: ``field``, where it is; ``fix``, a field and a value that mend it
        self.facts = facts
        self.problems: tuple[RoundlogError, ...] = ()  # where several things are wrong: all of them, this one first
        self.names: Mapping[int, str] = {}  # of the players in its facts, if they are known where it was raised
        self.numbers: Mapping[int, int] = {}  # of these players, where people know them by another number

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in sorted(self.facts.items()))
        return f"{self.code}({facts})"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.facts, self.problems, self.names, self.numbers))

    @property
    def players(self) -> frozenset[int]:
        """Whom it is about, by number. (A single number in ``players`` is how many there are.)"""
        one, many = self.facts.get("player"), self.facts.get("players")
        numbers = (one, *(many if isinstance(many, tuple) else ()))
        return frozenset(number for number in numbers if isinstance(number, int))


def _rebuild(
    kind: type[RoundlogError],
    code: str,
    facts: dict[str, Fact],
    problems: tuple[RoundlogError, ...],
    names: Mapping[int, str],
    numbers: Mapping[int, int],
) -> RoundlogError:
    """Errors travel between processes (a pairing is made by a worker)."""
    error = kind(code, **facts)
    error.problems, error.names, error.numbers = problems, names, numbers
    return error


def retell(code: str, facts: Mapping[str, Fact]) -> RoundlogError:
    """An error of which code and facts were noted, to be told once more."""
    return _rebuild(RoundlogError, code, dict(facts), (), {}, {})


def together(problems: Sequence[RoundlogError]) -> RoundlogError:
    """The first of them, which brings all along: a form shows each at its field."""
    first = problems[0]
    if len(problems) == 1:
        return first
    return _rebuild(type(first), first.code, first.facts, tuple(problems), first.names, first.numbers)


class Refusal(RoundlogError):
    """A rule says no."""


class NoPairing(Refusal):
    """No pairing is possible under the rules."""


class Unsupported(Refusal):
    """These rules ask for what this system does not do."""


class VersionConflict(RoundlogError):
    """The stream has moved on since it was read."""


class BadInput(RoundlogError):
    """Cannot be read."""


class Broken(RoundlogError):
    """A record of the log does not fit the chain."""


class Unavailable(RoundlogError):
    """The log cannot be opened or written now."""


class Gathered:
    """Checks that are all made, whatever the others find, so that people are told at once of all that is wrong.

    ``with gathered:`` stands around each of them, ``gathered.tell()`` behind the last.
    """

    def __init__(self) -> None:
        self.problems: list[RoundlogError] = []

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, Refusal | BadInput):
            return False
        self.problems.extend(error.problems or (error,))
        return True

    def tell(self) -> None:
        if self.problems:
            raise together(self.problems)
