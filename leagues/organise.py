"""What the organiser can do while a season runs. Everything leaves a LeagueEvent that everybody can read.

An organiser has no eyes that others lack: hidden tiles stay hidden, and who plays in an own league is named as its
organiser wherever the league is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import clocks, decisions, seating
from games.models import Game, Seat
from leagues import dates, rated, results, seasons, standings, vanished
from leagues.models import Apart, Entry, League, LeagueEvent, LeagueNotice, Season, Step, Table, TableSeat
from leagues.seasons import LeagueError, locked
from leagues.told import tell, tell_all, write

LONGEST_EXTENSION = timedelta(days=60)


def may(user: User | None, league: League) -> bool:
    return user is not None and (league.organiser_id == user.pk or user.is_superuser)


def _asked(user: User, league: League, reason: str = "-") -> None:
    if not may(user, league):
        raise LeagueError(_("Only the organiser, %(name)s, can do that.") % {"name": league.organiser})
    if not reason.strip():
        raise LeagueError(_("Say why: everybody will read it."), about="reason")


def _key(season: Season, now: datetime, *parts: object) -> str:
    return ":".join(map(str, (season.pk, *parts, now.isoformat())))


@transaction.atomic
def add(*, season: Season, by: User, user: User, now: datetime, reason: str = "") -> Entry:
    """Registers somebody, also above the limit and after registration has closed, until the divisions are formed;
    later onto the waiting list, from which open seats are filled."""
    _asked(by, season.league)
    season = locked(season)
    if season.status == Season.Status.FINISHED:
        raise LeagueError(_("This season is over."))
    entry = season.entries.filter(user=user).first()
    if entry is not None and entry.status not in (Entry.Status.WITHDRAWN, Entry.Status.WAITING):
        raise LeagueError(_("%(name)s takes part already.") % {"name": user})
    status = Entry.Status.WAITING if season.divisions.exists() else Entry.Status.REGISTERED
    entry, _made = Entry.objects.update_or_create(
        season=season, user=user, defaults={"status": status, "registered": now, "again": True})
    write(season.league, "added", key=_key(season, now, user.pk), now=now, season=season, actor=by, about=user, reason=reason,
          waiting=status == Entry.Status.WAITING)
    return entry


@transaction.atomic
def remove(*, season: Season, by: User, user: User, reason: str, now: datetime) -> None:
    """Takes somebody out. Before the start the registration goes; afterwards the seats go to the waiting list or a
    bot, results that are final stay, and the player is last."""
    _asked(by, season.league, reason)
    season = locked(season)
    entry = season.entries.filter(user=user).first()
    if entry is None or entry.gone or entry.status == Entry.Status.WITHDRAWN:
        raise LeagueError(_("%(name)s does not take part.") % {"name": user})
    if season.divisions.exists() and entry.division_id is not None:
        results.collect(season, now=now)
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.REMOVED)
        vanished.not_again(season, [user.pk])
        for seat in vanished.seats_of(season, user.pk):
            vanished.fill(season, seat, now=now, by_removal=True)
        standings.store(season)
    else:
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN, again=False)
        if entry.status == Entry.Status.REGISTERED:
            seasons.move_up(season)
    write(season.league, "removed", key=_key(season, now, user.pk), now=now, season=season, actor=by, about=user, reason=reason)
    tell(season, LeagueNotice.Kind.REMOVED, user.pk, now=now, about=now.isoformat(), reason=reason, by=str(by))


@transaction.atomic
def move(*, season: Season, by: User, user: User, division: int, reason: str, now: datetime) -> None:
    """Into another division, between their forming and the first round."""
    _asked(by, season.league, reason)
    season = locked(season)
    entry = season.entries.filter(user=user, division__isnull=False).select_related("division").first()
    to = season.divisions.filter(number=division).first()
    if entry is None or to is None:
        raise LeagueError(_("There is no such player or division."))
    if season.rounds.exists():
        raise LeagueError(_("The games have begun; players can be moved until then."))
    before = entry.division.number if entry.division else 0
    Entry.objects.filter(pk=entry.pk).update(division=to)
    write(season.league, "moved", key=_key(season, now, user.pk), now=now, season=season, actor=by, about=user, reason=reason,
          before=before, after=division)


@transaction.atomic
def substitute(*, season: Season, by: User, user: User, to: User, reason: str, now: datetime) -> None:
    """Somebody else plays on in all of a player's running games, and in those that are drawn for them already. Before
    the first round they simply take the place."""
    _asked(by, season.league, reason)
    season = locked(season)
    entry = season.entries.filter(user=user).select_related("division").first()
    if entry is None or entry.gone:
        raise LeagueError(_("%(name)s does not take part.") % {"name": user})
    other = season.entries.filter(user=to).first()
    if other is not None and other.status not in (Entry.Status.WAITING, Entry.Status.WITHDRAWN, Entry.Status.SUBSTITUTE):
        raise LeagueError(_("%(name)s takes part already.") % {"name": to})
    fresh = {"division": entry.division, "registered": now, "rating": entry.rating}
    if not season.rounds.exists():
        Entry.objects.update_or_create(season=season, user=to, defaults={**fresh, "status": entry.status})
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN, again=False, division=None)
    else:
        results.collect(season, now=now)
        new, _made = Entry.objects.update_or_create(season=season, user=to, defaults={
            **fresh, "status": Entry.Status.PLAYING if _more_rounds(season) else Entry.Status.SUBSTITUTE})
        later = vanished.take_over(season, entry, new)
        seats = vanished.seats_of(season, user.pk)
        given = [seating.give(seat.game, seat, now=now, to=to, by=by) for seat in seats]
        if not later and not any(given) and season.league.format != "swiss":  # there everybody is in the next round
            raise LeagueError(_("%(name)s has no running game.") % {"name": user})
        for seat, done in zip(seats, given, strict=True):
            if done:
                tell(season, LeagueNotice.Kind.SUBSTITUTE, to.pk, now=now, about=seat.pk, game=seat.game.code, instead=str(user))
            else:  # the substitute sits at this table already
                vanished.fill(season, seat, now=now, by_removal=True)
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.REPLACED, again=False)
        standings.store(season)
    write(season.league, "replaced", key=_key(season, now, user.pk), now=now, season=season, actor=by, about=user, reason=reason,
          by=str(to))
    tell(season, LeagueNotice.Kind.REMOVED, user.pk, now=now, about=now.isoformat(), reason=reason, by=str(by))


def _more_rounds(season: Season) -> bool:
    return season.league.format in ("swiss", "knockout", "groups")


@transaction.atomic
def keep_apart(*, league: League, by: User, one: User, other: User, now: datetime) -> None:
    """These two are drawn to no table together from now on. The log says so without their names."""
    _asked(by, league)
    low, high = sorted((one, other), key=lambda user: user.pk)
    if low == high:
        raise LeagueError(_("These are the same."))
    _apart, made = Apart.objects.get_or_create(league=league, one=low, other=high)
    if made:
        write(league, "apart", key=f"{league.pk}:{low.pk}:{high.pk}", now=now, actor=by)


@transaction.atomic
def extend_game(*, table: Table, by: User, seat: Seat, hours: int, reason: str, now: datetime) -> None:
    """More time for the decision, or the next ones, of one seat."""
    season = table.round.season
    _asked(by, season.league, reason)
    if not 1 <= hours <= 24 * LONGEST_EXTENSION.days:
        raise LeagueError(_("This is an hour up to %(days)d days.") % {"days": LONGEST_EXTENSION.days}, about="hours")
    if table.game is None or table.game.status != Game.Status.RUNNING or not decisions.pace_of(table.game).runs:
        raise LeagueError(_("There is no clock running in this game."))
    clocks.extend(table.game, seat, timedelta(hours=hours), now=now, by=by, reason=reason)
    write(season.league, "extended", key=_key(season, now, table.pk, seat.index), now=now, season=season, table=table, actor=by,
          about=seat.user, reason=reason, hours=hours)


@transaction.atomic
def extend_season(*, season: Season, by: User, last: date, reason: str, now: datetime) -> None:
    """A later last day; half time and the next season's dates move with it as far as they are still to come."""
    _asked(by, season.league, reason)
    season = locked(season)
    if season.status == Season.Status.FINISHED or season.steps.filter(kind=Step.Kind.LAST, done__isnull=False).exists():
        raise LeagueError(_("This season is over."))
    if not season.last < last <= season.last + LONGEST_EXTENSION:
        raise LeagueError(
            _("The new last day must be later than the old one, by %(days)d days at most.") % {"days": LONGEST_EXTENSION.days},
            about="last")
    before, season.last = season.last, last
    season.save(update_fields=("last",))
    for kind in (Step.Kind.LAST, Step.Kind.FINAL, Step.Kind.NEXT):
        season.steps.filter(kind=kind, done=None).update(due=dates.due(season, kind), lease=None)
    following = Season.objects.filter(league=season.league, number=season.number + 1).first()
    if following is not None and not following.divisions.exists():
        shift = dates.next_first(season) - following.first
        following.first, following.last = following.first + shift, following.last + shift
        following.save(update_fields=("first", "last"))
        dates.plan(following)
    write(season.league, "longer", key=_key(season, now), now=now, season=season, actor=by, reason=reason,
          before=before.isoformat(), after=last.isoformat())


