"""Words that must not come back: what an arbiter or a player of that language would not say, or only a programmer.

What players and arbiters read is in the words of ``engine/GLOSSARY.md``; the API and the command line may keep the
words of their options (``--head``, ``--key-file``, ``--version``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from displays.words.language import LANGUAGES, LOCALE, language

# For programmers and operators, and the titles of columns in lists that people bring.
NOT_FOR_ARBITERS = {"api", "columns", "doctor", "endpoints", "hints"}
# Of programs that come in with a key, of the program's own version, and of the command line, where it is an option.
OF_PROGRAMS = {
    "access/device-program",
    "access/how-program",
    "access/key-made",
    "access/paste-key-hint",
    "access/program-key",
    "backup/keys-kept",
    "backup/keys-missing",
    "backup/keys-restored",
    "backup/left-cluster",
    "backup/made-keys",
    "errors/backup-keys-there",
    "errors/backup-no-keys",
    "errors/certificate-unusable",
    "errors/cluster-file-not-secret",
    "errors/cluster-other-private",
    "errors/command-id-reused",
    "errors/feed-needs-tls",
    "errors/head-not-found",
    "errors/key-needed",
    "errors/key-not-for-programs",
    "errors/key-says-who",
    "errors/key-sees-too-little",
    "errors/no-key-of-that-number",
    "errors/not-a-hash",
    "errors/not-a-version",
    "errors/not-an-office",
    "errors/office-damaged",
    "errors/office-unreadable",
    "errors/other-server-unreadable",
    "errors/private-row-missing",
    "errors/restore-into-cluster",
    "errors/restore-loses-keys",
    "errors/server-differs",
    "errors/server-redirects",
    "errors/standby-needs-tls",
    "fide/about-off",
    "fields/key",
    "fields/version",
    "health/only-reading",
    "health/well",
    "standby/owners-key-hint",
    "start/version",
    "words/exported",
    "words/head-found",
    "words/imported",
    "words/intact",
    "words/version",
}


class Gone(NamedTuple):
    code: str
    pattern: str
    instead: str
    but: frozenset[str] = frozenset()  # texts in which it is something else


def gone(code: str, pattern: str, instead: str, *but: str) -> Gone:
    return Gone(code, pattern, instead, frozenset(but))


WORDS = (
    gone("en", r"\bversions?\b", "step"),
    gone("en", r"(?<!house )(?<!arrow )\bkey\b", "access link"),
    gone("en", r"\b(hash|head)\b", "check value"),
    gone("en", r"\bchain\b", "log"),
    gone("en", r"\bnot in the round\b", "zero-point bye"),
    gone("en", r"(\d|\}) %", "60%: no space in English"),
    gone("nl", r"\bversies?\b", "stap"),
    gone("nl", r"\bsleutels?\b|\bsleutel\b", "toegangslink"),
    gone("nl", r"\bhoofd\b|\bketen\b", "controlegetal, logboek"),
    gone("nl", r"\b(je|jij|jouw|jezelf)\b", "u, as in the handbook, or no pronoun"),
    gone("nl", r"\bwedstrijdleid(ers?|ing)\b", "arbiter", "words/published-pairing-stands"),  # which cites the KNSB
    gone("nl", r"\bcontrolespoor\b", "logboek"),
    gone("nl", r"\bweerstandstelling\b", "beslissingscriterium"),
    gone("nl", r"\bmedewerkers?\b|binnenlaten", "toegang"),
    gone("nl", r"geschrapt", "vervalt"),
    gone("nl", r"\b(is|zijn|waren) vrij\b|\bvrij, half", "vrijgeloot, bye ½ punt"),
    gone("nl", r"\bBakoe\b|\beigenaars\b|\brondes\b", "Baku, eigenaren, ronden"),
    gone("nl", r"\blotnummer", "lotingsnummer (KNDB)"),
    gone("nl", r"indeling op (bord|naam)", "per bord, alfabetisch"),
    gone("nl", r"\brecords?\b", "regel"),
    gone("nl", r"‘", "the quotes are “ and ”"),
    gone("de", r"\bVersionen?\b|\bVersion\b", "Schritt"),
    gone("de", r"\bSchlüssel", "Zugangslink"),
    gone("de", r"\b(Kopf|Kette|Hash)\b", "Prüfsumme, Protokoll"),
    gone("de", r"\b(du|dein|deine|deinen|dich|dir|euch|ihr seid)\b", "Sie, or no pronoun"),
    gone("de", r"(?<!Berger-)\bTabelle\b|Endtabelle", "Rangliste, Endrangliste", "console/remove-consequence"),
    gone("de", r"[Bb]erichtig", "Korrektur, korrigieren"),
    gone("de", r"(?<!Wertungs)\bZahl (ab|unter|jeder)\b", "Elo/TWZ, Wertungszahl"),
    gone("de", r"Freilos", "spielfrei"),
    gone("de", r"Prüfprotokoll|Wer war es", "Änderungsprotokoll, Wer"),
    gone("de", r"Mitarbeiter|hereinlassen", "Zugänge, Zugang erteilen"),
    gone("de", r"getrennt (ge)?halten|Trennung", "Paarungssperre"),
    gone("de", r"\bLeistung\b", "Performance"),
    gone("de", r"\bgelost:|\bwurde gelost", "ausgelost"),
    gone("de", r"\bPlatz \{|\bPlätze \{", "Rang"),
    gone("de", r"\bVerbunds?\b", "Cluster"),
    gone("de", r"virtuelle Punkte", "Beschleunigung", "adjustments/trf-points-with-virtual-points"),
    gone("et", r"versioon", "samm"),
    gone("et", r"\bvõti|\bvõtme|\bvõtit", "ligipääsulink"),
    gone("et", r"\bpea\b(?! )|\b(logi|ahela) pea\b|\bräsi", "kontrollsumma"),
    gone(
        "et",
        r"\bteie\b|\bteil\b|(vaadake|salvestage|käivitage|paarige|pange|otsige|valige|tippige|sisestage)\b",
        "sina",
    ),
    gone("et", r"\bseeme\b", "algväärtus"),
    gone("et", r"^seis$", "paremusjärjestus, olek"),
    gone("et", r"(?<!vaba )\bvoor (\{|\d)", "1. voor"),
    gone("et", r"paarit(ami|anu)", "loosimine: paaritama is something else"),
    gone("et", r"”", "the quote ends with “"),
    gone("et", r"alaliit", "föderatsioon"),
)


def texts_for_arbiters(code: str) -> dict[str, str]:
    """By section and key."""
    sections = [path.stem for path in (LOCALE / code).iterdir() if path.stem not in NOT_FOR_ARBITERS]
    found = {f"{section}/{key}": text for section in sections for key, text in language(code).section(section).items()}
    return {where: text for where, text in found.items() if where not in OF_PROGRAMS}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_such_word_has_come_back(code):
    texts = texts_for_arbiters(code)
    back = [
        (where, one.pattern, one.instead, text)
        for one in WORDS
        if one.code == code
        for where, text in texts.items()
        if where not in one.but and re.search(one.pattern, _said(text), re.IGNORECASE)
    ]
    assert back == []


def _said(text: str) -> str:
    """Without the names of facts, and of commands and their options."""
    text = re.sub(r"\{\w+:([^}]*)\}", r"\1", text)
    return re.sub(r"--[a-z-]+|\$[A-Z_]+|/key\b/?|roundlog [a-z]+( new)?", "…", re.sub(r"\{\w+\}", "{}", text))


def test_every_exception_is_there_still():
    there = {f"{path.stem}/{key}" for path in (LOCALE / "en").iterdir() for key in language("en").section(path.stem)}
    assert OF_PROGRAMS.union(*(one.but for one in WORDS)) <= there
