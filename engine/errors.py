"""The three ways in which an order can be refused, each with words for the player.

An error carries a key and its parameters, not a finished sentence: `engine.lexicon.tell_error` says it in
the reader's language. `str(error)` is English.
"""

from __future__ import annotations


class RulesError(Exception):
    """An order that changes nothing. `key` names the sentence, `values` fill it in.

    `rule` is the number of the rule in docs/rules (for example "6.2"), or "" for a matter of notation.
    """

    def __init__(self, key: str, *, rule: str = "", **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        from engine.lexicon import tell_error

        return tell_error(self, "en")


class Invalid(RulesError):
    """Not understood."""


class Illegal(RulesError):
    """Understood, but against the rules; names the rule in words."""


class Ambiguous(RulesError):
    """Possible in two ways; names both."""
