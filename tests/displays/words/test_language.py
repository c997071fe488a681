"""Four languages, all complete, and sentences that never fail."""

import re
import string
from collections.abc import Mapping

import msgspec
import pytest

from displays.words.language import (
    LANGUAGES,
    LOCALE,
    from_environment,
    from_header,
    language,
    placeholders,
)
from displays.words.plurals import plural_categories
from engine.errors import BadInput, Broken, Fact, Refusal
from engine.model import Outcome, Phase
from engine.registry import SYSTEMS
from engine.tiebreaks import DEFINITIONS
from ledger.acts.catalogue import BY_EVENT


def sections(code: str) -> dict[str, Mapping[str, str]]:
    return {path.stem: language(code).section(path.stem) for path in sorted((LOCALE / code).iterdir())}


ENGLISH = sections("en")
OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_section_is_a_file_of_texts(code):
    for name, section in sections(code).items():
        assert all(isinstance(text, str) for text in section.values()), name
        assert list(section) == sorted(section), f"{name}: in the order of the alphabet, so that a key is found"


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_keys(code):
    assert sections(code).keys() == ENGLISH.keys()
    lacking = {(name, key) for name, section in sections(code).items() for key in ENGLISH[name].keys() - section.keys()}
    unknown = {(name, key) for name, section in sections(code).items() for key in section.keys() - ENGLISH[name].keys()}
    assert (lacking, unknown) == (set(), set()), f"files and keys that {code} lacks, and that English does not have"


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_mentions_the_same_facts(code):
    for name, section in sections(code).items():
        for key, text in section.items():
            assert placeholders(text) == placeholders(ENGLISH[name][key]), (name, key)


@pytest.mark.parametrize("code", OTHERS)
def test_a_sentence_is_translated_and_not_copied(code):
    same = [key for key, text in sections(code)["errors"].items() if text == ENGLISH["errors"][key]]
    assert same == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_empty_and_errors_are_sentences(code):
    for name, section in sections(code).items():
        assert all(text.strip() == text and text for text in section.values()), name
    assert [text for text in sections(code)["errors"].values() if not text.endswith(".")] == []


def test_every_event_outcome_and_phase_has_a_word():
    tags = {str(kind.__struct_config__.tag) for kind in BY_EVENT}
    assert set(ENGLISH["events"]) == tags, "events.json has one word for every tag"
    assert set(ENGLISH["outcomes"]) == {outcome.value for outcome in Outcome}
    assert set(ENGLISH["phases"]) == {phase.value for phase in Phase}
    assert set(ENGLISH["ticker"]) <= tags
    told = {act.tag for act in BY_EVENT.values() if act.news is not None}
    assert told - set(ENGLISH["ticker"]) == set(), "what has news wants its sentence in ticker.json"


def test_every_system_has_its_name_and_its_description():
    keys = [f"{what}-{key}" for key in SYSTEMS for what in ("system", "system-about")]
    assert [key for key in keys if key not in ENGLISH["console"]] == [], "wants its words in console.json"


def test_every_tiebreak_has_its_name():
    assert sorted(set(DEFINITIONS) - set(ENGLISH["tiebreaks"])) == [], "wants its name in tiebreaks.json"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_option_of_a_system_says_what_it_means(system):
    options = {field.encode_name for field in msgspec.structs.fields(system.options)}
    assert options - set(ENGLISH["options"]) == set(), "wants its words in options.json"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_group_of_options_has_its_heading_and_says_what_it_is_about(code):
    keys = {group.key for system in SYSTEMS.values() for group in system.option_groups}
    assert {"more", *keys, *(f"{key}-about" for key in keys)} == set(sections(code)["option-groups"])


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_an_option_stands_in_one_group_and_in_a_system_with_groups_none_is_left_over(system):
    placed = [*system.main_options, *(name for group in system.option_groups for name in group.options)]
    assert len(placed) == len(set(placed))
    options = {field.encode_name for field in msgspec.structs.fields(system.options)}
    assert set(placed) <= options
    assert not system.option_groups or set(placed) == options


def test_no_meaning_is_left_of_an_option_that_is_gone():
    options = {field.encode_name for system in SYSTEMS.values() for field in msgspec.structs.fields(system.options)}
    assert set(ENGLISH["options"]) == options


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("section", ["reasons", "options"])
def test_reasons_and_options_are_translated_too(code, section):
    assert [key for key, text in sections(code)[section].items() if text == ENGLISH[section][key]] == []


