"""Messages in and out, and the tokens that reply addresses carry.

`Incoming` is stored before anything is read. `Outgoing` is stored before anything is sent. Both are claimed
by lease, so that a worker that dies loses nothing.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat


class Token(models.Model):
    """The random part of a reply address, for one seat and one moment of its game. Kept hashed."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token, hex
    version = models.PositiveIntegerField()  # of the game when it was given out
    created = models.DateTimeField()


class Outgoing(models.Model):
    """A message to one address; `raw` is the whole MIME text, kept only while it is needed."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"  # no longer true when its time came
        FAILED = "failed"  # given up; `error` says why

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="mails")
    address = models.EmailField()
    kind = models.CharField(max_length=20)  # turn answer started ended invited account …
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="mails")
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="mails")
    version = models.PositiveIntegerField(null=True)  # sent only while the game is there; None: always true
    key = models.CharField(max_length=200, unique=True)  # what it is for; the second of a kind is not made
    message_id = models.CharField(max_length=200, unique=True)
    subject = models.CharField(max_length=300)
    text = models.TextField()  # the text part, to know its lines again when they come back quoted
    raw = models.BinaryField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    created = models.DateTimeField()
    due = models.DateTimeField()
    lease = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("mail to a player"), _("mails to players")
        indexes = (
            models.Index(fields=("status", "due"), name="outgoing_status_due"),
            models.Index(fields=("sent",), name="outgoing_sent"),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"


class Part(models.Model):
    """One game of a message that tells of several; such a message has no game and seat of its own."""

    outgoing = models.ForeignKey(Outgoing, models.CASCADE, related_name="parts")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(null=True)  # the message is sent only while the game is there


class Incoming(models.Model):
    """A message as it came in. The same `key` twice is one message."""

    class Status(models.TextChoices):
        NEW = "new"
        DONE = "done"
        UNREADABLE = "unreadable"

    key = models.CharField(max_length=200, unique=True)  # Message-ID and recipient, else a hash
    door = models.CharField(max_length=10)  # smtp pipe
    sender = models.CharField(max_length=320, blank=True)  # envelope
    recipients = models.JSONField(default=list)  # envelope
    raw = models.BinaryField()
    received = models.DateTimeField()
    status = models.CharField(max_length=12, choices=Status, default=Status.NEW, db_index=True)
    lease = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=20, blank=True)  # orders no-orders reject ignore stale duplicate …
    detail = models.TextField(blank=True)
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True)
    token = models.ForeignKey(Token, models.SET_NULL, null=True)
    author = models.CharField(max_length=320, blank=True)  # the address in From, lower case
    words = models.CharField(max_length=64, blank=True)  # SHA-256 of what its author wrote, to know machines
    answered = models.BooleanField(default=False)
    done = models.DateTimeField(null=True)
    again = models.PositiveSmallIntegerField(default=0)  # how often it was given to the reader once more
    kept = models.BooleanField(default=True)  # `raw` is still there; after 30 days it is emptied

    class Meta:
        verbose_name, verbose_name_plural = _("mail that came in"), _("mails that came in")
        indexes = (
            models.Index(fields=("author", "received"), name="incoming_author"),
            models.Index(fields=("received",), condition=models.Q(kept=True), name="incoming_kept"),
            models.Index(fields=("done",), condition=models.Q(answered=True), name="incoming_answered"),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"


class Claim(models.Model):
    """Somebody wrote with a player's token from an address that nobody has confirmed: the player is asked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    address = models.EmailField(max_length=320)  # lower case
    incoming = models.ForeignKey(Incoming, models.CASCADE, related_name="claims")
    day = models.DateField()  # of the question; one a day
    created = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    mine = models.BooleanField(null=True)  # the answer

    class Meta:
        verbose_name, verbose_name_plural = _("question about an address"), _("questions about addresses")
        constraints = (models.UniqueConstraint(fields=("user", "address", "day"), name="claim_once_a_day"),)


class Bounce(models.Model):
    """A mail to this address came back, or its reader complained of it."""

    class Kind(models.TextChoices):
        HARD = "hard"  # there is no such mailbox
        SOFT = "soft"  # full, away, refused for now
        COMPLAINT = "complaint"

    address = models.EmailField(max_length=320)  # lower case
    kind = models.CharField(max_length=10, choices=Kind)
    detail = models.CharField(max_length=300, blank=True)
    outgoing = models.ForeignKey(Outgoing, models.SET_NULL, null=True, related_name="bounces")
    at = models.DateTimeField()
    cleared = models.DateTimeField(null=True)  # the address was found to work afterwards

    class Meta:
        verbose_name, verbose_name_plural = _("mail that came back"), _("mails that came back")
        indexes = (models.Index(fields=("address", "at"), name="bounce_address"),)
        constraints = (models.UniqueConstraint(fields=("outgoing", "kind"), name="bounce_once"),)


class Silence(models.Model):
    """No mail goes to this address until its owner wants it again."""

    address = models.EmailField(max_length=320, unique=True)  # lower case
    kind = models.CharField(max_length=10, choices=Bounce.Kind)
    detail = models.CharField(max_length=300, blank=True)
    since = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("address without mail"), _("addresses without mail")
