"""What a player fills in: the address that gets a code, and the profile."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from zoneinfo import available_timezones

from allauth.account.forms import RequestLoginCodeForm
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import clean_name, name_key


class EntryForm(RequestLoginCodeForm):  # type: ignore[misc]
    """One form for newcomers and for those who have an account: an address that gets a code.

    Nothing in the answer tells the two apart. A newcomer's account is made here, unverified and without a
    name; the code makes it theirs. The harm accepted: a mistyped address leaves such a row behind.
    """

    email = forms.EmailField(
        label=_("Your mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True, "placeholder": "ana@example.org"}),
        error_messages={"invalid": _("This is not a whole mail address; it looks like ana@example.org.")},
    )

    def clean_email(self) -> str:
        email: str = super().clean_email()
        try:
            with transaction.atomic():
                self._user = owner(email) or newcomer(email)
        except IntegrityError:  # two clicks: the other one was faster
            self._user = owner(email) or newcomer(email)
        return email


def owner(email: str) -> User | None:
    """Whose address this is. Somebody else's unverified claim to it does not count."""
    verified = EmailAddress.objects.filter(email__iexact=email, verified=True).first()
    if verified:
        return User.objects.get(pk=verified.user_id)
    return User.objects.filter(email__iexact=email).first()


def newcomer(email: str) -> User:
    language = (get_language() or "en").split("-")[0]
    user = User(email=email.lower(), language=language if language in dict(settings.LANGUAGES) else "en")
    user.set_unusable_password()
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return user


def zones() -> list[tuple[str, Any]]:
    """Time zones by continent, as a select shows them."""
    regions: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(available_timezones()):
        region, _slash, place = name.partition("/")
        if place and region not in {"Etc", "SystemV", "US", "posix", "right"}:
            regions[region].append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *regions.items()]


class NameForm(forms.ModelForm):  # type: ignore[type-arg]
    """What must be known of everybody: name, language, time zone."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=lazy(zones, list), help_text=_("Dates and deadlines are told in it.")
    )

    class Meta:
        model = User
        fields: tuple[str, ...] = ("display_name", "language", "time_zone")
        widgets = {"display_name": forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"})}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "display_name": _("How the others see you: 1 to 30 letters, digits or signs. Everybody has another one."),
            "language": _("Of these pages and of the mails you get."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].required = True
        zone = self.fields["time_zone"]
        if not self.instance.display_name:  # the first time: what the browser says, where it can say it
            zone.widget.attrs["data-suggest-zone"] = "UTC"

    def clean_display_name(self) -> str:
        name = clean_name(self.cleaned_data["display_name"])
        if self.taken(name):
            raise self.taken_error(name)
        return name

    def taken(self, name: str) -> bool:
        return User.objects.filter(name_key=name_key(name)).exclude(pk=self.instance.pk).exists()

    def taken_error(self, name: str) -> ValidationError:
        return ValidationError(
            _("Somebody is already called “%(name)s”. Please take another name, perhaps with a letter more."),
            params={"name": name},
        )

    def saved(self) -> bool:
        """Save what is valid; False, with words in the form, if somebody took the name at the same moment."""
        try:
            with transaction.atomic():
                self.save()
        except IntegrityError:
            name = self.cleaned_data["display_name"]
            if not self.taken(name):
                raise
            self.add_error("display_name", self.taken_error(name))
            return False
        return True


class ProfileForm(NameForm):
    class Meta(NameForm.Meta):
        fields = ("display_name", "language", "time_zone", "mail_answers")
        help_texts = NameForm.Meta.help_texts | {
            "mail_answers": _("Every mail with orders is answered: what was done, and the new position. "
                              "A refusal is always answered."),
        }
