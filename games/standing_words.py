"""Lines that set standing answers, and the settings in words.

`standing least 3`, `standing king none`, `standing attack all least`, `standing leave D5 H2 near`, `standing take none`,
`standing points never`, `standing hidden`, `standing ask` (all of them off), `standing` (show them); each also in
Spanish and German. Such a line is prose unless its second word and most of the others are words of this kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine import Invalid
from engine.lexicon import word
from engine.lexicon.vocabulary import fold, meanings, plain
from engine.orders import EDGES
from engine.pieces import LEADERS
from games.standing import EVERY, FAR, NEAR, SIDES, Answers

HEADS: Final = frozenset({"standing", "permanente", "dauer", "dauerantwort", "dauerantworten"})
_SAID: Final = {  # folded words of the three languages
    "defend": "defend defending defence defense defender defensa defender defensor verteidigen verteidige verteidiger verteidigung",
    "attack": "attack attacking attacker ataque atacar atacante angriff angreifen angreifer",
    "least": "least minimum minimo menos wenigste wenigsten wenigstens mindestens kleinste",
    "all": "all every everything todo todos todas alle alles",
    "ask": "ask preguntar pregunta preguntame fragen frage frag",
    "near": "near nearest close cerca cercano nah nahe nachste nachsten",
    "far": "far farthest lejos lejano weit fern entfernteste",
    "never": "never nunca nie niemals",
    "hidden": "hidden oculto escondido verdeckt versteckt",
    "open": "open abierto offen",
    "tell": "tell avisar melden",
    "quiet": "quiet callar still",
    "leave": "leave dejar deja lassen lass",
    "take": "take tomar toma nehmen nimm",
    "lay": "points lay puntos punkte legen",
}
_SAYS: Final = {said: name for name, words in _SAID.items() for said in words.split()}
_PASSED_OVER: Final = frozenset(["up", "to", "at", "most", "the", "hasta", "bis", "zu", "hochstens", "als", "con", "with", "mit", "y", "and", "und", ",", "el", "la", "los", "las", "der", "die", "das", "den"])
_CELL: Final = re.compile(r"[a-p](?:[1-9]|1[01])")
EXAMPLE: Final = "standing king least 3"


class Change(NamedTuple):
    """What a line asks for: `what` is a side, leave, take, lay, hidden, open, tell, quiet, ask or show."""

    what: str
    scope: str = ""
    value: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))


def read(line: str, kind: str = "") -> Change | None:
    """The change that a line asks for, None for prose. Raises Invalid for one that is not right, or not in this game."""
    head, *rest = [fold(part).strip(EDGES) for part in plain(line[:200]).replace(",", " ").split()] or [""]
    if head not in HEADS:
        return None
    if not rest:
        return Change("show") if plain(line).rstrip("?:") == plain(line) else None
    words = [found for part in rest if part and part not in _PASSED_OVER for found in [_known(part)]]
    if not words or not words[0] or 2 * sum(map(bool, words)) <= len(words):
        return None
    change = _understood(words)
    if change is None or not _fits(change, kind):
        raise Invalid("standing_unclear", text=plain(line[:100]), example=EXAMPLE)
    return change


def _known(part: str) -> str:
    """The word in canonical form, "" if it is none of these."""
    if part.isascii() and part.isdecimal() and len(part) < 3:
        return str(int(part))
    if _CELL.fullmatch(part):
        return part.upper()
    names = meanings(part)
    return _SAYS.get(part) or next((name for name in names if name in (*LEADERS, "none", "ask", "always")), "")


def _understood(words: Sequence[str]) -> Change | None:
    first, *rest = words
    if first in ("hidden", "open", "tell", "quiet") and not rest:
        return Change(first)
    if first == "ask" and not rest:
        return Change("ask")
    if first == "leave":
        return _leave(rest)
    if first in ("take", "lay"):
        return _one_of(first, rest)
    side = first if first in SIDES else "defend"
    words = rest if first in SIDES else words
    scope = EVERY
    if words and (words[0] in LEADERS or (words[0] == "all" and len(words) > 1)):
        scope, words = words[0], words[1:]
    rule = " ".join(words)
    return Change(side, scope, rule) if is_rule(rule) else None


def _leave(words: Sequence[str]) -> Change | None:
    if list(words) in (["ask"], ["none"]):
        return Change("leave", "", "ask")
    *cells, last = words or [""]
    if not cells and not last:
        return None
    good = all(_CELL.fullmatch(cell.lower()) for cell in cells) and (last in (NEAR, FAR) or _CELL.fullmatch(last.lower()))
    return Change("leave", "", " ".join(words)) if good else None


def _one_of(what: str, words: Sequence[str]) -> Change | None:
    wanted = words[0] if len(words) == 1 else ""
    values = {"take": {"none": "none", "never": "none", "all": "all", "always": "all", "ask": "ask"},
              "lay": {"never": "never", "none": "never", "ask": "ask", "always": "always"}}[what]
    return Change(what, "", values[wanted]) if wanted in values else None


def is_rule(rule: str) -> bool:
    return re.fullmatch("ask|none|all|least( [0-9]{1,2})?", rule) is not None


def _fits(change: Change, kind: str) -> bool:
    return change.what not in {"tigris": ("take", "lay"), "kings": ("leave",)}.get(kind, ())


def changed(answers: Answers, changes: Sequence[Change]) -> dict[str, Any]:
    """The settings after these changes. A rule for all conflicts goes before older ones for single leaders."""
    now: dict[str, Any] = {**answers, **{side: dict(answers.get(side) or {}) for side in SIDES}}
    for change in changes:
        if change.what in SIDES:
            rules = {} if change.scope == EVERY else now[change.what]
            now[change.what] = {**rules, change.scope: change.value}
        elif change.what in ("leave", "take", "lay"):
            now[change.what] = "" if change.value in ("ask", "always") else change.value
        elif change.what in ("tell", "quiet"):
            now["tell"] = change.what == "tell"
        elif change.what == "ask":
            now = {"tell": now.get("tell")}
    return tidy(now)


def tidy(answers: Answers) -> dict[str, Any]:
    """Without what says nothing."""
    found: dict[str, Any] = {key: answers[key] for key in ("leave", "take", "lay", "tell") if answers.get(key)}
    for side in SIDES:
        rules = dict(answers.get(side) or {})
        if rules.get(EVERY) == "ask":
            del rules[EVERY]
        if EVERY not in rules:
            rules = {leader: rule for leader, rule in rules.items() if rule != "ask"}
        if rules:
            found[side] = rules
    return found


def hidden_after(hidden: bool, changes: Sequence[Change]) -> bool:
    said = [change.what for change in changes if change.what in ("hidden", "open")]
    return said[-1] == "hidden" if said else hidden


def sentences(answers: Answers, hidden: bool, kind: str, language: str) -> list[str]:
    """All settings in words, each as a sentence."""
    found = []
    for side in SIDES:
        rules = answers.get(side) or {}
        for scope in (EVERY, *LEADERS):
            if scope in rules:
                found.append(_rule_said(side, scope, str(rules[scope]), language))
    found += _others_said(answers)
    if not found:
        return [_("You have no standing answers: you are asked each time.")]
    found.append(_("Where nothing else is said, you are asked."))
    found.append(_("They are given after a random while, so that their timing tells nothing.") if hidden
                 else _("They are given at once."))
    if answers.get("tell"):
        found.append(_("A mail tells you of each."))
    return found


def _rule_said(side: str, scope: str, rule: str, language: str) -> str:
    if scope == EVERY:
        where = _("As defender in all conflicts:") if side == "defend" else _("In attacks forced on you in others' turns:")
    else:
        leader = {"leader": word(scope, language)}
        where = _("As defender, for this leader (%(leader)s):") % leader if side == "defend" else _(
            "In attacks forced on you, for this leader (%(leader)s):") % leader
    return f"{where} {rule_said(rule, side)}."


def rule_said(rule: str, side: str) -> str:
    name, _space, most = rule.partition(" ")
    if name == "least":
        if side == "defend":
            return _("the least that wins, up to %(most)s, else none") % {"most": most} if most else _(
                "the least that wins, else none")
        return _("the least that is ahead on the board, up to %(most)s, else none") % {"most": most} if most else _(
            "the least that is ahead on the board, else none")
    return {"all": _("all of them"), "none": _("none of them"), "ask": _("ask me")}[name]


def _others_said(answers: Answers) -> list[str]:
    found = []
    if wanted := str(answers.get("leave") or ""):
        cells = ", ".join(part for part in wanted.split() if part not in (NEAR, FAR))
        if cells:
            found.append(_("Of treasures, the first of these that may stays: %(cells)s.") % {"cells": cells})
        if wanted.endswith(NEAR):
            found.append(_("Of treasures, the one nearest to the trader stays."))
        elif wanted.endswith(FAR):
            found.append(_("Of treasures, the one farthest from the trader stays."))
    if answers.get("take"):
        found.append(_("Treasures are exchanged as many as can be, from the left.") if answers["take"] == "all"
                     else _("No treasures are exchanged."))
    if answers.get("lay") == "never":
        found.append(_("Where you are asked for a victory card, none is laid."))
    return found
