"""Which games are rated, and the stored history of ratings: it follows from results alone, in the order of ending.

Not rated: games of fewer than LEAST_TURNS turns a player, that began with a bot, that ended without an order (by
agreement, on a season's last day, by staff), that an organiser annulled or decided. Who resigned, or lost the seat by
absence, is last; a substitute is not rated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from games.models import Game, TableEvent
from leagues.models import RatedGame, RatingChange, Table, Turnstile
from leagues.ratings import START, Outlook, Rating, after, outlook, pool, pools

__all__ = ["LEAST_TURNS", "START", "catch_up", "differences", "forget_from", "pool", "predict", "present"]

LEAST_TURNS = 5  # a player; a turn is counted as two orders
BATCH = 25  # games in one transaction
Known = dict[tuple[str, int], tuple[Rating, int]]  # pool and user -> rating, number of games


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who is rated for a game, with their places; or why nobody is."""

    users: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    why_not: str = ""


def finished() -> QuerySet[Game]:
    rows = Game.objects.filter(status=Game.Status.FINISHED, ended__isnull=False)
    return rows.prefetch_related("seats").select_related("league_table").order_by("ended", "pk")


def ranking(game: Game) -> Ranking:
    """What the game says about its players, from its rows alone."""
    seats = list(game.seats.all())
    left: dict[int, int] = {}  # seat -> who had it at the start
    for event in TableEvent.objects.filter(game=game, kind=TableEvent.Kind.SUBSTITUTED).order_by("pk"):
        if event.seat is not None:
            left.setdefault(event.seat, event.data["left"])
    table = getattr(game, "league_table", None)
    if any(seat.bot and seat.index not in left for seat in seats):
        return Ranking(why_not="bots")
    if table is not None and table.how in (Table.How.ANNULLED, Table.How.DECIDED):
        return Ranking(why_not=table.how)
    if game.ended_by:
        return Ranking(why_not=game.ended_by)
    if game.version < 2 * LEAST_TURNS * len(seats):
        return Ranking(why_not="short")
    users = tuple(left.get(seat.index, seat.user_id or 0) for seat in seats)
    lost = [seat.index in left or seat.opened is not None for seat in seats]
    places = tuple(
        len(seats) if gone else seat.place or len(seats) for seat, gone in zip(seats, lost, strict=True))
    return Ranking(users, places)


def changes(game: Game, ranked: Ranking, known: Known) -> Iterator[RatingChange]:
    """The new ratings, also put into `known`."""
    assert game.ended is not None
    for name in pools(game.kind, len(ranked.users)) if ranked.users else ():
        before = [known.get((name, user), (START, 0)) for user in ranked.users]
        new = after([rating for rating, _ in before], ranked.places)
        for user, (old, number), now in zip(ranked.users, before, new, strict=True):
            known[name, user] = now, number + 1
            yield RatingChange(user_id=user, pool=name, game=game, mu=now.mu, sigma=now.sigma, mu_before=old.mu,
                               sigma_before=old.sigma, number=number + 1, at=game.ended)


def catch_up(*, now: datetime) -> int:
    """Rates the games that have ended, in that order; how many."""
    done = 0
    while finished().filter(rated=None).exists():
        with transaction.atomic():
            hold()
            batch = list(finished().filter(rated=None)[:BATCH])
            if not batch:  # another worker was faster
                break
            first = batch[0]
            assert first.ended is not None
            later = RatedGame.objects.filter(Q(ended__gt=first.ended) | Q(ended=first.ended, game__gt=first.pk))
            if later.exists():  # one that ended before others has come late
                _forget(first)
                batch = list(finished().filter(rated=None)[:BATCH])
            done += _rate(batch)
    return done


def _rate(batch: Iterable[Game]) -> int:
    known, done = Known(), 0
    for game in batch:
        assert game.ended is not None
        _mark, new = RatedGame.objects.get_or_create(game=game, defaults={"ended": game.ended})
        if not new:
            continue
        ranked = ranking(game)
        for name in pools(game.kind, len(ranked.users)) if ranked.users else ():
            for user in ranked.users:
                if (name, user) not in known and (row := latest(name, user)):
                    known[name, user] = Rating(row.mu, row.sigma), row.number
        RatingChange.objects.bulk_create(changes(game, ranked, known))
        RatedGame.objects.filter(game=game).update(why_not=ranked.why_not)
        done += 1
    return done


def latest(name: str, user: int) -> RatingChange | None:
    return RatingChange.objects.filter(pool=name, user=user).order_by("-number").first()


def hold() -> None:
    """Until the end of the transaction nobody else changes ratings."""
    Turnstile.objects.get_or_create(name="ratings")
    Turnstile.objects.select_for_update().get(name="ratings")


@transaction.atomic
def forget_from(game: Game) -> None:
    """The game says something else than before, or is not rated any more: it and what follows is rated anew."""
    hold()
    if RatedGame.objects.filter(game=game).exists():
        _forget(game)


def _forget(game: Game) -> None:
    assert game.ended is not None
    RatingChange.objects.filter(Q(at__gt=game.ended) | Q(at=game.ended, game__gte=game.pk)).delete()
    RatedGame.objects.filter(Q(ended__gt=game.ended) | Q(ended=game.ended, game__gte=game.pk)).delete()


def differences() -> list[str]:
    """Computes all ratings again from results alone; where what is stored is something else."""
    known = Known()
    stored = {(row.pool, row.game_id, row.user_id): row for row in RatingChange.objects.all()}
    why = dict(RatedGame.objects.values_list("game", "why_not"))
    found: list[str] = []
    for game in finished().filter(rated__isnull=False).iterator(chunk_size=200):
        ranked = ranking(game)
        if why[game.pk] != ranked.why_not:
            found.append(f"game {game.code}: stored {why[game.pk] or 'rated'}, computed {ranked.why_not or 'rated'}")
        for row in changes(game, ranked, known):
            was = stored.pop((row.pool, row.game_id, row.user_id), None)
            if was is None or (was.mu, was.sigma, was.number) != (row.mu, row.sigma, row.number):
                found.append(f"game {game.code}, {row.pool}, user {row.user_id}: stored "
                             f"{(was.mu, was.sigma) if was else None}, computed {(row.mu, row.sigma)}")
    found += [f"game {game}, {name}, user {user}: stored, but not computed" for name, game, user in stored]
    return found


def present(users: Sequence[int], name: str) -> Mapping[int, Rating]:
    """The ratings of those who have one in this pool."""
    numbers = dict(RatingChange.objects.filter(pool=name, user__in=users).values_list("user").annotate(n=Max("number")))
    rows = RatingChange.objects.filter(pool=name, user__in=users)
    return {row.user_id: Rating(row.mu, row.sigma) for row in rows if numbers.get(row.user_id) == row.number}


def predict(user: int, others: Sequence[int], kind: str) -> tuple[Outlook, ...]:
    """What each place at a table with these others would change, before one joins."""
    found = present([user, *others], pool(kind, len(others) + 1))
    return outlook(found.get(user, START), [found.get(other, START) for other in others])
