"""When a player wants mails of their games: every turn, together at hours of their choice, or none; and not at night."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Mails, User

HOURS = [(hour, f"{hour}:00") for hour in range(24)]
FRACTIONS = [(0.5, _("when half of the time is left")), (0.25, _("when a quarter is left")), (0.1, _("when a tenth is left"))]
EXPLAINED = {
    Mails.TURNS: _("A mail when a decision is yours. Several games at one moment share one."),
    Mails.DIGEST: _("At these hours, one mail for all games in which something has happened. "
                    "If your time would run out before, it comes at once."),
    Mails.SILENT: _("Only what you ask for, and how a game ended."),
}


def before() -> list[tuple[int, str]]:
    return [(hours, ngettext("%d hour before", "%d hours before", hours) % hours) for hours in (2, 6, 12, 24, 48)]


class MailForm(forms.ModelForm):  # type: ignore[type-arg]
    """The settings for all games; each game's page has its own, which goes before these."""

    digest_hours = forms.TypedMultipleChoiceField(
        label=_("Hours for mails that come together"), choices=HOURS, coerce=int, required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    remind_fractions = forms.TypedMultipleChoiceField(
        label=_("Reminders of a deadline"), choices=FRACTIONS, coerce=float, required=False,
        widget=forms.CheckboxSelectMultiple, help_text=_(
            "At least two hours before the deadline, not in quiet hours, each once. From your next decision on."),
    )
    remind_hours = forms.TypedMultipleChoiceField(
        label=_("Reminders at hours before it"), choices=before, coerce=int, required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    overview_hour = forms.TypedChoiceField(
        label=_("Overview: my games by the time that is left, each day"), choices=[("", _("none")), *HOURS], coerce=int,
        empty_value=None, required=False, help_text=_("Not on days on which you play nothing."),
    )

    class Meta:
        model = User
        fields = ("mail_mode", "digest_hours", "quiet_from", "quiet_until", "remind_fractions", "remind_hours",
                  "overview_hour")
        widgets = {  # noqa: RUF012
            "mail_mode": forms.RadioSelect,
            "quiet_from": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
            "quiet_until": forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
        }
        help_texts = {  # noqa: RUF012
            "quiet_from": _("No mail of a game between these times, unless your time to decide would run out before "
                            "they end. Leave both empty if mails don't wake you."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        modes: Any = self.fields["mail_mode"]
        modes.choices = [(mode.value, format_html("{} <small>{}</small>", mode.label, EXPLAINED[mode])) for mode in Mails]

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or {}
        start, end = chosen.get("quiet_from"), chosen.get("quiet_until")
        if (start is None) != (end is None) and not {"quiet_from", "quiet_until"} & set(self.errors):
            missing = "quiet_from" if start is None else "quiet_until"
            self.add_error(missing, ValidationError(_("Quiet hours need both times, or none of them.")))
        elif start is not None and start == end:
            self.add_error("quiet_until", ValidationError(_("Quiet hours end at another time than they begin.")))
        if chosen.get("mail_mode") == Mails.DIGEST and not chosen.get("digest_hours"):
            self.add_error("digest_hours", ValidationError(_("Choose at least one hour.")))
        return chosen
