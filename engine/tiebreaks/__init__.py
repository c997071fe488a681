"""Tie-breaks: one short function for each, on exact numbers, with its working shown.

| code | what it is | article | modifiers |
|---|---|---|---|
| PTS | the score; first of all, unless the list puts it elsewhere | FIDE C.07:2026 4.2 | |
| DE | direct encounter: the place among those tied, 0 if it settles nothing | 6 | P |
| WIN | rounds with the points of a win | 7.1 | |
| WON | games won over the board | 7.2 | |
| BPG, BWG | games played, games won with Black | 7.3, 7.4 | |
| PS | progressive score | 7.5 | C |
| REP | rounds elected to play | 7.6 | |
| STD | standard points | 7.7 | |
| TPN | tournament pairing number, lowest first | 7.8 | R |
| BH | Buchholz | 8.1 | C M P |
| AOB | mean Buchholz of the opponents | 8.2 | F P |
| FB | Fore Buchholz | 8.3 | C M P |
| SB | Sonneborn-Berger | 9.1 | C M P |
| KS | Koya | 9.2 | L P |
| ARO | mean rating of the opponents, rounded; ARO/C1 is "AROC" | 10.1 | C M U UL UM |
| TPR, PTP | performance, perfect performance | 10.2, 10.3 | U UL UM |
| APRO, APPO | mean TPR, mean PTP of the opponents | 10.4, 10.5 | U UL UM |
| RTNG | own rating | 10.6, FMJD 3.1 j | U UL UM R |
| EXT | a value from outside, as somebody gave it for each player, the highest first | 4.1 (VCL4THP 207) | R |
| SOL | Solkoff; SOL/M1 the median, SOL/C1 the short truncated one | FMJD 3.1 a b c | C M |
| FTS | full truncated Solkoff: a list compared part by part | FMJD 3.1 d | |
| PSOL | plus-Solkoff | FMJD 3.1 e | |
| BAL | Baliakin-Solkoff | FMJD 3.1 f | |
| SBD | Sonneborn-Berger of draughts, 2-1-0 | FMJD 3.1 g, KNDB | |
| MOR | exact mean rating of the opponents, a bye included | FMJD 3.1 h | G U UL UM |
| PRF | performance by Annex D | FMJD 3.1 i | LOG U UL UM |
| LOT | the lot drawn, lowest first | FMJD 3.1 k, KNDB | R |
| PO | play-off (barrage): the place in it, 0 while there was none | KNDB | |
| WP | resistance points: Solkoff over the opponents played | KNDB | |

Modifiers: /Cn cuts the n lowest, /Mn the n lowest and n highest; /P forfeits are games against the scheduled
opponent; /F on Fore Buchholz; /L1, /L+1, /L-1 the Koya limit moved by half points, /Lnn (two digits) in per cent; /Un
an unrated player counts as n, /UL as the lowest rating of the field, /UM as the mean of those who have one (without any
of the three the rating tie-breaks are dropped, that is: nobody has a value, when anybody is unrated); /G games only;
/LOG logistic curve; /R the other way round.

The treatment of unplayed rounds is that of the edition of FIDE C.07 that the tournament names
(``Rules.tiebreak_edition``, 2024 or 2026). What a figure counts is said by its ``Unit``.
"""

from __future__ import annotations

from engine.tiebreaks.catalogue import DEFINITIONS, Definition, Unit
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.rankings import PRESETS, SCORE, USUAL_RANKINGS, check, criteria, tiebreak
from engine.tiebreaks.table import Table, edition_in_force, rating_of_unrated
from engine.tiebreaks.working import Contribution, Figure, Working

__all__ = [
    "DEFINITIONS",
    "PRESETS",
    "SCORE",
    "USUAL_RANKINGS",
    "Contribution",
    "Definition",
    "Figure",
    "Table",
    "TieBreak",
    "Unit",
    "Working",
    "check",
    "criteria",
    "edition_in_force",
    "rating_of_unrated",
    "tiebreak",
]