@transaction.atomic
def annul(*, table: Table, by: User, reason: str, now: datetime) -> None:
    """The game counts for nobody; if it runs, it ends."""
    _decide(table, None, by=by, reason=reason, now=now, how=Table.How.ANNULLED)


@transaction.atomic
def decide(*, table: Table, places: Mapping[int, int], by: User, reason: str, now: datetime) -> None:
    """These places, by seat; equal ones are shared: 1 2 2 4 or 1 1 3 4."""
    count = table.seats.count()
    wanted = sorted(places.values())
    if sorted(places) != list(range(count)) or any(place != 1 + wanted.index(place) for place in wanted):
        raise LeagueError(_("Give each seat a place; after a shared place as many are left out: 1, 2, 2, 4."), about="places")
    _decide(table, places, by=by, reason=reason, now=now, how=Table.How.DECIDED)


def _decide(table: Table, places: Mapping[int, int] | None, *, by: User, reason: str, now: datetime, how: str) -> None:
    season = table.round.season
    _asked(by, season.league, reason)
    season = locked(season)
    if season.status == Season.Status.FINISHED:
        raise LeagueError(_("This season is over."))
    if table.how == Table.How.BYE:
        raise LeagueError(_("A bye is no game."))
    later = season.rounds.filter(number__gt=table.round.number).exists()
    if later and season.league.format in ("knockout", "groups"):
        raise LeagueError(_("The next round, which follows from this result, has begun."))
    results.set_places(table, places, how=how, reason=reason, now=now)
    if table.game is not None:
        rated.forget_from(table.game)
    standings.store(season)
    write(season.league, how, key=_key(season, now, table.pk), now=now, season=season, table=table, actor=by, reason=reason,
          game=table.game.code if table.game else "", places=[places[index] for index in sorted(places)] if places else [])
    players = TableSeat.objects.filter(table=table).values_list("entry__user", flat=True)
    tell_all(season, LeagueNotice.Kind.RESULT, {
        user: {"game": table.game.code if table.game else "", "how": how, "reason": reason, "by": str(by)}
        for user in players}, now=now, about=f"{table.pk}:{now.isoformat()}")


