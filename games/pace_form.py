"""The part of a form that chooses a pace: a preset or one's own numbers, and beside it when the clock stands still
and what happens when time is up. Works without JavaScript: own numbers count when “own numbers” is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import pace as paces
from games.pace import Pace, PaceError

OWN = "own"


def explained(name: object, sentence: object) -> SafeString:
    return format_html("{} <small>{}</small>", name, sentence)


# Functions, not lists: what is put together is in the language of the moment.
def presets() -> list[tuple[str, object]]:
    told = [(name, explained(paces.TITLES[name], " ".join(paces.time_in_words(preset)))) for name, preset in paces.PRESETS.items()]
    return [*told, (OWN, explained(_("Own numbers"), _("As filled in below.")))]


def kinds() -> list[tuple[str, object]]:
    return [
        (paces.BANK, explained(_("A clock with a bank"), _("Time that is not used is kept for later decisions."))),
        (paces.DAYS, explained(_("Days for each decision"), _("Each decision has the same time, used or not."))),
    ]


def expiries() -> list[tuple[str, object]]:
    return [
        (paces.PASS, explained(_("Pass"), _("The turn is over; nothing more is done in it."))),
        (paces.BOT, explained(_("A bot plays"), _("It plays this one turn, as well as it can."))),
    ]


def misses() -> list[tuple[str, object]]:
    return [(str(number), number or _("never")) for number in range(paces.MOST_MISSES + 1)]


def hours_of_day() -> list[tuple[str, object]]:
    return [("", _("none")), *((str(hour), f"{hour:02d}:00") for hour in range(24))]


def zones() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(paces.zones())]


def whole(label: object, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=most, **more)  # type: ignore[arg-type]


class PaceForm(forms.Form):
    """`cleaned_data["chosen_pace"]` is a Pace."""

    pace = forms.ChoiceField(label=_("Pace"), choices=presets, initial="week", widget=forms.RadioSelect)
    pace_kind = forms.ChoiceField(label=_("Kind of clock"), choices=kinds, initial=paces.BANK, required=False, widget=forms.RadioSelect)
    bank = whole(_("Hours on each clock at the start"), paces.LONGEST_BANK, initial=72)
    increment = whole(_("Hours that each decision brings"), paces.LONGEST_INCREMENT, initial=24)
    cap = whole(_("Most hours on a clock"), paces.LONGEST_BANK, initial=120)
    days = whole(_("Days for each decision"), paces.LONGEST_DAYS, initial=5, help_text=_("For the second kind of clock."))
    answer_increment = whole(_("Hours for an answer in somebody else's turn"), paces.LONGEST_INCREMENT, initial=12,
                             help_text=_("Defending, leaving a treasure and so on hold everybody up. Empty: as for a turn."))
    weekend_off = forms.BooleanField(label=_("The clock stands still on Saturdays and Sundays"), required=False)
    still_from = forms.ChoiceField(label=_("Standstill every day from"), choices=hours_of_day, required=False)
    still_until = forms.ChoiceField(label=_("until"), choices=hours_of_day, required=False)
    zone = forms.ChoiceField(label=_("Time zone of weekends and standstill"), choices=zones, initial="UTC", required=False)
    vacation = forms.TypedChoiceField(
        label=_("Vacation"), coerce=lambda value: value == "yes", initial="yes", required=False, empty_value=True,  # type: ignore[arg-type]
        choices=(("yes", _("stops the clock of who is away")), ("no", _("does not stop the clock"))))
    on_expiry = forms.ChoiceField(label=_("When time is up in one's own turn"), choices=expiries, initial=paces.PASS,
                                  required=False, widget=forms.RadioSelect,
                                  help_text=_("In somebody else's turn, the answer is given that gives nothing."))
    misses = forms.TypedChoiceField(label=_("Missed deadlines until the seat is open"), choices=misses, coerce=int, initial="2",
                                    required=False, empty_value=2,  # type: ignore[arg-type]
                                    help_text=_("One after the other. From then on nobody waits for that player."))
    substitutes = forms.TypedChoiceField(
        label=_("Open seats"), coerce=lambda value: value == "yes", initial="yes", required=False, empty_value=True,  # type: ignore[arg-type]
        choices=(("yes", _("can be taken by a substitute")), ("no", _("stay with their player"))))

    own_numbers = ("pace_kind", "bank", "increment", "cap", "days", "answer_increment")
    calendar = ("weekend_off", "still_from", "still_until", "zone", "vacation")
    expiry = ("on_expiry", "misses", "substitutes")

    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.own_numbers]

    def calendar_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.calendar]

    def expiry_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.expiry]

    def own_open(self) -> bool:
        return self["pace"].value() == OWN or any(name in self.errors for name in self.own_numbers)

    def calendar_open(self) -> bool:
        return any(name in self.errors for name in self.calendar)

    def expiry_open(self) -> bool:
        return any(name in self.errors for name in self.expiry)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        try:
            data["chosen_pace"] = self.chosen(data)
            paces.check(data["chosen_pace"])
        except PaceError as error:
            about = {"kind": "pace_kind"}.get(error.about, error.about)
            self.add_error(about if about in self.fields else "pace", str(error))
        return data

    def chosen(self, data: dict[str, Any]) -> Pace:
        base = own(data) if data["pace"] == OWN else paces.PRESETS[data["pace"]]
        if not base.runs:
            return base
        still = [int(data[name]) if data.get(name) else None for name in ("still_from", "still_until")]
        return replace(
            base, weekend_off=data["weekend_off"], still_from=still[0], still_until=still[1], zone=data.get("zone") or "UTC",
            vacation=data["vacation"], on_expiry=data.get("on_expiry") or paces.PASS, misses=data["misses"],
            substitutes=data["substitutes"])


def own(data: dict[str, Any]) -> Pace:
    """The numbers filled in; those of the other kind of clock are left out."""
    answer = data.get("answer_increment")
    if data.get("pace_kind") == paces.DAYS:
        return Pace(paces.DAYS, days=data.get("days") or 0, answer_increment=answer)
    return Pace(paces.BANK, bank=data.get("bank") or 0, increment=data.get("increment") or 0, cap=data.get("cap") or 0,
                answer_increment=answer)
