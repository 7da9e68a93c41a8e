"""Leagues, their seasons and everything that a season is made of.

Every step of a season is a `Step` row with its time, claimed by lease (leagues.sweep); everything it makes has a
unique key, so that a step that was killed in the middle goes on where it stood. Points are counted in twelfths
(leagues.points).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class League(models.Model):
    """What the organiser sets once. `settings` are the format's numbers, `divisions` those of leagues.divisions.Rules."""

    class EndRule(models.TextChoices):
        DECIDED = "decided", _("decided by the points that everybody has then")
        DRAWN = "drawn", _("counted as drawn, and the game goes on for its own sake")

    code = models.SlugField(max_length=40, unique=True)  # in addresses, for ever
    name = models.CharField(max_length=60)
    about = models.TextField(blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="leagues")
    kind = models.CharField(max_length=20, default="tigris")  # a key of engine.GAMES
    options = models.JSONField(default=dict)
    size = models.PositiveSmallIntegerField(default=4)  # seats of a table
    pace = models.JSONField(default=dict)  # games.pace.Pace, vacation allowed or not with it
    format = models.CharField(max_length=20, default="divisions")  # a key of leagues.formats.FORMATS
    settings = models.JSONField(default=dict)
    divisions = models.JSONField(default=dict)
    zone = models.CharField(max_length=50, default="UTC")  # of all dates
    season_days = models.PositiveSmallIntegerField(default=90)
    round_days = models.PositiveSmallIntegerField(default=0)  # after them a round ends as a season does; 0: it takes its time
    break_days = models.PositiveSmallIntegerField(default=7)  # between two seasons; registration closes a day before the end
    repeats = models.BooleanField(default=True)  # another season after this one
    end_rule = models.CharField(max_length=10, choices=EndRule, default=EndRule.DECIDED)
    share = models.FloatField(default=0.5)  # of a seat's orders from which on a substitute's result counts
    wait_days = models.PositiveSmallIntegerField(default=2)  # an open seat waits so long for its player
    limit = models.PositiveSmallIntegerField(null=True)  # players; who comes later is on the waiting list
    created = models.DateTimeField()
    closed = models.DateTimeField(null=True)  # no season follows any more

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("registration is open")
        CLOSED = "closed", _("registration is closed")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.ANNOUNCED)
    opens = models.DateTimeField()  # registration
    first = models.DateField()  # days in the league's zone
    last = models.DateField()
    seed = models.CharField(max_length=40)  # what chance in the draws follows from
    plan = models.JSONField(default=list)  # where all tables are drawn at once: the entries of each, those of later rounds too
    stale = models.BooleanField(default=False)  # a result is not in the stored standings yet
    order = models.JSONField(default=list)  # at the end: the numbers of all entries, first place first
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering = ("league", "number")
        constraints = (models.UniqueConstraint(fields=("league", "number"), name="season_once"),)

    def __str__(self) -> str:
        return _("%(league)s, season %(number)d") % {"league": self.league, "number": self.number}


class Division(models.Model):
    """A division, or a group of a tournament; number 1 is the top one."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("season", "number")
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="division_once"),)


class Entry(models.Model):
    """Somebody's part in a season."""

    class Status(models.TextChoices):
        REGISTERED = "registered", _("registered")
        WAITING = "waiting", _("on the waiting list")
        PLAYING = "playing", _("plays")
        SUBSTITUTE = "substitute", _("substitute")  # came from the waiting list into a seat of this division
        WITHDRAWN = "withdrawn", _("withdrawn")  # before the start
        REMOVED = "removed", _("removed")
        REPLACED = "replaced", _("replaced")  # vanished, all remaining seats are somebody else's

    class Movement(models.TextChoices):
        UP = "up", _("goes up")
        DOWN = "down", _("goes down")
        STAYS = "stays", _("stays")

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=Status, default=Status.REGISTERED)
    automatic = models.BooleanField(default=False)  # registered again without a word
    again = models.BooleanField(default=True)  # wants to be registered for the next season
    registered = models.DateTimeField()
    rating = models.FloatField(default=0)  # when the divisions were formed
    division = models.ForeignKey(Division, models.SET_NULL, null=True, related_name="entries")
    before = models.PositiveSmallIntegerField(null=True)  # number of last season's division
    movement = models.CharField(max_length=5, choices=Movement, blank=True)  # after this season

    class Meta:
        ordering = ("season", "registered", "pk")
        constraints = (models.UniqueConstraint(fields=("season", "user"), name="entry_once"),)

    @property
    def gone(self) -> bool:
        return self.status in (self.Status.REMOVED, self.Status.REPLACED)


