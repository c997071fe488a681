"""Columns of lists of players: what they may hold, and the titles by which federations and programs call them.

What clubs call them in their own language is handed in by the displays, from the words of each language
(``displays/words/columns.py``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from engine.model import Ids, Outcome, Player
from engine.ratings import FIDE

PARTS_OF_A_NAME = ("surname", "first_name", "prefix")  # a name may come in several columns
IDS = Ids.__struct_fields__
# Ratings that are told apart: who publishes them ("": the federation, theirs or the tournament's), and their kind.
RATINGS: Mapping[str, tuple[str, str]] = {
    "rating_fide": (FIDE, ""),
    "rating_standard": (FIDE, "standard"),
    "rating_rapid": (FIDE, "rapid"),
    "rating_blitz": (FIDE, "blitz"),
    "rating_national": ("", ""),
    "rating_knsb": ("NED", ""),
    "rating_kndb": ("NED", ""),
    "rating_dwz": ("GER", ""),
    "rating_fmjd": ("fmjd", ""),
}
# Rounds in which somebody will not play, and what these count as.
ROUNDS_OUT: Mapping[str, Outcome] = {"absent_rounds": Outcome.ABSENT, "half_bye_rounds": Outcome.HALF_BYE}
SECTION = "section"  # of a festival: which of its tournaments
COLUMNS: tuple[str, ...] = (
    *(field for field in Player.__struct_fields__ if field != "ids"),
    *RATINGS,
    *IDS,
    "from_round",
    "missed",
    *ROUNDS_OUT,
    *PARTS_OF_A_NAME,
)

Titles = Mapping[str, str]  # a title as ``plain_title`` has it → the field

# Of FIDE, KNSB, KNDB, FMJD, DSB; of Swiss-Manager and chess-results in German, English, Dutch, French and Spanish; of
# Sharly, Vega and others. A word in one of our languages stands in the locale (``columns.json``).
_CALLED: Mapping[str, str] = {
    "number": "snr startnr startno tpn rankinit clasini noini num",
    "name": "nombre nom nomprenom apellidosynombre apellidosnombre nombrecompleto joueur jugador playername nome",
    "surname": "lastname apellidos apellido nomdefamille familyname cognome",
    "first_name": "firstname prenom nombredepila vorname nomepropio",
    "rating": "elo rtg rating1 eloturnier elotournoi elotorneo ratingused tournamentrating classement",
    "rating_fide": "eloi rtgi eloint elointl fiderating fideelo elofide ratingfide fidertg eloinicial rtgint fidestd",
    "rating_standard": "srtng standard std standardrating fidestandard elostandard stdelo ratingstandard",
    "rating_rapid": "rrtng rapid rapidrating fiderapid elorapid elorapide ratingrapid rapidelo",
    "rating_blitz": "brtng blitz blitzrating fideblitz eloblitz ratingblitz blitzelo",
    "rating_national": "elon rtgn elonat elonac rtgnat natelo natrating ratingnat ratingn elonational elonacional",
    "rating_knsb": "knsbrating knsbelo ratingknsb eloknsb",
    "rating_kndb": "kndbrating ratingkndb",
    "rating_dwz": "dwz dwzzahl",
    "rating_fmjd": "fmjdrating ratingfmjd",
    "title": "tit fidetitle fidetitel titre titulo titolo titl",
    "federation": "fed federacion federation fideland fidefed fidefederation pais pays feder naz",
    "birth_year": "birthyear byear birthdate bdate bday birthday yob dob geb gebdat gebjahr nac fechanac anonac"
    " fechadenacimiento anodenacimiento datedenaissance anneedenaissance naissance nele ne datadinascita",
    "category": "cat typ type gr grp group categoria categorie tipo",
    "club": "clubcity clubplaats vereinort clubville clubciudad clubstadt verein ortverein clubort ciudad club1 equipe",
    "sex": "geschl sexe sexo gender g mf mv mw",
    "fide": "fideid idnr idno id fidenr fideno fidenumber fidenummer fideidnumber fidekood idfide idnumber fidecode"
    " codefide codigofide idfideplayer fideidnr ffide",
    "knsb": "knsbid knsbnr knsbnummer relatienummer relatienr bondsnummer",
    "kndb": "kndbid kndbnr kndbnummer",
    "fmjd": "fmjdid fmjdnr fmjdnumber",
    "absent_rounds": "byes bye byerequests byerequest requestedbyes byeround byerounds byesrequested roundsnotplaying"
    " afwezig afwezigheid afwezigronde afwezigronden afwezigindronde nichtdarunden spielfrei spielfreirunden"
    " puudub puudubvoorudes descansos byesdemandes absences absent absentrounds absentinrounds",
    "half_bye_rounds": "halfpointbyes halfpointbye halfbyes halfbye halvebyes halbpunktbyes",
    SECTION: "section seccion",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Which yield to a column that says it in full: of "ID-Nr." and "FIDE-ID" the second is FIDE's number.
VAGUE = _words("id idnr idno idnumber g type typ num spielfrei bye")
# Which a program writes for other ends, or a form asks for: nobody wants them in a tournament.
NOT_KEPT = _words(
    "timestamp zeitstempel tijdstempel horodateur marcatemporal ajatempel email mail emailadres emailaddress"
    " epost phone telephone telefoon telefon mobile mobiel handy address adresse adres street postcode plz paid"
    " payed fee betaald bezahlt startgeld inschrijfgeld makstud osavotumaks remarks remark comment comments"
    " bemerkung bemerkungen opmerking opmerkingen notes zps mglnr mitgliedsnummer status dwzindex index"
    " spielberechtigung games sgm rgm bgm sk rk bk k kfactor kfaktor wtit otit foa foatit flag pts points punkte"
    " punten puntos rp perf tb1 tb2 tb3 tb4 tb5 wtg1 rank rang rg rk place letzteauswertung lastevaluation"
    " letzteauswertungdatum"
)

_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_WORD = re.compile(r"[^\W_]+")
# Words that a form wraps a title in.
_FILLER = _words("your the please enter of uw je jouw van het ihr ihre bitte dein deine teie if any what is wat ist")


def plain_title(title: str) -> str:
    """``Rtg Nat.`` → ``rtgnat``, ``Sünniaasta`` → ``sunniaasta``: without accents, spaces and signs."""
    apart = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


OWN_TITLES: Titles = {
    **{plain_title(field): field for field in (*COLUMNS, SECTION)},
    **{name: field for field, names in _CALLED.items() for name in names.split()},
}


def field_of(title: str, titles: Titles) -> str | None:
    """The field that a column with this title holds, if we know it: as it stands, or as a form asks for it
    (``Your FIDE ID (if any)?``)."""
    return next((titles[plain] for plain in _readings(title) if plain in titles), None)


def is_kept(title: str) -> bool:
    """Whether a column of this title might hold something of a player that a tournament keeps."""
    return not any(plain in NOT_KEPT for plain in _readings(title))


def _readings(title: str) -> tuple[str, str, str]:
    short = _ASIDE.sub(" ", title)
    words = [word for word in _WORD.findall(short.casefold()) if word not in _FILLER]
    return plain_title(title), plain_title(short), plain_title(" ".join(words))


def propose_fields(known: Sequence[str | None]) -> tuple[str | None, ...]:
    """A field for each column: each field once, the leftmost first. What we do not know is left out."""
    found: list[str | None] = []
    for field in known:
        found.append(None if field in found else field)
    if "name" in found:  # then its parts are not needed
        return tuple(None if field in PARTS_OF_A_NAME else field for field in found)
    return tuple(found)


def has_name(fields: Sequence[str | None]) -> bool:
    return "name" in fields or "surname" in fields
