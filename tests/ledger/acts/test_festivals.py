"""A festival: opened, with sections and a schedule; nothing of a tournament is decided in its own stream."""

from engine.model import Details, Player, Rules
from ledger.acts.festivals import (
    MOST_SECTIONS,
    AddSection,
    FestivalOpened,
    OpenFestival,
    RemoveSection,
    SectionAdded,
    SectionRemoved,
)
from ledger.acts.hall import Announce, Announced, AnnouncementWithdrawn
from ledger.acts.opening import ChangeDetails, DetailsChanged, OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.schedule import ScheduleSet
from ledger.acts.screens import ScreenSet, SetScreen
from ledger.schedule import ScheduleLine
from ledger.screen import Scene, Screen, Sight
from tests.ledger.given import given, with_players

TARTU = Details("Tartu Festival", "Tartu")
OPENED = FestivalOpened(details=TARTU)
TWO_SECTIONS = (OPENED, SectionAdded(section="a"), SectionAdded(section="b"))


def test_a_festival_is_opened_with_a_name_place_and_dates():
    given().when(OpenFestival(details=TARTU, language="et")).then(FestivalOpened(details=TARTU, language="et"))
    state = given(FestivalOpened(details=TARTU, language="et")).state
    assert (state.tournament.details, state.tournament.rules.language, state.version) == (TARTU, "et", 1)
    assert state.festival is not None
    assert (state.festival.sections, state.schedule.lines) == ((), ())


def test_all_that_is_wrong_with_it_is_told_at_once():
    refused = given(OPENED).when(OpenFestival(details=Details(""), language="?")).refusal
    assert [one.code for one in refused.problems] == ["text-missing", "not-a-language", "tournament-exists"]


def test_one_name_is_for_one_stream():
    given(*with_players(2)).when(OpenFestival(details=TARTU)).then_refused("tournament-exists", name="Club evening")
    opening = OpenTournament(details=Details("Open"), rules=Rules("by-hand", 5))
    given(OPENED).when(opening).then_refused("tournament-exists", name="Tartu Festival")


def test_sections_stand_in_the_order_in_which_they_were_added():
    festival = given(*TWO_SECTIONS).state.festival
    assert festival is not None
    assert festival.sections == ("a", "b")
    given(OPENED).when(AddSection(section="a")).then(SectionAdded(section="a"))
    given(*TWO_SECTIONS).when(AddSection(section="a")).then()


def test_sections_are_bounded():
    many = [SectionAdded(section=f"s{number}") for number in range(MOST_SECTIONS)]
    given(OPENED, *many).when(AddSection(section="one-more")).then_refused("too-many-sections", most=MOST_SECTIONS)


def test_a_section_goes_unless_it_is_on_the_schedule():
    given(*TWO_SECTIONS).when(RemoveSection(section="a")).then(SectionRemoved(section="a"))
    after = given(*TWO_SECTIONS, SectionRemoved(section="a")).state.festival
    assert after is not None
    assert after.sections == ("b",)
    given(*TWO_SECTIONS).when(RemoveSection(section="c")).then_refused("no-such-section", section="c")
    line = ScheduleLine("2026-05-01T14:00", 1, "a")
    scheduled = given(*TWO_SECTIONS, ScheduleSet(schedule=(line,)))
    scheduled.when(RemoveSection(section="a")).then_refused("section-on-schedule", section="a", lines=1)


def test_what_belongs_to_a_tournament_is_refused_and_the_other_way_round():
    given(*TWO_SECTIONS).when(PairRound(round=1)).then_refused("is-a-festival")
    registration = RegisterPlayers(players=(NewPlayer(player=Player(0, "Zoë")),))
    given(*TWO_SECTIONS).when(registration).then_refused("is-a-festival")
    given(*with_players(2)).when(AddSection(section="a")).then_refused("not-a-festival")
    given().when(AddSection(section="a")).then_refused("no-such-tournament")


def test_details_announcements_and_screens_are_a_festivals_too():
    details = Details("Tartu Festival 2026")
    given(*TWO_SECTIONS).when(ChangeDetails(details=details)).then(DetailsChanged(details=details))
    given(*TWO_SECTIONS).when(Announce(text="Lunch")).then(Announced(announcement=4, text="Lunch"))
    door = Screen("door", (Scene(Sight.NAMES),))
    given(*TWO_SECTIONS).when(SetScreen(screen=door)).then(ScreenSet(screen=door))
    assert given(*TWO_SECTIONS, DetailsChanged(details=details)).state.festival is not None


def test_a_section_remembers_which_announcement_was_the_festivals():
    told = Announced(announcement=2, text="Lunch", of_festival=9, festival="tartu")
    section = given(*with_players(0), told)
    assert section.state.hall.of_festival == {("tartu", 9): 2}
    assert given(*section.events, AnnouncementWithdrawn(announcement=2)).state.hall.of_festival == {}
