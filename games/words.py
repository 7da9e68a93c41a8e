"""Words for what a host can choose: the games, their options, the bots, and how seats are called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat

Words = str | Promise

# Each game: its name, one sentence on what it is, and its name in the subjects of mails, which is in no language.
GAMES: dict[str, tuple[Words, Words, str]] = {
    "tigris": (
        gettext_lazy("Tigris & Euphrates"),
        gettext_lazy("The board game: tiles and leaders make kingdoms between two rivers, and kingdoms that meet go to war."),
        "Tigris",
    ),
    "kings": (
        gettext_lazy("Contest of Kings"),
        gettext_lazy("The card game: eight columns of cards become kingdoms and are linked; shorter, and closer together."),
        "Kings",
    ),
}

OPTIONS: dict[str, Words] = {
    "board": gettext_lazy("Board"),
    "scores": gettext_lazy("Scores"),
    "support": gettext_lazy("Adding tiles in conflicts"),
    "wonder": gettext_lazy("Wonder"),
    "buildings": gettext_lazy("Civilization buildings"),
    "kings scores": gettext_lazy("Victory stacks"),
    "points": gettext_lazy("Victory cards"),
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
    ("kings scores", "hidden"): (
        gettext_lazy("Face down"),
        gettext_lazy("Everybody sees only their own stack until the end, and the top card of the others."),
    ),
    ("kings scores", "open"): (gettext_lazy("Open"), gettext_lazy("All victory cards are seen by all, all the time.")),
    ("points", "always"): (
        gettext_lazy("Always laid"),
        gettext_lazy("Whoever may lay a victory card lays it, and nobody waits; each player can change that for themselves."),
    ),
    ("points", "ask"): (
        gettext_lazy("Ask"),
        gettext_lazy("Everybody is asked first whether to lay it; closer to the rules, but the game waits for the answers."),
    ),
}

BOTS: dict[str, tuple[Words, Words]] = {
    "greedy": (gettext_lazy("Greedy bot"), gettext_lazy("looks one turn ahead and takes what it can get")),
    "random": (gettext_lazy("Random bot"), gettext_lazy("plays any allowed order; good for trying things out")),
}


def game_name(kind: str) -> Words:
    return GAMES[kind][0] if kind in GAMES else kind


def game_sentence(kind: str) -> Words:
    return GAMES[kind][1] if kind in GAMES else ""


def subject(kind: str) -> str:
    """The game's name at the head of a mail's subject."""
    return GAMES[kind][2] if kind in GAMES else kind.title()


def option_name(kind: str, option: str) -> Words:
    return OPTIONS.get(f"{kind} {option}", OPTIONS.get(option, option))


def value_words(kind: str, option: str, value: str) -> tuple[Words, Words]:
    return VALUES.get((f"{kind} {option}", value), VALUES.get((option, value), (value, "")))


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
