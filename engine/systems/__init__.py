"""One pairing system (and edition) a module, each with ``KEY``, ``REGULATION``, ``Options`` and ``pair``.

They never import each other.
"""
