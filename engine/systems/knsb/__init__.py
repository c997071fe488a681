"""The KNSB rating Swiss of January 2014, the Dutch translation of the FIDE Dutch system of 2012.

From the outside in:

* ``contenders``  who is to be paired and what each one's rounds so far mean (A2, A4, A7, A10, B1, F2, F3);
* ``colours``     colour preference and who has which colour (A7, E1–E5);
* ``procedure``   the score groups from the top down: C1, C12, C13, the merging of the last groups;
* ``reopening``   another pairing of the group above, with the group below in view (C12, C13);
* ``leavers``     the same where leavers with several scores are wanted;
* ``group``       one score group, and what is asked of it, plan by plan: P1 and M1 as C14 and C13 lower them;
* ``search``      the first pairing of a group in the order of D1, D2 and D3 among those that ignore least;
* ``exchanging``  the first exchange of D2;
* ``seating``     whether the rest can still be paired as well, by counting (A8) or by weighing;
* ``weighing``    what pairs ignore as numbers, and the cheapest pairings;
* ``beyond``      where those go who leave a group;
* ``criteria``    what a pairing ignores, as one vector: B3, B2, A7d, X, Z, B5 and B6 (C3, C10);
* ``reasons``     what was decided, as values that name their article;
* ``leaving_reasons``  why this one moves down or has the bye, and not another.
"""
