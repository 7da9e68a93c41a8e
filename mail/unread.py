"""Whether mail that came in before a deadline is still unread: then the deadline waits (games.pending)."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from mail import identity
from mail.message import parse_head
from mail.models import Incoming

MOST = 50  # more unread mails are a backlog: each game waits, as long as `games.pending` lets it


def for_game(game: Game, until: datetime) -> bool:
    """Whether a mail with a token of the game's seats came in up to then and is not read."""
    rows = list(Incoming.objects.filter(status=Incoming.Status.NEW, received__lte=until).order_by("received")[: MOST + 1])
    if len(rows) > MOST:
        return True
    return any(concerns(row, game) for row in rows)


def concerns(row: Incoming, game: Game) -> bool:
    try:
        found = identity.find_tokens(parse_head(bytes(row.raw)), row.recipients)
    except ValueError:
        return False
    return any(token.seat.game_id == game.pk for token in found)
