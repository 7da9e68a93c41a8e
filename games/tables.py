"""Tables before the start: open one, sit down, invite, leave, cancel. The last seat taken starts the game.

Each function is one transaction on the locked game row and raises TableError, with words for the player, when
it changes nothing. A Seat row is a taken or a kept seat; free seats have none.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from engine import GAMES
from engine.bots import BOTS
from games import bell, chance, follow
from games.models import Game, Notice, Seat
from games.pace import NO_CLOCK, Pace, PaceError, check

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
INVITATIONS_A_DAY = 30  # mails that one host can cause


class TableError(Exception):
    """Nothing was changed; the text tells the player why and what is possible. `about`: the field of a form."""

    def __init__(self, words: str, *, about: str = "") -> None:
        super().__init__(words)
        self.about = about


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(8))


@transaction.atomic
def create(
    *,
    host: User,
    now: datetime,
    kind: str = "tigris",
    size: int = 3,
    options: Mapping[str, str] | None = None,
    pace: Pace | None = None,
    public: bool = True,
    title: str = "",
    bots: Sequence[str] = (),
) -> Game:
    """A table with the host on it and the bots beside."""
    if kind not in GAMES:
        raise TableError(_("There is no game called “%(name)s” here.") % {"name": kind})
    rules = GAMES[kind]
    if size not in rules.seats:
        sizes = ", ".join(map(str, rules.seats))
        raise TableError(_("%(size)d players can't play this; %(sizes)s can.") % {"size": size, "sizes": sizes})
    try:
        check(pace := pace or NO_CLOCK)
    except PaceError as error:
        raise TableError(str(error), about=error.about) from None
    if len(bots) >= size:
        raise TableError(
            _("%(bots)d bots and you are more than %(size)d players.") % {"bots": len(bots), "size": size}
        )
    chosen = {}
    for name, values in rules.options.items():
        chosen[name] = (options or {}).get(name, values[0])
        if chosen[name] not in values:
            raise TableError(
                _("“%(value)s” is no choice for %(option)s; these are: %(values)s.")
                % {"value": chosen[name], "option": name, "values": ", ".join(values)}
            )
    game = Game.objects.create(
        code=new_code(), kind=kind, title=title, host=host, options=chosen, size=size, pace=pace.as_dict(), public=public,
        invitation=secrets.token_urlsafe(16), created=now,
    )
    Seat.objects.create(game=game, index=0, user=host)
    for bot in bots:
        seat_bot(game, bot)
    start_if_full(game, now)
    return game


@transaction.atomic
def join(*, game: Game, user: User, now: datetime, invitation: str = "") -> Seat:
    """Sits down: on the seat kept for this invitation or for one of the user's addresses, else on a free one."""
    game = locked(game)
    if game.seats.filter(user=user).exists():
        raise TableError(_("You already sit at this table."))
    kept = game.seats.filter(user=None, bot="")
    seat = kept.filter(invitation=invitation).first() if invitation else None
    seat = seat or kept.filter(invited__in=addresses(user)).first()
    if seat is None:
        if not game.public and not (invitation and secrets.compare_digest(invitation, game.invitation)):
            raise TableError(_("This table is for invited players. Ask the host for the link to join."))
        if free(game) < 1:
            raise TableError(_("All seats of this table are taken or kept for somebody. The lobby has others."))
        seat = Seat(game=game, index=free_index(game))
    seat.user = user
    seat.save()
    start_if_full(game, now)
    return seat


@transaction.atomic
def leave(*, game: Game, user: User, now: datetime) -> None:
    game = locked(game)
    if user == game.host:
        raise TableError(_("The host can't leave; cancel the table instead."))
    if not game.seats.filter(user=user).delete()[0]:
        raise TableError(_("You don't sit at this table."))


@transaction.atomic
def cancel(*, game: Game, user: User, now: datetime) -> None:
    """The host ends the table before it starts; everybody who sits or was invited is told."""
    game = hosted(game, user)
    game.status, game.ended = Game.Status.CANCELLED, now
    game.save(update_fields=("status", "ended"))
    unknowing = set(game.notices.filter(kind=Notice.Kind.INVITED, told=None).values_list("seat_id", flat=True))
    game.notices.filter(told=None).delete()
    for seat in game.seats.select_related("user"):
        expected = seat.user_id or seat.pk not in unknowing  # whose invitation never went out needs no mail now
        if expected and not seat.bot and seat.user != game.host:
            notice(game, seat, Notice.Kind.CANCELLED, now)


@transaction.atomic
def invite(*, game: Game, user: User, address: str, now: datetime) -> Seat:
    """Keeps a seat for a mail address and sends it a link. Says nothing on whether it has an account."""
    game = hosted(game, user)
    address = address.strip().lower()
    try:
        validate_email(address)
    except ValidationError:
        raise TableError(
            _("“%(address)s” is not a mail address; one looks like ana@example.org.") % {"address": address}
        ) from None
    if address in addresses(user):
        raise TableError(_("%(address)s is your own address, and you sit here already.") % {"address": address})
    if game.seats.filter(invited=address).exists():
        raise TableError(_("%(address)s is invited already.") % {"address": address})
    if free(game) < 1:
        raise TableError(_("No seat is free to keep. Take a bot or an invitation back first."))
    today = Notice.objects.filter(kind=Notice.Kind.INVITED, game__host=user, created__gt=now - timedelta(days=1))
    if today.count() >= INVITATIONS_A_DAY:
        raise TableError(
            _("That were %(most)d invitations within a day; more go out tomorrow. The link to join works as well.")
            % {"most": INVITATIONS_A_DAY}
        )
    seat = Seat.objects.create(
        game=game, index=free_index(game), invited=address, invitation=secrets.token_urlsafe(16)
    )
    notice(game, seat, Notice.Kind.INVITED, now)
    return seat


