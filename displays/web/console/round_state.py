"""State of the round page: boards, players, who entered what, and what may still be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from displays.web.console.frame import Scene
from displays.web.sections.correction_links import CorrectionLinks
from displays.words.audit import names_of
from displays.words.breach_text import breach_sentence
from displays.words.ladder_text import place_and_value
from displays.words.language import Language
from displays.words.notation import colour_mark, outcomes_called
from displays.words.open_games import open_games_line, score_before
from engine.audit import breaches
from engine.cards import Card, cards
from engine.errors import Refusal
from engine.model import SITTING_OUT, Board, Outcome, Phase, PlayerId, PointTable, Result, SitOut, Tournament
from engine.registry import has_ladder
from ledger.acts.reported_results import unconfirmed_boards
from ledger.hidden_characters import show_hidden
from ledger.views.audit import AuditQuestion, Entry
from ledger.views.boards import BoardsQuestion
from ledger.views.disputes import DisputeLine, list_disputes
from ledger.views.open_games import open_games
from ledger.views.paired_ladder import places_before


class Somebody(msgspec.Struct, frozen=True):
    """A player as the round's page names one."""

    number: PlayerId
    name: str
    title: str
    rating: int | None
    club: str
    score: str  # before the round; on a ladder place and value
    colours: str  # of the rounds before: "WBW"


class BoardState(msgspec.Struct, frozen=True):
    board: int
    white: PlayerId
    black: PlayerId
    result: Result
    since: int  # the version of the record that gave the result
    by: str  # who entered it
    at: str
    corrected: str  # the address of its corrections in the audit; empty: none
    reported: PlayerId | None = None  # which of the two reported the result, until somebody else has confirmed it


class SitOutState(msgspec.Struct, frozen=True):
    player: PlayerId
    outcome: Outcome
    corrected: str


class RoundState(msgspec.Struct, frozen=True):
    """``phase``: "waiting" for the round before, "open" to be paired, "draft", "published", "closed".

    The boards are those whose results the reader enters: of an arbiter all."""

    id: str
    round: int
    rounds: int
    version: int
    phase: str
    is_newest: bool  # no later round is paired: it may be changed and taken back
    has_begun: bool
    is_complete: bool
    is_finished: bool
    boards: tuple[BoardState, ...]
    sitouts: tuple[SitOutState, ...]
    people: dict[str, Somebody]
    breaches: tuple[str, ...]  # for who directs the tournament
    still_playing: str = ""  # which games of earlier rounds are, and what they count as
    disputes: tuple[DisputeLine, ...] = ()
    board_count: int = 0  # of the whole round
    not_checked_in: tuple[PlayerId, ...] = ()  # before it is paired, if there is a roll call


def round_state(scene: Scene, number: int, reader: Language, is_mine: Callable[[int], bool]) -> RoundState:
    """``is_mine``: whether the reader enters the results of a board."""
    t = scene.tournament
    if not 1 <= number <= max(t.rules.rounds, len(t.rounds)):
        raise Refusal("no-such-round", round=number, rounds=t.rules.rounds)
    dealt = cards(t.up_to(number - 1))
    if number > len(t.rounds):
        return _before_it_is_paired(scene, number, dealt, reader)
    played = t.rounds[number - 1]
    known = corrections(scene)
    boards = tuple(line for line in _boards(scene, number, known) if is_mine(line.board))
    has_part = len(boards) < len(played.boards)
    seated = (player for line in boards for player in (line.white, line.black))
    shown = [*seated, *(out.player for out in played.sitouts)]
    others = () if has_part else _others(t, number, shown)
    return RoundState(
        id=scene.stream,
        round=number,
        rounds=t.rules.rounds,
        version=scene.version,
        phase="draft" if played.phase is Phase.PAIRED else played.phase.value,
        is_newest=number == len(t.rounds),
        has_begun=played.has_begun,
        is_complete=played.is_complete,
        is_finished=t.is_finished,
        boards=boards,
        sitouts=tuple(SitOutState(s.player, s.outcome, known.of_player(number, s.player)) for s in played.sitouts),
        people=people(t, number, [*shown, *others], dealt, reader, is_being_paired=played.phase is Phase.PAIRED),
        breaches=() if has_part else tuple(breach_sentences(t, played.boards, number, played.sitouts, reader)),
        board_count=len(played.boards),
        still_playing=_still_playing(t, number, reader),
        disputes=list_disputes(scene.seen, number),
    )


def _still_playing(t: Tournament, number: int, reader: Language) -> str:
    return open_games_line(open_games(t, number), has_ladder(t.rules.system), reader)


