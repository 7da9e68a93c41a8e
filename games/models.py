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
    public = models.BooleanField(default=True)
    invitation = models.CharField(max_length=40, unique=True)  # secret part of the link to join
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)  # number of events
    draw = models.TextField(blank=True)  # the shuffled bag, as in a record
    salt = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)  # SHA-256 of salt and draw
    decider = models.SmallIntegerField(null=True)  # seat index that must decide now
    deciding_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)  # of that decision; None: no clock, or it stands still
    pace = models.JSONField(default=dict)  # games.pace.Pace; {}: no clock
    paused = models.DateTimeField(null=True)  # since when everybody's clock stands still
    ended_by = models.CharField(max_length=10, blank=True)  # agreement deserted staff season, where no order ended it
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
    left = models.PositiveIntegerField(null=True)  # seconds on the clock when the present decision, or the last, began
    misses = models.PositiveSmallIntegerField(default=0)  # deadlines missed one after the other
    opened = models.DateTimeField(null=True)  # since when a substitute may sit down; the player may still come back
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


class TableEvent(models.Model):
    """What happened at the table beside the orders: a missed deadline, a substitute, a pause. Never updated, never
    deleted, written by `games.table_events.write` alone. Everybody at the table may know all of it."""

    class Kind(models.TextChoices):
        MISSED = "missed"  # a deadline; data: deadline, asked (kind of the decision), did (the order carried out)
        OPENED = "opened"  # the seat may be taken by a substitute
        RETURNED = "returned"  # its player came back
        SUBSTITUTED = "substituted"  # data: before, after (names); actor: the substitute
        AWAY = "away"  # the player is on vacation; data: until
        VOTED = "voted"  # data: on (a key of games.votes), yes (bool)
        PAUSED = "paused"
        RESUMED = "resumed"
        EXTENDED = "extended"  # data: seconds, reason
        PACE = "pace"  # data: before, after (as Pace)
        ENDED = "ended"  # without an order; data: how (Game.ended_by), reason

    game = models.ForeignKey(Game, models.PROTECT, related_name="table_events")
    kind = models.CharField(max_length=12, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField()  # of the game when it happened
    data = models.JSONField(default=dict)
    key = models.CharField(max_length=200, unique=True)  # the same thing twice is one event
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")


class Decision(models.Model):
    """Who had to decide from when to when: written when a decision becomes somebody's, closed when it is made.

    One open row for each running game. For deadlines in calendars, for punctuality, for how long answers take.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="decisions")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="decisions")
    kind = models.CharField(max_length=12)  # turn commit fight build leave …
    version = models.PositiveIntegerField()  # of the game when it began
    since = models.DateTimeField()
    deadline = models.DateTimeField(null=True)  # the last one that it had
    counted = models.DateTimeField()  # from when `Seat.left` is counted: `since`, or the last change of the pace
    still = models.JSONField(default=list)  # when its clock stood or will stand still, as last reckoned: pairs of instants
    made = models.DateTimeField(null=True)
    source = models.CharField(max_length=10, blank=True)  # as Submission.source, of the order that made it
    missed = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("game",), condition=models.Q(made__isnull=True), name="one_open_decision"),
        )
        indexes = (
            models.Index(fields=("user", "made"), name="decision_user"),
            models.Index(fields=("kind", "made"), name="decision_kind"),
        )


class CalendarEntry(models.Model):
    """What a player's calendar was told last of a decision (games.calendar)."""

    decision = models.ForeignKey(Decision, models.CASCADE, related_name="calendar_entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_entries")
    deadline = models.DateTimeField()
    open = models.BooleanField(default=True)  # else the event is withdrawn
    sequence = models.PositiveIntegerField(default=0)
    created = models.DateTimeField()
    changed = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("decision", "user"), name="calendar_entry_once"),)
        indexes = (models.Index(fields=("user", "changed"), name="calendar_entry_user"),)


class Plan(models.Model):
    """Orders written ahead for a seat's next turn. For the eyes of that seat's player alone."""

    class Guard(models.TextChoices):
        UNCHANGED = "unchanged", _("only if the last order is still the one I saw")
        LEGAL = "legal", _("if they are legal then")

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        VOID = "void"  # `why` says what spoke against it
        WITHDRAWN = "withdrawn"

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    orders = models.JSONField()  # canonical texts
    guard = models.CharField(max_length=10, choices=Guard)
    version = models.PositiveIntegerField()  # of the game that its player saw
    hidden = models.BooleanField(default=False)  # carried out after a random delay, so that timing tells nothing
    key = models.CharField(max_length=200, unique=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    why = models.TextField(blank=True)
    created = models.DateTimeField()
    settled = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("seat",), condition=models.Q(status="waiting"), name="one_waiting_plan"),
        )


class Standing(models.Model):
    """A seat's answers given beforehand (games.standing). For the eyes of that seat's player alone."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="standing")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    answers = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)  # given after a random delay
    changed = models.DateTimeField()


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
        REMINDER = "reminder"  # a deadline comes near; data: deadline; true while it is still that one
        TABLE = "table"  # a table event that its reader should hear of; data: event (its pk)
        PLAN = "plan"  # the reader's plan was carried out or is void; data: plan (its pk)

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
    """A bot that must move, a deadline that must be acted on, an answer that was given beforehand; one row a game
    and kind."""

    class Kind(models.TextChoices):
        BOT = "bot"
        DEADLINE = "deadline"
        PLANNED = "planned"  # a plan or a standing answer is to be carried out
        REMINDER = "reminder"  # the next reminder of the deadline

    game = models.ForeignKey(Game, models.CASCADE, related_name="dues")
    kind = models.CharField(max_length=10, choices=Kind)
    version = models.PositiveIntegerField()  # of the game it is for; another version makes it void
    due = models.DateTimeField(db_index=True)
    lease = models.DateTimeField(null=True)  # claimed until
    tries = models.PositiveSmallIntegerField(default=0)  # that failed since the row was put right; each makes the next wait longer
    error = models.CharField(max_length=80, blank=True)  # the last one's name; its words stay in the server's log

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "kind"), name="due_once"),)
        verbose_name, verbose_name_plural = _("move that is due"), _("moves that are due")
