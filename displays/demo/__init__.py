"""The demo: a tournament of each kind that plays itself, through the desk, like a person.

``players`` invents people, ``kinds`` lists the tournaments (one line each), ``script`` and ``incidents`` say what
happens, as generators that yield a command and are sent the state after it; ``runner`` runs them at a ``pace``.
"""
