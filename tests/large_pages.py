"""Every page of a large tournament by its name, to be weighed: of the console, for everybody, of the API."""

from __future__ import annotations

from tests.browser.pages import PAGES
from tests.large_tournament import DRAFT, LARGE, NEW, ROUNDS

PRINTS = ("boards", "names", "slips", "slips?slips=10&qr=1", "players", "standings", "crosstable", "cards")
OF_A_SERVER = (
    "rating-lists",
    "rating-check",
)  # with lists in a folder beside its log, which the one of these tests has not
CONSOLE = {name: address.format(id=LARGE, new=NEW) for name, address in PAGES.items() if name not in OF_A_SERVER} | {
    "round-last": f"/console/{LARGE}/rounds/{ROUNDS}",
    "round-last-again": f"/console/{LARGE}/rounds/{ROUNDS}/state",
    "round-draft": f"/console/{DRAFT}/rounds/{ROUNDS}",
    "round-draft-again": f"/console/{DRAFT}/rounds/{ROUNDS}/state",
    "round-draft-by-system": f"/console/{DRAFT}/rounds/{ROUNDS}/engine",
    "absences-of-all": f"/console/{NEW}/absences",
    "check-in-of-all": f"/console/{NEW}/check-in",
    "lots-of-all": f"/console/{LARGE}/lots",
    "what-if-draft": f"/console/{DRAFT}/what-if",
    "ties-draft": f"/console/{DRAFT}/ties",
    "moments": f"/console/{LARGE}/moments",
    "place-changes": f"/console/{LARGE}/place-changes",
    **{f"print-{kind}": f"/console/{LARGE}/print/{kind}" for kind in PRINTS},
}
PUBLIC_PAGES = ("", "/boards", "/standings", "/players", "/crosstable", "/ranks", "/audit", "/card/1")
PUBLIC = {
    "front": "/",
    **{below: f"/t/{LARGE}{below}" for below in PUBLIC_PAGES},
    "one round": f"/t/{LARGE}?round=5",
    "a search": f"/t/{LARGE}/players?q=an",
    "a phone looks for a player": f"/p/{LARGE}?q=an",
    "a phone": f"/p/{LARGE}/200",
    "a phone is told why": f"/p/{LARGE}/200/why/5",
    "a screen": f"/screen/{LARGE}?view=crosstable",
}
VIEWS = ("boards", "standings", "crosstable", "ranks", "card/1", "names", "players", "ticker", "audit")
OF_API = {view: f"/api/t/{LARGE}/{view}" for view in VIEWS}
