"""Every JSON that was ever written must decode for ever: the stored samples, which are never edited."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from engine.model import ExtraPurpose, Ids, Outcome, PointTable, RatingRule, Result
from ledger.acts.catalogue import BY_EVENT, AnyEvent
from ledger.acts.categories import CategoryDefined
from ledger.acts.disputes import ResultDisputed
from ledger.acts.evolve import evolve
from ledger.acts.extra_games import ExtraGamePlayed
from ledger.acts.fees import FeesSet, PaymentRecorded
from ledger.acts.hall import Announced, ClockSet
from ledger.acts.opening import TournamentFinished, TournamentReopened
from ledger.acts.periods import PeriodDefined
from ledger.acts.presence import AbsenceAnnounced, PlayerCheckedIn, PlayerWithdrawn
from ledger.acts.publicity import InitialsShown
from ledger.acts.screens import ScreenSet
from ledger.acts.separations import PlayersSeparated
from ledger.fees import Tariff
from ledger.screen import Scene, Screen, Sight, Step, Theme
from tests.ledger.given import given, paired, played, published, with_players

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.json"))
each_sample = pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
decoder = msgspec.json.Decoder(AnyEvent)

# A tournament in which each of the samples can happen: one round closed, one going on, one drafted.
UNDER_WAY = (
    *with_players(5),
    PlayerWithdrawn(player=5, from_round=2),
    *played(1, {(1, 2): "1-0", (3, 4): "0-1"}, bye=5),
    ExtraGamePlayed(purpose=ExtraPurpose.PLAY_OFF, after_round=1, white=1, black=4, result=Result.WHITE_WINS),
    *published(2, (1, 3), (2, 4)),
    paired(3, (1, 4), (2, 3)),
    AbsenceAnnounced(player=4, rounds=(4,), outcome=Outcome.ABSENT),
    PlayersSeparated(players=(2, 3)),
    PlayersSeparated(players=(1, 3), from_round=2, to_round=3),
    Announced(announcement=20, text="Tea at four"),
    ClockSet(round=2, starts="2026-05-01T09:00:00Z", ends="2026-05-01T13:00:00Z"),
    ScreenSet(screen=Screen("bar", (Scene(Sight.CLOCK),))),
    ResultDisputed(round=1, board=2, stands=Result.BLACK_WINS, result=Result.WHITE_WINS, disputes=11),
    PlayerCheckedIn(player=3, round=4),
    CategoryDefined(name="Women", conditions="sex=w"),
    InitialsShown(player=4),
    FeesSet(currency="EUR", tariffs=(Tariff("Guest", 100),)),
    PaymentRecorded(player=3, amount=100),
    PeriodDefined(period=2, name="Late", from_round=4),
    AbsenceAnnounced(player=3, rounds=(), outcome=Outcome.TEAM_DUTY, days=("2026-10-02",)),
)


def tag_of(kind: type) -> str:
    found = msgspec.inspect.type_info(kind)
    assert isinstance(found, msgspec.inspect.StructType)
    assert isinstance(found.tag, str)
    return found.tag


def test_every_type_of_event_has_a_sample():
    stored = {path.name.split(".")[0] for path in SAMPLES}
    assert {tag_of(kind) for kind in BY_EVENT} - stored == set(), "wants a sample: see tests/ledger/samples/README.md"
    assert stored - {tag_of(kind) for kind in BY_EVENT} == set(), "a tag is never renamed"


def test_every_field_of_every_event_is_in_some_sample():
    """The optional ones too: a field that is in no sample could be renamed and nobody would notice."""
    stored = {(tag, field) for path in SAMPLES for tag, field in _fields_in(path)}
    known = {(tag_of(kind), field) for kind in BY_EVENT for field in kind.__struct_encode_fields__}
    assert known - stored == set()


def _fields_in(path: Path) -> list[tuple[str, str]]:
    stored = json.loads(path.read_text("utf-8"))
    return [(stored["type"], field) for field in stored if field != "type"]


# What a record does not say. It can never change: it is what the old logs mean.
GOES_WITHOUT_SAYING = {
    "Board.result": Result.PENDING,
    "Details.compares_ratings": True,
    "FestivalOpened.language": "en",
    "PlayerRegistered.from_round": 1,
    "PlayerRegistered.missed": Outcome.ZERO_BYE,
    "PlayerWithdrawn.counts_as": Outcome.ZERO_BYE,
    "PlayersSeparated.from_round": 1,
    "SeparationLifted.from_round": 1,
    "PointTable.per_point": 2,
    "PointTable.win": 2,
    "PointTable.draw": 1,
    "PointTable.forfeit_win": 2,
    "PointTable.pairing_bye": 2,
    "PointTable.full_bye": 2,
    "PointTable.half_bye": 1,
    "RatingOf.from_round": 1,
    "RatingRule.rate_of_play": "standard",
    "RatingRule.tiebreak_round": 1,
    "Rules.equals_by": "name",
    "Rules.game": "chess",
    "Rules.language": "en",
    "Rules.tiebreak_edition": "2026",
    "Scene.step": Step.ROUND,
    "Screen.theme": Theme.DARK,
}
# The last three are made of defaults themselves.
NOTHING: tuple[object, ...] = ("", (), {}, None, 0, False, Ids(), PointTable(), RatingRule())


def test_what_goes_without_saying_never_changes():
    said = {name: default for kind in _structs_in(AnyEvent) for name, default in _defaults(kind)}
    assert {name: default for name, default in said.items() if default not in NOTHING} == GOES_WITHOUT_SAYING


def _structs_in(kind: object) -> set[type[msgspec.Struct]]:
    """The structs of which the JSON of this type is made."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {kind}.union(*(_structs_in(field.type) for field in msgspec.structs.fields(kind)))
    return set().union(*map(_structs_in, get_args(kind)))


def _defaults(kind: type[msgspec.Struct]) -> list[tuple[str, object]]:
    fields = [field for field in msgspec.structs.fields(kind) if not field.required]
    return [
        (f"{kind.__name__}.{f.name}", f.default_factory() if f.default is msgspec.NODEFAULT else f.default)
        for f in fields
    ]


@each_sample
def test_a_sample_is_named_after_its_type(path):
    assert json.loads(path.read_text("utf-8"))["type"] == path.name.split(".")[0]


@each_sample
def test_a_sample_decodes_and_is_written_again_with_nothing_lost(path):
    event = decoder.decode(path.read_bytes())
    written = msgspec.json.encode(event)
    assert decoder.decode(written) == event
    assert _holds(json.loads(written), json.loads(path.read_text("utf-8")))


def _holds(new: object, old: object) -> bool:
    """All that the old JSON says, the new one says too, unless it is what goes without saying."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and _holds(new[key], value) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_holds, new, old))
    return new == old


@each_sample
def test_a_sample_happens(path):
    """In a tournament in which it can, it changes something, and counts as one record."""
    event = decoder.decode(path.read_bytes())
    end = (TournamentFinished(),) if isinstance(event, TournamentReopened) else ()
    before = given(*UNDER_WAY, *end).state
    after = evolve(before, event)
    assert after.version == before.version + 1
    assert replace(after, version=before.version) != before
