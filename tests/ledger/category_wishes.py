"""What somebody may wish of categories, for ``histories``."""

import random

from ledger.acts.act import Command
from ledger.acts.categories import ChangeCategory, DefineCategory, RemoveCategory
from ledger.state import State


def wish_category(state: State, chance: random.Random) -> Command:
    t = state.tournament
    if t.categories and chance.random() < 0.6:
        number = chance.choice(t.categories).number
        if chance.random() < 0.5:
            return RemoveCategory(category=number)
        return ChangeCategory(
            category=number, name=f"Old {number}", players=(chance.choice(sorted(t.entries)),), is_public=True
        )
    conditions, is_public = chance.choice(("sex=w", "rating=1500-", "club=Tartu")), chance.random() < 0.5
    return DefineCategory(name=f"{conditions[:3]} {state.version}", conditions=conditions, is_public=is_public)
