"""A league of people who are bots: some slow, some vanish in the middle, some come late, some wait for a seat.

Time is an argument everywhere, so it is made here: the hours go by in steps, in each of which people look at their
games, and the sweeps of the games and the leagues run as they would.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random

from django.db import connection
from django.db.models import F

import drawing
from accounts.models import Mails, User
from engine import GAMES
from engine.bots import BOTS
from games import bell, play
from games import sweep as game_sweep
from games.models import Game, Notice, Seat
from leagues import check, rated, seasons, standings, steps, sweep
from leagues.divisions import moves
from leagues.models import Entry, League, LeagueNotice, RatedGame, Season, Step, Table
from leagues.points import shown
from mail import others
from mail.models import Outgoing
from mail.notices import collapse_due

Write = Callable[[str], None]
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = date(2026, 1, 10)
TICK = timedelta(hours=8)
SEASON_DAYS, BREAK_DAYS = 28, 5
PACE = {"kind": "days", "days": 3, "on_expiry": "bot", "misses": 2}
LOOKS, SELDOM = 0.95, 0.25  # the chance that a player looks at a game in a step
VANISH, SLOW, WAITING, NEW = 0.08, 0.1, 3, 2  # shares of the players; waiting list and newcomers of each season
HANDOVERS = 4  # of one game within a step: people are quick at times


@dataclass
class Crowd:
    """Who plays how: the chance that a player looks at a game in a step; 0 from the moment of vanishing on."""

    random: Random
    looks: dict[int, float] = field(default_factory=dict)
    vanishes: dict[int, datetime] = field(default_factory=dict)
    number: int = 0

    def join(self) -> User:
        self.number += 1
        user = User.objects.create(
            email=f"player{self.number}@example.org", display_name=f"Player {self.number}", mail_mode=Mails.SILENT)
        self.looks[user.pk] = SELDOM if self.random.random() < SLOW else LOOKS
        return user

    def here(self, user: int, now: datetime) -> bool:
        gone = self.vanishes.get(user)
        return (gone is None or now < gone) and self.random.random() < self.looks[user]


def run(*, write: Write, players: int, seasons: int, kind: str = "kings", format: str = "divisions", end: str = "decided",
        seed: int = 1) -> list[str]:
    """Plays and checks; what went wrong."""
    bell._send = lambda task: None  # nobody is there to hear it
    drawing.png = lambda *args, **options: b"\x89PNG"  # the mails are tried here, not their pictures, which take time
    if connection.vendor == "sqlite" and not connection.in_atomic_block:  # the database is thrown away
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
    begun = time.monotonic()
    crowd = Crowd(Random(seed))
    first = found(crowd, players, kind=kind, format=format, end=end)
    league, now, wrong, told = first.league, BEGIN, list[str](), set[int]()
    write(f"{players} players, {seasons} seasons of {SEASON_DAYS} days, {kind}, format {format}, games {end} on the last day")
    while len(told) < seasons:
        now += TICK
        live(crowd, now)
        sweep.sweep(now)
        game_sweep.sweep(now)
        collapse_due(now)
        others.write(now)
        come_and_go(crowd, league, now, write, begun, seasons)
        for season in league.seasons.filter(status=Season.Status.FINISHED).exclude(number__in=told):
            told.add(season.number)
            report(season, write, begun)
            wrong += verify(season)
            write(f"  checked: {len(wrong)} things wrong so far")
        if now > BEGIN + (seasons + 1) * timedelta(days=SEASON_DAYS + BREAK_DAYS + 20):
            wrong.append(f"the time is over, and only {len(told)} seasons are")
            break
    wrong += rated.differences() + mails(now)
    write(f"{Game.objects.filter(status='finished').count()} games finished, "
          f"{RatedGame.objects.filter(why_not='').count()} of them rated, {LeagueNotice.objects.count()} notices, "
          f"{Outgoing.objects.count()} mails, "
          f"{time.monotonic() - begun:.0f} s")
    return wrong


def found(crowd: Crowd, players: int, *, kind: str, format: str, end: str) -> Season:
    organiser = User.objects.create(email="organiser@example.org", display_name="Organiser", mail_mode=Mails.SILENT)
    season = seasons.found(
        organiser=organiser, name="Simulated league", first=FIRST, now=BEGIN, kind=kind, size=4, pace=PACE, format=format,
        zone="Europe/Madrid", season_days=SEASON_DAYS, break_days=BREAK_DAYS, end_rule=end, wait_days=2)
    sweep.sweep(BEGIN)
    for _number in range(players):
        seasons.register(season=season, user=crowd.join(), now=BEGIN)
    return season


def live(crowd: Crowd, now: datetime) -> None:
    """Everybody who is here answers what they are asked, as the quick bot would."""
    waiting = Game.objects.filter(status=Game.Status.RUNNING, seats__index=F("decider"), seats__user__isnull=False)
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True).distinct()):
        for _handover in range(HANDOVERS):
            game = Game.objects.prefetch_related("seats__user").get(pk=pk)
            seat = next((seat for seat in game.seats.all() if seat.index == game.decider), None)
            if seat is None or seat.user is None or not crowd.here(seat.user.pk, now):
                break
            answer(game, seat, now)


def answer(game: Game, seat: Seat, now: datetime) -> None:
    """Orders until it is somebody else's decision, in one message as people send them."""
    rules, state, lines = GAMES[game.kind], play.position(game), list[str]()
    while rules.decider(state) == seat.index:
        order = BOTS["greedy"](rules.view(state, seat.index), Random(f"{game.code}:{game.version}:{len(lines)}"))
        state, _facts = rules.apply(state, seat.index, order)
        lines.append(str(order))
    outcome = play.submit(game=game, seat=seat, text="\n".join(lines), seen=game.version, source="page",
                          key=f"simulated:{game.pk}:{game.version}", actor=seat.user, now=now)
    if not outcome.ok:
        raise RuntimeError(f"game {game.code}: {lines} were refused: {outcome.error}")


