"""Ratios against a peer or against the limit of the machine, both measured in one run: ``python -m tests.bench``.

Every figure is the best of several runs in which ours and the other take turns, so that a noisy neighbour hits both. A
missed goal is printed as such and is no failure of the program.
"""
