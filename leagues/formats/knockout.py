"""Knock-out of tables: the first k of each table go on until one table is left, the final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.formats import tables
from leagues.formats.face import Draw, Field, Seating
from leagues.ties import Result

NAME = gettext_lazy("Knock-out")
WORDS = gettext_lazy("The first of each table go on, the others are out; until one table is left.")
DEFAULTS: Mapping[str, int] = {"go_on": 2}


def next_round(field: Field) -> Draw:
    line = [entrant.player for entrant in sorted(field.here, key=lambda one: (-one.rating, one.order))]
    return draw(field, line, field.played, first=1)


def draw(field: Field, line: Sequence[int], played: Sequence[Result], *, first: int) -> Draw:
    """The next round of a knock-out that began in round `first` with this `line`, best first."""
    gone = {entrant.player for entrant in field.entrants if entrant.removed}
    seeds = {player: index for index, player in enumerate(line)}
    go_on = field.settings.get("go_on", DEFAULTS["go_on"])
    alive = list(line)
    out: list[int] = []
    rounds = sorted({result.round for result in played if result.round >= first})
    for number in rounds:
        through, lost, final = _after([result for result in played if result.round == number], go_on, seeds, alive)
        out = [*lost, *out]
        if final:
            return Draw(order=(*through, *out))
        alive = through
    alive = [player for player in alive if player not in gone]
    out = [*(player for player in line if player in gone and player not in out), *out]
    if len(alive) < 2:
        return Draw(order=(*alive, *out))
    sizes, left = tables.split(len(alive), field.seats)
    byes, playing = tuple(alive[:left]), alive[left:]
    met, sat = tables.history([
        tuple(seat.player for seat in result.seats if seat.player is not None) for result in played if not result.bye])
    count = len(sizes)
    seated = tables.draw(
        _snake(playing, sizes), sizes, met=met, sat=sat, blocked=field.blocked, before=field.before,
        seed=f"{field.seed}:{field.round}", spread=lambda one, other: 0.0)
    assert len(seated) == count
    return Draw(tuple(Seating(0, number, table) for number, table in enumerate(seated, 1)), byes)


def _after(
    results: Sequence[Result], go_on: int, seeds: Mapping[int, int], alive: Sequence[int]
) -> tuple[list[int], list[int], bool]:
    """Who goes on, best first; who is out, best first; whether this was the final."""
    games = [result for result in results if not result.bye]
    free = [seat.player for result in results if result.bye for seat in result.seats if seat.player is not None]
    ranked: list[tuple[tuple[float, ...], int, bool]] = []
    final = len(games) == 1 and not free
    for result in games:
        seats = sorted(
            (seat for seat in result.seats if seat.player is not None),
            key=lambda seat: (seat.absent, seat.place, -(seat.share or 0), seeds.get(seat.player or 0, 0)))
        number = min(go_on, len(result.seats) - 1)
        for position, seat in enumerate(seats):
            assert seat.player is not None
            key = (position, -seat.points, -float(seat.share or 0), seeds.get(seat.player, 0))
            ranked.append((key, seat.player, final or (position < number and not seat.absent)))
    ranked.sort()
    through = free + [player for _key, player, on in ranked if on]
    lost = [player for _key, player, on in ranked if not on]
    lost += [player for player in alive if player not in through and player not in lost]
    return through, lost, final


def _snake(line: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The best of each table first: seeds are dealt to the tables forth and back."""
    dealt: list[list[int]] = [[] for _ in sizes]
    order = list(range(len(sizes)))
    for player in line:
        while len(dealt[order[0]]) >= sizes[order[0]]:
            order.pop(0)
            if not order:
                order = [index for index, size in enumerate(sizes) if len(dealt[index]) < size]
        dealt[order.pop(0)].append(player)
        if not order:
            full = [len(table) for table in dealt]
            order = [index for index, size in enumerate(sizes) if full[index] < size]
            if max(full) % 2:
                order.reverse()
    return [player for table in dealt for player in table]


def explain(settings: Mapping[str, int], seats: int) -> list[str]:
    return [
        _("In each round the first %(number)d of each table go on, in the order of their places; the others are out. Who "
          "is equal at a table goes by the weakest colour, then by the seeding.")
        % {"number": settings.get("go_on", DEFAULTS["go_on"])},
        _("When one table is left, it is the final. The others stand behind it in the order in which they went out, and "
          "of one round by their places there."),
        _("The seeding is by rating, then by registration. With a number that fills no tables of %(seats)d, some have "
          "fewer, and where one alone is left over, the best seeded has a bye.") % {"seats": seats},
    ]