def corrections(scene: Scene) -> CorrectionLinks:
    """Of the moment that is shown, with addresses of the console's audit."""

    def to_audit(number: int, about: str, which: int) -> str:
        return scene.to("audit", of=number, **{about: which})

    return CorrectionLinks(scene.tournament, to_audit)


def _before_it_is_paired(scene: Scene, number: int, dealt: dict[PlayerId, Card], reader: Language) -> RoundState:
    t = scene.tournament
    is_next = number == t.next_round and (not t.rounds or t.rounds[-1].phase is Phase.CLOSED)
    absent = [(n, entry.absences[number]) for n, entry in sorted(t.entries.items()) if number in entry.absences]
    taking_part = [(n, outcome) for n, outcome in absent if t.entries[n].takes_part_in(number)]
    return RoundState(
        id=scene.stream,
        round=number,
        rounds=t.rules.rounds,
        version=scene.version,
        phase="open" if is_next else "waiting",
        is_newest=number == t.next_round,
        has_begun=False,
        is_complete=False,
        is_finished=t.is_finished,
        boards=(),
        sitouts=tuple(SitOutState(n, outcome, "") for n, outcome in taking_part),
        people=people(t, number, _others(t, number, ()), dealt, reader, is_being_paired=True),
        breaches=(),
        still_playing=_still_playing(t, number, reader),
        not_checked_in=scene.state.not_checked_in(number) if is_next else (),
    )


def _others(t: Tournament, number: int, seated: Iterable[PlayerId]) -> Iterator[PlayerId]:
    """Who takes part in the round besides."""
    known = set(seated)
    return (n for n, entry in sorted(t.entries.items()) if n not in known and entry.takes_part_in(number))


def people(
    t: Tournament,
    round_number: int,
    numbers: Iterable[PlayerId],
    dealt: dict[PlayerId, Card],
    reader: Language,
    *,
    is_being_paired: bool,
) -> dict[str, Somebody]:
    """As they stood before that round: by their scores, on a ladder by place and value."""
    if has_ladder(t.rules.system):
        places = places_before(t, round_number)
        standing = {number: place_and_value(places.get(number), reader) for number in dealt}
    else:
        standing = {n: _score(card, t.rules.points, reader, is_being_paired) for n, card in dealt.items()}
    return {str(number): _somebody(t, dealt[number], standing[number], reader) for number in numbers}


def _score(card: Card, points: PointTable, reader: Language, is_being_paired: bool) -> str:
    as_draw = card.pairing_score if card.is_still_playing else None
    return score_before(card.score, as_draw, points.per_point, reader, is_being_paired=is_being_paired)


def _somebody(t: Tournament, card: Card, standing: str, reader: Language) -> Somebody:
    number = card.player
    player = t.entries[number].player
    return Somebody(
        number=number,
        name=show_hidden(player.name),
        title=player.title,
        rating=player.rating,
        club=player.club,
        score=standing,
        colours="".join(colour_mark(colour, reader) for colour in card.colours),
    )


def _boards(scene: Scene, number: int, known: CorrectionLinks) -> Iterator[BoardState]:
    view = scene.seen.show(BoardsQuestion(round=number))
    entered = _entries(scene, tuple(line.since for line in view.boards if line.since))
    reported = unconfirmed_boards(scene.state, number)
    for line in view.boards:
        entry = entered.get(line.since)
        yield BoardState(
            board=line.board,
            white=line.white.player.number,
            black=line.black.player.number,
            result=line.result,
            since=line.since,
            by=entry.actor if entry else "",
            at=entry.at if entry else "",
            corrected=known.of_board(number, line.board),
            reported=reported.get(line.board),
        )


def _entries(scene: Scene, versions: tuple[int, ...]) -> dict[int, Entry]:
    return {entry.version: entry for entry in scene.seen.show(AuditQuestion(versions=versions)).entries}


def breach_sentences(
    t: Tournament, boards: tuple[Board, ...], number: int, sitouts: tuple[SitOut, ...], reader: Language
) -> Iterator[str]:
    for breach in breaches(t, boards, number, sitouts):
        yield breach_sentence(breach, reader, names_of(t))


# -- what somebody without a game may be given -------------------------------------------------------------------------


def sitting_out(t: Tournament, reader: Language) -> dict[str, str]:
    """What somebody without a game may be given."""
    called = outcomes_called(t, reader)
    return {outcome.value: called[outcome.value] for outcome in Outcome if outcome in SITTING_OUT}
