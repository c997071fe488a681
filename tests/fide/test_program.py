"""Where it runs, its languages, its manual, warnings that stay, by the questions of FIDE's checklist (VCL4THP)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache

import click
import msgspec
import pytest

from displays.cli.commands import MODULES, ROUNDLOG
from displays.web.help_chapters import OF_A_TOURNAMENT, OF_THE_SERVER, list_chapters, read_chapter
from displays.words.language import LANGUAGES, LOCALE, language
from engine.model import Details, Rules
from engine.registry import SYSTEMS
from ledger.acts.act import CONFIRM_TWICE
from ledger.acts.opening import ChangeRules
from ledger.confirmation import NEEDED
from tests.displays.client import Web
from tests.displays.commandline import COMMAND, Roundlog
from tests.fide.checklist import HOUSE
from tests.fide.test_fide_mode import SWISS

PUBLIC = ("", "/boards", "/standings", "/players", "/crosstable", "/audit")
CONSOLE = ("", "/players", "/rounds/1", "/settings", "/standings", "/corrections", "/audit", "/trf", "/screens")


@pytest.mark.skipif(sys.platform != "linux", reason="it is asked of Linux")
def test_2_it_runs_on_linux() -> None:
    said = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True, cwd=HOUSE)
    assert said.stdout.lower().startswith("roundlog")


# -- languages ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def test_7_the_interface_is_in_english(club: Roundlog, web: Web) -> None:
    for below in PUBLIC:
        page = web.get(f"/t/club{below}?lang=en").text
        assert '<html lang="en">' in page
    assert "<h2>Standings " in web.get("/t/club?lang=en").text


@pytest.mark.parametrize("asks", ["", "fi", "fr-FR,fr;q=0.9"])
def test_8_english_is_there_at_once_for_whoever_asks_for_no_language_of_ours(
    club: Roundlog, web: Web, asks: str
) -> None:
    headers = {"accept-language": asks} if asks else {}
    assert '<html lang="en">' in web.get("/t/club", headers=headers).text
    assert "Standings after round 2" in club("standings", "club")


def test_9_it_can_be_chosen_while_the_program_runs(club: Roundlog, web: Web) -> None:
    german = {"accept-language": "de"}
    page = web.get("/t/club", headers=german).text
    assert '<html lang="de">' in page
    assert 'href="/t/club?lang=en"' in page
    assert '<html lang="en">' in web.get("/t/club?lang=en", headers=german).text


OFTEN = 8


def words_of(text: str) -> set[str]:
    """Without what is filled in, names of options and commands, codes such as DE."""
    found = re.findall(r"(?<!\w)[^\W\d_]{2,}(?!\w)", re.sub(r"\{[^}]*\}|\[\[[^]]*\]\]|`[^`]*`", " ", text))
    return {word.lower() for word in found if not word.isupper()}


def texts_of(code: str) -> Iterator[tuple[str, str]]:
    for path in sorted((LOCALE / code).glob("*.json")):
        for key, text in msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items():
            yield f"{path.stem}.{key}", text


@cache
def foreign_words() -> frozenset[str]:
    """Those that the other languages use often, and our English documents and programs never."""
    paths = [
        *(HOUSE / "docs").glob("*.md"),
        *(HOUSE / "docs" / "handbook" / "en").glob("*.md"),
        *(path for room in ("engine", "ledger", "displays") for path in (HOUSE / room).rglob("*.py")),
    ]
    english = set().union(*(words_of(path.read_text("utf-8")) for path in paths))
    used = (Counter(w for _, text in texts_of(code) for w in words_of(text)) for code in LANGUAGES if code != "en")
    return frozenset(word for counted in used for word, n in counted.items() if n >= OFTEN) - english


def test_10_the_english_texts_have_no_word_of_another_language() -> None:
    assert len(foreign_words()) > 800  # or it would find nothing
    found = {key: words_of(text) & foreign_words() for key, text in texts_of("en")}
    assert {key: words for key, words in found.items() if words} == {}


def test_10_nor_have_the_pages(roundlog: Roundlog, web: Web) -> None:
    roundlog.open_six()
    roundlog.pair_and_play(1)
    arbiter = web.sign_in("owner")
    for address in (*(f"/t/open{below}" for below in PUBLIC), *(f"/console/open{below}" for below in CONSOLE)):
        page = arbiter.get(f"{address}?lang=en")
        assert page.status_code == 200, address
        seen = re.sub(r"(?s)<script.*?</script>|<style.*?</style>", " ", page.text)
        seen = re.sub(r"(?s)<a [^>]*lang=(?:nl|de|et).*?</a>", " ", seen)  # the other languages name themselves
        words = words_of(re.sub(r"<[^>]*>", " ", seen))
        assert words & foreign_words() == set(), (address, words & foreign_words())


# -- the manual --------------------------------------------------------------------------------------------------------


def test_11_the_manual_is_in_english_and_has_something_of_every_part() -> None:
    """Every page of the console has a chapter, every command its place in docs/cli.md, every system its row."""
    assert {*OF_THE_SERVER.values(), *OF_A_TOURNAMENT.values()} <= set(list_chapters())
    assert min(len(read_chapter("en", name)) for name in list_chapters()) > 2000
    cli = (HOUSE / "docs" / "cli.md").read_text("utf-8")
    assert [name for name in (*MODULES, *SYSTEMS) if not re.search(rf"`{re.escape(name)}\b", cli)] == []


def test_12_every_page_of_the_console_leads_to_its_chapter(roundlog: Roundlog, web: Web) -> None:
    """``?`` opens it: tests/browser/test_help.py."""
    roundlog.open_six()
    roundlog.pair_and_play(1)
    arbiter = web.sign_in("owner")
    for below in CONSOLE:
        page = arbiter.get(f"/console/open{below}?lang=en").text
        assert 'id="help-button"' in page, below
        (address,) = re.findall(r'id="help-chapter" href="(/help/en/[\w-]+)"', page)
        assert web.get(address).status_code == 200


def test_13_the_manual_is_there_without_the_program_too() -> None:
    assert all((HOUSE / "docs" / "handbook" / "en" / f"{name}.md").is_file() for name in list_chapters())


# -- warnings ----------------------------------------------------------------------------------------------------------

_SWITCH = re.compile(r"(?<![a-z])(?:warn|confirm|force|yes|quiet|silent|relax|skip|level)", re.IGNORECASE)
NO_SWITCHES = {"relax_gap"}  # of Keizer, about who meets again
NO_OPTIONS = ["roundlog schedule --skip"]  # days without a round


def settings() -> Iterator[str]:
    """What a tournament can be told, and what a command can be told."""
    yield from Rules.__struct_fields__
    yield from Details.__struct_fields__
    yield from (field for system in SYSTEMS.values() for field in system.options.__struct_fields__)


def options_of(command: click.Command, path: str) -> Iterator[str]:
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from options_of(found, f"{path} {name}")
    yield from (f"{path} {word}" for param in command.params for word in (*param.opts, *param.secondary_opts))


def test_218_no_setting_and_no_option_switches_a_notice_off() -> None:
    assert {name for name in settings() if _SWITCH.search(name)} == NO_SWITCHES
    found = [*options_of(ROUNDLOG, "roundlog")]
    assert len(found) > 200
    assert [one for one in found if _SWITCH.search(one.rpartition(" ")[2])] == NO_OPTIONS


LEAVE = ("DELETE", "/api/t/open/fide-mode")
REASON = {"reason": "nine rounds"}


@pytest.fixture
def arbiter(roundlog: Roundlog, web: Web) -> Web:
    roundlog.open_six()
    return web.sign_in("arbiter", "open")


@pytest.mark.parametrize("said", ["", "yes", "true", "1", "token"])
def test_219_a_confirmation_cannot_be_left_out(arbiter: Web, said: str) -> None:
    by_hand = {"boards": [{"white": 1, "black": 2}, {"white": 3, "black": 4}, {"white": 5, "black": 6}]}
    headers = {"confirmation": said} if said else {}
    answer = arbiter.request("POST", "/api/t/open/rounds/1/boards", json=by_hand, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, NEEDED)
    assert arbiter.get("/api/t/open").json()["version"] == 8


@pytest.mark.parametrize("said", ["", "yes", "2"])
def test_220_a_double_confirmation_cannot_be_left_out(arbiter: Web, said: str) -> None:
    headers = {"confirmation": said} if said else {}
    answer = arbiter.request(*LEAVE, json=REASON, headers=headers)
    assert (answer.status_code, answer.json()["facts"]["level"]) == (409, CONFIRM_TWICE)


def test_221_a_double_confirmation_is_not_made_a_single_one(arbiter: Web) -> None:
    first = arbiter.request(*LEAVE, json=REASON).json()["facts"]
    second = arbiter.request(*LEAVE, json=REASON, headers={"confirmation": first["token"]})
    assert (second.status_code, second.json()["facts"]["step"]) == (409, 2)
    again = arbiter.request(*LEAVE, json=REASON, headers={"confirmation": first["token"]})
    assert again.json()["facts"]["step"] == 1  # what was used is worth nothing
    assert ChangeRules(rules=SWISS).__struct_fields__ == ("rules", "reason")


# -- without the internet ----------------------------------------------------------------------------------------------

_OTHER_PLACES = re.compile(r"""(?:src|href|action|url\()\s*=?\s*["']?(?:https?:)?//(?!hall)[^"')\s]+""")


def test_223_pages_ask_nothing_of_another_machine(roundlog: Roundlog, web: Web) -> None:
    roundlog.open_six()
    roundlog.pair_and_play(1)
    owner = web.sign_in("owner")
    for address in ("/", "/help/en/hall", "/screen/open?view=boards", "/t/open/standings", "/console/open/rounds/1"):
        answer = owner.get(f"{address}{'&' if '?' in address else '?'}lang=en")
        loaded = re.findall(r"<(?:script|link|img|iframe|form)[^>]*>", answer.text)
        assert [tag for tag in loaded if _OTHER_PLACES.search(tag)] == [], address
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_223_scripts_and_styles_ask_nothing_of_another_machine() -> None:
    static = HOUSE / "displays" / "web" / "static"
    files = [path for kind in ("*.js", "*.css") for path in sorted(static.rglob(kind))]
    assert len(files) > 50
    asked = re.compile(r"""(?:fetch\(|import |from |url\(|WebSocket\()\s*["'`]?(?:https?|wss?):""")
    assert [path.name for path in files if asked.search(path.read_text("utf-8"))] == []


def test_223_a_tournament_is_played_where_there_is_no_network(
    roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("there is no network")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    roundlog.open_six()
    roundlog.pair_and_play(1, 2)
    assert "Player 1" in roundlog("standings", "open")
    assert language("en").word("standings")
