"""The form for a new game. Its options are those of the engine's game, so that a new option shows by itself."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import UNSEEN
from engine import GAMES
from engine.bots import BOTS
from games import words
from games.pace_form import PaceForm, explained


# Functions, not lists: what is put together is in the language of the moment.
def audiences() -> list[tuple[str, object]]:
    return [
        ("yes", explained(_("Everybody here"), _("The table is in the lobby; the link to join works, too."))),
        ("no", explained(_("Only with an invitation"), _("Who has the link or an invitation by mail."))),
    ]


def bot_choices() -> list[tuple[str, object]]:
    known = [name for name in words.BOTS if name in BOTS] + [name for name in BOTS if name not in words.BOTS]
    return [(name, words.bot_words(name)[0]) for name in known]


class NewGameForm(PaceForm):
    """Every choice has a sentence; nothing must be changed for a good game of three."""

    title = forms.CharField(
        label=_("Title"), max_length=60, required=False, help_text=_("If you like: “Winter evenings”, for example.")
    )
    size = forms.TypedChoiceField(label=_("Players"), coerce=int, widget=forms.RadioSelect, initial=3)
    public = forms.TypedChoiceField(
        label=_("Who may join"), coerce=lambda value: value == "yes", widget=forms.RadioSelect, initial="yes",
        choices=audiences,
    )
    invite = forms.CharField(
        label=_("Invite by mail"), required=False, strip=True, max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "placeholder": "ben@example.org"}),
        help_text=_("One address a line. Each gets a mail with a link and a seat that is kept; no account needed."),
    )

    def __init__(self, *args: Any, kind: str = "tigris", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        rules = GAMES[kind]
        self.fields["size"].choices = [(size, str(size)) for size in rules.seats]  # type: ignore[attr-defined]
        self.option_names = tuple(rules.options)
        for option, values in rules.options.items():
            self.fields[option] = forms.ChoiceField(
                label=str(words.option_name(kind, option)), widget=forms.RadioSelect, initial=values[0],
                choices=[(value, explained(*words.value_words(kind, option, value))) for value in values],
            )
        self.bot_names = tuple(f"bot_{number}" for number in range(1, max(rules.seats)))
        for number, name in enumerate(self.bot_names, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Bot %(number)d") % {"number": number}, required=False,
                choices=[("", _("no bot")), *bot_choices()],
            )

    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.option_names]

    def bot_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.bot_names]

    def bots_in_words(self) -> list[tuple[object, object]]:
        return [words.bot_words(name) for name, _name in bot_choices()]

    def clean_title(self) -> str:
        """Without characters that cannot be seen: titles stand in mails and lists."""
        return "".join(sign for sign in self.cleaned_data["title"] if unicodedata.category(sign) not in UNSEEN)

    def clean_invite(self) -> list[str]:
        return [address for address in re.split(r"[\s,;]+", self.cleaned_data["invite"]) if address]

    def clean(self) -> dict[str, Any]:
        """Bots and invited people must fit beside the host; with bots alone the table itself says so."""
        data: dict[str, Any] = super().clean() or {}
        people = 1 + sum(bool(data.get(name)) for name in self.bot_names) + len(data.get("invite", ()))
        if data.get("invite") and people > data.get("size", people):
            self.add_error("invite", _("With you and the bots these are %(people)d for %(size)d seats.") % {
                "people": people, "size": data["size"]})
        return data

    def table(self) -> dict[str, Any]:
        """What `games.tables.create` wants."""
        data = self.cleaned_data
        return {
            "kind": self.kind, "size": data["size"], "pace": data["chosen_pace"], "public": data["public"], "title": data["title"],
            "options": {name: data[name] for name in self.option_names},
            "bots": [data[name] for name in self.bot_names if data[name]],
        }