def come_and_go(crowd: Crowd, league: League, now: datetime, write: Write, begun: float, last: int) -> None:
    """When a season has begun: some of its players will vanish, others come to its waiting list; newcomers register."""
    for season in league.seasons.filter(number__lte=last):
        if season.status == Season.Status.RUNNING and not season.entries.filter(status=Entry.Status.WAITING).exists() \
                and not LeagueNotice.objects.filter(season=season, kind="half").exists() \
                and not any(crowd.vanishes.get(entry.user_id) for entry in season.entries.all()):
            playing = [entry.user_id for entry in season.entries.filter(status=Entry.Status.PLAYING).order_by("pk")]
            for user in crowd.random.sample(playing, max(1, int(len(playing) * VANISH))):
                crowd.vanishes[user] = now + timedelta(hours=crowd.random.randrange(SEASON_DAYS * 12))
            for _number in range(WAITING):
                seasons.register(season=season, user=crowd.join(), now=now)
            write(f"season {season.number} has begun: {season.divisions.count()} divisions, "
                  f"{Table.objects.filter(round__season=season).count()} games, {time.monotonic() - begun:.0f} s")
        if season.number > 1 and season.status == Season.Status.OPEN and not season.entries.filter(
                automatic=False).exists():
            for _number in range(NEW):
                seasons.register(season=season, user=crowd.join(), now=now)


def report(season: Season, write: Write, begun: float) -> None:
    how = Counter(Table.objects.filter(round__season=season).values_list("how", flat=True))
    write(f"\nSeason {season.number}, {season.first} to {season.last}: "
          + ", ".join(f"{number} {word}" for word, number in sorted(how.items())) + f"; {time.monotonic() - begun:.0f} s")
    for division in season.divisions.all():
        write(f" Division {division.number}")
        for line in season.standings.filter(division=division).select_related("entry__user").order_by("place"):
            marks = " ".join(filter(None, (
                line.entry.movement if line.entry.movement != "stays" else "",
                line.entry.status if line.entry.status != "playing" else "",
                "by " + ", ".join(name for name, _value in line.broken) if line.broken else "")))
            write(f"  {line.place:2} {line.entry.user!s:12} {shown(line.points):>6}  {line.games} games, {line.wins} won, "
                  f"{line.missed} missed  {marks}".rstrip())


def verify(season: Season) -> list[str]:
    """What must hold after a season."""
    wrong = check.season(season)
    for table in Table.objects.filter(round__season=season).select_related("game"):
        over = table.game is None or table.game.status == Game.Status.FINISHED
        if table.final is None or not (over or table.how == Table.How.DRAWN):
            wrong.append(f"season {season.number}: table {table.key} has no final result")
    if [step.kind for step in season.steps.filter(done=None).exclude(kind=Step.Kind.NEXT)
            if step.due <= (season.finished or step.due)]:
        wrong.append(f"season {season.number}: a step was left out")
    return wrong + notices(season) + movements(season)


