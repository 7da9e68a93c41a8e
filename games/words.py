"""Words for what a host can choose: the options of a game, the bots, and how seats are called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat

Words = str | Promise

OPTIONS: dict[str, Words] = {
    "board": gettext_lazy("Board"),
    "scores": gettext_lazy("Scores"),
    "support": gettext_lazy("Adding tiles in conflicts"),
    "wonder": gettext_lazy("Wonder"),
    "buildings": gettext_lazy("Civilization buildings"),
}

# Each value of an option: its name and one sentence on what it does.
VALUES: dict[tuple[str, str], tuple[Words, Words]] = {
    ("board", "standard"): (gettext_lazy("Standard"), gettext_lazy("The board to begin with, ten treasures.")),
    ("board", "advanced"): (
        gettext_lazy("Advanced"),
        gettext_lazy("Other rivers, fourteen treasures; tighter, for those who know the game."),
    ),
    ("scores", "hidden"): (
        gettext_lazy("Hidden"),
        gettext_lazy("Everybody sees only their own points until the end, as behind a screen."),
    ),
    ("scores", "open"): (gettext_lazy("Open"), gettext_lazy("All points are seen by all, all the time.")),
    ("support", "standard"): (
        gettext_lazy("Free"),
        gettext_lazy("In a conflict both sides may add as many tiles from the hand as they like."),
    ),
    ("support", "english"): (
        gettext_lazy("Only what decides"),
        gettext_lazy("The attacker adds only to get ahead, the defender only to draw level exactly."),
    ),
    ("wonder", "off"): (gettext_lazy("Without"), gettext_lazy("Monuments on squares of four only.")),
    ("wonder", "on"): (
        gettext_lazy("With the wonder"),
        gettext_lazy("One more monument, on a cross of five; a king in its kingdom gets a point of any colour each turn."),
    ),
    ("buildings", "off"): (gettext_lazy("Without"), gettext_lazy("Only tiles, leaders and monuments.")),
    ("buildings", "on"): (
        gettext_lazy("With buildings"),
        gettext_lazy("A line of three tiles brings a building: it protects its tile, and tiles of its colour in its kingdom score one more point."),
    ),
}

BOTS: dict[str, tuple[Words, Words]] = {
    "greedy": (gettext_lazy("Greedy bot"), gettext_lazy("looks one turn ahead and takes what it can get")),
    "random": (gettext_lazy("Random bot"), gettext_lazy("plays any allowed order; good for trying things out")),
}


def option_name(option: str) -> Words:
    return OPTIONS.get(option, option)


def value_words(option: str, value: str) -> tuple[Words, Words]:
    return VALUES.get((option, value), (value, ""))


def bot_words(bot: str) -> tuple[Words, Words]:
    return BOTS.get(bot, (bot, ""))


def seat_name(seat: Seat) -> str:
    """Who sits there, or who is expected (the address is for the host alone). Several bots of a kind are numbered."""
    if seat.user is not None:
        return str(seat.user)
    if not seat.bot:
        return _("somebody who is invited")
    name = str(bot_words(seat.bot)[0])
    alike = [other.pk for other in seat.game.seats.all() if other.bot == seat.bot]
    return f"{name} {alike.index(seat.pk) + 1}" if len(alike) > 1 else name
