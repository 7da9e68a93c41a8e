"""A game as a record in text: a finished one whole, a running one as far as the reader may know it."""

from __future__ import annotations

from engine.record import face_down
from games import history, play, positions
from games.models import Event, Game, Seat


def export(game: Game, seat: Seat | int | None) -> str:
    """The record for a seat or (None) a spectator. Undone orders are left out, and so is what undid them."""
    index = seat.index if isinstance(seat, Seat) else seat
    events = list(Event.objects.filter(game=game, seq__lte=game.version).order_by("seq"))
    gone = history.undone(events)
    finished = game.status == Game.Status.FINISHED
    players = tuple(seat.dynasty for seat in game.seats.all())
    covered = face_down(positions.played(game).facts)
    lines = [
        (event.seat, history.shown(game, event, index, covered))
        for event in events
        if event.seq not in gone and event.order != "undo"
    ]
    header = "".join(
        f"{line}\n" for line in (
            f"game: {game.kind}",
            "players: " + " ".join(f"{who}={plain(name)}" for who, name in zip(players, play.names(game), strict=True)),
            *(f"option: {name} {value}" for name, value in sorted(game.options.items())),
            *([f"draw: {game.draw}"] if finished else []),
        )
    )  # fmt: skip
    return header + "\n" + "".join(f"{players[who]}: {order}\n" for who, order in lines)


def plain(name: str) -> str:
    """A name as a record can hold it: no blank, no `#`, no `=`."""
    return "".join("-" if letter in "#=" else "_" if letter.isspace() else letter for letter in name) or "-"


