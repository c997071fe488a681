"""A correction that is only thought about, in the words with which the audit would tell of it."""

from __future__ import annotations

from displays.words.audit import audit_row, names_of, own_reasons
from displays.words.language import Language
from displays.words.text_table import one_line
from ledger.acts.act import Event
from ledger.acts.corrections import Correction
from ledger.acts.decide import decide_correction
from ledger.acts.evolve import evolve
from ledger.acts.opening import TournamentReopened
from ledger.acts.record import Recorded
from ledger.state import State
from ledger.views import audit


def proposal_line(state: State, correction: Correction, reader: Language) -> str:
    """``Result corrected: round 2, board 1, Anna – Bram: 1–0 → ½–½ (the slip was misread)``; or a refusal."""
    if state.tournament.is_finished:
        state = evolve(state, TournamentReopened(reason="?"))
    return "; ".join(_correction_line(state, event, reader) for event in decide_correction(state, correction))


def _correction_line(state: State, event: Event, reader: Language) -> str:
    t = state.tournament
    thought_of = Recorded(0, "", state.version + 1, "", "", "", event, "", "")
    entry = audit.item_of(state, thought_of, evolve(state, event)).with_changes()
    _, _, _, what, _, change, _ = audit_row(entry, reader, t.rules.points, names_of(t))
    why = "; ".join(own_reasons(entry, reader))
    where = [f"{reader.field(name)} {at}" for name, at in (("round", entry.round), ("board", entry.board)) if at]
    who = " – ".join(t.entries[player].player.name for player in entry.players if player in t.entries)
    about = ", ".join(part for part in (*where, who) if part)
    return one_line(f"{what}: {about}" + (f": {change}" if change else "") + (f" ({why})" if why else ""))
