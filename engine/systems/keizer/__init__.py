"""The Keizer system: a ladder on which every place has a value, and every game is paid with the opponent's value.

A map of the text (``KEIZER`` and the word of its heading or the number of its figure or footnote):

* ``options.py``  what a club may choose, with the text's defaults; what is refused and what is only hinted at
* ``items.py``    each round as a fraction of somebody's value (BELONING, VERHINDERING, GEEN PARTIJ)
* ``book.py``     one pass: all items valued and added up (fig. 3, fig. 4), in integers
* ``order.py``    the start order, ties, where a late joiner enters (RANGLIJST)
* ``stable.py``   passes until the ladder stands still, and what is done when it never does
* ``elo.py``      the variant in which a player is worth their rating / 100 (fn 344, "Kempens")
* ``season.py``   the whole season by replay: the ladder before and after every round, the EINDKORREKTIE
* ``ladder.py``   the ladder as a value, and the working shown for one player
* ``colours.py``, ``pairing.py``, ``legality.py``  who meets whom with which colour, who has no game, and why (PARING)

Everything is a pure function of a ``Tournament``. Points are exact: integers in a common unit inside, ``Fraction``
outside. A late joiner's missed rounds and a leaver's later rounds count as absence with notice (VERHINDERING), unless
the entry says something else than its default, the zero-point bye.
"""