def notices(season: Season) -> list[str]:
    """Everybody is told everything that concerns them, once."""
    told = Counter(season.notices.values_list("kind", "user"))
    took_part = set(season.entries.exclude(status__in=("waiting", "withdrawn", "substitute")).values_list("user", flat=True))
    wrong = [f"season {season.number}: {kind} {number} times to user {user}" for (kind, user), number in told.items()
             if number > 1 and kind not in ("substitute", "round", "replaced")]
    lost = Counter(season.league.events.filter(season=season, kind__in=("substituted", "bot")).values_list("about", flat=True))
    heard = {user: number for (kind, user), number in told.items() if kind == "replaced"}
    wrong += [f"season {season.number}: user {user} lost {lost[user]} seats and was told of {heard.get(user, 0)}"
              for user in lost.keys() | heard.keys() if lost[user] != heard.get(user, 0)]
    for kind in ("division", "final"):
        missing = took_part - {user for told_kind, user in told if told_kind == kind}
        wrong += [f"season {season.number}: {kind} was never told to user {user}" for user in sorted(missing)]
    return wrong


def mails(now: datetime) -> list[str]:
    """Every notice is in one mail: those of a season that its reader had at one moment together, each end of a game."""
    wrong = [f"notice {notice.kind} of user {notice.user_id} was never told"
             for notice in LeagueNotice.objects.filter(told=None, due__lt=now - timedelta(days=1))]
    sent = Counter(Outgoing.objects.filter(kind="league").values_list("user", "created"))
    wrong += [f"{number} mails about leagues to user {user} at {when}" for (user, when), number in sent.items() if number > 1]
    told = set(LeagueNotice.objects.filter(told__isnull=False).values_list("user", "told"))
    wrong += [f"a mail about leagues to user {user} tells nothing" for user, when in sent if (user, when) not in told]
    for user, when in LeagueNotice.objects.filter(kind__in=("division", "final"), told__isnull=False).values_list("user", "told"):
        if (user, when) not in sent:
            wrong.append(f"user {user} got no mail about division or final table at {when}")
    ends = Counter(Notice.objects.filter(kind=Notice.Kind.ENDED).values_list("game", "user"))
    wrong += [f"the end of game {game} was told {number} times to user {user}"
              for (game, user), number in ends.items() if number > 1]
    late = Notice.objects.filter(kind=Notice.Kind.ENDED, told=None, due__lt=now - timedelta(days=1)).count()
    return wrong + ([f"{late} ends of games were never told"] if late else [])


def movements(season: Season) -> list[str]:
    """Whether those who went up or down last season are where that leads, in as far as they came back."""
    before = Season.objects.filter(league=season.league, number=season.number - 1).first()
    if before is None or season.league.format != "divisions":
        return []
    rules, wrong = seasons.rules_of(season.league), []
    sizes = steps.sizes_of(before)
    now = {entry.user_id: entry.division.number for entry in standings.entries(season)
           if entry.division and entry.status != Entry.Status.SUBSTITUTE}
    for division in before.divisions.all():
        rows = list(before.standings.filter(division=division).select_related("entry").order_by("place"))
        leads = moves([row.place for row in rows], division=division.number, last=len(sizes), rules=rules)
        for row in rows:
            to, at = leads[row.place], now.get(row.entry.user_id)
            if at is None or row.entry.status == Entry.Status.SUBSTITUTE:
                continue
            if to < division.number and at >= division.number:
                wrong.append(f"season {season.number}: {row.entry.user} won promotion from division {division.number}")
            # Who went down may be pulled up again only by places that became free.
            if to > division.number and at <= division.number and not vacancies(before, season, now, division.number):
                wrong.append(f"season {season.number}: {row.entry.user} was relegated from division {division.number}")
    return wrong


def vacancies(before: Season, season: Season, now: dict[int, int], number: int) -> int:
    """Places in divisions 1…number that those who were entitled to them did not take, or that are new."""
    had = before.standings.filter(division__number__lte=number).exclude(entry__status=Entry.Status.SUBSTITUTE)
    stayed_away = sum(user not in now for user in had.values_list("entry__user", flat=True))
    places = sum(1 for at in now.values() if at <= number)
    return stayed_away + max(0, places - had.count())
