"""What happened, told in words: a line of the news, a row of the audit trail. Terminal and pages say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from displays.words.breach_text import breach_sentence
from displays.words.dates import write_day, write_wall_time
from displays.words.language import Language, named_player
from displays.words.notation import outcome_words, result_mark, with_sign
from displays.words.rating_text import rating_line
from displays.words.text_table import one_line
from engine.model import PlayerId, PointTable, RatingOf, Result, Tournament
from engine.scoring import show_point_table
from ledger.acts.fields import Change, Plain
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.record import Recorded
from ledger.formats.player_cells import Adjusted
from ledger.shown_numbers import shown_numbers
from ledger.views.audit import Entry
from ledger.views.ticker import NewsItem

MOVES_TOLD = 6  # a correction of an early round may move half of a club; the JSON names them all


def ticker_line(item: NewsItem, language: Language, points: PointTable) -> str:
    """One item as a sentence."""
    facts = {name: _ticker_fact(name, item.facts, language, points) for name in item.facts}
    names = [person.name for person in item.players]
    facts["players"] = language.join(names)
    facts.update(zip(("white", "black"), names, strict=False))
    facts.update(zip(("player",), names, strict=False))
    return one_line(language.fill(item.code, "ticker", facts))


def _ticker_fact(name: str, facts: Mapping[str, object], language: Language, points: PointTable) -> str:
    value = facts[name]
    if name in ("result", "old") and "outcome" not in facts:
        return result_mark(Result(value), language, points)
    if name in ("old", "outcome"):
        return outcome_words(points, language).get(str(value), str(value))
    if name == "purpose":
        return language.word_or_key(f"purpose-{value}", "words")
    if name == "by":
        return language.word_or_key(str(value), "words")
    if name in ("begins", "day"):
        return write_wall_time(str(value), language)
    if name == "because":
        return f" ({str(value).rstrip('.')})" if value else ""
    if name == "points" and isinstance(value, int):
        return with_sign(value, points.per_point)
    return str(value)


def adjusted_line(one: Adjusted, language: Language) -> str:
    """What was kept of a list otherwise than it is written."""
    return language.phrase(one.code, "tidied", field=one.field, old=one.old, new=one.new or "–", line=one.line)


_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z")  # as the log has them
Names = Mapping[PlayerId, str]  # of players, where there is room for them; who is not named is a number


class _NamesOf(Mapping[PlayerId, str]):
    """Looked up when they are told: a list of a thousand players is told of line by line."""

    def __init__(self, t: Tournament) -> None:
        self._entries, self._removed, self._shown = t.entries, t.removed, shown_numbers(t)

    def __getitem__(self, number: PlayerId) -> str:
        entry = self._entries.get(number)
        return self._removed[number] if entry is None else entry.player.name

    def number_shown(self, player: PlayerId) -> int:
        return self._shown.get(player, player)

    def __contains__(self, number: object) -> bool:
        return number in self._entries or number in self._removed

    def __iter__(self) -> Iterator[PlayerId]:
        yield from self._entries
        yield from (number for number in self._removed if number not in self._entries)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _NamesWithNumbers(_NamesOf):
    def __getitem__(self, number: PlayerId) -> str:
        return named_player(number, {number: super().__getitem__(number)}, self._shown)


def names_of(t: Tournament) -> Names:
    """Of everybody who is or was registered: the audit tells of entries that were removed too."""
    return _NamesOf(t)


def names_with_numbers_of(t: Tournament) -> Names:
    """``Anna (3)``, as messages name players: at a terminal the next command wants the number."""
    return _NamesWithNumbers(t)


def audit_row(
    entry: Entry, language: Language, points: PointTable, names: Names, most: int | None = None
) -> tuple[str, ...]:
    """``most``: so many players are named, of a list of all the first."""
    return (
        str(entry.version),
        clock(entry.at),
        actor_text(entry, language),
        language.word_or_key(entry.what, "events"),
        _subject(entry, language, names, most),
        "; ".join(
            (
                *_told_changes(entry, language, points, names),
                *_place_changes(entry, language, names),
            )
        ),
        "; ".join(_why(entry, language, names)),
    )


def actor_text(entry: Entry, language: Language) -> str:
    """``Bram (key 4 “Helpers”)``: who acted, and with which key, since many may share one and type what they like."""
    key = key_text(entry, language)
    return f"{entry.actor} ({key})" if key else entry.actor


def key_text(entry: Entry, language: Language) -> str:
    """``key 4 “Helpers”``, ``key 3`` if it is called as who acted; empty for a record that names none."""
    if entry.key is None:
        return ""
    if entry.key.name == entry.actor:
        return language.phrase("key-of-actor", key=entry.key.number)
    return language.phrase("named-key-of-actor", key=entry.key.number, name=entry.key.name)


def record_line(recorded: Recorded, entry: Entry, language: Language, points: PointTable, names: Names) -> str:
    """``17  result entered  round 1, board 3 …``; of a registration the number that was given."""
    told = msgspec.structs.replace(entry, not_kept=())  # who writes is told of them apart
    version, _, _, what, *rest = audit_row(told, language, points, names)
    if isinstance(recorded.event, PlayerRegistered):
        player = recorded.event.player
        rest = [f"{_number_shown(player.number, names)} {player.name}"]
    return one_line("  ".join(part for part in (version, what, *rest) if part))


def written_line(recorded: Recorded, entry: Entry, language: Language, points: PointTable, names: Names) -> str:
    """What a page says once it is written: of a pairing what comes of it, the audit has the rest."""
    event = recorded.event
    if isinstance(event, RoundPaired):
        return language.phrase("round-is-paired", round=event.round, boards=len(event.boards))
    return record_line(recorded, entry, language, points, names)


def _subject(entry: Entry, language: Language, names: Names, most: int | None) -> str:
    parts = [language.phrase("round-told", round=entry.round)] if entry.round is not None else []
    if entry.board is not None:
        parts.append(f"{language.field('board')} {entry.board}")
    if entry.screen:
        parts.append(screen_named(entry.screen, language))
    if entry.players and all(player in names for player in entry.players):
        called = [names[player] for player in entry.players]
        if most is not None and len(called) > most:
            parts.append(f"{'; '.join(called[:most])} {language.phrase('and-more', count=len(called) - most)}")
        else:
            parts.append(" – ".join(called) if entry.board is not None else language.join(called))
    elif len(entry.players) == 1:
        parts.append(f"{language.field('player')} {entry.players[0]}")
    elif entry.players:
        parts.append(f"{language.field('players')} {language.join(entry.players)}")
    return ", ".join(parts)


def screen_named(name: str, language: Language) -> str:
    return f"{language.field('screen')} “{name}”"


def _place_changes(entry: Entry, language: Language, names: Names) -> list[str]:
    """``places: 7 (3 → 2), 5 (2 → 3)``: the first of those whose place a correction changed, by the new places."""
    if not entry.moved:
        return []
    told = [f"{names.get(move.player, move.player)} ({move.old} → {move.new})" for move in entry.moved[:MOVES_TOLD]]
    others = len(entry.moved) - len(told)
    more = [language.phrase("and-more", count=others)] if others else []
    return [language.phrase("places-changed", moves=" ".join([", ".join(told), *more]))]


def own_reasons(entry: Entry, language: Language) -> list[str]:
    """What was written down with it."""
    seed = [language.phrase("seed", seed=entry.seed)] if entry.seed else []
    return [entry.reason, *seed] if entry.reason else seed


def _why(entry: Entry, language: Language, names: Names) -> list[str]:
    parts = [*own_reasons(entry, language), *(breach_sentence(one, language, names) for one in entry.not_kept)]
    if entry.corrects:
        parts.append(language.phrase("corrects", version=entry.corrects))
    if entry.corrected_by:
        parts.append(language.phrase("corrected-by", versions=entry.corrected_by))
    if entry.integrity:
        kind = language.word(entry.integrity, "integrity")
        parts.append(f"{language.word('title', 'integrity')}: {kind}")
    return parts


def _changes_to_tell(entry: Entry) -> list[Change]:
    return _of_screen(entry) if entry.screen else _with_point_table(entry.changes)


def _of_screen(entry: Entry) -> list[Change]:
    """Which views it shows, and what people call it. How each is shown is told where the views are as they were."""
    if entry.what == "screen-removed":
        return []  # its name is told, and what it showed where it was set
    changed = {change.field: change for change in entry.changes}
    if "name" in changed:  # it is new: all that was not chosen is as the house does it
        told = [changed[field] for field in ("shows", "title") if field in changed]
    elif "shows" in changed:
        told = [change for change in entry.changes if not change.field.startswith("scenes.")]
    else:
        told = list(entry.changes)
    return [Change("name", c.old, c.new) if c.field == "title" else c for c in told]


def _with_point_table(changes: Sequence[Change]) -> list[Change]:
    """A point table that is new is told as people write it, not in all of its thirteen fields."""
    table = {c.field.removeprefix("points."): c.new for c in changes if c.field.startswith("points.") and c.old is None}
    if "per_point" not in table:
        return list(changes)
    written = show_point_table(msgspec.convert(table, PointTable))
    others = [change for change in changes if not change.field.startswith("points.")]
    return [*others, Change("points", None, written)]


def _told_changes(entry: Entry, language: Language, points: PointTable, names: Names) -> Iterator[str]:
    ratings: dict[str, list[Change]] = {}
    for change in _changes_to_tell(entry):
        if place := _place_of_rating(change.field):
            ratings.setdefault(place, []).append(change)
        else:
            yield _change(change, language, points, names)
    for changes in ratings.values():
        was, now = (_whole_rating(changes, when) for when in ("old", "new"))
        if was or now:
            arrow = f"{rating_line(was, language)} → " if was else ""
            yield f"{language.field('rating')} {arrow}{rating_line(now, language) if now else '–'}"
        else:
            yield from (_change(change, language, points, names) for change in changes)


def _place_of_rating(field: str) -> str:
    """``ratings.2.value`` → 2, of several that a player has."""
    first, _, rest = field.partition(".")
    place = rest.partition(".")[0]
    return place if first == "ratings" and place.isdecimal() else ""


def _whole_rating(changes: Sequence[Change], when: str) -> RatingOf | None:
    """One that was not there before, or is no more. None: only something about it changed."""
    other = "new" if when == "old" else "old"
    fields = {change.field.rpartition(".")[2]: change for change in changes}
    if not {"source", "value"} <= fields.keys() or any(getattr(one, other) is not None for one in changes):
        return None
    given = {name: getattr(one, when) for name, one in fields.items()}
    return msgspec.convert({"kind": "", **given}, RatingOf)  # what is empty is no change


def _change(change: Change, language: Language, points: PointTable, names: Names) -> str:
    """``rating 1800 → 1850``; what was not there before has no arrow."""
    field, new = _field(change.field, language, names), _plain(change.field, change.new, language, points, names)
    if change.old is None or change.old == Result.PENDING.value:
        return f"{field} {new}"
    return f"{field} {_plain(change.field, change.old, language, points, names)} → {new}"


def _field(dotted: str, language: Language, names: Names) -> str:
    """An option is called what the set-up form calls it, and what a command does; a player who sits out by name."""
    first, _, rest = dotted.partition(".")
    if first == "options":
        return f"{language.field(first)} “{language.word_or_key(rest, 'options')}” ({rest})"
    if first == "withdrawals":  # "withdrawal from round 4": which of them it is, nobody asks
        return f"{language.field(first)} {language.field(rest.rpartition('.')[2])}"
    if first == "absent_days":
        return f"{language.field(first)} {write_day(rest, language)}"
    if place := _place_of_rating(dotted):
        what = rest.partition(".")[2]
        return f"{language.field('rating')} {place}" + ("" if what == "value" else f" {language.field(what)}")
    if first in ("sitouts", "start_number") and rest.isdecimal():
        return f"{language.field(first)} {names.get(int(rest), rest)}"
    return language.field(dotted)


_LISTS_OF_PLAYERS = ("players", "start_order", "order")


def _number_shown(player: PlayerId, names: Names) -> int:
    """What people know the player by."""
    return names.number_shown(player) if isinstance(names, _NamesOf) else player


def _plain(field: str, value: Plain, language: Language, points: PointTable, names: Names) -> str:
    first, last = field.partition(".")[0], field.rpartition(".")[2]
    if last in ("white", "black") and isinstance(value, int):
        return names.get(value, str(value))
    if value is None or value == "" or value == ():
        return "–"
    if field == "number" and isinstance(value, int):
        return str(_number_shown(value, names))
    if last in _LISTS_OF_PLAYERS and isinstance(value, tuple):
        return language.join([_number_shown(one, names) if isinstance(one, int) else one for one in value])
    if isinstance(value, bool):
        return language.word("yes" if value else "no")
    if field == "evenings_off" and isinstance(value, tuple):
        return language.join([write_day(str(day), language) for day in value])
    if field == "shows" and isinstance(value, tuple):
        return language.join([language.word(f"view-{view}", "screen-control") for view in value])
    if isinstance(value, tuple):
        return language.join(value)
    if field == "theme" or (first == "scenes" and last == "step"):
        return language.word(f"{last}-{value}", "screen-control")
    if first == "scenes" and value == 0:
        return "–"
    if last in ("result", "disputed_result", "rated_as"):
        return result_mark(Result(value), language, points)
    if field.startswith("options."):
        return language.word_or_key(str(value), "choices")
    if last == "system":
        return language.word_or_key(f"system-{value}", "console").removeprefix("system-")
    if last == "game":
        return language.word_or_key(f"game-{value}", "words").removeprefix("game-")
    if last == "dialect":
        return language.word_or_key(f"dialect-{value}", "trf").removeprefix("dialect-")
    if last == "phase":
        return language.word_or_key(str(value), "phases")
    if last == "by" or last == "first_colour":
        return language.word_or_key(str(value), "words")
    if last == "adjustment" and isinstance(value, int):
        return with_sign(value, points.per_point)
    if last in ("missed", "counts_as", "outcome") or first in ("absences", "absent_days", "sitouts"):
        return outcome_words(points, language).get(str(value), str(value))
    if isinstance(value, str) and _INSTANT.fullmatch(value):
        return f"{clock(value)[:16]} UTC"
    return str(value)


def clock(at: str) -> str:
    """To the second: ``2026-05-01 14:03:22``."""
    return at[:19].replace("T", " ")
