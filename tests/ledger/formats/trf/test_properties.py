"""Random tournaments, written and read: the same tournament comes back."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.acceleration import virtual_points
from engine.cards import cards
from engine.errors import BadInput, RoundlogError, Unsupported
from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    Adjustment,
    Board,
    Colour,
    Details,
    Entry,
    Ids,
    Outcome,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
)
from ledger.acts.evolve import fold
from ledger.formats.trf import Dialect, losses, parse, render, story, understand, write
from ledger.formats.trf.history import in_board_order
from tests.ledger.formats.trf.test_round_trip import without_versions

NOT_SAID = (Result.PENDING, Result.POSTPONED, Result.NEVER_PLAYED)
FINAL = [r for r in Result if r not in NOT_SAID and not r.is_advantage_draw]  # which comes back as a draw
ABSENT = [Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE]
TABLES = [
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    PointTable(pairing_bye=1),
    PointTable(half_bye=0, forfeit_win=1),
]

words = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=12)
names = st.lists(words, min_size=1, max_size=2).map(", ".join)


@st.composite
def players(draw: st.DrawFn, number: int) -> Player:
    return Player(
        number=number,
        name=draw(names),
        rating=draw(st.none() | st.integers(1, 3999)),
        title=draw(st.sampled_from(["", "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"])),
        federation=draw(st.sampled_from(["", "NED", "EST"])),
        birth_year=draw(st.none() | st.integers(1900, 2020)),
        sex=draw(st.sampled_from(["", "m", "w"])),
        ids=Ids(fide=draw(st.just("") | st.integers(1, 10**10).map(str))),
    )


@st.composite
def rounds(draw: st.DrawFn, number: int, numbers: list[int], is_last: bool) -> Round:
    """Any pairing will do: whether it is a good one is not the file's business."""
    order = draw(st.permutations(numbers))
    sitting = draw(st.integers(0, len(order) - 2))
    sitting += (len(order) - sitting) % 2
    unfinished = [Result.PENDING] if is_last else [Result.POSTPONED]
    pairs = list(zip(order[sitting::2], order[sitting + 1 :: 2], strict=True))
    boards = [Board(white, black, draw(st.sampled_from(FINAL * 3 + unfinished))) for white, black in pairs]
    sitouts = [SitOut(player, draw(st.sampled_from(ABSENT))) for player in order[:sitting]]
    has_bye = draw(st.booleans())
    if sitouts and has_bye:
        sitouts[0] = SitOut(sitouts[0].player, Outcome.PAIRING_BYE)
    is_complete = all(board.result is not Result.PENDING for board in boards)
    by_number = tuple(sorted(sitouts, key=lambda sitout: sitout.player))
    return Round(number, tuple(boards), by_number, "by-hand", Phase.CLOSED if is_complete else Phase.PUBLISHED)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=2, max_size=9)))
    programme = draw(st.integers(1, 6))
    paired = draw(st.integers(0, programme))
    played = [draw(rounds(number, numbers, number == paired)) for number in range(1, paired + 1)]
    absences: dict[int, dict[int, Outcome]] = {number: {} for number in numbers}
    for one in played:
        for sitout in one.sitouts:
            if sitout.outcome is not Outcome.PAIRING_BYE:
                absences[sitout.player][one.number] = sitout.outcome
    for number in range(paired + 1, programme + 1):
        for player in draw(st.sets(st.sampled_from(numbers), max_size=2)):
            absences[player][number] = draw(st.sampled_from(ABSENT))
    pairs = st.lists(st.sampled_from(numbers), min_size=2, max_size=3, unique=True).map(tuple)
    table = draw(st.sampled_from(TABLES))
    adjusted = st.builds(
        Adjustment,
        st.sampled_from(numbers),
        st.integers(1, max(paired, 1)),
        st.sampled_from([-1, 1, 2]),
        st.just("TRF 299"),
    )
    units = st.lists(st.integers(0, 2), max_size=3).map(lambda listed: [*listed, 1])
    virtual = draw(st.dictionaries(st.sampled_from(numbers), units, max_size=3)) if programme > 3 else {}
    listed = tuple(" ".join(map(str, (player, *virtual[player]))) for player in sorted(virtual))
    t = Tournament(
        details=Details(draw(names), draw(names), "EST", "2026-05-01", "2026-05-09", draw(names), "90+30"),
        rules=Rules(
            system="fide-dutch-2026",
            rounds=programme,
            points=table,
            tiebreaks=draw(st.sampled_from([(), ("BH/C1", "SB", "lot")])),
            options={"virtual_points": listed} if listed else {},
        ),
        entries={number: Entry(draw(players(number)), absences=absences[number]) for number in numbers},
        rounds=tuple(played),
        start_order=tuple(numbers),
        first_colour=draw(st.sampled_from(list(Colour))),
        separations=tuple(Separation(pair, 1, None) for pair in draw(st.lists(pairs, max_size=2))),
        adjustments=tuple(sorted(draw(st.lists(adjusted, max_size=2)), key=lambda a: a.round)) if paired else (),
    )
    return in_order_of_boards(t)