class Round(models.Model):
    class Status(models.TextChoices):
        DRAWN = "drawn"  # the tables are fixed, their games are being made
        RUNNING = "running"
        CLOSED = "closed"

    season = models.ForeignKey(Season, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAWN)
    opened = models.DateTimeField(null=True)  # all games made
    closed = models.DateTimeField(null=True)

    class Meta:
        ordering = ("season", "number")
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="round_once"),)


class Table(models.Model):
    """A game of a round, or a bye (one seat and no game). Its result is final once `final` is set."""

    class How(models.TextChoices):
        PLAYED = "played", _("played to the end")
        SEASON = "season", _("decided on the last day")
        DRAWN = "drawn", _("counted as drawn")
        DECIDED = "decided", _("decided by the organiser")
        ANNULLED = "annulled", _("annulled")
        AGREEMENT = "agreement", _("ended by agreement")
        STAFF = "staff", _("ended by staff")
        DESERTED = "deserted", _("deserted")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    division = models.ForeignKey(Division, models.CASCADE, null=True, related_name="tables")  # None: for all together
    number = models.PositiveSmallIntegerField()  # within round and division
    key = models.CharField(max_length=60, unique=True)  # season, round, division, number
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="league_table")
    final = models.DateTimeField(null=True)
    how = models.CharField(max_length=10, choices=How, blank=True)
    reason = models.TextField(blank=True)  # the organiser's, for everybody to read

    class Meta:
        ordering = ("round", "division__number", "number")


class TableSeat(models.Model):
    """`index`: the seat in the game. `counts`: the entry that gets the result, None while it is open or nobody's."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")  # drawn to this seat
    counts = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="results")
    place = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(default=0)  # twelfths
    weakest = models.PositiveSmallIntegerField(null=True)  # colour at the end
    winners = models.PositiveSmallIntegerField(null=True)  # weakest colour
    absent = models.BooleanField(default=False)

    class Meta:
        ordering = ("table", "index")
        constraints = (models.UniqueConstraint(fields=("table", "index"), name="table_seat_once"),)


class Standing(models.Model):
    """A stored row of the standings; `leagues.standings.computed` gives the same from the results at any time."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    season = models.ForeignKey(Season, models.CASCADE, related_name="standings")
    division = models.ForeignKey(Division, models.CASCADE, null=True, related_name="standings")
    place = models.PositiveSmallIntegerField()  # in the division
    points = models.PositiveIntegerField()  # twelfths
    games = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    share = models.CharField(max_length=40)  # a fraction: 5/6
    missed = models.PositiveSmallIntegerField()
    broken = models.JSONField(default=list)  # [criterion, value] of each tie that was broken

    class Meta:
        ordering = ("season", "division__number", "place")


