"""Rating lists in the layouts of those who publish them, and files that are none."""

from __future__ import annotations

import io
import zipfile

import pytest

from engine.errors import BadInput
from engine.model import Ids
from ledger.rating_lists import unpacking
from ledger.rating_lists.listed import KINDS, ListedRating
from tests.ledger.rating_lists.lists import COMBINED, DSB, KNSB, XML, lists_of, load, xml_player, zip_of
from tests.made_rating_lists import fide_txt, fide_xml, make_players


def test_the_combined_list_of_fide(tmp_path):
    (about,) = load(tmp_path, zip_of(tmp_path, players_list_foa_xml=COMBINED), "players_list_xml.zip", month="2026-11")
    assert (about.key, about.players) == ("fide-standard-rapid-blitz-2026-11", 5)
    found = lists_of(tmp_path).find_by_id("fide", "1001")
    assert found is not None
    assert (found.name, found.federation, found.birth_year, found.sex) == ("Sørensen, Anna-Lise", "NED", 1990, "w")
    assert found.ratings == (
        ListedRating("fide", "standard", 2105, "2026-11"),
        ListedRating("fide", "rapid", 2010, "2026-11"),
    )
    inactive = lists_of(tmp_path).find_by_id("fide", "1002")
    assert inactive is not None
    assert (inactive.title, inactive.is_inactive) == ("FM", True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_of_fide_of_one_kind_has_its_month_in_its_name(tmp_path, kind):
    one = XML.format(xml_player(1001, "Smit, Anna", rating=2105, games=3, k=20))
    (about,) = load(tmp_path, zip_of(tmp_path, **{f"{kind}_nov26frl_xml": one}), f"{kind}_nov26frl_xml.zip")
    assert (about.kinds, about.month) == ((kind,), "2026-11")
    found = lists_of(tmp_path).find_by_id("fide", "1001")
    assert found is not None
    assert found.ratings == (ListedRating("fide", kind, 2105, "2026-11"),)


def test_a_list_of_fide_of_one_kind_that_nobody_knows_is_refused(tmp_path):
    with pytest.raises(BadInput, match="rating-list-kind"):
        load(tmp_path, XML.format(xml_player(1, "A, B", rating=2000)), "list.xml")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_text_says_the_same_as_xml(tmp_path, encoding):
    players = [one for one in make_players(300) if encoding == "utf-8" or one.name.isascii() or "ü" in one.name]
    load(tmp_path, b"".join(fide_xml(players)), "xml", month="2026-10")
    load(tmp_path, b"".join(fide_txt(players, encoding)), "txt", month="2026-11")
    lists = lists_of(tmp_path)
    for one in players:
        by_xml = lists.find_by_id("fide", str(one.number), "2026-10")
        by_text = lists.find_by_id("fide", str(one.number), "2026-11")
        assert by_xml is not None
        assert by_text is not None
        assert (by_text.name, by_text.sex, by_text.birth_year) == (by_xml.name, by_xml.sex, by_xml.birth_year)
        values = [[(rating.kind, rating.value) for rating in found.ratings] for found in (by_xml, by_text)]
        assert values[0] == values[1]


def test_text_whose_columns_were_counted_in_bytes(tmp_path):
    head = "ID Number      Name                Fed Sex Tit  NOV26 Gms K  B-day Flag\n"
    line = "1001           Sørensen, Zoë     DEN F        2105  0   20 1990  wi\n"  # two letters of two bytes each
    (about,) = load(tmp_path, head + line, "standard_frl.txt")
    found = lists_of(tmp_path).find_by_id("fide", "1001")
    assert about.month == "2026-11"
    assert found is not None
    assert (found.name, found.federation, found.birth_year) == ("Sørensen, Zoë", "DEN", 1990)
    assert found.ratings[0].value == 2105


def test_knsb_with_a_file_for_each_kind(tmp_path):
    content = zip_of(
        tmp_path,
        **{name: KNSB.encode("latin-1") for name in ("klassiek_csv", "rapid_csv", "snel_csv")},
        leesmij_pdf=b"%PDF-",
    )
    loaded = load(tmp_path, content, "knsb-2026-11.zip")
    assert {about.key for about in loaded} == {f"knsb-{kind}-2026-11" for kind in KINDS}
    found = lists_of(tmp_path).find_by_id("knsb", "7000001")
    assert found is not None
    assert (found.name, found.ids, found.sex, found.birth_year) == ("Visser, Zoë", Ids(knsb="7000001"), "w", 2012)
    assert {(one.source, one.kind, one.value) for one in found.ratings} == {("NED", kind, 1410) for kind in KINDS}


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
def test_dwz_ties_its_players_to_fide(tmp_path, encoding):
    load(tmp_path, COMBINED, "players_list_2026-11.xml")
    (about,) = load(tmp_path, DSB.encode(encoding), "spieler.csv", month="2026-11")
    assert (about.publisher, about.source, about.players) == ("dsb", "GER", 2)
    (found,) = lists_of(tmp_path).find("muller jan", source="GER")
    assert (found.number, found.name, found.ids) == ("10101-12", "Müller, Jan", Ids(fide="1002"))
    assert {(one.source, one.kind): one.value for one in found.ratings} == {
        ("fide", "standard"): 2310,
        ("fide", "blitz"): 2290,
        ("GER", "standard"): 2250,
    }


def test_any_table_under_a_name_of_its_own(tmp_path):
    content = "Clubrating of the season\n\nNo;First name;Surname;Prefix;Blitz\n1;Jan;Berg;van den;1700\n;Nobody;;;1\n"
    with pytest.raises(BadInput, match="rating-list-whose"):
        load(tmp_path, content, "club.csv", month="2026-09")
    (about,) = load(tmp_path, content, "club.csv", month="2026-09", publisher="club")
    assert (about.source, about.kinds, about.left_out, about.is_of_known_source) == ("club", ("blitz",), 1, False)
    (found,) = lists_of(tmp_path).find("berg")
    assert (found.name, found.number, found.ids) == ("Berg, Jan van den", "1", Ids())


def test_a_list_called_by_the_code_of_a_federation_has_its_ratings(tmp_path):
    (about,) = load(tmp_path, "number,name,rating\n1,A B,1500\n", "x.csv", publisher="bel", month="2026-09")
    assert about.source == "BEL"


def test_a_table_in_utf_16(tmp_path):
    content = "number\tname\trating\n1\tTõnisson, Ülle\t1500\n".encode("utf-16")
    load(tmp_path, content, "kabe.txt", publisher="fmjd", month="2026-09")
    (found,) = lists_of(tmp_path).find("tonisson ulle")
    assert (found.name, found.ids) == ("Tõnisson, Ülle", Ids(fmjd="1"))


BOMB = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
REFUSED: dict[str, str | bytes] = {
    "xml-with-declarations": COMBINED.replace("<playerslist>", BOMB + "<playerslist>"),
    "xml-broken": COMBINED[:-30],
    "xml-no-rating-list": "<?xml version='1.0'?><feed></feed>",
    "rating-list-no-titles": "1;2;3\n4;5;6\n",
    "rating-list-no-ratings": "number;name;club\n1;A B;C\n",
    "rating-list-no-numbers": "name;rating;club\nA B;1500;C\n",
    "rating-list-empty": "number;name;rating\n;A;1\n;B;2\n",
    "rating-list-line-too-long": "number;name;rating\n1;A;1500\n2;" + "x" * 70_000 + ";1\n",
    "zip-broken": b"PK\x03\x04",
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_no_list_is_refused_and_leaves_nothing(tmp_path, code):
    with pytest.raises(BadInput) as refused:
        load(tmp_path, REFUSED[code], "fide-standard.csv", publisher="club", month="2026-11")
    assert refused.value.code == code
    assert list((tmp_path / "ratings").iterdir()) == []


def test_a_month_and_a_kind_are_what_they_are(tmp_path):
    with pytest.raises(BadInput, match="not-a-month"):
        load(tmp_path, COMBINED, "x.xml", month="2026-13")
    with pytest.raises(BadInput, match="not-one-of"):
        load(tmp_path, COMBINED, "x.xml", kind="quick")
    with pytest.raises(BadInput, match="rating-list-name"):
        load(tmp_path, COMBINED, "x.xml", publisher="../x")


# -- zips that swell ---------------------------------------------------------------------------------------------------


def test_a_zip_that_swells_beyond_measure_is_refused_before_it_is_read(tmp_path):
    content = zip_of(tmp_path, players_xml=b" " * (unpacking.FREE_BYTES + 1))
    with pytest.raises(BadInput, match="zip-bomb"):
        load(tmp_path, content, "players.zip")


def test_what_comes_out_is_counted_while_it_comes(monkeypatch):
    monkeypatch.setattr(unpacking, "FREE_BYTES", 100)
    for read in (unpacking.PartFile.pieces, unpacking.PartFile.lines):
        file = unpacking.PartFile(io.BytesIO(b"a line\n" * 1000), "players.xml", packed=10)
        with pytest.raises(BadInput, match="zip-bomb"):
            list(read(file))


def test_what_a_zip_says_of_its_sizes_is_not_believed(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1000)
    packed = zip_of(tmp_path, standard_csv=b"number,name,rating\n" + b"1,A B,1500\n" * 200)
    size = (19 + 200 * 11).to_bytes(4, "little")
    assert packed.count(size) == 2
    with pytest.raises(BadInput, match=r"zip-broken|rating-list-too-large"):
        load(tmp_path, packed.replace(size, (900).to_bytes(4, "little")), "x.zip", publisher="club", month="2026-11")


def test_a_zip_without_a_list_with_a_password_or_too_many_files(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match="zip-without-list"):
        load(tmp_path, zip_of(tmp_path, inner_zip=b"PK"), "x.zip")
    monkeypatch.setattr(unpacking, "MOST_FILES", 1)
    with pytest.raises(BadInput, match="zip-too-many-files"):
        load(tmp_path, zip_of(tmp_path, a_csv=b"a", b_csv=b"b"), "x.zip")
    content = bytearray(zip_of(tmp_path, a_csv=b"number,name,rating\n1,A B,1\n"))
    content[content.index(b"PK\x01\x02") + 8] |= 1  # "encrypted", in the directory
    with pytest.raises(BadInput, match="zip-with-password"):
        load(tmp_path, bytes(content), "x.zip")
    assert zipfile.is_zipfile(tmp_path / "made.zip")