def in_order_of_boards(t: Tournament) -> Tournament:
    """The file has no boards, so the reader has the order of publishing: by the pairing scores before the round."""
    ordered: list[Round] = []
    extra, ranks = virtual_points(t, t.start_order), {player: rank for rank, player in enumerate(t.start_order)}
    for played in t.rounds:
        decided = tuple(one for one in t.adjustments if one.round < played.number)
        before = Tournament(t.details, t.rules, t.entries, tuple(ordered), adjustments=decided)
        scores = {number: card.score + extra(number, played.number) for number, card in cards(before).items()}
        boards = in_board_order(played.boards, scores, ranks)
        ordered.append(Round(played.number, boards, played.sitouts, played.system, played.phase))
    return Tournament(
        t.details,
        t.rules,
        t.entries,
        tuple(ordered),
        t.start_order,
        t.first_colour,
        t.separations,
        adjustments=t.adjustments,
        order_fixed_by=4,  # FIDE C.04.2 2.3
        has_been_paired=bool(ordered),
        has_alphabet=True,
        public_fields=(),
    )


@given(tournaments())
def test_trf26_there_and_back(t: Tournament) -> None:
    assert losses(t, Dialect.TRF26) == ()
    assert understand(parse(write(t, Dialect.TRF26).encode())).tournament == t


@given(tournaments())
def test_trfx_there_and_back(t: Tournament) -> None:
    """TRF(x) has no record for points by decision and none for tie-breaks."""
    rules = Rules(t.rules.system, t.rules.rounds, t.rules.points, options=t.rules.options)
    t = in_order_of_boards(replace(t, rules=rules, adjustments=()))
    assert understand(parse(write(t, Dialect.TRFX).encode()), t.rules.system).tournament == t


@given(tournaments(), st.sampled_from(list(Dialect)))
def test_what_we_write_is_strict(t: Tournament, dialect: Dialect) -> None:
    """Nothing in it needs to be adjusted, and to render it again changes nothing. (What is told of an adjourned game is
    how it was read.)"""
    text = write(t, dialect)
    file = parse(text)
    assert [one for one in file.adjustments if one.code != "trf-unknown-result-read"] == []
    assert render(file) == text


@given(tournaments())
def test_the_points_that_we_write_are_those_of_the_cards(t: Tournament) -> None:
    is_open = any(board.result is Result.PENDING for played in t.rounds for board in played.boards)
    for line in parse(write(t)).players:
        card = cards(t)[line.number]
        assert line.points == Fraction(card.score if is_open else card.pairing_score, t.rules.points.per_point)


@given(tournaments())
def test_the_story_of_a_tournament_folds_to_it(t: Tournament) -> None:
    folded = fold(story(t))
    assert folded is not None
    assert without_versions(folded.tournament) == t


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_whatever_is_in_a_file_it_is_read_or_refused(data: bytes | str) -> None:
    read_or_refused(data)


@given(st.data())
def test_whatever_happens_to_a_file_it_is_read_or_refused(data: st.DataObject) -> None:
    """One letter of a good file is changed, taken out or put in."""
    text = write(data.draw(tournaments()), data.draw(st.sampled_from(list(Dialect))))
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("0123456789 wb-+=WDLHFUZX.,\n\tö"))
    taken = data.draw(st.integers(0, 1))
    read_or_refused(text[:place] + letter * data.draw(st.integers(0, 1)) + text[place + taken :])


def read_or_refused(data: bytes | str) -> None:
    refusal: RoundlogError | None = None
    try:
        file = parse(data)
        understood = understand(file)
    except (BadInput, Unsupported) as error:
        refusal = error
    if refusal is None:
        assert parse(render(file)).lines == file.lines
        assert len(understood.tournament.entries) >= 2
    else:
        assert refusal.code.startswith("trf-")
        assert isinstance(refusal.facts["line"], int)
