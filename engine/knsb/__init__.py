"""The KNSB rating Swiss of January 2014, the Dutch translation of the FIDE Dutch system of 2012.

From the outside in:

* ``contenders``  who is to be paired and what each one's rounds so far mean (A2, A4, A7, A10, B1, F2, F3);
* ``colours``     colour preference and who has which colour (A7, E1–E5);
* ``procedure``   the score groups from the top down: C1, C12, C13, the merging of the last groups;
* ``plans``       what is asked of a group, in order: P1 and M1 as C14 and C13 lower them;
* ``criteria``    what a pairing ignores, as one vector: B2, A7d, X, Z, B5 and B6 (C3, C10);
* ``group``       one group under one plan as a graph, and what its pairings can cost;
* ``search``      the first pairing in the order of D1, D2 and D3 among those that ignore least;
* ``orders``      the lists of D2 and D3;
* ``reasons``     what was decided, as values that name their article.
"""
