"""A user: known by a mail address, shown by a name, with a language and a time zone.

Addresses (several, each verified) are allauth's EmailAddress rows.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import name_key
from accounts.wall import Quiet, next_hour


class UserManager(BaseUserManager["User"]):
    """Makes users by mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Mails(models.TextChoices):
    """When mails of running games come."""

    TURNS = "turns", _("every turn, at once")
    DIGEST = "digest", _("everything together, at hours of my choice")
    SILENT = "silent", _("none; I look at the page myself")


def digest_hours() -> list[int]:
    return [8, 18]


def reminder_fractions() -> list[float]:
    return [0.5, 0.1]


class User(AbstractUser):
    """A player, organiser or member of staff."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("mail address"), unique=True)
    display_name = models.CharField(_("name shown to others"), max_length=30, blank=True)
    name_key = models.CharField(max_length=60, unique=True, null=True, editable=False)  # no two look the same
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    mail_answers = models.BooleanField(_("answer each order I mail with what was done"), default=True)
    mail_mode = models.CharField(_("mails of my games"), max_length=10, choices=Mails, default=Mails.TURNS)
    digest_hours = models.JSONField(_("hours for mails that come together"), default=digest_hours)  # 0 to 23, local
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)  # local; both or none
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    auto_vacation = models.BooleanField(_("begin a vacation when a clock of mine would run out"), default=False)
    remind_fractions = models.JSONField(default=reminder_fractions)  # of the time for a decision, left then
    remind_hours = models.JSONField(default=list)  # hours before a deadline
    overview_hour = models.PositiveSmallIntegerField(null=True, blank=True)  # local, of "my games by time left"; None: none
    overview_due = models.DateTimeField(null=True, editable=False, db_index=True)  # of the next one
    calendar_key = models.CharField(max_length=40, unique=True, null=True, editable=False)  # of the feed of deadlines

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def quiet(self) -> Quiet:
        """The hours without mails; () for none."""
        start, end = self.quiet_from, self.quiet_until
        return (start, end) if start is not None and end is not None and start != end else ()

    def expect_overview(self, now: datetime) -> None:
        """The row's next time for the overview, after a change of the settings or after one was sent."""
        hour = self.overview_hour
        self.overview_due = None if hour is None else next_hour(now + timedelta(minutes=1), self.zone, [hour])
        self.save(update_fields=["overview_due"])

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(self.display_name) or None
        if (fields := kwargs.get("update_fields")) and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.display_name or _("player %(id)s") % {"id": self.pk}


class Absence(models.Model):
    """Days on which a player's clocks stand still. Taken back, it ends with the day before; rows are never deleted."""

    user = models.ForeignKey(User, models.CASCADE, related_name="absences")
    first = models.DateField()
    last = models.DateField()  # the last day away; before `first` if it was taken back in time
    zone = models.CharField(max_length=50)  # where these days begin and end
    automatic = models.BooleanField(default=False)  # begun because a clock would have run out
    created = models.DateTimeField()  # clocks stand still from then on, if it is within `first`
    announced = models.DateField(null=True)  # the last day that the tables were told of; None: not yet

    class Meta:
        ordering = ("first", "pk")
        indexes = (models.Index(fields=("user", "last"), name="absence_user"),
                   models.Index(fields=("last",), name="absence_last"))
