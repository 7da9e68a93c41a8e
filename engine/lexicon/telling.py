"""Facts, decisions and errors as sentences.

A sentence is a template of a language file: `{name} placed {tile:a} on {cell}.` The part after the colon
chooses a form: of a noun (`tile:a`), of a number (`count:tile|tiles`), of a player who is the reader
(`defender:you`). Values are wrapped by their names, so that no template can forget to translate one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from engine.errors import RulesError
from engine.facts import Fact
from engine.lexicon.wording import worded
from engine.view import Decision

NOUN: Final = ("tile", "leader", "colour", "dynasty", "monument", "destroyed", "ship", "building")
NOUNS: Final = ("leaders", "monuments", "words", "colours")
SEAT: Final = ("defender", "loser", "opponent")
LIST: Final = ("cells", "crosses", "counts", "columns")
ORDER: Final = ("order", "example", "asked", "first", "second", "word")  # orders of the notation, or their first words
ORDERS: Final = {"orders": "AND", "suggestions": "OR"}


class Noun:
    """A word of the game; `{tile:a}` is one of its forms, `{tile}` the first, `{tile:raw}` as stored."""

    def __init__(self, language: ModuleType, name: str) -> None:
        self.forms: Mapping[str, str] = forms(language, name)
        self.name = name

    def __format__(self, form: str) -> str:
        if form == "raw":
            return self.name
        return self.forms.get(form, self.forms[""])


class Number(int):
    """`{count:tile|tiles}` is "1 tile" or "2 tiles"; `{count:is|are|}` (three parts) the word alone."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return str(int(self))
        one, many, *alone = spec.split("|")
        words = one if self == 1 else many
        return words if alone else f"{int(self)} {words}"


class Player(str):
    """A player's name, or for the reader the word after the colon: `{loser:you}`."""

    reader = False

    def __format__(self, you: str) -> str:
        return you if self.reader and you else str(self)


def forms(language: ModuleType, name: str) -> Mapping[str, str]:
    """The forms of a word of the game; a pair of colours is put together of the two."""
    if name in language.NOUNS:
        found: Mapping[str, str] = language.NOUNS[name]
        return found
    if "-" in name and all(colour in language.NOUNS for colour in name.split("-")):
        return {"": "-".join(language.NOUNS[colour][""] for colour in name.split("-"))}
    return {"": name}


def tell(language: ModuleType, fact: Fact, names: Sequence[str], viewer: int | None) -> str:
    """One fact as a sentence; what is secret in it only where the fact still holds it."""
    values = dict(fact.values)
    values["where"] = joined(language, fact.cells, language.AND)
    if fact.kind == "scored":
        values["monument"] = values["building"] = values["name"]
    if fact.kind == "removed":
        values["count"] = len(fact.cells)
    if fact.kind in ("wars", "externals"):
        values["leaders_and"] = values["leaders"]
    kind = _variant(fact)
    if fact.secret is not None:
        values.update({f"secret_{name}": value for name, value in fact.secret.items()})
    yours, others = language.FACTS[kind]
    reader = viewer is not None and viewer == fact.seat
    return _fill(language, yours if reader else others, values, names, viewer, fact.seat)


def _variant(fact: Fact) -> str:
    values = fact.values
    variants = {
        "leader": "moved" if values.get("source") else "",
        "raised": "moved" if values.get("source") else "",
        "built": "wonder" if values.get("monument") == "wonder" else "",
        "catastrophe": "destroyed" if values.get("destroyed") else "",
        "swapped": "drawn" if fact.secret and fact.secret.get("drawn") else "secret" if fact.secret else "",
        "refilled": "secret" if fact.secret else str(values.get("what", "")),
        "short": str(values.get("what", "")),
        "covered": "secret" if fact.secret else "",
        "undone": "secret" if fact.secret else "",
        "laid": str(values.get("why", "")),
        "cancelled": str(values.get("conflict", "")),
        "setting": str(values.get("value", "")),
        "scored": str(values.get("why", "")),
        "returned": str(values.get("why", "")),
        "won": str(values.get("conflict", "")),
        "over": str(values.get("reason", "")),
        "committed": "" if values.get("count") else "none",
        "declined": str(values.get("what", "")),
    }
    variant = variants.get(fact.kind, "")
    return f"{fact.kind}.{variant}" if variant else fact.kind


