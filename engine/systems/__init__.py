"""Pairing systems, one folder per family.

Each folder describes its systems as ``System`` values in ``system.py``; ``engine/registry.py`` lists them. Families
never import each other: what two share stands above them.
"""
