"""Matchings on ``bitsets``: can all be paired (``cardinality``), and at what price.

``weighted`` and ``blossom`` find one cheapest pairing. All of them at once, from which the first in the order of a text
is settled: ``tied`` where the prices of ``kinds`` tell them, ``cheapest`` where they must be weighed, in ``stages`` if
the numbers are too wide.
"""