@transaction.atomic
def announce(*, season: Season, by: User, text: str, now: datetime) -> int:
    """A message to everybody who takes part or waits; how many."""
    _asked(by, season.league)
    text = text.strip()
    if not text:
        raise LeagueError(_("Write something."), about="text")
    users = list(season.entries.exclude(status=Entry.Status.WITHDRAWN).values_list("user", flat=True))
    write(season.league, "announcement", key=_key(season, now), now=now, season=season, actor=by, reason=text)
    tell_all(season, LeagueNotice.Kind.ANNOUNCEMENT, {user: {"text": text, "by": str(by)} for user in users},
             now=now, about=now.isoformat())
    return len(users)


@transaction.atomic
def close(*, league: League, by: User, reason: str, now: datetime) -> None:
    """No further season. What is registered for one that has not begun is withdrawn with it."""
    _asked(by, league, reason)
    league.closed = now
    league.save(update_fields=("closed",))
    for season in league.seasons.filter(started=None):
        season.entries.update(status=Entry.Status.WITHDRAWN)
        season.steps.filter(done=None).update(done=now, lease=None)
        Season.objects.filter(pk=season.pk).update(status=Season.Status.FINISHED, finished=now)
    write(league, "closed", key=str(league.pk), now=now, actor=by, reason=reason)


def events(league: League) -> list[LeagueEvent]:
    """What happened, the latest first, for everybody to read."""
    return list(league.events.select_related("actor", "about", "season", "table__game").order_by("-at", "-pk"))
