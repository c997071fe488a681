"""The form of a new tournament says whether it begins in FIDE mode, and why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES
from tests.displays.web.api.club import club_at


@pytest.mark.parametrize("code", LANGUAGES)
def test_40_the_form_says_that_it_begins_in_fide_mode_or_what_keeps_it_out(tmp_path: Path, code: str) -> None:
    with club_at("opened", tmp_path) as web:
        arbiter = web.bearer("owner")

        def advice(**rules: object) -> dict[str, object]:
            asked = {"rules": json.dumps({"system": "fide-dutch-2026", "rounds": 7, **rules})}
            found = arbiter.get("/console/advice", params=asked, headers={"accept-language": code}).json()
            assert isinstance(found, dict)
            return found

        begins = advice()
        assert begins["fide_mode"]
        assert begins["departures"] == []
        other = advice(system="knsb-2014")
        assert other["fide_mode"] != begins["fide_mode"]
        assert other["departures"]
        assert advice(system="kndb", game="draughts")["fide_mode"] == ""
