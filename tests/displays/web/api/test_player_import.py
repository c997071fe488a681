"""Lists of players through the API: looked at, put right, registered."""

import base64
from pathlib import Path

import pytest

from ledger.formats.player_columns import COLUMNS
from tests.displays.web.api.club import CLUB, club_at, problem, version
from tests.ledger.formats.workbooks import xlsx_of

SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PREVIEW, IMPORT = f"{CLUB}/players/preview", f"{CLUB}/players/import"
LIST = "Naam;Elo;Titel;Geboortedatum;Hoed\nSmit,  Maria;1900;wgm;01-02-1990;rood\nTamm, Jaan;0;;;\n"


def test_a_list_is_shown_with_the_columns_as_they_would_be_read(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        before = version(web)
        seen = web.bearer("arbiter", "club").post(PREVIEW, json={"text": LIST}).json()
        assert version(web) == before == seen["version"]
        assert (seen["separator"], seen["has_header"], seen["rows"], seen["good"]) == (";", True, 2, 2)
        fields = {column["title"]: column["field"] for column in seen["columns"]}
        expected = {"Naam": "name", "Elo": "rating", "Titel": "title", "Geboortedatum": "birth_year", "Hoed": None}
        assert fields == expected
        assert seen["columns"][1]["examples"] == ["1900", "0"]
        assert seen["fields"] == list(COLUMNS)
        assert [new["player"]["name"] for new in seen["players"]] == ["Smit, Maria", "Tamm, Jaan"]
        assert {(change["line"], change["code"], change["new"]) for change in seen["adjusted"]} == {
            (2, "spaces-removed", "Smit, Maria"),
            (2, "title-written-alike", "WGM"),
            (2, "year-from-date", "1990"),
            (3, "zero-is-none", ""),
        }
        assert all(change["sentence"].startswith("Line ") for change in seen["adjusted"])
        assert (seen["problems"], seen["refusal"]) == ([], None)


def test_nothing_is_left_out_unless_somebody_says_so(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter, before = web.bearer("arbiter", "club"), version(web)
        assert problem(arbiter.post(IMPORT, json={"text": LIST}), 400, "csv-unknown-column")["facts"]["column"] == 5
        assert version(web) == before
        columns = ["name", "rating", "title", "birth_year", None]
        written = arbiter.post(IMPORT, json={"text": LIST, "columns": columns}).json()
        assert written["version"] == before + 3  # two players, and that they are one list
        assert (len(written["told"]), written["registered"], written["list"]) == (3, 2, 1)
        assert {change["line"] for change in written["adjusted"]} == {2, 3}
        assert arbiter.get(f"{CLUB}/players").json()[5]["player"]["title"] == "WGM"


def test_every_bad_line_is_told_and_nothing_is_written(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter, before = web.bearer("arbiter", "club"), version(web)
        text = "name,rating,born,sex\nA,x,,\n,1900,,\nB,9999,,\nC,1800,1700,\nD,1700,,q\nD,,,\nD,,,\n"
        answer = arbiter.post(IMPORT, json={"text": text})
        found = [(one["facts"]["line"], one["code"]) for one in answer.json()["problems"]]
        assert answer.status_code == 400
        assert found == [
            (2, "not-a-number"),
            (3, "csv-name-missing"),
            (4, "number-outside-range"),
            (5, "number-outside-range"),
            (6, "not-one-of"),
            (8, "csv-name-twice"),
        ]
        assert version(web) == before
        seen = arbiter.post(PREVIEW, json={"text": text}).json()
        assert [(one["facts"]["line"], one["code"]) for one in seen["problems"]] == found
        assert seen["good"] == 1  # the second D is no new player
        assert [one["line"] for one in seen["lines"]] == [2, 3, 4, 5, 6, 7, 8]


def test_who_is_registered_already_and_who_looks_like_somebody(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        arbiter.post(f"{CLUB}/players", json={"players": [{"name": "Smit, Ánna"}, {"name": "Old Member"}]})
        text = "name,fide\nSomebody,4500000\nold  member,\nanna SMIT,\nSmit Anna,7\n"
        seen = arbiter.post(PREVIEW, json={"text": text}).json()
        assert [(one["code"], one["facts"]["line"], one["facts"]["number"]) for one in seen["problems"]] == [
            ("already-registered", 2, 1),
            ("name-registered", 3, 7),
            ("name-registered", 4, 6),
            ("name-registered", 5, 6),
        ]
        assert seen["problems"][2]["facts"]["name"] == "Smit, Ánna"  # who is there, not who was typed
        assert (seen["rows"], seen["good"], len(seen["players"])) == (4, 0, 0)
        assert [line["is_wanted"] for line in seen["lines"]] == [False] * 4
        assert [line["may_be_wanted"] for line in seen["lines"]] == [False, True, True, True]
        assert [line["may_be_merged"] for line in seen["lines"]] == [True] * 4


def test_lines_that_are_not_wanted_stop_nothing(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        text = "name,fide,rating\nSomebody,4500000,\nNew One,,1800\nBad Rating,,x\n"
        assert arbiter.post(IMPORT, json={"text": text}).status_code == 400
        written = arbiter.post(IMPORT, json={"text": text, "leave_out": [2, 4]})
        assert (written.status_code, written.json()["registered"]) == (201, 1)
        refused = arbiter.post(IMPORT, json={"text": text, "leave_out": [3]}).json()
        assert [one["facts"]["line"] for one in refused["problems"]] == [2, 4]


def test_a_line_may_be_somebody_else_of_a_name_that_is_there(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        text = "name\nJansen, Jan\nJan Jansen\n"
        seen = arbiter.post(PREVIEW, json={"text": text}).json()
        assert [line["is_wanted"] for line in seen["lines"]] == [True, False]
        both = arbiter.post(PREVIEW, json={"text": text, "namesakes": [3]}).json()
        assert (both["good"], both["problems"]) == (2, [])
        assert both["suspected"][0]["other_line"] == 2
        second = arbiter.post(PREVIEW, json={"text": text, "leave_out": [2]}).json()
        assert [line["is_wanted"] for line in second["lines"]] == [False, True]
        assert arbiter.post(IMPORT, json={"text": text, "namesakes": [3]}).status_code == 201


def test_numbers_that_are_taken_are_left_out_and_that_is_said(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        text = "Nr;Name\n1;New One\n2;New Two\n"
        seen = arbiter.post(PREVIEW, json={"text": text}).json()
        assert (seen["numbers_taken"], [column["field"] for column in seen["columns"]]) == (True, [None, "name"])
        assert (seen["good"], seen["problems"]) == (2, [])
        asked = {"text": text, "columns": ["number", "name"]}
        insisted = arbiter.post(PREVIEW, json=asked).json()
        assert [(one["code"], one["facts"]["line"]) for one in insisted["problems"]] == [
            ("number-taken", 2),
            ("number-taken", 3),
        ]


def test_what_stands_above_the_heading_is_no_player(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        text = "Spring Open 2026\n\nList of players, 1 May\nNr;Name;Rtg\n11;New One;1800\n"
        seen = web.bearer("arbiter", "club").post(PREVIEW, json={"text": text}).json()
        assert [line["line"] for line in seen["above"]] == [1, 3]
        assert [one["player"]["name"] for one in seen["players"]] == ["New One"]
        assert [column["field"] for column in seen["columns"]] == ["number", "name", "rating"]


def test_every_line_is_shown_with_its_number(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        text = "name\n\n" + "".join(f"Guest {number:04}\n" for number in range(1500))
        seen = web.bearer("arbiter", "club").post(PREVIEW, json={"text": text}).json()
        assert (len(seen["lines"]), seen["skipped"]) == (1500, [2])
        assert (seen["lines"][-1]["line"], seen["lines"][-1]["cells"]) == (1502, ["Guest 1499"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_file_in_the_encodings_that_spreadsheets_write(encoding: str, tmp_path: Path):
    content = "Nimi;Reiting\nÜlle Pärn;1800\n".encode(encoding)
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        for asked in (
            {"json": {"file": base64.b64encode(content).decode()}},
            {"content": content, "headers": {"content-type": "text/csv; charset=unknown"}},
        ):
            (new,) = arbiter.post(PREVIEW, **asked).json()["players"]
            assert (new["player"]["name"], new["player"]["rating"]) == ("Ülle Pärn", 1800)


def test_a_pasted_list_without_titles(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        plain = arbiter.post(PREVIEW, json={"text": "Anna Smit 1900\nJaan Tamm\n"}).json()
        assert [column["field"] for column in plain["columns"]] == ["name", "rating"]
        cut = arbiter.post(PREVIEW, json={"text": "Smit, Anna\t1900\tNED\t1990\nTamm, Jaan\t1850\tEST\t2001\n"}).json()
        assert [column["field"] for column in cut["columns"]] == ["name", "rating", "federation", "birth_year"]
        assert arbiter.post(IMPORT, json={"text": "Anna Smit 1900\nJaan Tamm\n"}).status_code == 201


def test_a_column_that_is_left_out_is_told_before_and_after(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        arbiter, text = web.bearer("arbiter", "club"), "Anna Smit;1900;Utrecht\nJaan Tamm;1850;Tartu\n"
        told = [{"column": 3, "title": "", "example": "Utrecht"}]
        assert arbiter.post(PREVIEW, json={"text": text}).json()["left_out"] == told
        chosen = {"text": text, "columns": ["name", "rating", "club"]}
        assert arbiter.post(PREVIEW, json=chosen).json()["left_out"] == []
        assert arbiter.post(IMPORT, json={"text": text}).json()["left_out"] == told


def test_a_list_in_which_no_column_is_a_name_waits_for_the_reader_to_say(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        arbiter, text = web.bearer("arbiter", "club"), "1900;Utrecht\n1850;Tartu\n"
        seen = arbiter.post(PREVIEW, json={"text": text, "columns": ["rating", None]}).json()
        assert [one["code"] for one in seen["problems"]] == ["csv-no-name-column"]
        problem(arbiter.post(IMPORT, json={"text": text, "columns": ["rating", None]}), 400, "csv-no-name-column")
        assert arbiter.post(IMPORT, json={"text": text, "columns": ["rating", "name"]}).status_code == 201


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "one-of-needed", "text"),
        ({"text": "a", "file": "YQ=="}, "one-of-needed", "text"),
        ({"text": "a", "separator": "#"}, "not-one-of", "separator"),
        ({"text": "a\x00b"}, "csv-not-text", None),
        ({"text": "name\nA", "columns": ["hat"]}, "csv-unknown-column", None),
        ({"text": "name,x\nA,1", "columns": ["name", "name"]}, "csv-column-twice", None),
        ({"text": 'name,x\n"A" b,1'}, "csv-malformed", None),
        ({"text": "name\n" + "A\n" * 20_001}, "csv-too-long", None),
        ({"file": "no base64!"}, "not-readable", "file"),
    ],
)
@pytest.mark.parametrize("address", [PREVIEW, IMPORT])
def test_what_is_no_list(address: str, body, code, field, tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        found = problem(web.bearer("arbiter", "club").post(address, json=body), 400, code)
        assert found.get("field") == field


def test_an_empty_list_registers_nobody(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        for text in ("name\n", "", "\n;;\n"):  # of which no line is wrong
            seen = arbiter.post(PREVIEW, json={"text": text}).json()
            assert (seen["refusal"]["code"], seen["problems"]) == ("nobody-to-register", []), text
        problem(arbiter.post(IMPORT, json={"text": "name\n"}), 409, "nobody-to-register")


def test_lists_are_for_arbiters(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        for address in (PREVIEW, IMPORT):
            problem(web.post(address, json={"text": "name\nA"}), 401, "sign-in-needed")
            problem(web.bearer("results", "club").post(address, json={"text": "name\nA"}), 403, "not-allowed")
        owner = web.bearer("owner")
        problem(owner.post("/api/t/nobody/players/preview", json={"text": "name\nA"}), 404, "no-such-tournament")


def test_a_list_sent_again_with_its_key_is_registered_once(tmp_path: Path):
    """As a browser does whose line broke: by then everybody is there already."""
    with club_at("opened", tmp_path) as web:
        arbiter, once = web.bearer("arbiter", "club"), {"idempotency-key": "k1"}
        first, again = (arbiter.post(IMPORT, json={"text": "name\nVera\n"}, headers=once) for _ in range(2))
        assert first.json()["registered"] == again.json()["registered"] == 1
        assert (first.json()["list"], again.json()["list"]) == (1, 1)
        assert len(arbiter.get(f"{CLUB}/players").json()) == 1


def test_a_workbook_of_which_a_sheet_is_chosen(tmp_path: Path):
    content = xlsx_of([("Name",), ("Vera",)], [("Name", "Elo"), ("Wim", 1700)], names=("A", "B"))
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        file = base64.b64encode(content).decode()
        seen = arbiter.post(PREVIEW, json={"file": file, "table": "B"}).json()
        assert (seen["encoding"], seen["separator"], seen["tables"], seen["table"]) == ("xlsx", "", ["A", "B"], "B")
        assert (seen["good"], seen["unrated"]) == (1, 0)
        raw = {"content": content, "headers": {"content-type": SPREADSHEET}}
        assert arbiter.post(PREVIEW, **raw).json()["unrated"] == 1
        written = arbiter.post(IMPORT, json={"file": file, "list_name": "groups.xlsx"}).json()
        assert written["records"][-1]["event"] == {
            "type": "list-registered",
            "number": 1,
            "name": "groups.xlsx",
            "players": [1],
        }


def test_unknown_columns_are_left_out_if_somebody_says_so(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        text = "name;Hat;E-mail\nVera;red;v@x\n"
        problem(arbiter.post(IMPORT, json={"text": text}), 400, "csv-unknown-column")
        written = arbiter.post(IMPORT, json={"text": text, "leave_out_unknown": True}).json()
        assert [one["title"] for one in written["left_out"]] == ["Hat", "E-mail"]


def test_what_a_list_is_called_is_for_arbiters(tmp_path: Path):
    with club_at("listed", tmp_path) as web:
        assert "guests.xlsx" not in web.get(f"{CLUB}/audit").text
        assert "guests.xlsx" in web.bearer("arbiter", "club").get(f"{CLUB}/audit").text
        assert "guests.xlsx" not in web.get(f"{CLUB}/ticker").text
