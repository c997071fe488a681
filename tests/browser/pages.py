"""Every page of the console and of the hall, for the tests that look at all of them. A new page gets its line here.

``{id}`` is a tournament of three rounds, the third in progress; ``{new}`` one that nobody has registered for yet.
"""

PAGES: dict[str, str] = {
    "events": "/console",
    "new": "/console/new",
    "overview": "/console/{id}",
    "overview-past": "/console/{id}?version=20",
    "overview-empty": "/console/{new}",
    "players": "/console/{id}/players",
    "players-empty": "/console/{new}/players",
    "absences": "/console/{id}/absences",
    "check-in": "/console/{new}/check-in",
    "hall": "/console/{id}/hall",
    "settings": "/console/{id}/settings",
    "round": "/console/{id}/rounds/3",
    "round-next": "/console/{new}/rounds/1",
    "round-closed": "/console/{id}/rounds/2",
    "round-past": "/console/{id}/rounds/1?version=20",
    "print-boards": "/console/{id}/print/boards",
    "print-names": "/console/{id}/print/names",
    "print-slips": "/console/{id}/print/slips",
    "standings": "/console/{id}/standings",
    "crosstable": "/console/{id}/crosstable",
    "ranks": "/console/{id}/ranks",
    "card": "/console/{id}/cards/1",
    "corrections": "/console/{id}/corrections",
    "what-if": "/console/{id}/what-if",
    "audit": "/console/{id}/audit",
    "people": "/console/{id}/people",
    "screens": "/console/{id}/screens",
    "people-server": "/console/people",
    "key": "/key",
    "sign-out": "/sign-out",
    "phone-find": "/p/{id}?q=a",  # (without a question a phone that has followed somebody goes there)
    "phone": "/p/{id}/1",
    "phone-past": "/p/{id}/1?round=1",
    "public": "/t/{id}",
    "screen-choice": "/screen/{id}?choose=1",
    "screen": "/screen/{id}?view=boards",
    "screen-light": "/screen/{id}?view=standings&theme=light",
}
