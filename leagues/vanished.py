"""Players who have vanished: their open seats go to the waiting list, and if nobody waits there, to a bot.

An open seat waits `League.wait_days` for its player. Who is on the waiting list of a running season has agreed to
step in; first come, first seated, one seat after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games import seating
from games.models import Game, Seat
from leagues.models import Entry, LeagueNotice, Season, Table, TableSeat
from leagues.seasons import locked
from leagues.told import tell, write

STAND_IN = "greedy"


def replace(season: Season, *, now: datetime) -> int:
    """Fills the seats of running games that have been open for too long; how many."""
    since = now - timedelta(days=season.league.wait_days)
    rows = Seat.objects.filter(
        game__league_table__round__season=season, game__league_table__final=None, game__status=Game.Status.RUNNING,
        opened__lte=since, user__isnull=False)
    done = 0
    for seat in rows.select_related("game", "user").order_by("opened", "pk"):
        done += fill(season, seat, now=now)
    return done


@transaction.atomic
def fill(season: Season, seat: Seat, *, now: datetime, by_removal: bool = False) -> bool:
    """The seat to the first of the waiting list who can take it, else to a bot."""
    season = locked(season)
    seat = Seat.objects.select_related("game", "user").get(pk=seat.pk)
    vanished = seat.user
    table, stands_in = Table.objects.select_related("division").get(game=seat.game_id), None
    if vanished is None or (seat.opened is None and not by_removal):
        return False
    for entry in candidates(season, table):
        if seating.give(seat.game, seat, now=now, to=entry.user):
            step_in(entry, table)
            stands_in = entry
            tell(season, LeagueNotice.Kind.SUBSTITUTE, entry.user_id, now=now, about=seat.pk, game=seat.game.code,
                 instead=str(vanished))
            write(season.league, "substituted", key=f"{seat.pk}:{entry.pk}", now=now, season=season, table=table,
                  about=vanished, by=str(entry.user))
            break
    else:
        if not seating.give(seat.game, seat, now=now, bot=STAND_IN):
            return False
        write(season.league, "bot", key=f"{seat.pk}:{vanished.pk}", now=now, season=season, table=table, about=vanished)
    if not by_removal:
        seat.refresh_from_db()
        tell(season, LeagueNotice.Kind.REPLACED, vanished.pk, now=now, about=seat.pk, game=seat.game.code,
             by=str(seat.user) if seat.user else "")
    if mark_replaced(season, vanished.pk) and stands_in is not None:
        take_over(season, season.entries.get(user=vanished), stands_in)
    return True


def candidates(season: Season, table: Table) -> list[Entry]:
    """Substitutes of this division first, then the waiting list in its order."""
    rows = season.entries.filter(status__in=(Entry.Status.SUBSTITUTE, Entry.Status.WAITING)).select_related("user")
    here = [entry for entry in rows if entry.status == Entry.Status.WAITING or entry.division_id == table.division_id]
    return sorted(here, key=lambda entry: (entry.status == Entry.Status.WAITING, entry.registered, entry.pk))


def step_in(entry: Entry, table: Table) -> None:
    if entry.status == Entry.Status.WAITING:
        entry.status = Entry.Status.SUBSTITUTE
        entry.division = table.division or table.round.season.divisions.first()
        entry.save(update_fields=("status", "division"))


def mark_replaced(season: Season, user: int) -> bool:
    """Who has no seat left in any running game is replaced: relegated, and not registered again without a word.
    Whether that is so."""
    still = Seat.objects.filter(game__league_table__round__season=season, game__league_table__final=None,
                                game__status=Game.Status.RUNNING, user=user)
    if not still.exists():
        season.entries.filter(user=user, status=Entry.Status.PLAYING).update(status=Entry.Status.REPLACED)
        not_again(season, [user])
    return not still.exists()


def later_tables(season: Season, entry: Entry) -> int:
    """How many tables are drawn for an entry whose round has not come yet."""
    made = set(Table.objects.filter(round__season=season).values_list("number", flat=True))
    return sum(entry.pk in table for number, table in enumerate(season.plan, 1) if number not in made)


def take_over(season: Season, entry: Entry, by: Entry) -> int:
    """Those tables are another entry's; how many. The caller holds the season's row."""
    if later := later_tables(season, entry):
        season.plan = [[by.pk if player == entry.pk else player for player in table] for table in season.plan]
        season.save(update_fields=("plan",))
        Entry.objects.filter(pk=by.pk).update(status=Entry.Status.PLAYING)
    return later


def not_again(season: Season, users: Iterable[int]) -> None:
    """These are not registered for the next season without a word; who was is so no more."""
    season.entries.filter(user__in=users).update(again=False)
    following = Season.objects.filter(league=season.league, number=season.number + 1).first()
    if following is not None and not following.divisions.exists():
        following.entries.filter(user__in=users, automatic=True, status__in=(
            Entry.Status.REGISTERED, Entry.Status.WAITING)).update(status=Entry.Status.WITHDRAWN)


def seats_of(season: Season, user: int) -> list[Seat]:
    """A player's seats in games whose result is open."""
    rows = Seat.objects.filter(game__league_table__round__season=season, game__league_table__final=None,
                               game__status=Game.Status.RUNNING, user=user)
    return list(rows.select_related("game", "user").order_by("pk"))


def drawn_to(season: Season, user: int) -> list[TableSeat]:
    return list(TableSeat.objects.filter(table__round__season=season, entry__user=user).select_related("table"))
