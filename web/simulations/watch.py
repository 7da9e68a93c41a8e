"""What must hold in a simulated club, looked at each minute for the games that changed in it, each day for all.

Models say by their signals which games changed; a copy of the rows is kept, so that a minute in which nothing
happens costs next to nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.conf import settings
from django.db.models.signals import post_delete, post_save

from accounts import absences
from accounts.models import Absence, User
from engine import GAMES
from games import clock, decisions, positions
from games.models import Decision, Due, Game, Notice, Plan, Seat, Submission, TableEvent
from mail.models import Outgoing

LATE = timedelta(minutes=2)
LEAST = timedelta(hours=2)  # before a deadline, for a reminder
WATCHED = (Game, Seat, Decision, Due, TableEvent, Notice, Absence, Outgoing, Submission)
Kind = TableEvent.Kind


class Violated(Exception):
    """Something that must hold does not."""


class Watch:
    """The copy, and what was counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.changed: set[int] = set()
        self.games: dict[int, Game] = {}  # running ones, as they were when last looked at
        self.seats: dict[int, set[int]] = defaultdict(set)  # user -> games
        self.deadlines: dict[int, datetime] = {}
        self.pauses: dict[int, list[list[datetime | None]]] = defaultdict(list)
        self.away: dict[int, list[clock.Interval]] = {}
        self.voted: set[int] = set()
        self.missed: list[TableEvent] = []
        self.reminders: list[Notice] = []
        self.given: set[tuple[Any, ...]] = set()  # reminders
        self.mailed: list[Outgoing] = []
        self.readers: set[int] = set()  # whose mails are written
        self.told = False  # whether there is a notice for one of them since the last look
        self.taken: set[int] = set()  # whose absences changed
        self.last_end: datetime = clock.FOREVER

    @classmethod
    @contextmanager
    def watching(cls) -> Iterator[Watch]:
        watch = cls()
        for model in WATCHED:
            post_save.connect(watch.saved, sender=model)
            post_delete.connect(watch.deleted, sender=model)
        try:
            yield watch
        finally:
            for model in WATCHED:
                post_save.disconnect(watch.saved, sender=model)
                post_delete.disconnect(watch.deleted, sender=model)

    def saved(self, sender: Any, instance: Any, created: bool, **_kept: Any) -> None:
        if sender is Game:
            self.changed.add(instance.pk)
        elif sender is Absence:
            self.taken.add(instance.user_id)
            self.counts["vacations begun by themselves" if instance.automatic else "vacations taken"] += created
        elif sender is Outgoing:
            if created:
                self.mailed.append(instance)
        elif sender is Submission:
            self.counts[f"by {instance.source}"] += created
        else:
            self.changed.add(instance.game_id)
            if created and sender is TableEvent:
                self.happened(instance)
            self.told = self.told or (sender is Notice and created and instance.user_id in self.readers)
            if created and sender is Notice and instance.kind == Notice.Kind.REMINDER:
                self.reminders.append(instance)
            if created and sender is Decision:
                self.counts["decisions"] += 1

    def deleted(self, sender: Any, instance: Any, **_kept: Any) -> None:
        self.changed.add(instance.game_id if sender in (Seat, Decision, Due) else 0)

    def happened(self, event: TableEvent) -> None:
        self.counts[f"event {event.kind}"] += 1
        if event.kind == Kind.MISSED:
            self.missed.append(event)
        elif event.kind == Kind.PAUSED:
            self.pauses[event.game_id].append([event.at, None])
        elif event.kind == Kind.RESUMED:
            self.pauses[event.game_id][-1][1] = event.at
        elif event.kind == Kind.VOTED:
            self.voted.add(event.game_id)

    # What members ask.

    def games_of(self, user: int) -> list[int]:
        return sorted(self.seats[user])

    def wants(self, game: int, user: int) -> bool:
        """Whether there is something to do for that player: a decision, a seat to take again, a vote."""
        found = self.games[game]
        mine = next(seat for seat in found.seats.all() if seat.user_id == user)
        return found.decider == mine.index or mine.opened is not None or game in self.voted or found.paused is not None

    def is_away(self, user: int, now: datetime) -> bool:
        return any(start <= now < end for start, end in self.away.get(user, ()))

    def is_voted_on(self, game: int) -> bool:
        return game in self.voted

    # What must hold.

    def after(self, now: datetime) -> None:
        """At the end of a minute."""
        for user in self.taken:
            person = User.objects.get(pk=user)
            self.away[user] = absences.intervals(person, since=now - timedelta(days=400), until=now + timedelta(days=400))
            if absences.days_used(person, now.year) > settings.VACATION_DAYS:
                fail(now, None, f"{person} has taken more days than there are")
        self.taken.clear()
        self.expiries(now)
        self.mails(now)
        if self.changed:
            self.look_at(self.changed, now)
            self.changed.clear()
        for game, deadline in self.deadlines.items():
            if deadline + LATE < now:
                fail(now, self.games.get(game), f"the deadline of {deadline} was not acted on")

    def everything(self, now: datetime) -> None:
        self.look_at(set(Game.objects.exclude(status=Game.Status.OPEN).values_list("pk", flat=True)), now)
        waiting = Due.objects.filter(due__lt=now - LATE, kind__in=(Due.Kind.BOT, Due.Kind.PLANNED, Due.Kind.REMINDER)).first()
        if waiting is not None:
            fail(now, waiting.game, f"{waiting.kind} of {waiting.due} was not acted on (tries {waiting.tries} {waiting.error})")
        if tried := Due.objects.filter(tries__gt=0).first():
            fail(now, tried.game, f"{tried.kind} failed: {tried.error}")

    def look_at(self, games: Iterable[int], now: datetime) -> None:
        found = Game.objects.filter(pk__in=games).prefetch_related("seats__user")
        rows: dict[int, list[Decision]] = defaultdict(list)
        for row in Decision.objects.filter(game__in=games, made=None):
            rows[row.game_id].append(row)
        dues: dict[int, dict[str, Due]] = defaultdict(dict)
        for due in Due.objects.filter(game__in=games):
            dues[due.game_id][due.kind] = due
        for game in found:
            self.keep(game)
            if game.status == Game.Status.RUNNING:
                self.running(game, rows[game.pk], dues[game.pk], now)
            elif rows[game.pk] or dues[game.pk]:
                fail(now, game, "is over, and something still waits")
            elif game.status == Game.Status.FINISHED and game.ended:
                self.last_end = game.ended if self.last_end == clock.FOREVER else max(self.last_end, game.ended)

    def keep(self, game: Game) -> None:
        for mine in self.seats.values():
            mine.discard(game.pk)
        self.games.pop(game.pk, None)
        self.deadlines.pop(game.pk, None)
        if game.status == Game.Status.RUNNING:
            self.games[game.pk] = game
            for seat in game.seats.all():
                if seat.user_id is not None:
                    self.seats[seat.user_id].add(game.pk)
            if game.deadline is not None:
                self.deadlines[game.pk] = game.deadline

    def running(self, game: Game, rows: list[Decision], dues: dict[str, Due], now: datetime) -> None:
        """Exactly the seat that must decide has a running clock, and something or somebody is waited for."""
        if GAMES[game.kind].decider(positions.played(game).state) != game.decider or game.decider is None:
            fail(now, game, "another seat must decide than the game says")
        seat = decisions.seat_of(game, game.decider)
        if [(row.seat, row.user_id) for row in rows] != [(seat.index, seat.user_id)]:
            fail(now, game, f"open decisions: {[(row.seat, row.user_id) for row in rows]}, decides {seat.index, seat.user_id}")
        stands_in = bool(seat.bot) or seat.opened is not None
        if stands_in and Due.Kind.BOT not in dues:
            fail(now, game, "nobody and nothing is waited for")
        if not stands_in and Due.Kind.BOT in dues:
            fail(now, game, "a bot would move for a person")
        if not (game.deadline is None if stands_in else self.is_right(game, seat, rows[0])):
            fail(now, game, f"the deadline is {game.deadline} (left {seat.left}, since {rows[0].counted}, still {rows[0].still})")
        at = dues[Due.Kind.DEADLINE].due if Due.Kind.DEADLINE in dues else None
        if at != game.deadline:
            fail(now, game, f"the deadline is {game.deadline}, and the row for it says {at}")
        if game.deadline is not None and rows[0].deadline != game.deadline:
            fail(now, game, f"the deadline is {game.deadline}, and the decision says {rows[0].deadline}")
        if Due.Kind.REMINDER in dues and (game.deadline is None or dues[Due.Kind.REMINDER].due > game.deadline - LEAST):
            fail(now, game, f"a reminder for {dues[Due.Kind.REMINDER].due}, and the deadline is {game.deadline}")
        if old := [due.kind for due in dues.values() if due.version != game.version]:
            fail(now, game, f"{old} are for an older position")

    def is_right(self, game: Game, seat: Seat, row: Decision) -> bool:
        """Reckoned from what was told at the table and taken by the player, and from nothing that the clock keeps.

        A vacation that begins by itself at the instant of one deadline may be known to another clock a sweep later.
        """
        pace = decisions.pace_of(game)
        if not pace.runs or game.paused is not None or seat.left is None:
            return game.deadline is None
        stops = [(start, end or clock.FOREVER) for start, end in self.pauses[game.pk] if start is not None]
        if pace.vacation and seat.user_id is not None:
            stops += self.away.get(seat.user_id, [])
        on, left = clock.calendar(pace, stops), timedelta(seconds=seat.left)
        if game.deadline is None or game.deadline == clock.deadline(on, row.counted, left):
            return game.deadline is not None
        return abs(clock.used(on, row.counted, game.deadline) - left) <= LATE

    def expiries(self, now: datetime) -> None:
        for event in self.missed:
            deadline = datetime.fromisoformat(event.data["deadline"])
            if event.at < deadline:
                fail(now, event.game, f"the deadline of {deadline} was acted on too early")
            if event.at > deadline + LATE:
                fail(now, event.game, f"the deadline of {deadline} was acted on too late")
        self.missed.clear()

    def reminded(self, now: datetime) -> None:
        """After a sweep, before anybody acts: each reminder is true, and was not given before."""
        for notice in self.reminders:
            game = Game.objects.get(pk=notice.game_id)
            deadline, key = notice.data["deadline"], (notice.seat_id, notice.user_id, *sorted(notice.data.items()))
            if key in self.given:
                fail(now, game, f"reminded twice: {key}")
            self.given.add(key)
            seat = game.seats.filter(index=-1 if game.decider is None else game.decider).first()
            if seat is None or (seat.pk, seat.user_id) != (notice.seat_id, notice.user_id):
                fail(now, game, "somebody was reminded who is not asked")
            if game.paused or game.deadline is None or game.deadline.isoformat() != deadline:
                fail(now, game, f"reminded of {deadline}, and the deadline is {game.deadline}")
            if game.deadline - now < LEAST - LATE:
                fail(now, game, f"reminded too late of {deadline}")
            away = [end for start, end in self.away.get(notice.user_id or 0, ()) if start <= now < end]
            if decisions.pace_of(game).vacation and away and away[0] < game.deadline:
                fail(now, game, f"reminded while away, {away}, of {deadline}")
            if Due.objects.filter(game=game, kind=Due.Kind.PLANNED, version=game.version).exists():
                fail(now, game, "somebody was reminded who has answered beforehand")
            self.counts["reminders"] += 1
        self.reminders.clear()

    def mails(self, now: datetime) -> None:
        """What was written in this minute tells what is true."""
        for row in self.mailed:
            self.counts[f"mail {row.kind}"] += 1
            if row.kind not in ("reminder", "turn") or row.game_id is None:
                continue
            game = Game.objects.get(pk=row.game_id)
            seat = Seat.objects.filter(pk=row.seat_id or 0, game=game, user=row.user_id).first()
            if row.status == Outgoing.Status.WAITING and (seat is None or seat.index != game.decider):
                fail(now, game, f"a {row.kind} mail to somebody who is not asked")
        self.mailed.clear()

    def over(self, games: int) -> bool:
        return not self.games and Game.objects.filter(status=Game.Status.FINISHED).count() == games

    def at_the_end(self, games: int, now: datetime) -> None:
        self.everything(now)
        if not self.over(games):
            names = [f"{game.code} {game.kind} {game.pace}" for game in self.games.values()]
            fail(now, None, f"{len(names)} games never ended: {names[:5]}")

    def progress(self) -> str:
        over = Game.objects.filter(status=Game.Status.FINISHED).count()
        counts = self.counts
        return (f"{len(self.games)} games running, {over} over, {counts['decisions']} decisions, "
                f"{counts['event missed']} deadlines missed, {counts['reminders']} reminders")

    def summary(self) -> list[str]:
        ends = Counter(Game.objects.values_list("ended_by", flat=True))
        plans = Counter(Plan.objects.values_list("status", flat=True))
        groups = {"event": "at the tables", "by": "messages", "mail": "mails"}
        lines = [f"{self.counts['decisions']} decisions, {self.counts['reminders']} reminders, {self.counts['looks']} looks"]
        for first, words in groups.items():
            found = [(key.partition(" ")[2], value) for key, value in sorted(self.counts.items()) if key.startswith(f"{first} ")]
            lines.append(f"{words}: " + ", ".join(f"{value} {key}" for key, value in found))
        lines.append("vacations: " + ", ".join(f"{self.counts[f'vacations {how}']} {how}" for how in ("taken", "begun by themselves")))
        lines.append("plans: " + ", ".join(f"{value} {key}" for key, value in sorted(plans.items())))
        lines.append("games ended: " + ", ".join(f"{value} {key or 'by orders'}" for key, value in sorted(ends.items())))
        return lines


def fail(now: datetime, game: Game | None, words: str) -> NoReturn:
    about = f"game {game.code} ({game.kind}, order {game.version}, pace {game.pace})" if game is not None else ""
    raise Violated(f"{now}: {about}: {words}")