@transaction.atomic
def add_bot(*, game: Game, user: User, bot: str, now: datetime) -> Seat:
    game = hosted(game, user)
    if free(game) < 1:
        raise TableError(_("No seat is free for a bot. Take an invitation back first."))
    seat = seat_bot(game, bot)
    start_if_full(game, now)
    return seat


@transaction.atomic
def remove_seat(*, game: Game, user: User, seat: Seat) -> None:
    """The host takes back a bot or an invitation that nobody has accepted."""
    game = hosted(game, user)
    kept = game.seats.filter(pk=seat.pk, user=None)
    game.notices.filter(seat__in=kept, told=None).delete()
    if not kept.delete()[0]:
        raise TableError(_("Only bots and open invitations can be taken back; somebody sits on this seat."))


def start_if_full(game: Game, now: datetime) -> None:
    """The start, in an order of play from the system's secure random source."""
    seats = list(game.seats.all())
    if len(seats) < game.size or any(seat.user_id is None and not seat.bot for seat in seats):
        return
    if sum(seat.user_id is not None for seat in seats) == 1:
        check_bot_games(game.host)
    start(game, chance.shuffle(seats), now=now)


def start(game: Game, seats: Sequence[Seat], *, now: datetime, told: bool = True) -> None:
    """Dynasties and bag from the system's secure random source, then the first turn. `seats`: in the order of play.
    `told`: with a notice to everybody; who is to move gets theirs in any case."""
    rules = GAMES[game.kind]
    dynasties = chance.shuffle(rules.dynasties)[: game.size]
    game.seats.update(index=F("index") + game.size)  # out of the way: no two may share an index in between
    for index, (seat, dynasty) in enumerate(zip(seats, dynasties, strict=True)):
        seat.index, seat.dynasty = index, dynasty
        seat.save(update_fields=("index", "dynasty"))
    draw = chance.shuffle(rules.deck(dynasties, game.options))
    game.draw, game.salt = chance.fold(draw), chance.new_salt()
    game.commitment = chance.commitment(game.salt, game.draw)
    game.status, game.started = Game.Status.RUNNING, now
    game.save()
    (follow.begin if told else follow.follow)(game, rules.setup(dynasties, game.options, draw), now=now)


def check_bot_games(user: User) -> None:
    """Games that nobody else waits for cost only the machine's time, so there is a limit (settings.BOT_GAMES)."""
    others = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=user)
    alone = Game.objects.filter(~Exists(others), status=Game.Status.RUNNING, seats__user=user)
    if alone.count() >= settings.BOT_GAMES:
        raise TableError(
            _("You play %(most)d games against bots alone, and more are not possible at once. Finish one, or resign in it, first.")
            % {"most": settings.BOT_GAMES}
        )


def locked(game: Game) -> Game:
    """The game's row, held to the end of the transaction; only a table that has not started."""
    game = Game.objects.select_for_update().select_related("host").get(pk=game.pk)
    if game.status == Game.Status.CANCELLED:
        raise TableError(_("The host has cancelled this table."))
    if game.status != Game.Status.OPEN:
        raise TableError(_("This game has started already."))
    return game


def hosted(game: Game, user: User) -> Game:
    game = locked(game)
    if game.host_id != user.pk:
        raise TableError(_("Only the host, %(host)s, can do that.") % {"host": game.host})
    return game


def free(game: Game) -> int:
    """Seats that are neither taken nor kept."""
    return game.size - game.seats.count()


def free_index(game: Game) -> int:
    return min(set(range(game.size)) - set(game.seats.values_list("index", flat=True)))


def seat_bot(game: Game, bot: str) -> Seat:
    if bot not in BOTS:
        raise TableError(_("There is no bot called “%(bot)s”; there are: %(bots)s.") % {
            "bot": bot, "bots": ", ".join(BOTS)})
    return Seat.objects.create(game=game, index=free_index(game), bot=bot)


def addresses(user: User) -> set[str]:
    """The verified addresses of a user, in small letters."""
    found = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return {address.lower() for address in found}


def notice(game: Game, seat: Seat, kind: str, now: datetime) -> None:
    """For whoever sits or is expected on the seat; an expected player is told in their language if known."""
    user = seat.user
    if user is None:
        known = EmailAddress.objects.filter(email__iexact=seat.invited, verified=True).select_related("user").first()
        user = known.user if known else None
    Notice.objects.create(
        game=game, seat=seat, user=user, address=seat.invited if seat.user is None else "", kind=kind,
        version=game.version, created=now, due=now,
    )
    bell.ring("mail.send")
