"""Page of ties: who is level, the games of their play-off, and how each tie is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import console_page, scene_of
from displays.web.console.result_keys import result_keys
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.notation import full_name, result_mark, result_marks
from displays.words.tiebreak_names import figure, heading
from engine.model import ExtraPurpose, Phase, PlayerId, Tournament
from engine.registry import has_ladder
from engine.scoring import points, show
from engine.standings import Tie, ties
from engine.tiebreaks import criteria
from ledger.acts.external_values import write_external_value
from ledger.acts.permission import Permission
from ledger.shown_numbers import shown_number
from ledger.state import State
from ledger.views import standings
from ledger.views.view import person


class TiedPlayer(msgspec.Struct, frozen=True):
    place: int
    number: PlayerId
    name: str
    values: str  # what they are level in: "12 points, WP 84 …"
    play_off: str  # the points of their play-off games; empty: none


class PlayOffLine(msgspec.Struct, frozen=True):
    game: int  # its number among the extra games
    white: str
    black: str
    result: str
    mark: str


class TieCard(msgspec.Struct, frozen=True):
    place: int
    last: int
    players: tuple[TiedPlayer, ...]
    games: tuple[PlayOffLine, ...]
    settled_by: str
    is_before_others: bool
    by_play_off: tuple[PlayerId, ...]  # the order that the play-off games give; empty: none, or they leave it level


async def ties_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    cards = tuple(tie_cards(scene.state, reader))
    known = {game.game for card in cards for game in card.games}
    return await console_page(
        request,
        "console/ties.html",
        words=("round", "extras", "external"),
        external=_external_lines(t),
        x=reader.section("extras"),
        cards=cards,
        others=[game for game in _games(t, tuple(t.entries), reader) if game.game not in known],
        is_over=is_played(t),
        has_ladder=has_ladder(t.rules.system),
        marks=result_marks(t.rules.points, reader),
        ties={
            "api": f"/api/t/{scene.stream}",
            "cards": msgspec.to_builtins(cards),
            "keys": result_keys(t, may_postpone=False),
            "preview": scene.to("place-changes"),
        },
    )


def _external_lines(t: Tournament) -> str | None:
    """The values from outside as they can be typed again; ``None``: they rank nobody here."""
    if not any(one.base == "EXT" for one in criteria(t.rules.tiebreaks)):
        return None
    values = t.external_values.items()
    return "\n".join(f"{shown_number(t, player)} {write_external_value(value)}" for player, value in values)


def is_played(t: Tournament) -> bool:
    """Every round of the programme is closed."""
    return len(t.rounds) >= t.rules.rounds and t.rounds[-1].phase is Phase.CLOSED


def tie_cards(state: State, reader: Language) -> Iterator[TieCard]:
    t = state.tournament
    if has_ladder(t.rules.system) or not t.ranked_rounds:
        return
    shown = standings.show(state, standings.Ask())
    places = {line.player.number: line.place for line in shown.lines}
    values = {
        line.player.number: ", ".join(
            f"{heading(column.code, reader)} {figure(value, reader)}"
            for column, value in zip(shown.columns, line.values, strict=True)
        )
        for line in shown.lines
    }
    for tie in ties(t.up_to(t.ranked_rounds)):
        yield _card(t, tie, places, values, reader)


def _card(
    t: Tournament, tie: Tie, places: Mapping[PlayerId, int], values: Mapping[PlayerId, str], reader: Language
) -> TieCard:
    games = tuple(_games(t, tie.players, reader))
    scores = play_off_scores(t, tie.players)
    per_point = t.rules.points.per_point
    people = tuple(
        TiedPlayer(
            places[player],
            player,
            full_name(person(t, player)),
            values[player],
            show(scores[player], per_point) if games else "",
        )
        for player in tie.players
    )
    last = tie.place + len(tie.players) - 1
    return TieCard(
        tie.place, last, people, games, tie.settled_by, tie.is_before_others, order_by_play_off(tie.players, scores)
    )


def _games(t: Tournament, tied: Sequence[PlayerId], reader: Language) -> Iterator[PlayOffLine]:
    for game in t.extra_games:
        if game.purpose is ExtraPurpose.PLAY_OFF and {game.white, game.black} <= set(tied):
            yield PlayOffLine(
                game.number,
                full_name(person(t, game.white)),
                full_name(person(t, game.black)),
                game.result.value,
                result_mark(game.result, reader, t.rules.points),
            )


def play_off_scores(t: Tournament, tied: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """What each has scored in play-off games against the others, in the unit of the point table."""
    scores = dict.fromkeys(tied, 0)
    for game in t.extra_games:
        if game.purpose is ExtraPurpose.PLAY_OFF and {game.white, game.black} <= set(tied):
            for player, outcome in zip((game.white, game.black), game.result.outcomes, strict=True):
                scores[player] += points(t.rules.points, outcome)
    return scores


def order_by_play_off(tied: Sequence[PlayerId], scores: dict[PlayerId, int]) -> tuple[PlayerId, ...]:
    """The most points first; nothing where two have the same: more games, or a lot, have to set them apart."""
    if len(set(scores.values())) < len(tied):
        return ()
    return tuple(sorted(tied, key=lambda player: -scores[player]))


ROUTES = [Route("/console/{id}/ties", ties_page)]
