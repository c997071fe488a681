"""Why do I have Black again? What gave a pair its colours, in words."""

from __future__ import annotations

import pytest

from displays.words.language import LANGUAGES, language, placeholders
from displays.words.pairing_reasons import explanation, reason_lines
from engine.colours import By
from engine.draughts_swiss import ColourRule
from engine.model import Details, Entry, Player, Rules, Tournament
from engine.pairing import Paired, Reason
from engine.systems.keizer.colours import ByTheText
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

ARTICLE = "FIDE C.04.3:2026 5.2"


def club(*names: str) -> Tournament:
    entries = {number: Entry(Player(number, name)) for number, name in enumerate(names, start=1)}
    return Tournament(details=Details("Club"), rules=Rules("fide-dutch-2026", 5), entries=entries)


def given(by: str, white: str, black: str, **more: int | str) -> Reason:
    """``"mild black 0 bw"``: how strongly, what, the difference, the colours so far."""
    facts: dict[str, int | str | tuple[int | str, ...]] = {"by": by}
    for seat, words in (("white", white), ("black", black)):
        strength, colour, difference, *had = words.split()
        facts |= {f"{seat}_strength": strength, f"{seat}_preference": colour}
        facts |= {f"{seat}_difference": int(difference), f"{seat}_had": "".join(had)}
    return Reason("colour-given", ARTICLE, (1, 2), {**facts, **more})


def told(reason: Reason, code: str = "en") -> list[str]:
    return reason_lines(club("Anna", "Bram"), reason, language(code))


NOTHING = "none none 0"


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            given("both-preferences", "strong white -1 b", "mild black 0 bw"),
            "both have the colour that they prefer (Anna: strong; Bram: mild)",
        ),
        (
            given("only-preference", NOTHING, "strong black 1 w"),
            "Bram has the preferred colour (strong), Anna has no preference",
        ),
        (
            given("stronger-preference", "strong white -1 b", "mild white 0 wb"),
            "both prefer White, and the preference of Anna is the stronger one (Anna: strong; Bram: mild)",
        ),
        (
            given("stronger-preference", "mild black 0 bw", "absolute black 2 ww"),
            "both prefer Black, and the preference of Bram is the stronger one (Bram: absolute; Anna: mild)",
        ),
        (
            given("wider-difference", "absolute black 1 bww", "absolute black 2 wbww"),
            "both absolutely prefer Black, and Bram has the wider difference between the colours (Bram: 2; Anna: 1)",
        ),
        (
            given("wider-difference", "absolute white -2 bb", "absolute white -1 wbb"),
            "both absolutely prefer White, and Anna has the wider difference between the colours (Anna: 2; Bram: 1)",
        ),
        (
            given("alternation", "mild black 0 wbbw", "mild black 0 bwbw", white_round=2, black_round=2),
            "both have the same preference for Black (mild), so they change from round 2, when one of them had White "
            "and the other Black (games counted backwards)",
        ),
        (
            given("alternation", "strong black 1 wwb", "strong black 1 wbwbw", white_round=4, black_round=5),
            "both have the same preference for Black (strong), so they change from their latest games, counted "
            "backwards, in which one had White and the other Black (Anna in round 4, Bram in round 5)",
        ),
        (
            given("higher-preference", "mild white 0 wb", "mild white 0 wb"),
            "both have the same preference for White (mild), and had the same colours in their latest games; Anna is "
            "ranked higher",
        ),
        (
            given("number", NOTHING, NOTHING, higher=2, number=2, parity="even", drawn="white"),
            "neither has a preference yet; Bram is ranked higher and has an even pairing number (2), so not the "
            "colour that was drawn by lot (White)",
        ),
    ],
)
def test_5_2_what_gave_the_colours_is_one_sentence(reason: Reason, sentence: str) -> None:
    assert told(reason)[0] == f"1 Anna has White against 2 Bram: {sentence}. [{ARTICLE}]"


def test_the_colours_so_far_are_told_so_that_everybody_can_count() -> None:
    reason = given("only-preference", NOTHING, "mild black 0 bw")
    assert told(reason)[1:] == ["Colours so far – Anna: –; Bram: BW."]
    assert told(reason, "nl")[1:] == ["Kleuren tot nu toe – Anna: –; Bram: ZW."]
    assert told(given("number", NOTHING, NOTHING, higher=1, number=1, parity="odd", drawn="black"))[1:] == []


def test_two_of_one_name_keep_their_numbers() -> None:
    reason = given("higher-preference", "mild white 0 wb", "mild white 0 wb")
    lines = reason_lines(club("Anna", "Anna"), reason, language("en"))
    assert "; 1 Anna is ranked higher." in lines[0]


