"""What people type → values of the model. Lenient where only one thing can be meant, a clear BadInput otherwise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from engine.errors import BadInput
from engine.model import Arbiter, Board, Outcome, PlayerId, PointTable, RatingOf, Result, SitOut
from engine.pairing import Choice
from engine.ratings import FIDE, OWN
from ledger.formats.trf.officials import read_arbiter

MOST_NUMBERS = 10_000  # of a list such as 1-300: a slip of the keyboard must not fill the memory

# The ways to write a result, after dashes, halves and case have been made alike (see ``_plain``). White first.
_RESULTS: dict[str, Result] = {
    **dict.fromkeys(("1-0", "1", "2-0", "3-0", "4-0", "5-0"), Result.WHITE_WINS),
    **dict.fromkeys(("0-1", "0", "0-2", "0-3", "0-4", "0-5"), Result.BLACK_WINS),
    **dict.fromkeys(("½-½", "½", "=", "=-=", "1-1", "2-2"), Result.DRAW),
    **dict.fromkeys(("+=", "½w", "3-1", "1½-½"), Result.ADVANTAGE_TO_WHITE),  # Delft counting
    **dict.fromkeys(("=+", "½b", "1-3", "½-1½"), Result.ADVANTAGE_TO_BLACK),
    "0-0": Result.BOTH_LOSE,
    "½-0": Result.HALF_TO_WHITE,
    "0-½": Result.HALF_TO_BLACK,
    **dict.fromkeys(("1-0u", "2-0u", "1u"), Result.UNRATED_WHITE_WINS),
    **dict.fromkeys(("½-½u", "½u", "1-1u", "=u"), Result.UNRATED_DRAW),
    **dict.fromkeys(("0-1u", "0-2u", "0u"), Result.UNRATED_BLACK_WINS),
    **dict.fromkeys(("1-0f", "2-0f", "1f", "+", "+/-", "+--", "+-"), Result.FORFEIT_WHITE_WINS),
    **dict.fromkeys(("0-1f", "0-2f", "0f", "-", "-/+", "--+", "-+"), Result.FORFEIT_BLACK_WINS),
    **dict.fromkeys(("0-0f", "-/-", "---", "--"), Result.DOUBLE_FORFEIT),
    "postponed": Result.POSTPONED,
    "never-played": Result.NEVER_PLAYED,
    "pending": Result.PENDING,
}
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-"})
_AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?", re.ASCII)
_HALVES = re.compile(r"1/2|0?[.,]5")


def _plain(text: str) -> str:
    alike = "".join(text.casefold().translate(_DASHES).split())
    return _HALVES.sub("½", alike)


def result(text: str) -> Result:
    """``1-0``, ``½``, ``=``, ``0.5-0.5``, ``0-1f``, ``2-0``, of Delft counting ``3-1``, ``+=`` …

    A sign alone is White's: ``-`` loses by forfeit.
    """
    found = _RESULTS.get(_plain(text))
    if found is None:
        raise BadInput("result-unreadable", value=text)
    return found


def result_in_points(text: str) -> Result | None:
    """A result as its points are written, ``2-0``, ``1-1``, ``½-½``, ``0-2f``: only those with both sides."""
    alike = _plain(text)
    return _RESULTS.get(alike) if re.fullmatch(r"(?:[0-5]|1?½)-(?:[0-5]|1?½)[fu]?", alike) else None


def board_results(text: str) -> tuple[tuple[int, Result], ...]:
    """``1:1-0 2:½ 3:0-1``: boards with their results."""
    found = []
    for item in text.replace(";", " ").split():
        number, mark, given = re.split(r"([:=])", item, maxsplit=1) if re.match(r"\d+[:=]", item) else (item, "", "")
        if not mark or not given:
            raise BadInput("board-result-unreadable", value=item)
        found.append((whole_number(number, "board"), result(given)))
    if not found:
        raise BadInput("board-result-unreadable", value=text)
    return tuple(found)


def boards(text: str) -> tuple[Board, ...]:
    """``1-2 3-4``: White's number, Black's number."""
    return tuple(_board(item) for item in re.split(r"[\s,;]+", text.strip()) if item)


def _board(item: str) -> Board:
    match = re.fullmatch(r"(\d{1,9})[-–:](\d{1,9})", item)
    if match is None:
        raise BadInput("board-unreadable", value=item)
    return Board(int(match[1]), int(match[2]))


def sitouts(bye: PlayerId | None, given: Iterable[str]) -> tuple[SitOut, ...]:
    """Who has the pairing bye, and the others as ``7=half-bye``."""
    byes = () if bye is None else (SitOut(bye, Outcome.PAIRING_BYE),)
    return (*byes, *(_sitout(item) for text in given for item in text.replace(",", " ").split()))


def _sitout(item: str) -> SitOut:
    number, mark, kind = item.partition("=")
    if not mark or not number.isdecimal():
        raise BadInput("sit-out-unreadable", value=item)
    return SitOut(whole_number(number, "player"), outcome(kind))


def outcome(text: str) -> Outcome:
    try:
        return Outcome(text.strip().lower())
    except ValueError as error:
        possible = tuple(sorted(o.value for o in Outcome))
        raise BadInput("not-one-of", field="kind", value=text, possible=possible) from error


def numbers(text: str) -> tuple[int, ...]:
    """``3 5,7-9`` → 3, 5, 7, 8, 9, in the order given."""
    found: list[int] = []
    for item in re.split(r"[\s,;]+", text.strip()):
        match = re.fullmatch(r"(\d{1,6})(?:[-–](\d{1,6}))?", item)
        if match is None:
            raise BadInput("numbers-unreadable", value=item)
        first, last = int(match[1]), int(match[2] or match[1])
        if not first <= last < first + MOST_NUMBERS:
            raise BadInput("numbers-unreadable", value=item)
        found.extend(range(first, last + 1))
    return tuple(found)


def days_or_rounds(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """``2026-10-02 2026-10-09``: evenings by their days; ``3 5-7``: rounds by their numbers; or some of both."""
    items = [item for item in re.split(r"[\s,;]+", text.strip()) if item]
    days = tuple(item for item in items if re.fullmatch(r"\d{4}-\d\d-\d\d", item))
    rounds = " ".join(item for item in items if item not in days)
    return days, numbers(rounds) if rounds or not days else ()


def age_categories(text: str) -> tuple[str, ...]:
    """``U12, 65+``, or whole categories (``sex=w;age=U12``)."""
    parts = (part.strip() for part in text.split(","))
    return tuple(part if "=" in part else f"age={part}" for part in parts if part)


_LISTED_RATING = re.compile(
    r"(?P<source>[^:=\s]+)(?::(?P<kind>[a-z]*))?=(?P<value>[0-9]{1,6})(?:/(?P<month>[0-9-]+))?(?:@(?P<round>[0-9]{1,3}))?"
)


def listed_rating(text: str) -> RatingOf:
    """``fide:rapid=1950``, ``NED:standard=2010/2026-11``, ``fide:standard=2040@4`` from round 4 on. It is typed by hand
    unless it names the month of its list."""
    match = _LISTED_RATING.fullmatch(text.strip())
    if match is None:
        raise BadInput("rating-unreadable", value=text)
    month, source = match["month"] or "", match["source"]
    known = source.lower() if source.lower() in (FIDE, OWN) else source
    from_round = int(match["round"] or 1)
    return RatingOf(known, match["kind"] or "", int(match["value"]), month, not month, from_round)


def arbiters(text: str) -> tuple[Arbiter, ...]:
    """``Bakker, Els (1000501); De Vries, Jan``"""
    return tuple(read_arbiter(part.strip()) for part in text.split(";") if part.strip())


def board_range(text: str) -> tuple[int, int | None]:
    """``1-40``, ``41-``, ``7``; without an end: and all behind it."""
    match = re.fullmatch(r"([1-9][0-9]{0,4})\s*([-–])?\s*([1-9][0-9]{0,4})?", text.strip())
    if match is None or (match[3] and not match[2]):
        raise BadInput("board-range-unreadable", value=text)
    first = int(match[1])
    last = (int(match[3]) if match[3] else None) if match[2] else first
    if last is not None and last < first:
        raise BadInput("board-range-unreadable", value=text)
    return first, last


def amount(text: str) -> int:
    """Of money, in hundredths: ``12``, ``12.50``, ``12,5``."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise BadInput("not-an-amount", value=text)
    return int(found[1]) * 100 + int(found[2].ljust(2, "0") if found[2] else 0)


