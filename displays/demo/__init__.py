"""The demonstration: a tournament of each kind that plays itself, through the desk, like a person.

``cast`` has the people, ``kinds`` the tournaments (one line each), ``story`` and ``incidents`` what happens, as
generators that ask for a command and are sent the state that came of it; ``theatre`` runs them at a ``tempo``.
"""
