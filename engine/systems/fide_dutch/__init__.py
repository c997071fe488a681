"""The FIDE (Dutch) system, C.04.3, in its editions of 2017 and 2026: how one bracket after the other is paired.

* ``field``: the players in rank order, who may meet whom, score groups, completion;
* ``bracket``: moved-down players, residents, the next bracket, and the cost of a candidate as one number;
* ``criteria``: the quality criteria, a small function each;
* ``ordered``: the direct search in the order of the regulation, with bounds: settles nearly every bracket;
* ``candidates``: a bracket settled by the quicker of the two, and a round made of such brackets;
* ``reasons``, ``float_reasons``: why it was paired so, and why this one floats down or has the bye;
* ``alternatives``: what a bracket would have cost otherwise, for the reasons;
* ``edition``: an edition as a pairing system;
* ``pool``: for the few brackets that the search leaves: who is looked at, what pairs cost, all best pairings;
* ``order``: the first of those in the order of the regulation.
"""