class Step(models.Model):
    """One step of a season. Done once; claimed by lease; its time can be moved while it is not done."""

    class Kind(models.TextChoices):
        OPEN = "open", _("registration opens")
        CLOSE = "close", _("registration closes")
        FORM = "form", _("divisions are formed")
        ROUND = "round", _("the games of a round begin")
        ROUND_END = "roundend", _("a round ends")
        HALF = "half", _("half time")
        LAST = "last", _("the last day is over")
        FINAL = "final", _("the final table")
        NEXT = "next", _("the next season")

    season = models.ForeignKey(Season, models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=10, choices=Kind)
    number = models.PositiveSmallIntegerField(default=0)  # of the round
    due = models.DateTimeField()
    lease = models.DateTimeField(null=True)
    done = models.DateTimeField(null=True)

    class Meta:
        ordering = ("due", "pk")
        constraints = (models.UniqueConstraint(fields=("season", "kind", "number"), name="step_once"),)
        indexes = (models.Index(fields=("due",), condition=models.Q(done__isnull=True), name="step_due"),)


class LeagueEvent(models.Model):
    """What the organiser did, and what the league did by itself that somebody may ask about. Everybody sees it."""

    league = models.ForeignKey(League, models.CASCADE, related_name="events")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="events")
    table = models.ForeignKey(Table, models.SET_NULL, null=True)
    kind = models.CharField(max_length=20)  # a key of leagues.words.EVENTS
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")  # None: the league
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    key = models.CharField(max_length=120, unique=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")


class LeagueNotice(models.Model):
    """Somebody must be told something about a season, once."""

    class Kind(models.TextChoices):
        OPEN = "open"  # registration is open; data: automatic (already registered again)
        DIVISION = "division"  # data: division, opponents (names), games (number), round (its number)
        ROUND = "round"  # a later round begins; data: round, games, bye
        HALF = "half"  # data: place, points, of (players), next_opens
        STAY = "stay"  # what is needed to stay up; data: place, points, line, needed (twelfths), games (open)
        FINAL = "final"  # data: place, of, points
        PROMOTED = "promoted"  # data: movement, division (the number that it leads to), again
        SUBSTITUTE = "substitute"  # has got an open seat; data: game (code)
        REPLACED = "replaced"  # has lost a seat by not answering; data: game (code), by (name, "" for a bot)
        REMOVED = "removed"  # data: reason
        ANNOUNCEMENT = "announcement"  # data: text, by
        RESULT = "result"  # an organiser annulled or decided a game; data: game, how, reason

    kind = models.CharField(max_length=12, choices=Kind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_notices")
    season = models.ForeignKey(Season, models.CASCADE, related_name="notices")
    data = models.JSONField(default=dict)
    key = models.CharField(max_length=120, unique=True)
    created = models.DateTimeField()
    due = models.DateTimeField()
    told = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("due",), condition=models.Q(told__isnull=True), name="league_notice_due"),)


class Apart(models.Model):
    """Two who are never drawn to the same table of a league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="apart")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("league", "one", "other"), name="apart_once"),)


class RatedGame(models.Model):
    """A finished game that the ratings have dealt with, and why it is not rated if it is not."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="rated")
    ended = models.DateTimeField()  # as the game says; ratings follow this order, then the game's number
    why_not = models.CharField(max_length=10, blank=True)  # bots short agreement staff season annulled …

    class Meta:
        indexes = (models.Index(fields=("ended", "game"), name="rated_order"),)


class RatingChange(models.Model):
    """A rating after a game. `pool`: the game and two or many, or overall and two or many."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    pool = models.CharField(max_length=30)  # tigris:two, tigris:many, overall:two …
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes")
    mu = models.FloatField()
    sigma = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    number = models.PositiveIntegerField()  # of this user's rated games in this pool, from 1
    at = models.DateTimeField()  # when the game ended

    class Meta:
        ordering = ("at", "game")
        constraints = (models.UniqueConstraint(fields=("pool", "game", "user"), name="rating_change_once"),)
        indexes = (models.Index(fields=("user", "pool", "number"), name="rating_of_user"),)


class Turnstile(models.Model):
    """One row that whoever changes the ratings holds, so that they are changed one game after the other."""

    name = models.CharField(max_length=20, unique=True)


class NoMail(models.Model):
    """Somebody who wants no mails about leagues; the pages tell everything as well."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="no_league_mail")
    since = models.DateTimeField()
