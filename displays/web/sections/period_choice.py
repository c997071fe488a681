"""Section for the periods of a season: the tables that there are, and who won those that are over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from displays.web.templating import render_section
from displays.words.language import Language
from displays.words.parse import whole_number
from displays.words.period_text import champion_lines, period_of
from ledger.views.ladder import Ladder
from ledger.views.standings import Standings

PERIOD = "period"  # of an address
ToPeriod = Callable[[int | None], str]  # the address of the same table of a period; None: of the whole season


def asked_period(query: Mapping[str, str]) -> int | None:
    given = query.get(PERIOD, "")
    return whole_number(given, PERIOD) if given else None


def period_choice(view: Ladder | Standings, reader: Language, to_period: ToPeriod | None = None) -> Markup:
    """Links to the tables (on paper none), the title of the one that is shown, and who won. Nothing where there are no
    periods."""
    if not view.periods:
        return Markup("")
    tables: list[tuple[int | None, str]] = [(None, reader.word("whole-season", "season"))]
    tables += [(one.number, one.name) for one in view.periods]
    asked = view.period or None
    return render_section(
        "sections/periods.html",
        reader,
        links=[(title, to_period(number), number == asked) for number, title in tables] if to_period else [],
        title=period_of(view, reader),
        champions=champion_lines(view.periods, reader),
    )
