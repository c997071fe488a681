"""Lists for the tests of this folder, each a few lines in the layout of who publishes it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from displays.words.columns import column_titles
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.listed import RatingList

XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
{}</playerslist>
"""


def xml_player(number: int, name: str, **facts: object) -> str:
    """``rating=2000``: an element of that name."""
    said = {"fideid": number, "name": name, "country": "NED", "sex": "F", "title": "", **facts}
    elements = "".join(f"<{key}>{value}</{key}>\n" for key, value in said.items())
    return f"<player>\n{elements}</player>\n"


COMBINED = XML.format(
    xml_player(1001, "Sørensen, Anna-Lise", rating=2105, rapid_rating=2010, blitz_rating=0, birthday=1990, flag="w")
    + xml_player(1002, "Müller, Jan", sex="M", title="FM", rating=2310, rapid_rating=0, blitz_rating=2290, flag="i")
    + xml_player(1003, "Mueller, Jana", rating=0, rapid_rating=0, blitz_rating=0, birthday=2010, flag="")
    + xml_player(1004, "O'Brien, Sean", sex="M", rating=1800, rapid_rating=0, blitz_rating=0)
    + xml_player(1005, "Berg, Jan van den", sex="M", rating=1900, rapid_rating=1950, blitz_rating=0, birthday=1970)
)
KNSB = (
    "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S\r\n"
    "7654321;Berg, Jan van den;;NED;1955;12;1970;M\r\n"
    "07000001;Visser, Zoë;;NED;1410;3;2012;V\r\n"
)
DSB = (
    '"ZPS","Mgl-Nr","Status","Spielername","Geschlecht","Spielberechtigung","Geburtsjahr","Letzte-Auswertung","DWZ",'
    '"Index","FIDE-Elo","FIDE-Titel","FIDE-ID","FIDE-Land"\n'
    '"10101","0012","A","Müller,Jan","M","",1985,202530,2250,40,2310,"FM",1002,"GER"\n'
    '"10101","0013","P","Groß,Jörg","M","",1960,202001,1500,12,,"",,""\n'
)


def load(folder: Path, content: str | bytes, name: str, **told: str) -> tuple[RatingList, ...]:
    """The content of a file as somebody would load it, under that name."""
    path = folder / "files" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    loaded = lists_of(folder).load(path, ToldOfList(**told), column_titles())
    return tuple(one.about for one in loaded)


def lists_of(folder: Path) -> RatingLists:
    return RatingLists(folder / "ratings")


def zip_of(folder: Path, **files: str | bytes) -> bytes:
    """``klassiek_csv`` is ``klassiek.csv``."""
    path = folder / "made.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(".".join(name.rsplit("_", 1)), content)
    return path.read_bytes()