def test_a_balance_has_its_sign() -> None:
    reason = Reason(
        "colours", "KEIZER PARING", (1, 2), {"by": "balance", "white_difference": -1, "black_difference": 1}
    )
    assert told(reason, "de") == [
        "1 Anna hat Weiß gegen 2 Bram: der niedrigere Farbsaldo, Weiß minus Schwarz (-1 gegen +1)."
    ]


def test_what_a_newer_roundlog_wrote_stands_for_itself() -> None:
    assert told(Reason("colours", "KEIZER", (1, 2), {"by": "the-moon"})) == [
        "1 Anna has White against 2 Bram: the-moon."
    ]
    assert told(Reason("of-tomorrow", "KEIZER", (1, 2), {"round": 4})) == ["of-tomorrow: 1 Anna, 2 Bram, round 4"]


# -- every rule has its words ------------------------------------------------------------------------------------------

PLAIN = {
    *(by.value for by in By if by is not By.NUMBER),
    *(rule.value for rule in ColourRule if not rule.value.startswith("lot")),
    *(rule.value for rule in ByTheText),
    *("board", "first-round", "last-difference", "higher-due", "lower-due"),  # of the FMJD
}
ODD_OR_EVEN = {"number", "place", "lot", "lot-no-colour"}
OF_TWO_ROUNDS = {"alternation", "last-difference"}
OTHER_WORDS = {
    "alternation-of-last-season",
    "so-far",
    *(f"strength-{word}" for word in ("absolute", "strong", "mild")),
    "wanted-white",
    "wanted-black",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_has_its_words_and_no_words_are_left_over(code: str) -> None:
    parities = {f"{rule}-{parity}" for rule in ODD_OR_EVEN for parity in ("odd", "even")}
    apart = {f"{rule}-in-other-rounds" for rule in OF_TWO_ROUNDS}
    assert set(language(code).section("colours")) == PLAIN | parities | apart | OTHER_WORDS


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("by", By)
def test_no_fact_is_missing_from_what_is_said(code: str, by: By) -> None:
    more: dict[str, int | str] = {}
    if by is By.NUMBER:
        more = {"higher": 1, "number": 1, "parity": "odd", "drawn": "white"}
    if by is By.ALTERNATION:
        more = {"white_round": 1, "black_round": 2}
    (sentence, so_far) = told(given(by.value, "mild white 0 wb", "mild white 0 wb", **more), code)
    assert "…" not in sentence + so_far
    assert placeholders(sentence) == frozenset()


# -- where it is read --------------------------------------------------------------------------------------------------


def test_colours_are_set_in_under_their_pair_or_stand_apart() -> None:
    pair, colours = Reason("pair", "FIDE", (2, 1)), given("both-preferences", "strong white -1 b", "strong black 1 w")
    under = explanation(club("Anna", "Bram"), Paired((), reasons=(pair, colours)), None, language("en")).split("\n")
    assert [line[: len(line) - len(line.lstrip())] for line in under] == ["", "  ", "    "]
    of_others = Reason("pair", "KNDB", (2, 3))
    apart = explanation(
        club("Anna", "Bram", "Cor"), Paired((), reasons=(pair, of_others, colours)), None, language("en")
    )
    assert "plays 3 Cor.\n\n1 Anna has White" in apart


@pytest.mark.parametrize("system", ["fide-dutch-2017", "fide-dutch-2026", "knsb-2014", "kndb", "fmjd-5.2", "keizer"])
def test_a_phone_and_the_console_tell_a_player_why_the_colour(roundlog: Roundlog, web: Web, system: str) -> None:
    roundlog.open_six(system)
    roundlog.pair_and_play(1, 2)
    lines = web.get("/p/open/1/why/2?lang=en").json()["lines"]
    assert sum("has White against" in line for line in lines) == 1
    reasons = web.get("/api/t/open/rounds/2/reasons").json()["reasons"]
    colours = [reason for reason in reasons if reason["code"] in ("colours", "colour-given")]
    boards = web.get("/api/t/open/boards").json()["boards"]
    seats = [[board[side]["player"]["number"] for side in ("white", "black")] for board in boards]
    assert sorted(reason["players"] for reason in colours) == sorted(seats)
    assert all(reason["article"] and reason["facts"]["by"] for reason in colours)


def test_the_terminal_tells_a_club_of_keizer_why(roundlog: Roundlog) -> None:
    roundlog("open", "club", "--name", "Club", "--rounds", "9", "--system", "keizer")
    for number in range(1, 5):
        roundlog("register", "club", f"Player {number}", "--rating", 2000 - number)
    roundlog("pair", "club")
    said = roundlog("explain", "club", "--player", 2).splitlines()
    assert said == [
        "Why round 1 was paired so",
        "",
        "1 Player 1 (place 1 of those present) plays 2 Player 2 (place 2).",
        "  1 Player 1 has White against 2 Player 2: equal balance of White minus Black (0), and the last games give "
        "nothing to change; the higher on the ladder has White.",
    ]