def test_facts_become_words():
    english = language("en")
    assert english.sentence(Refusal("players-without-board", round=2, players=(3, 5, 7))) == (
        "In round 2 players 3, 5 and 7 have neither a board nor a bye."
    )
    assert english.sentence(Refusal("text-missing", field="birth_year")) == "Year of birth must not be empty."
    assert language("nl").sentence(Refusal("not-a-result", result="postponed")) == (
        "uitgesteld is geen einduitslag van een partij."
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "“At least so many rounds between two games of the same players” cannot be “six”."),
        ("nl", "“Minstens zoveel ronden tussen twee partijen van dezelfde spelers” kan niet “six” zijn."),
        ("de", "„Mindestens so viele Runden zwischen zwei Partien derselben Spieler“ kann nicht „six“ sein."),
        ("et", "„Vähemalt nii mitu vooru samade mängijate partiide vahel“ ei saa olla „six“."),
    ],
)
def test_an_option_is_called_what_the_form_calls_it(code, said):
    error = Refusal("option-not-readable", option="rematch_gap", value="six")
    assert language(code).sentence(error) == said
    assert "rematch_gap" in language(code).hint(error)
    assert language(code).hint(Refusal("nothing-played")) == ""
    within = BadInput("not-a-number", field="rules.options.rematch_gap", value="six")
    assert said.split(" cannot")[0].split(" kan")[0].split(" ei saa")[0] in language(code).sentence(within)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_console_says_names_no_option_by_its_code_and_no_command(code):
    codes = {name for name in ENGLISH["options"] if "_" in name}
    for section in ("errors", "reasons"):
        for key, text in sections(code)[section].items():
            said = re.sub(r"\{[^}]*\}", "…", text)
            assert [one for one in (*codes, "--option", "roundlog systems", "[[") if one in said] == [], key


def test_players_are_named_and_their_numbers_tell_namesakes_apart():
    missing = Refusal("players-missing", players=(2, 3))
    assert language("en").sentence(missing) == "Players 2 and 3 are missing from the order."
    missing.names = {2: "Bob", 3: "Cor"}
    assert language("en").sentence(missing) == "Players Bob (2) and Cor (3) are missing from the order."
    left = Refusal("not-withdrawn", player=3)
    left.names = {3: "Cor"}
    assert language("nl").sentence(left) == "Speler Cor (3) heeft zich niet teruggetrokken."


def test_hints_are_of_errors_that_there_are():
    assert set(ENGLISH["hints"]) <= set(ENGLISH["errors"])


def test_a_hint_without_its_fact_is_none():
    """Only the command line knows the clock of its machine."""
    bare = Refusal("time-without-zone", field="until", value="2026-05-01T18:00")
    here = Refusal(bare.code, **bare.facts, example="2026-05-01T18:00+03:00")
    assert language("en").hint(bare) == ""
    assert language("en").hint(here) == "On the clock of this machine that is 2026-05-01T18:00+03:00."


def test_where_it_was_found_is_told_even_if_the_sentence_does_not():
    error = BadInput("not-a-number", field="rating", found="19OO", line=4, column=2)
    assert language("en").sentence(error) == "Rating: “19OO” is not a whole number (line 4, column 2)."
    broken = Broken("hash-mismatch", stream="club", version=7, position=12)
    assert language("de").sentence(broken).endswith("(Eintrag 12).")


def test_a_missing_fact_or_an_unknown_code_is_never_a_second_error():
    assert language("en").sentence(Refusal("no-such-player")) == "There is no player … in this tournament."
    assert language("en").sentence(Refusal("of-tomorrow", round=3)) == "of-tomorrow(round=3)"


def test_braces_in_a_fact_are_only_text():
    said = language("en").sentence(Refusal("tournament-exists", name="{round} {0.__class__}"))
    assert said.endswith(": {round} {0.__class__}.")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_NL", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "nl", "ROUNDLOG_LANG": "et"}, "et"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "C", "LANG": "et_EE"}, "et"),
        ({"LANG": "deutsch"}, "en"),
    ],
)
def test_the_language_of_the_surroundings(environment, code):
    assert from_environment(environment) == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("fr-FR, et;q=0.4, de;q=0.8", "de"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
        ("xx;q=abc,,;;", "en"),
    ],
)
def test_the_language_that_a_browser_asks_for(header, code):
    assert from_header(header) == code


@pytest.mark.parametrize(
    ("code", "one", "two", "none"),
    [
        ("en", "1 game in progress", "2 games in progress", "0 games in progress"),
        ("nl", "1 partij bezig", "2 partijen bezig", "0 partijen bezig"),
        ("de", "1 Partie läuft", "2 Partien laufen", "0 Partien laufen"),
        ("et", "1 partii käimas", "2 partiid käimas", "0 partiid käimas"),
    ],
)
def test_a_word_goes_with_its_number(code, one, two, none):
    said = [language(code).phrase("in-progress", section="screens", count=count) for count in (1, 2, 0)]
    assert said == [one, two, none]


@pytest.mark.parametrize(
    ("code", "played", "written"),
    [
        ("en", "Club: 1 player, 1 round, 1 record (c)", "1 player and 1 round written to f"),
        ("nl", "Club: 1 speler, 1 ronde, 1 regel (c)", "1 speler en 1 ronde geschreven naar f"),
        ("de", "Club: 1 Spieler, 1 Runde, 1 Eintrag (c)", "1 Spieler und 1 Runde nach f geschrieben"),
        ("et", "Club: 1 mängija, 1 voor, 1 kirje (c)", "1 mängija ja 1 voor kirjutatud faili f"),
    ],
)
def test_one_of_each_is_told_in_the_singular(code, played, written):
    reader = language(code)
    assert reader.phrase("played", "demo", name="Club", stream="c", players=1, rounds=1, records=1) == played
    assert reader.phrase("exported-trf", players=1, rounds=1, path="f") == written