def tell_decision(language: ModuleType, decision: Decision, names: Sequence[str], viewer: int | None) -> str:
    """What is waited for, as a sentence."""
    yours, others = language.DECISIONS[_question(decision)]
    reader = viewer is not None and viewer == decision.seat
    values = dict(decision.values)
    if "against" in values:
        values["opponent"] = values["against"]
    return _fill(language, yours if reader else others, values, names, viewer, decision.seat)


def _question(decision: Decision) -> str:
    variant = decision.values.get({"commit": "conflict", "fight": "conflict", "build": "what", "score": "why"}.get(decision.kind, ""))
    return f"{decision.kind}.{variant}" if variant else decision.kind


def tell_error(language: ModuleType, error: RulesError) -> str:
    """Why an order was refused, with the number of the rule."""
    template = language.ERRORS.get(error.key, language.ERRORS["unknown"])
    values = {
        name: tell_error(language, value) if isinstance(value, RulesError) else value
        for name, value in error.values.items()
    }
    told = _fill(language, template, {"key": error.key, **values}, (), None, None)
    return f"{told} ({language.RULE} {error.rule})" if error.rule else told


def _fill(language: ModuleType, template: str, values: Mapping[str, object], names: Sequence[str],
          viewer: int | None, seat: int | None) -> str:
    wrapped = {name: _wrap(language, name, value, names, viewer) for name, value in values.items()}
    wrapped["name"] = _player(names, seat, viewer)
    if isinstance(values.get("count"), int) and isinstance(values.get("tile"), str):
        wrapped["tiles"] = counted(language, [str(values["tile"])] * int(str(values["count"])))
    if "{places}" in template and isinstance(values.get("places"), Sequence):
        wrapped["places"] = _places(language, values["places"], names)  # type: ignore[arg-type]
    return template.format_map(wrapped)


def _wrap(language: ModuleType, name: str, value: object, names: Sequence[str], viewer: int | None) -> Any:
    if name in SEAT and isinstance(value, int):
        return _player(names, value, viewer)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Number(value)
    if name in NOUN and isinstance(value, str):
        return Noun(language, value)
    if name.startswith("secret_") and isinstance(value, Sequence) and not isinstance(value, str):
        return counted(language, [str(tile) for tile in value])
    if name == "leaders_and" and isinstance(value, Sequence):
        return joined(language, [forms(language, str(word))["many"] for word in value], language.AND)
    if name in NOUNS and isinstance(value, Sequence):
        return joined(language, [forms(language, str(word))[""] for word in value], language.OR)
    if name in ORDER and isinstance(value, str):
        return worded(value, _code(language))
    if name in ORDERS and isinstance(value, Sequence):
        return joined(language, [worded(str(order), _code(language)) for order in value], getattr(language, ORDERS[name]))
    if name in LIST and isinstance(value, Sequence):
        return joined(language, [str(word) for word in value], language.OR)
    return value


def _code(language: ModuleType) -> str:
    return language.__name__.rpartition(".")[2]


def _player(names: Sequence[str], seat: int | None, viewer: int | None) -> Player:
    player = Player(names[seat] if seat is not None and seat < len(names) else "")
    player.reader = viewer is not None and viewer == seat
    return player


def counted(language: ModuleType, tiles: Sequence[str]) -> str:
    """Tiles by number: "2 temples and 1 farm"."""
    words = []
    for tile in dict.fromkeys(tiles):
        count = tiles.count(tile)
        words.append(f"{count} {forms(language, tile)['' if count == 1 else 'many']}")
    return joined(language, words, language.AND)


def joined(language: ModuleType, words: Sequence[str], last: str) -> str:
    """Words as a list: "a, b and c"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _places(language: ModuleType, places: Sequence[int], names: Sequence[str]) -> str:
    ranked = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    return ", ".join(f"{places[seat]}. {names[seat]}" for seat in ranked if seat < len(names))