def whole_number(text: str, field: str) -> int:
    # The limit keeps a number within what the log's JSON and SQLite can hold.
    if not re.fullmatch(r"[+-]?[0-9]{1,15}", text.strip()):
        raise BadInput("not-a-number", field=field, value=text)
    return int(text)


def points(text: str, table: PointTable) -> int:
    """``1``, ``-½``, ``1.5`` points in the unit of the tournament's table."""
    plain = "".join(text.translate(_DASHES).replace(",", ".").split())
    match = re.fullmatch(r"([+-]?)(\d{0,4}(?:\.\d{1,4})?)(½?)", plain)
    if match is None or not (match[2] or match[3]) or ("." in match[2] and match[3]):
        raise BadInput("points-unreadable", value=text)
    units = (Fraction(match[2] or 0) + (Fraction(1, 2) if match[3] else 0)) * table.per_point
    if units.denominator != 1:
        raise BadInput("points-unreadable", value=text)
    return -int(units) if match[1] == "-" else int(units)


def options(given: Iterable[str], kind: type[msgspec.Struct]) -> dict[str, Choice]:
    """``name=value``, as the options of a system want it: yes and no, numbers, lists with commas, text."""
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    found: dict[str, Choice] = {}
    for item in given:
        name, mark, value = (part.strip() for part in item.partition("="))
        if not mark or not name:
            raise BadInput("option-unreadable", value=item)
        found[name] = _option(value, kinds.get(name, Choice))
    return found


def _option(value: str, kind: object) -> Choice:
    """The first way to read it that fits. What fits in none is left to the system, which says what it wanted."""
    ways = [way for way in _ways_to_read(value) if _fits(way, kind)]
    return ways[0] if ways else value


def _ways_to_read(value: str) -> Iterator[Choice]:
    if value.lower() in ("yes", "true", "no", "false"):
        yield value.lower() in ("yes", "true")
    if re.fullmatch(r"-?[0-9]{1,15}", value):
        yield int(value)
    listed = tuple(part.strip() for part in value.split(",") if part.strip())
    yield from (listed, value) if "," in value else (value, listed)


def _fits(value: Choice, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


RESERVED = frozenset({"advice", "new", "new-festival", "people"})  # pages of the console that are about no tournament


def proposed_id(name: str) -> str:
    """``Tata Steel 2026`` → ``tata-steel-2026``; of a name in another script no letter is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:60] or "tournament"
    return f"{found}-1" if found in RESERVED else found


def tournament_id(text: str) -> str:
    """It stands in addresses and is typed all day."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", text):
        raise BadInput("bad-stream-name", stream=text)
    if text in RESERVED:
        raise BadInput("stream-name-taken", stream=text)
    return text
