"""A list of players of a whole festival: a column says in which section each of them plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Tournament, Value
from ledger.acts.namesakes import letters
from ledger.formats.player_cells import tidy
from ledger.formats.player_columns import SECTION
from ledger.formats.player_sheet import Row, Sheet
from ledger.formats.players_csv import PlayerList, check_fields, read_list

Sections = Mapping[str, Tournament]  # by their streams


class SectionLists(Value, frozen=True):
    lists: Mapping[str, PlayerList]  # of each section of which the list has lines
    called: Mapping[str, str]  # what the list calls a section → its stream; empty: it is none that we know


def find_section(called: str, sections: Sections) -> str:
    """By its short name or its name; ``A`` is also the one section with that word in its name. Empty: none."""
    plain = letters(called)
    same = [stream for stream, t in sections.items() if plain in (letters(stream), letters(t.details.name))]
    within = [stream for stream, t in sections.items() if plain and set(plain) <= set(letters(t.details.name))]
    found = same or within
    return found[0] if len(found) == 1 else ""


def with_section_column(sheet: Sheet, fields: Sequence[str | None], sections: Sections) -> tuple[str | None, ...]:
    """By its title; or the column in which every line names a section, as one with groups may."""
    if SECTION in sheet.known:
        place = sheet.known.index(SECTION)
        return (*fields[:place], SECTION, *fields[place + 1 :])
    for place, field in enumerate(fields):
        cells = {tidy(row.cells[place]) for row in sheet.rows if place < len(row.cells)} - {""}
        if field in ("category", None) and cells and all(find_section(cell, sections) for cell in cells):
            return (*fields[:place], SECTION, *fields[place + 1 :])
    return tuple(fields)


def read_section_lists(
    sheet: Sheet,
    fields: Sequence[str | None],
    sections: Sections,
    said: Mapping[str, str],
    leave_out: Collection[int] = (),
    namesakes: Collection[int] = (),
    merge: Collection[int] = (),
) -> SectionLists:
    """``said``: which section it is that the list calls so, where somebody says it. A line of no section that we know
    is wrong, and stands under no stream."""
    check_fields(fields)
    if SECTION not in fields:
        raise BadInput("csv-no-section-column", line=sheet.heading)
    place = fields.index(SECTION)
    called: dict[str, str] = {}
    rows: dict[str, list[Row]] = {}
    for row in sheet.rows:
        name = tidy(row.cells[place]) if place < len(row.cells) else ""
        if name not in called:
            stream = said[name] if name in said else find_section(name, sections)
            called[name] = stream if stream in sections else ""
        rows.setdefault(called[name], []).append(row)
    lists = {
        stream: read_list(replace(sheet, rows=tuple(own)), fields, sections[stream], leave_out, namesakes, merge)
        for stream, own in rows.items()
        if stream
    }
    if lost := rows.get("", []):
        lists[""] = _read_lost(lost, place, sheet)
    return SectionLists(lists, called)


def _read_lost(rows: Sequence[Row], place: int, sheet: Sheet) -> PlayerList:
    problems = []
    for row in rows:
        found = tidy(row.cells[place]) if place < len(row.cells) else ""
        problems.append(BadInput("csv-no-such-section", found=found, line=row.line, column=place + 1))
    return PlayerList((), (), sheet.skipped, tuple(problems), (), ())


def join_lists(sheet: Sheet, lists: Mapping[str, PlayerList]) -> PlayerList:
    """All of them as one, in the order of the lines."""
    both = sorted(
        ((line, new) for found in lists.values() for line, new in zip(found.lines, found.players, strict=True)),
        key=lambda one: one[0],
    )
    problems = {id(one): one for found in lists.values() for one in found.problems}
    return PlayerList(
        players=tuple(new for _, new in both),
        lines=tuple(line for line, _ in both),
        skipped=sheet.skipped,
        problems=tuple(sorted(problems.values(), key=lambda one: int(str(one.facts["line"])))),
        adjusted=tuple(change for found in lists.values() for change in found.adjusted),
        suspected=tuple(alike for found in lists.values() for alike in found.suspected),
        merged=tuple(line for found in lists.values() for line in found.merged),
        completed=tuple(one for found in lists.values() for one in found.completed),
    )
