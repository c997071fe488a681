"""Phones: one player followed. Board, colour, opponent, result, rank, card, and why this pairing; on a slow line too.

The page brings the newest card along, so that it is there before the live line is; after that only the card of that
player travels.
"""
