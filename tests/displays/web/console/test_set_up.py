"""The set-up form: what it offers is what the desk takes, and its advice is the system's."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from displays.web.console.setup_form import choices
from displays.words.language import language
from engine.model import PointTable, Rules
from ledger.acts.opening import check_rules
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

OFFERED = choices(language("en"))


@pytest.fixture
def owner(web: Web) -> Web:
    return web.sign_in("owner")


@pytest.fixture
def roundlog(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.mark.parametrize("system", OFFERED.systems, ids=lambda system: system.key)
@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_what_the_form_proposes_can_be_opened(system, game):
    points = msgspec.convert(OFFERED.points["2-1-0" if game == "draughts" else "1-½-0"], PointTable)
    check_rules(Rules(system.key, 7, points, system.tiebreaks[game], game=game), players=0)


@pytest.mark.parametrize("name", OFFERED.rankings)
def test_every_ranking_that_is_offered_names_tiebreaks_that_have_names(name):
    assert set(OFFERED.rankings[name]) <= set(OFFERED.tiebreaks)


def advice(owner: Web, players: int = 0, **rules: object) -> dict[str, Any]:
    asked = {"system": "fide-dutch-2026", "rounds": 7, **rules}
    return owner.get(f"/console/advice?lang=en&players={players}&rules={quote(json.dumps(asked))}").json()


def test_advice_is_that_of_the_system(owner: Web):
    told = advice(owner, players=300, rounds=5, tiebreaks=["BH/C1"])
    assert told["advice"] == ["5 rounds are few for 300 players: two of them may win all their games."]
    assert told["names"] == {"BH/C1": "Buchholz, lowest 1 cut"}
    assert told["problems"] == []


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"rounds": 0}, "bad-number-of-rounds"),
        ({"rounds": "many"}, "not-a-number"),
        ({"tiebreaks": ["XYZ"]}, "unknown-tiebreak"),
        ({"options": {"speed": 3}}, "option-unknown"),
        ({"game": "go"}, "not-one-of"),
        ({"colour": "red"}, "field-unknown"),
    ],
)
def test_rules_that_cannot_be_are_told_with_code_and_sentence(owner: Web, rules, code):
    (problem,) = advice(owner, **rules)["problems"]
    assert problem["code"] == code
    assert problem["sentence"].endswith(".")


@pytest.mark.parametrize(
    ("rules", "field", "fix"),
    [
        ({"system": "kndb", "options": {"dummy": "draws"}}, "options.dummy", ["points.pairing_bye", "1"]),
        (
            {"system": "fmjd-5.1", "options": {"acceleration": "four-groups", "acceleration_groups": 5}},
            "options.acceleration_groups",
            ["options.acceleration_groups", 6],
        ),
    ],
)
def test_a_refused_combination_of_draughts_options_says_what_mends_it(owner: Web, rules, field, fix):
    mended: dict[str, Any] = {"game": "draughts", "points": OFFERED.points["2-1-0"], **rules}
    (problem,) = advice(owner, **mended)["problems"]
    assert (problem["facts"]["field"], problem["facts"]["fix"]) == (field, fix)
    where, name = fix[0].split(".")
    mended[where] = {**mended[where], name: int(fix[1])}
    assert advice(owner, **mended)["problems"] == []


def test_points_that_nobody_touched_follow_the_options(owner: Web):
    """KNDB modification 2: with a dummy that draws a bye is worth a draw."""
    told = [advice(owner, system="kndb", game="draughts", options=o)["points"] for o in ({}, {"dummy": "draws"})]
    assert [table["pairing_bye"] for table in told] == [2, 1]


def test_all_that_cannot_be_is_told_at_once(owner: Web):
    problems = advice(owner, rounds=0, game="go", points={"per_point": 1, "win": 0, "draw": 0, "loss": 0})["problems"]
    assert [problem["code"] for problem in problems] == ["bad-number-of-rounds", "bad-points", "not-one-of"]


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", "XYZQ", "“XYZQ” is not a tie-break. The field offers all that there are."),
        ("en", "BUCH", "“BUCH” is not a tie-break. The nearest: BH (Buchholz)"),
        ("nl", "onderling", "“onderling” is geen beslissingscriterium. Het dichtst erbij: DE (onderling resultaat)"),
        ("de", "SBB", "„SBB“ ist keine Feinwertung. Am nächsten: SB (Sonneborn-Berger)"),
        ("et", "BHH/C1", "„BHH/C1“ ei ole lisakriteerium. Lähimad: BH (Buchholz)"),
        ("en", "BH/C1/M1", "BH/C1/M1"),
        ("en", "", "“” is not a tie-break."),
    ],
)
def test_a_tiebreak_that_there_is_not_is_told_with_the_nearest(owner: Web, language: str, typed: str, said: str):
    looked = owner.get(f"/console/advice/tiebreak?lang={language}&code={quote(typed)}").json()
    assert said in looked["problem"]
    assert (looked["code"], looked["name"]) == ("", "")


def test_a_tiebreak_that_there_is_comes_as_it_is_written(owner: Web):
    looked = owner.get(f"/console/advice/tiebreak?lang=en&code={quote(' aro/u1400/c1 ')}").json()
    assert (looked["code"], looked["problem"]) == ("ARO/C1/U1400", "")
    assert looked["name"].startswith("average rating of the opponents, lowest 1 cut")


def test_looking_for_a_tiebreak_is_not_for_strangers(web: Web):
    assert web.get("/console/advice/tiebreak?code=BH").status_code == 401


def test_a_question_that_is_no_json_is_told(owner: Web):
    (problem,) = owner.get("/console/advice?rules=%7Brules").json()["problems"]
    assert problem["code"] == "json-unreadable"


def test_advice_for_more_players_than_there_are(owner: Web):
    (problem,) = advice(owner, players=10**12, rounds=5)["problems"]
    assert problem["code"] == "number-outside-range"


def test_advice_is_not_for_strangers(web: Web):
    assert web.get("/console/advice?rules=%7B%7D").status_code == 401


def test_the_settings_show_what_was_agreed_with_every_default(owner: Web):
    page = owner.get("/console/club/settings?lang=en").text
    block = page.split('<script type="application/json" id="choices">')[1].split("</script>")[0]
    agreed = json.loads(block)
    assert agreed["rules"]["points"]["per_point"] == 2
    assert agreed["details"]["is_private"] is False


def test_groups_that_are_published_stand_in_the_settings_as_they_are_typed(owner: Web):
    """Women under 12 are one group: torn apart it would be refused when the settings are saved."""
    details = {"name": "Club", "starts": "2026-05-01", "public_categories": ["age=U16", "sex=w;age=U12"]}
    assert owner.request("PUT", "/api/t/club/details", json={"details": details}).is_success
    assert 'value="U16, sex=w;age=U12"' in owner.get("/console/club/settings").text


@pytest.mark.parametrize(("ends", "days"), [("2026-11-22", "1"), ("2027-03-20", "7"), ("", "7")])
def test_rounds_of_a_weekend_are_filled_in_day_by_day_those_of_a_season_week_by_week(
    roundlog: Roundlog, owner: Web, ends: str, days: str
):
    roundlog("change-details", "club", "--starts", "2026-11-20", "--ends", ends)
    page = owner.get("/console/club/settings?lang=en").text
    assert re.search(rf'<input[^>]*value="{days}"[^>]*id="schedule-every"|id="schedule-every"[^>]*value="{days}"', page)
