"""What the columns of a list of players are called: by clubs in four languages, in FIDE's and the KNSB's lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from engine.model import Ids, Player

PARTS_OF_A_NAME = ("surname", "first_name", "prefix")  # a name may come in several columns
IDS = Ids.__struct_fields__
COLUMNS: tuple[str, ...] = (
    *(field for field in Player.__struct_fields__ if field != "ids"),
    *IDS,
    "from_round",
    "missed",
    *PARTS_OF_A_NAME,
)

# Without accents, spaces and signs, in small letters: see ``_plain``.
_ALSO_CALLED: Mapping[str, str] = {
    "name": "naam nimi spelersnaam speler spieler spielername player playername fullname volledigenaam "
    "mangija taisnimi",
    "surname": "lastname familyname achternaam nachname familienname perekonnanimi perenimi",
    "first_name": "firstname firstnames givenname givennames voornaam voornamen vorname eesnimi roepnaam rufname",
    "prefix": "tussenvoegsel voorvoegsel namenszusatz",
    "number": "nummer nr no startnummer startnr snr startnumber startingrank jrk stardinumber",
    "rating": "elo rtg srtng fiderating fideelo elofide ratingfide knsbrating kndbrating knsbelo nationalrating rtgnat "
    "dwz reiting eloreiting klassiek standard std standardrating",
    "title": "titel tiitel tit fidetitle fidetitel",
    "lot": "loting los losnummer loos loosinumber",
    "club": "clubname vereniging clubnaam verein vereinsname klub klubi uhing schaakvereniging damvereniging",
    "federation": "fed bond land federatie foderation verband country nation liit riik foderatsioon federatsioon",
    "birth_year": "birthyear yearofbirth byear born birthday birthdate dateofbirth bdate bday geboortejaar "
    "geboortedatum geboren geburtsjahr geburtsdatum gebjahr jahrgang sunniaasta sunniaeg sunnikuupaev",
    "sex": "gender geslacht mv geschlecht sugu",
    "category": "categorie kategorie kategooria cat group groep gruppe grupp klasse klass",
    "fide": "fideid fidenr fidenumber fidenummer fideidnumber fidekood idfide idnumber",
    "knsb": "knsbid knsbnr knsbnummer relatienummer bondsnummer",
    "kndb": "kndbid kndbnr kndbnummer",
    "fmjd": "fmjdid fmjdnr fmjdnumber",
    "from_round": "vanafronde abrunde alatesvoorust",
    "missed": "gemist versaeumt versaumt vahelejaanud",
}


def _plain(title: str) -> str:
    """``Rtg Nat.`` → ``rtgnat``, ``Sünniaasta`` → ``sunniaasta``."""
    apart = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


_FIELDS: Mapping[str, str] = {
    **{_plain(field): field for field in COLUMNS},
    **{name: field for field, names in _ALSO_CALLED.items() for name in names.split()},
}


def field_of(title: str) -> str | None:
    """The field that a column with this title holds, if we know it."""
    return _FIELDS.get(_plain(title))


def proposed(titles: Sequence[str]) -> tuple[str | None, ...]:
    """A field for each column: each field once, the leftmost first. What we do not know is left out."""
    found: list[str | None] = []
    for field in map(field_of, titles):
        found.append(None if field in found else field)
    if "name" in found:  # then its parts are not needed
        return tuple(None if field in PARTS_OF_A_NAME else field for field in found)
    return tuple(found)


def has_name(fields: Sequence[str | None]) -> bool:
    return "name" in fields or "surname" in fields
