"""Tournaments of the pictures, each as far as a scene needs it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests import plain_http
from tests.pictures.studio import NOW, ClockedHall

PEOPLE = (
    *("Visser, Anna", "Jong, Bram de", "Tamm, Katrin", "Weiß, Jürgen", "Smit, Maarten", "Kask, Liis", "Bakker, Sofie"),
    *("Braun, Peter", "Mägi, Ülle", "Mulder, Daan", "Schäfer, Emma", "Saar, Toomas", "Vermeer, Ilse", "Huber, Karl"),
    *("Kuusk, Mart", "Vries, Noor de", "Lang, Greta", "Pärn, Rein", "Dijkstra, Femke", "Vogel, Hanna", "Sepp, Jaan"),
    *("Brouwer, Tess", "Keller, Max", "Oja, Tiina"),
)
CLUBS = ("Utrecht", "Tartu", "Köln")
MIXED = "1-0 1/2 0-1 1-0 0-1 1-0 1/2"
POINTS_OF_DRAUGHTS = {"per_point": 1, "win": 2, "draw": 1, "loss": 0, "forfeit_win": 2, "full_bye": 2, "half_bye": 1}


class Tournaments:
    """They are opened through the API, under names that are the same in every language."""

    def __init__(self, hall: ClockedHall) -> None:
        self._hall = hall
        self._open_winter()
        self._open_swiss("spring-open", "Spring Open", players=12, rounds=5)
        self._open_swiss("easter-open", "Easter Open", players=12, rounds=5)
        for player in (*range(1, 5), *range(6, 11), 12):
            self._hall.do("easter-open", "check-in", player=player, round=1)
        self._open_swiss("new-open", "New Open", players=0, rounds=7)
        self._open_corrected()
        self._open_helped()
        self._open_club()
        self._open_lots()
        self._open_intermediate()
        self._open_ties()

    def open(self, stream: str, name: str, players: int, **rules: Any) -> None:
        agreed = {"system": "fide-dutch-2026", "rounds": 7, "tiebreaks": ["BH/C1", "BH", "SB"], **rules}
        details = {"name": name, "place": "Tartu", "starts": "2026-11-21", "ends": "2026-11-22"}
        answer = plain_http.post(
            f"{self._hall.address}/api/t",
            json={"id": stream, "details": details, "rules": agreed},
            headers=self._hall.key(),
        )
        assert answer.is_success, answer.text
        if players:
            self._hall.do(stream, "register-players", players=[_person(place) for place in range(players)])

    def _open_swiss(self, stream: str, name: str, players: int, rounds: int) -> None:
        self.open(stream, name, players, rounds=rounds)
        if players:
            self._hall.do(stream, "draw-first-colour", colour="white")

    def _open_winter(self) -> None:
        """24 play; the third round of seven is half played."""
        hall, stream = self._hall, "winter-open"
        self._open_swiss(stream, "Winter Open", players=24, rounds=7)
        hall.play(stream, 2, MIXED)
        hall.do(stream, "announce-absence", player=5, rounds=[4], outcome="half-bye")
        hall.do(stream, "announce-absence", player=9, rounds=[4, 5], outcome="zero-bye")
        hall.do(stream, "announce-absence", player=14, rounds=[6], outcome="half-bye")
        self._begin_round(stream, 3)
        for board, result in ((1, "1-0"), (2, "1/2"), (4, "0-1"), (5, "1-0"), (7, "1/2"), (8, "0-1f")):
            hall.do(stream, "enter-result", round=3, board=board, result=result)
        begin = NOW - timedelta(minutes=48)
        end = begin + timedelta(minutes=90)
        for name, view in (("stage-left", "boards"), ("bar", "standings")):
            hall.do(stream, "set-screen", screen={"name": name, "scenes": [{"view": view}]})
        hall.do(stream, "set-clock", round=3, starts=begin.isoformat(), ends=end.isoformat())

    def _begin_round(self, stream: str, number: int) -> None:
        self._hall.do(stream, "pair-round", round=number)
        self._hall.do(stream, "publish-round", round=number)

    def _open_corrected(self) -> None:
        """A result of the second round was corrected while the third is played."""
        hall, stream = self._hall, "autumn-open"
        self._open_swiss(stream, "Autumn Open", players=16, rounds=5)
        hall.play(stream, 2, MIXED)
        self._begin_round(stream, 3)
        board = hall.ask(f"/t/{stream}/boards?of=2")["boards"][2]
        result = "0-1" if board["result"] != "0-1" else "1-0"
        hall.do(stream, "correct-result", round=2, board=3, result=result, reason="both score sheets say so")

    def _open_helped(self) -> None:
        """Two helpers have entered something different for a board."""
        stream = "summer-open"
        self._open_swiss(stream, "Summer Open", players=24, rounds=5)
        self._begin_round(stream, 1)
        for board, result in ((1, "1-0"), (2, "1/2"), (3, "1-0"), (5, "0-1"), (11, "1-0")):
            self._enter_as("Hall A" if board <= 10 else "Hall B", stream, board, result)
        self._enter_as("Hall B", stream, 3, "0-1")

    def _enter_as(self, helper: str, stream: str, board: int, result: str) -> None:
        """Through the door that a helper's phone takes."""
        session = self._hall.sign_in(self._hall.link("results", stream, name=helper))
        cookie = "; ".join(f"{name}={value}" for name, value in session.items())
        headers = {"cookie": cookie, "origin": self._hall.address, "x-roundlog": "pictures"}
        address = f"{self._hall.address}/api/t/{stream}/rounds/1/boards/{board}/result"
        answer = plain_http.post(address, json={"result": result}, headers=headers)
        assert answer.status_code in (200, 201, 409), answer.text

    def _open_club(self) -> None:
        """A season after four evenings."""
        self.open("club-season", "Club season", 12, system="keizer", rounds=30, tiebreaks=[])
        self._hall.play("club-season", 4, MIXED)

    def _open_draughts(self, stream: str, name: str, players: int, rounds: int, **options: str) -> None:
        points = {**POINTS_OF_DRAUGHTS, "pairing_bye": 1 if options.get("dummy") == "draws" else 2}
        rules = {"points": points, "tiebreaks": ["WP", "SBD"], "game": "draughts", "options": options}
        self.open(stream, name, players, rounds=rounds, system="kndb", **rules)

    def _open_lots(self) -> None:
        self._open_draughts("dammen", "Dammen", 12, 5)
        for player, lot in ((1, 7), (2, 3), (3, 11), (4, 1)):
            self._hall.do("dammen", "draw-lot", player=player, lot=lot)

    def _open_intermediate(self) -> None:
        hall, stream = self._hall, "kabe"
        self._open_draughts(stream, "Kabe", 9, 5, dummy="draws")
        hall.do(stream, "draw-lots", order=[*range(1, 10)])
        hall.play(stream, 4, "1-0 1/2 0-1")

    def _open_ties(self) -> None:
        hall, stream = self._hall, "dame"
        self._open_draughts(stream, "Dame", 4, 3)
        hall.do(stream, "draw-lots", order=[1, 2, 3, 4])
        for number in (1, 2, 3):
            self._begin_round(stream, number)
            for board in hall.ask(f"/t/{stream}/boards")["boards"]:
                hall.do(stream, "enter-result", round=number, board=board["board"], result=_of_the_first_two(board))
            hall.do(stream, "close-round", round=number)
        hall.do(stream, "record-extra-game", purpose="play-off", white=1, black=2, result="1-0")


def _of_the_first_two(board: dict[str, Any]) -> str:
    """They win against the others and draw with each other: so these two are level."""
    white, black = (board[side]["player"]["number"] <= 2 for side in ("white", "black"))
    return "1/2" if white == black else "1-0" if white else "0-1"


def _person(place: int) -> dict[str, object]:
    return {"player": {"number": 0, "name": PEOPLE[place], "rating": 2150 - 27 * place, "club": CLUBS[place % 3]}}
