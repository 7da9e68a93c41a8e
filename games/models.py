"""Tables, seats, and the log that a game is.

`Event` rows are only ever inserted, and only by `games.play.submit`. `Notice` and `Due` rows are what waits
for its moment: somebody to be told, a bot or an expired deadline to move.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Mails


class Game(models.Model):
    """A table before the start, the game afterwards."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=12, unique=True)  # in addresses and mails
    kind = models.CharField(max_length=20, default="tigris")  # a key of engine.GAMES
    title = models.CharField(max_length=60, blank=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted")
    options = models.JSONField(default=dict)
    size = models.PositiveSmallIntegerField()  # seats
    days = models.PositiveSmallIntegerField(default=0)  # for each decision; 0: no clock
    public = models.BooleanField(default=True)
    invitation = models.CharField(max_length=40, unique=True)  # secret part of the link to join
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)  # number of events
    draw = models.TextField(blank=True)  # the shuffled bag, as in a record
    salt = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)  # SHA-256 of salt and draw
    decider = models.SmallIntegerField(null=True)  # seat index that must decide now
    deciding_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    created = models.DateTimeField()
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("status",), name="game_status"),)

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A place at the table. `index` is the order of joining until the start draws the order of play."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    dynasty = models.CharField(max_length=10, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)  # a key of engine.bots.BOTS
    invited = models.EmailField(blank=True)  # this seat waits for this address
    invitation = models.CharField(max_length=40, unique=True, null=True)
    muted = models.BooleanField(default=False)  # no turn mails for this game
    mail_mode = models.CharField(max_length=10, blank=True)  # turns or digest for this game; "": as in the profile
    notes = models.TextField(blank=True)  # for this player's eyes alone
    place = models.PositiveSmallIntegerField(null=True)
    points = models.JSONField(null=True)  # at the end: colour -> points, treasures added

    class Meta:
        ordering = ("index",)
        indexes = (models.Index(fields=("invited",), name="seat_invited"),)
        constraints = (
            models.UniqueConstraint(fields=("game", "index"), name="seat_once"),
            models.UniqueConstraint(fields=("game", "user"), name="one_seat_a_user",
                                    condition=models.Q(user__isnull=False)),
        )

    @property
    def mailed(self) -> str:
        """When mails of this game come, by this seat's setting or its player's: a value of `Mails`."""
        if self.muted:
            return Mails.SILENT
        return self.mail_mode or (self.user.mail_mode if self.user else Mails.SILENT)

    def mute(self) -> None:
        """No more turn mails of this game."""
        self.muted = True
        self.save(update_fields=["muted"])

    def unmute(self) -> None:
        """Turn mails again, also for a player who gets none of other games."""
        self.muted = False
        if self.mailed == Mails.SILENT:
            self.mail_mode = Mails.TURNS
        self.save(update_fields=["muted", "mail_mode"])


class Submission(models.Model):
    """One accepted message of orders; `key` makes its second arrival harmless.

    `waiting` holds the rest of the turn's orders while somebody else must decide first.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="submissions")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=200, unique=True)
    source = models.CharField(max_length=10)  # page mail link bot clock staff
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    text = models.TextField()
    waiting = models.JSONField(default=list)  # canonical orders still to come
    at = models.DateTimeField()


class Event(models.Model):
    """One line of the log. Never updated, never deleted."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()  # from 1
    seat = models.PositiveSmallIntegerField()
    order = models.CharField(max_length=200)  # canonical text
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="events")
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)  # of the position after it

    class Meta:
        ordering = ("seq",)
        constraints = (models.UniqueConstraint(fields=("game", "seq"), name="event_once"),)


class Chat(models.Model):
    """Words said at the table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True)
    text = models.CharField(max_length=1000)
    key = models.CharField(max_length=200, unique=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")


class Notice(models.Model):
    """Somebody must be told something; `mail` turns due notices into messages and marks them told."""

    class Kind(models.TextChoices):
        INVITED = "invited"  # to `address`, for `seat`
        STARTED = "started"
        TURN = "turn"  # a decision became theirs; true while game.version == version
        DROPPED = "dropped"  # waiting orders were not legal any more; data: orders, reason
        CHAT = "chat"  # data: name, text
        ENDED = "ended"
        CANCELLED = "cancelled"

    kind = models.CharField(max_length=10, choices=Kind)
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices")
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    address = models.EmailField(blank=True)  # for people without an account
    version = models.PositiveIntegerField()  # of the game when it was written
    data = models.JSONField(default=dict)
    created = models.DateTimeField()
    due = models.DateTimeField()
    told = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("due",), condition=models.Q(told__isnull=True), name="notice_due"),)


class Due(models.Model):
    """A bot that must move or a deadline that must be acted on; one row a game and kind."""

    class Kind(models.TextChoices):
        BOT = "bot"
        DEADLINE = "deadline"

    game = models.ForeignKey(Game, models.CASCADE, related_name="dues")
    kind = models.CharField(max_length=10, choices=Kind)
    version = models.PositiveIntegerField()  # of the game it is for; another version makes it void
    due = models.DateTimeField(db_index=True)
    lease = models.DateTimeField(null=True)  # claimed until

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "kind"), name="due_once"),)
