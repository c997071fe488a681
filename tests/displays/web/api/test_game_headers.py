"""The games of a round for live boards: everybody may have those of a published round, nobody those of a draft."""

from __future__ import annotations

from pathlib import Path

from tests.displays.web.api.club import CLUB, club_at


def test_a_published_round_is_a_file_for_everybody(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        answer = web.get(f"{CLUB}/rounds/1/games")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == 'attachment; filename="club-1.pgn"'
        assert answer.headers["content-type"].startswith("text/plain")
        boards = web.get(f"{CLUB}/boards").json()["boards"]
        assert answer.text.count('[Result "*"]') == len(boards)
        assert f'[White "{boards[0]["white"]["player"]["name"]}"]' in answer.text


def test_a_draft_is_for_the_arbiters(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        assert web.get(f"{CLUB}/rounds/1/games").status_code == 409
        assert web.bearer("arbiter", "club").get(f"{CLUB}/rounds/1/games").status_code == 200