@pytest.mark.parametrize(
    ("code", "read", "born", "apart"),
    [
        ("en", "1 player read", "Of 1 date of birth", "A separation of 1 player keeps"),
        ("nl", "1 speler gelezen", "Van 1 geboortedatum", "Een scheiding van 1 speler houdt"),
        ("de", "1 Spieler aus", "Von 1 Geburtsdatum", "Eine Paarungssperre mit 1 Spieler hält"),
        ("et", "Failist f loeti 1 mängija.", "1 sünnikuupäevast", "1 mängija lahushoidmine"),
    ],
)
def test_one_player_of_a_file_is_told_in_the_singular(code, read, born, apart):
    reader = language(code)
    assert reader.phrase("csv-read", players=1, path="f").startswith(read)
    assert reader.phrase("trf-birth-days-left-out", "adjustments", players=1).startswith(born)
    assert reader.phrase("trf-separation-of-one", "adjustments", players=1).startswith(apart)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_word_that_goes_with_a_number_has_the_forms_of_its_language(code):
    """``{count:game|games}``: nothing else may stand behind a colon."""
    for name, section in sections(code).items():
        for key, text in section.items():
            forms = [spec for _, field, spec, _ in string.Formatter().parse(text) if field and spec]
            assert all(form.count("|") + 1 == len(plural_categories(code)) for form in forms), (name, key)


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        (
            "en",
            "Round 3 still waits for the result of board 6.",
            "Round 3 still waits for the results of boards 1 and 6.",
        ),
        (
            "nl",
            "In ronde 3 ontbreekt nog de uitslag van bord 6.",
            "In ronde 3 ontbreken nog de uitslagen van de borden 1 en 6.",
        ),
        (
            "de",
            "In Runde 3 fehlt noch das Ergebnis an Brett 6.",
            "In Runde 3 fehlen noch die Ergebnisse an den Brettern 1 und 6.",
        ),
        ("et", "3. voorus puudub veel tulemus laualt 6.", "3. voorus puuduvad veel tulemused laudadelt 1 ja 6."),
    ],
)
def test_a_word_goes_with_the_members_of_a_list(code, one, two):
    """Not with the number of the only one, which may be any."""
    assert language(code).sentence(Refusal("boards-without-result", round=3, boards=(6,))) == one
    assert language(code).sentence(Refusal("boards-without-result", round=3, boards=(1, 6))) == two


COUNTED: dict[str, tuple[str, Fact, Fact]] = {
    **dict.fromkeys(("boards-without-result", "games-postponed"), ("boards", (7,), (7, 8))),
    **dict.fromkeys(("disputes-open", "disputes-before-the-end"), ("boards", (7,), (7, 8))),
    **dict.fromkeys(("late-entry-in-round-robin", "no-legal-pairing"), ("players", (7,), (7, 8))),
    **dict.fromkeys(("players-missing", "players-without-board"), ("players", (7,), (7, 8))),
    **dict.fromkeys(("fewer-rounds-than-paired", "all-rounds-paired"), ("rounds", 1, 2)),
    "rounds-left": ("played", 1, 2),
    "tiebreak-cuts-too-much": ("cut", 1, 2),
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("error", COUNTED)
def test_one_and_several_are_told_in_other_words(code, error):
    fact, one, several = COUNTED[error]
    said = [language(code).sentence(Refusal(error, **{fact: value})) for value in (one, several)]
    bare = [re.sub(r"7 \w+ 8|\b[127]\b", "#", sentence) for sentence in said]
    assert bare[0] != bare[1]
    assert all("#" in sentence for sentence in bare)


@pytest.mark.parametrize(("units", "told"), [("+1", "+1 point "), ("-1", "-1 point "), ("+½", "+½ points ")])
def test_a_point_that_is_given_or_taken_is_one(units, told):
    said = language("en").fill("points-adjusted", "ticker", {"round": "2", "points": units, "player": "Anna"})
    assert told in said


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (("Anna", "Bram", "Mart"), "Anna, Bram and Mart"),
        (("Visser, Anna", "de Jong, Bram", "Tamm, Mart"), "Visser, Anna; de Jong, Bram and Tamm, Mart"),
        (("Anna", "Bram", "Tamm, Mart"), "Anna; Bram and Tamm, Mart"),
        ((3, 5), "3 and 5"),
        (("Visser, Anna",), "Visser, Anna"),
    ],
)
def test_a_list_of_names_with_commas_is_separated_by_something_else(items: tuple[int | str, ...], said: str):
    assert language("en").join(items) == said
