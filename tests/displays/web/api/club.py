"""A small tournament at each stage of its first round, made once through the API and then copied."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build

NAMES = ("Anna", "Bram", "Katrin", "Jürgen", "Ülle")
REASON = {"reason": "as the arbiter saw it"}
CLUB = "/api/t/club"
FESTIVAL = "/api/f/club"  # of the same name, in a log of its own
WELCOME = 5  # the version of the announcement in the stage "festival"
_SECTION = {"rules": {"system": "fide-dutch-2026", "rounds": 3}}
ANNOUNCEMENT = 12  # the version of its record in the stage "entered"
CATEGORY = 13  # of its record in the stage "grouped"
DISPUTE = 18  # and in the stage "disputed"
ADJOURNMENT = 15  # in the stage "adjourned"

# Each stage begins where the one before it ended: what is asked, in order.
STAGES: dict[str, list[tuple[str, str, dict[str, Any]]]] = {
    "opened": [
        (
            "POST",
            "/api/t",
            {
                "id": "club",
                "details": {"name": "Club evening", "place": "Tartu"},
                "rules": {"system": "fide-dutch-2026", "rounds": 3},
            },
        ),
    ],
    "entered": [
        (
            "POST",
            f"{CLUB}/players",
            {
                "players": [
                    {"name": name, "rating": 1900 - 50 * number, "birth_year": 1990, "ids": {"fide": f"450000{number}"}}
                    for number, name in enumerate(NAMES)
                ]
            },
        ),
        ("POST", f"{CLUB}/first-colour", {"colour": "white"}),
        ("POST", f"{CLUB}/players/5/absences", {"rounds": [1], "outcome": "half-bye"}),
        ("POST", f"{CLUB}/separations", {"players": [3, 5]}),
        ("PUT", f"{CLUB}/screens", {"screen": {"name": "door", "scenes": [{"view": "names"}]}}),
        ("PUT", f"{CLUB}/rounds/1/clock", {"starts": "2026-05-01T14:00Z", "ends": "2026-05-01T18:00Z"}),
        ("POST", f"{CLUB}/announcements", {"text": "Welcome"}),
    ],
    "withdrawn": [("POST", f"{CLUB}/players/4/withdrawal", {"from_round": 2})],
    "drafted": [("POST", f"{CLUB}/rounds/1/pairing", {})],
    "published": [("POST", f"{CLUB}/rounds/1/publication", {})],
    "played": [
        ("POST", f"{CLUB}/rounds/1/boards/1/result", {"result": "1-0"}),
        ("POST", f"{CLUB}/rounds/1/boards/2/result", {"result": "1/2"}),
    ],
    "disputed": [("POST", f"{CLUB}/rounds/1/boards/1/dispute", {"result": "0-1"})],
    "closed": [("DELETE", f"{CLUB}/disputes/{DISPUTE}", {}), ("POST", f"{CLUB}/rounds/1/closing", {})],
    "called": [("PUT", f"{CLUB}/rounds/2/check-in/1", {})],
    "extra": [("POST", f"{CLUB}/extra-games", {"purpose": "play-off", "white": 1, "black": 2, "result": "1-0"})],
    "finished": [("POST", f"{CLUB}/finish", REASON)],
    "festival": [
        ("POST", "/api/f", {"id": "club", "details": {"name": "Club festival"}}),
        *(("POST", "/api/t", {**_SECTION, "id": section, "details": {"name": section}}) for section in ("a", "b")),
        ("POST", f"{FESTIVAL}/sections", {"section": "a"}),
        ("PUT", f"{FESTIVAL}/screens", {"screen": {"name": "door", "scenes": [{"view": "names"}]}}),
        ("PUT", f"{FESTIVAL}/rounds/1/clock", {"starts": "2026-05-01T14:00Z", "ends": "2026-05-01T18:00Z"}),
        ("POST", f"{FESTIVAL}/announcements", {"text": "Welcome"}),
    ],
}
_OTHER_WAY_ROUND = ("PUT", f"{CLUB}/start-order", {"order": [5, 4, 3, 2, 1]})
_ADJOURNED: tuple[str, str, dict[str, Any]] = ("POST", f"{CLUB}/rounds/1/boards/1/postponement", {})
STAGES["adjourned"] = [step for stage in ("opened", "entered", "drafted", "published") for step in STAGES[stage]] + [
    _ADJOURNED
]
# Out of FIDE mode, in which nobody stands before a higher rating.
_RATING_SWISS = {"system": "knsb-2014", "rounds": 3, "chess960": True}
STAGES["free"] = [("POST", "/api/t", {**STAGES["opened"][0][2], "rules": _RATING_SWISS}), *STAGES["entered"]]
STAGES["by-initials"] = [*STAGES["opened"], *STAGES["entered"], ("POST", f"{CLUB}/players/1/initials", {})]
STAGES["reordered"] = [*STAGES["free"], _OTHER_WAY_ROUND]
_SAME_RATING = ("PUT", f"{CLUB}/players/2", {"name": NAMES[1], "rating": 1900, **REASON})
STAGES["level"] = [*STAGES["opened"], *STAGES["entered"], _SAME_RATING]
_RIGHTS = ("PUT", f"{CLUB}/member-rights", {"results": True, "absent": False})
STAGES["reporting"] = [*STAGES["adjourned"][:-1], _RIGHTS]
_REPORT = ("POST", f"{CLUB}/players/1/report", {"round": 1, "result": "1-0"})
STAGES["reported"] = [*STAGES["reporting"], _REPORT]
_GIRLS = ("POST", f"{CLUB}/categories", {"name": "Girls", "conditions": "sex=w", "is_public": True})
_SPRING = ("POST", f"{CLUB}/periods", {"name": "Spring", "from_round": 2})
STAGES["in-periods"] = [*STAGES["opened"], *STAGES["entered"], _SPRING]
STAGES["grouped"] = [*STAGES["opened"], *STAGES["entered"], _GIRLS]
_TARIFFS = [{"name": "Normal", "amount": 2500}, {"name": "Youth", "amount": 1250}]
_FEES = ("PUT", f"{CLUB}/fees", {"currency": "EUR", "tariffs": _TARIFFS})
_PAYMENT: tuple[str, str, dict[str, Any]] = ("PUT", f"{CLUB}/players/2/payment", {})
STAGES["with-fees"] = [*STAGES["opened"], *STAGES["entered"], _FEES, _PAYMENT]
_SCHEDULE = [{"starts": f"2026-05-0{number}T10:00", "round": number} for number in (1, 2, 3)]
_SET_SCHEDULE = ("PUT", f"{CLUB}/schedule", {"schedule": _SCHEDULE, "zone": "Europe/Tallinn"})
STAGES["scheduled"] = [*STAGES["opened"], *STAGES["entered"], _SET_SCHEDULE]
_PUT_OFF = ("POST", f"{CLUB}/evenings/2026-05-02/cancellation", {"public_reason": "The hall is not free."})
STAGES["put-off"] = [*STAGES["scheduled"], _PUT_OFF]
_LIST = ("POST", f"{CLUB}/players/import", {"text": "name\nVera\nWim\n", "list_name": "guests.xlsx"})
STAGES["listed"] = [*STAGES["opened"], *STAGES["entered"], _LIST]
BEGIN_ANEW = (
    *(
        "opened",
        "festival",
        "free",
        "reordered",
        "level",
        "adjourned",
        "scheduled",
        "put-off",
        "listed",
        "grouped",
        "by-initials",
        "in-periods",
        "reporting",
        "reported",
        "with-fees",
    ),
)


@functools.cache
def log_at(stage: str) -> bytes:
    """The log of the tournament when it has come so far."""
    stages = list(STAGES)
    place = stages.index(stage)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "roundlog.db")
        if stage not in BEGIN_ANEW:
            path.write_bytes(log_at(stages[place - 1]))
        with serving(path) as web:
            owner = web.bearer("owner")
            for method, address, body in STAGES[stage]:
                who = web.bearer("member", "club") if address.endswith("/report") else owner
                answer = who.confirm(method, address, json=body)
                assert answer.status_code in (200, 201), answer.text
        return path.read_bytes()


@contextmanager
def serving(path: Path) -> Iterator[Web]:
    with SqliteLog(path) as log:
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()


@contextmanager
def club_at(stage: str, folder: Path) -> Iterator[Web]:
    """The server over a log of its own with the tournament at that stage."""
    path = folder / "roundlog.db"
    path.write_bytes(log_at(stage))
    with serving(path) as web:
        yield web


def version(web: Web) -> int:
    """Of the last record, drafts too."""
    owner = web.bearer("owner")
    answers = (owner.get(address) for address in (CLUB, FESTIVAL))
    return next(int(answer.json()["version"]) for answer in answers if answer.status_code == 200)


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The answer must be that problem."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].endswith(".")
    found: dict[str, Any] = answer.json()
    return found
