"""Why a round was paired as it was, in words: brackets, pairs, colours, and what spoke against who came first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from displays.words.colour_words import colours_so_far, given_by
from displays.words.language import Language, join_items
from displays.words.notation import outcome_words
from displays.words.text_table import one_line
from engine.errors import Fact
from engine.model import Outcome, PlayerId, Tournament
from engine.pairing import Paired, Reason
from engine.registry import BY_HAND, SYSTEMS
from engine.scoring import show
from engine.system import ReasonLayout
from ledger.shown_numbers import shown_number
from ledger.views.pairing_reasons import Reasons

_COLOURS = ("colours", "colour-given")  # under their pair, where it was told just before
_PLAYERS = ("others", "stranded", "upper_group", "lower_group")  # facts that name players within a sentence
_SCORES = ("score", "to", "resistance")
_MOST_NAMED = 12  # a longer list would fill a screen with names:
_FIRST_NAMED = 5  # so many of it are named, and who asks; the others are counted
_DUMMY = 0  # of draughts: the opponent of who has the bye
_CRITERION = re.compile(r"\[(C\d+)\]")


class _Reader(NamedTuple):
    """For whom reasons are put into words."""

    t: Tournament
    language: Language
    asked: PlayerId | None


def explanation(t: Tournament, paired: Paired, asked: PlayerId | None, language: Language) -> str:
    """The reasons of the next round of this tournament, a line each; only those of the player who asks."""
    reader = _Reader(t, language, asked)
    if paired.reasons:
        return "\n".join(one_line(line) for line in _reason_texts(paired.reasons, reader))
    if asked is None:
        return language.word("no-reasons")
    if asked in t.available(t.next_round):
        return one_line(language.phrase("no-reasons-for", player=_name(asked, reader)))
    said = language.phrase("not-in-the-pairing", player=_name(asked, reader), round=t.next_round)
    return one_line(f"{said}{_away(asked, reader)}.")


def since_pairing(view: Reasons, language: Language) -> list[str]:
    """What has become of the pairing, and of what it was made from: a score in its reasons may be another by now."""
    found = [language.word("boards-changed-by-hand")] if view.is_changed else []
    if view.is_corrected and view.system != BY_HAND:  # nothing was reckoned with
        found.append(language.word("corrected-since-pairing"))
    return found


def _away(player: PlayerId, reader: _Reader) -> str:
    """Why somebody is not paired, in brackets, where more is known than that."""
    t, language = reader.t, reader.language
    absence = t.entries[player].absences.get(t.next_round, Outcome.ZERO_BYE)
    if t.withdrawal_in(player, t.next_round) is not None:
        return f" ({language.word('withdrawn')})"
    return "" if absence is Outcome.ZERO_BYE else f" ({outcome_words(t.rules.points, language)[absence.value]})"


def _reason_texts(reasons: Sequence[Reason], reader: _Reader) -> Iterator[str]:
    head, before = set[PlayerId](), ""
    layout = _layout(reader.t)
    for reason in reasons:
        is_under = reason.code in _COLOURS and head == {*reason.players}
        is_group = reason.code in layout.groups
        is_head = (is_group or reason.code in layout.heads) and not is_under
        if is_group or (is_head and reason.code in _COLOURS and reason.code != before):
            yield ""
        if is_head:
            head, before = {*reason.players}, reason.code
        sentence, *more = _lines(reason, reader)
        yield sentence if is_head else f"  {sentence}"
        yield from (f"    {line}" if is_under else f"  {line}" for line in more)


def _layout(t: Tournament) -> ReasonLayout:
    """How the system sets out its reasons; one that this Roundlog does not know has no heads."""
    system = SYSTEMS.get(t.rules.system)
    return ReasonLayout() if system is None else system.layout


def reason_lines(t: Tournament, reason: Reason, language: Language) -> list[str]:
    """One reason in words: its sentence, and what more it tells."""
    return _lines(reason, _Reader(t, language, None))


def _lines(reason: Reason, reader: _Reader) -> list[str]:
    more = (*_about_bracket(reason, reader), *_more(reason, reader))
    return [one_line(line) for line in (_sentence(reason, reader), *more)]


def _more(reason: Reason, reader: _Reader) -> Iterator[str]:
    if reason.code in _COLOURS:
        yield from colours_so_far(reason, _naming_of(reason, reader), reader.language)
    for name in _layout(reader.t).lists:
        players = _fact_players(name, reason)
        if players:
            yield reader.language.phrase(f"reason-{name}", players=_list(players, reader))


def _sentence(reason: Reason, reader: _Reader) -> str:
    names = [_name(player, reader) for player in reason.players]
    if reader.language.word_or_key(reason.code, "reasons") == reason.code:  # a newer Roundlog paired that round
        return reason_sentence(reason.code, names, reason.facts, reader.language)
    facts = {"players": _list(reason.players, reader)}
    facts |= dict(zip(("one", "other"), names, strict=False)) | dict(zip(("player",), names, strict=False))
    facts |= {name: _fact(name, reason, reader) for name in reason.facts}
    article = _CRITERION.search(reason.article)
    criterion = reason.article
    if article:
        criterion = _criterion_words(article[1], reader)
    said = reader.language.phrase(reason.code, section="reasons", **facts, criterion=criterion)
    return f"{said} {article[0]}" if article else said


def _fact(name: str, reason: Reason, reader: _Reader) -> str:
    value = reason.facts[name]
    if name in _SCORES and isinstance(value, int):
        return show(value, reader.t.rules.points.per_point)
    if name == "colour":
        return reader.language.word(str(value), "fields")
    if name == "by":
        return given_by(reason, _naming_of(reason, reader), reader.language)
    if name == "requirement":
        return reader.language.word_or_key(str(value), "criteria")
    if name in _PLAYERS and isinstance(value, tuple):
        return _list(value, reader)
    return reader.language.join(value) if isinstance(value, tuple) else str(value)


def _about_bracket(reason: Reason, reader: _Reader) -> Iterator[str]:
    halves = list(_halves(reason, reader))
    if reason.code == "bracket" and not (halves and _are_all(reason)):
        yield reader.language.phrase("bracket-players", players=_list(reason.players, reader))
    yield from _players_of_bracket("moved_down", reason, reader)
    yield from halves
    yield from _players_of_bracket("floating_down", reason, reader)
    yield from _players_of_bracket("bye", reason, reader)
    counted = reason.facts.get("counted")
    if isinstance(counted, tuple) and counted:
        yield reader.language.phrase("bracket-counted", counts=_counts(counted, reader))


def _players_of_bracket(key: str, reason: Reason, reader: _Reader) -> Iterator[str]:
    players = _fact_players(key, reason)
    if players:
        yield reader.language.phrase(f"bracket-{key}", players=_list(players, reader))


def _halves(reason: Reason, reader: _Reader) -> Iterator[str]:
    """Of those who have an opponent of their own score; a single pair has none."""
    upper, lower = _both_halves(reason)
    if upper and len(upper) + len(lower) > 2:
        key = "bracket-halves-of-others" if reason.facts.get("moved_down") else "bracket-halves"
        yield reader.language.phrase(key, upper=_list(upper, reader), lower=_list(lower, reader))


def _both_halves(reason: Reason) -> tuple[list[int | str], list[int | str]]:
    """Without those who are left over of the lower half: they do not play in it."""
    left_over = {*_fact_players("floating_down", reason), *_fact_players("bye", reason)}
    upper, lower = (_fact_players(half, reason) for half in ("upper", "lower"))
    return [*upper], [player for player in lower if player not in left_over]


def _fact_players(name: str, reason: Reason) -> tuple[int | str, ...]:
    players = reason.facts.get(name)
    return players if isinstance(players, tuple) else ()


def _are_all(reason: Reason) -> bool:
    """Whether who tells the two halves, and who is left over, has named everybody."""
    told = ("upper", "lower", "floating_down", "bye")
    return {player for name in told for player in _fact_players(name, reason)} == {*reason.players}


def _counts(counted: tuple[int | str, ...], reader: _Reader) -> str:
    """``[C12] colour preferences not granted: 2; …``"""
    counts: dict[str, str] = {}
    for item in counted:
        code, _, count = str(item).partition("=")
        counts.setdefault(code, count)  # [C8] compares the scores of the same players besides
    told = ((code, _criterion_words(code, reader)) for code in counts)
    return "; ".join(
        f"[{code}] {words}: {counts[code]}" if counts[code] else f"[{code}] {words}" for code, words in told
    )


def _criterion_words(code: str, reader: _Reader) -> str:
    """What a criterion is called; some systems number it otherwise."""
    return reader.language.word_or_key(_layout(reader.t).criteria.get(code, code), "criteria")


def _list(players: Sequence[int | str], reader: _Reader) -> str:
    """``3 Anna Visser and 7 Bram de Jong``; of a long list the first ones, and how many others there are."""
    if len(players) <= _MOST_NAMED:
        return reader.language.join([_name(int(player), reader) for player in players])
    named = [int(p) for place, p in enumerate(players) if place < _FIRST_NAMED or p == reader.asked]
    names = join_items([_name(player, reader) for player in named])
    return reader.language.phrase("and-others", players=names, count=len(players) - len(named))


def _naming_of(reason: Reason, reader: _Reader) -> Callable[[PlayerId], str]:
    """How players are called in the rest of a sentence: without the number, unless two have one name."""
    names = {player: reader.t.entries[player].player.name for player in reason.players}
    is_clear = len({*names.values()}) == len(names)
    return lambda player: names[player] if is_clear and player in names else _name(player, reader)


def _name(player: PlayerId, reader: _Reader) -> str:
    if player == _DUMMY:
        return reader.language.word("dummy")
    entry = reader.t.entries.get(player)
    return str(player) if entry is None else f"{shown_number(reader.t, player)} {entry.player.name}"


def reason_sentence(code: str, names: Sequence[str], facts: Mapping[str, Fact], language: Language) -> str:
    """``names`` of the players that it is about: one of them alone is {player}, two are {one} and {other}."""
    if language.word_or_key(code, "reasons") == code:  # a newer Roundlog paired that round
        return one_line(f"{code}: {', '.join((*names, *(f'{name} {value}' for name, value in facts.items())))}")
    players = dict(zip(("one", "other"), names, strict=False)) | dict(zip(("player",), names, strict=False))
    return one_line(language.phrase(code, section="reasons", **facts, **players))


def advice(t: Tournament, language: Language) -> list[str]:
    """What the regulation would do otherwise: a line each."""
    system = SYSTEMS.get(t.rules.system)
    hints = () if system is None else system.hints(t.rules, len(t.entries))
    sentences = [reason_sentence(hint.code, (), hint.facts, language) for hint in hints]
    return [language.phrase("advice", hint=sentence) for sentence in sentences]


def published_stands(t: Tournament, language: Language) -> str:
    """What the regulation says of changing a pairing that is published; nothing where it says nothing."""
    system = SYSTEMS.get(t.rules.system)
    article = "" if system is None else system.keeps_pairings_by
    return language.phrase("published-pairing-stands", article=article) if article else ""
