"""What the people of a simulated club do, and when: each minute those who look at their games, and what comes late.

A tenth of all orders comes as by mail: received in one minute and read in the next.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from random import Random

from django.core.exceptions import ValidationError

from accounts.models import Absence
from engine import GAMES, Order, RulesError
from engine.bots import BOTS
from games import away, plans, play, substitutes, tables, votes
from games.models import Game, Plan, Seat
from games.pace import from_dict
from games.plan_lines import Draft
from games.tables import TableError
from web.simulations.habits import PACES, ZONES, Member, member
from web.simulations.watch import Violated, Watch

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SEATS_EACH = 7  # games that one person plays at a time, about
EARNEST = 50  # orders after which tiles are only exchanged in every other game, so that it ends sooner
PATIENT = 0.6  # of the days: an older game is brought to its end
BY_MAIL = 0.1
MAILED = 12  # one in so many gets the mails written
ANSWERS = ({"defend": {"all": "least"}, "leave": "near", "take": "all"},
           {"defend": {"all": "all", "king": "none"}, "attack": {"all": "all"}, "leave": "far"},
           {"defend": {"all": "least 3"}, "attack": {"all": "none"}, "take": "none", "tell": True})


class Members:
    """Everybody, and a queue of what they will do."""

    def __init__(self, random: Random, watch: Watch, *, games: int, begin: datetime, days: int) -> None:
        self.random, self.watch, self.zones = random, watch, ZONES
        people = max(len(ZONES), round(games * 3 / SEATS_EACH))
        self.all = [member(number, Random(random.random()), begin, days) for number in range(people)]
        self.mailed = watch.readers = {one.user.pk for one in self.all[::MAILED]}
        self.of = {one.user.pk: one for one in self.all}
        self.queue: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self.number = count()
        self.patience = PATIENT * days * DAY
        self.in_transit: list[tuple[int, datetime]] = []  # games and when a mail for them came in
        for one in self.all:
            self.at(one.next_look(begin), partial(self.look, one))
            if one.user.pk % 3 == 0:
                self.at(begin + DAY * random.randrange(max(1, days // 2)), partial(self.go_away, one))
        for number in range(games):
            self.at(begin + random.random() * days * DAY / 4, partial(self.open_table, number))

    def at(self, when: datetime, what: Callable[[datetime], None]) -> None:
        heapq.heappush(self.queue, (when, next(self.number), what))

    def live(self, now: datetime) -> bool:
        """Whether somebody did something."""
        done = False
        while self.queue and self.queue[0][0] <= now:
            heapq.heappop(self.queue)[2](now)
            done = True
        return done

    def unread(self, game: Game, until: datetime) -> bool:
        return any(pk == game.pk and received <= until for pk, received in self.in_transit)

    def open_table(self, number: int, now: datetime) -> None:
        """Both kinds, two to four seats, every pace; in some games bots."""
        pace = PACES[number % len(PACES)]
        kind = "tigris" if number % 2 else "kings"
        size = 2 + number // 2 % 3
        bots = ["greedy"] if number % 10 == 7 and size > 2 else []
        pool = [one for one in self.all if one.faithful or pace.runs]
        people = self.random.sample(pool, size - len(bots))
        game = tables.create(host=people[0].user, now=now, kind=kind, size=size, pace=pace, bots=bots)
        for one in people[1:]:
            tables.join(game=game, user=one.user, now=now)
        for seat in game.seats.select_related("user"):
            if seat.user_id and self.of[seat.user_id].stands:
                self.stand(game, seat, now)

    def look(self, one: Member, now: datetime) -> None:
        """Somebody looks at all their games."""
        if one.vanishes is None or now < one.vanishes:
            self.at(one.next_look(now), partial(self.look, one))
        if not one.here(now) or (self.watch.is_away(one.user.pk, now) and one.random.random() < 0.9):
            return
        self.watch.counts["looks"] += 1
        for pk in self.watch.games_of(one.user.pk):
            planning, voting = one.random.random() < one.plans, one.random.random() < self.votes_for(one, pk, now)
            if not (planning or voting or self.watch.wants(pk, one.user.pk)):
                continue
            game = Game.objects.prefetch_related("seats__user").get(pk=pk)
            seat = next((seat for seat in game.seats.all() if seat.user_id == one.user.pk), None)
            if seat is None or game.status != Game.Status.RUNNING:
                continue
            if seat.opened is not None:
                substitutes.come_back(game=game, user=one.user, now=now)
                game = Game.objects.prefetch_related("seats__user").get(pk=pk)
            if game.decider == seat.index:
                if one.random.random() < one.answers:
                    self.answer(one, game, seat, now)
            elif planning:
                self.plan(one, game, seat, now)
            self.vote(one, game, voting, now)
        if one.helps and one.random.random() < 0.3:
            self.help(one, now)

    def votes_for(self, one: Member, game: int, now: datetime) -> float:
        return 0.1 if self.is_old(self.watch.games[game], now) else one.votes

    def answer(self, one: Member, game: Game, seat: Seat, now: datetime) -> None:
        """Orders until it is somebody else's decision, or unseen tiles come, in one message as people send them."""
        text, seen = "\n".join(self.orders(game, seat, now)), game.version
        key = f"simulated:{game.pk}:{seat.index}:{seen}"
        if one.random.random() < BY_MAIL:
            self.in_transit.append((game.pk, now))
            self.at(now + MINUTE, lambda later: self.read(game, seat, text, seen, key, now, later))
        else:
            self.submit(game, seat, text, seen, "page", key, now, now)

    def read(self, game: Game, seat: Seat, text: str, seen: int, key: str, received: datetime, now: datetime) -> None:
        self.in_transit.remove((game.pk, received))
        self.submit(game, seat, text, seen, "mail", f"mail:{key}", now, received)

    def submit(
        self, game: Game, seat: Seat, text: str, seen: int, source: str, key: str, now: datetime, received: datetime
    ) -> None:
        outcome = play.submit(game=game, seat=seat, text=text, seen=seen, source=source, key=key, actor=seat.user, now=now,
                              received=received)
        if not outcome.ok and not outcome.moved_on and outcome.game.status == Game.Status.RUNNING:
            raise Violated(f"{now}: game {game.code}: {text!r} was refused: {outcome.error}")
        self.watch.counts["messages"] += outcome.ok

    def orders(self, game: Game, seat: Seat, now: datetime) -> list[str]:
        rules, state, lines = GAMES[game.kind], play.position(game), list[str]()
        hurries = (game.pk % 2 and game.version > EARNEST) or self.is_old(game, now)
        while rules.decider(state) == seat.index:
            view = rules.view(state, seat.index)
            assert view.decision is not None
            if hurries and view.decision.kind == "turn" and "swap" in view.legal:
                lines.append(str(Order("swap", view.legal["swap"][:6])))
                break
            order = BOTS["greedy"](view, Random(f"{game.pk}:{game.version}:{len(lines)}"))
            state, _facts = rules.apply(state, seat.index, order)
            lines.append(str(order))
            if order.word == "swap" or any(fact.kind == "turn" for fact in _facts):
                break
        return lines

    def plan(self, one: Member, game: Game, seat: Seat, now: datetime) -> None:
        """What they would do if it were their move now; some of it will be void then."""
        view = play.view(game, seat)
        hand = [tile for tile, held in (view.seats[seat.index].hand or {}).items() for _number in range(held)]
        legal = GAMES[game.kind].legal(play.position(game))
        wanted = [str(order) for order in legal if order.word in ("king", "priest", "farmer", "trader")][-1:]
        orders = one.random.choice((("pass",), ("pass", "pass"), tuple(wanted) or ("pass",), (f"swap {' '.join(hand[:2])}",)))
        guard = one.random.choice((Plan.Guard.LEGAL.value, Plan.Guard.UNCHANGED.value))
        draft = Draft(orders, guard, one.random.random() < 0.4)
        try:
            plans.check(game, seat, draft)
        except RulesError:
            return
        plans.make(game, seat, draft, version=game.version, key=f"plan:{seat.pk}:{now.isoformat()}", now=now)
        self.watch.counts["plans written"] += 1

    def stand(self, game: Game, seat: Seat, now: datetime) -> None:
        plans.keep(game, seat, self.random.choice(ANSWERS), hidden=self.random.random() < 0.4, key=f"standing:{seat.pk}", now=now)

    def vote(self, one: Member, game: Game, proposes: bool, now: datetime) -> None:
        """Somebody proposes something now and then; others agree to most of it, and always to go on."""
        if not (proposes or game.paused or self.watch.is_voted_on(game.pk)):
            return
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING or one.user.pk not in {seat.user_id for seat in votes.voters(game)}:
            return
        open_now = votes.ballots(game, now=now) if self.watch.is_voted_on(game.pk) else []
        for ballot in open_now:
            seat = next(seat for seat in game.seats.all() if seat.user_id == one.user.pk)
            agrees = ballot.on in ("resume", "pause") or self.is_old(game, now) or one.random.random() < 0.05
            if seat.index in ballot.missing and agrees:
                to = from_dict(ballot.wanted) if ballot.on == "pace" else None
                votes.vote(game=game, user=one.user, on=ballot.on, yes=True, now=now, to=to)
                return
        if game.paused is not None and not any(ballot.on == "resume" for ballot in open_now):
            votes.vote(game=game, user=one.user, on="resume", yes=True, now=now)
        elif proposes:
            on = "end" if self.is_old(game, now) else one.random.choice([on for on in votes.possible(game) if on != "resume"])
            votes.vote(game=game, user=one.user, on=on, yes=True, now=now, to=PACES[4] if on == "pace" else None)

    def is_old(self, game: Game, now: datetime) -> bool:
        return game.started is not None and now - game.started > self.patience

    def help(self, one: Member, now: datetime) -> None:
        for seat in substitutes.open_seats()[:5]:
            try:
                substitutes.take_seat(game=seat.game, seat=seat, user=one.user, now=now)
            except TableError:
                continue
            if one.stands:
                self.stand(seat.game, Seat.objects.select_related("user").get(pk=seat.pk), now)
            return

    def go_away(self, one: Member, now: datetime) -> None:
        """A vacation, from today on or later; some come back sooner."""
        first = now.astimezone(one.user.zone).date() + one.random.randrange(6) * DAY
        try:
            absence = away.take(one.user, first, first + one.random.randrange(1, 8) * DAY, now=now)
        except ValidationError:
            return
        if one.random.random() < 0.3:
            self.at(now + 4 * DAY, lambda later: self.come_home(absence, later))

    def come_home(self, absence: Absence, now: datetime) -> None:
        away.give_back(absence, now=now)
