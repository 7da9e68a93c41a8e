"""What a mail that came in is answered: done, refused, too late, help, not readable, not yours.

Each function renders one letter; `mail.reading` queues it with the mark on the incoming row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.functional import Promise, lazy
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from engine import RulesError, lexicon
from games import ahead, asides
from games.asides import Aside
from games.models import Game, Seat
from games.play import Outcome
from games.spoken import in_quotes, quoted, spoken
from mail import boundary, compose_news, leaving, sealed
from mail.compose import Letter, letter, spoken_to
from mail.compose_position import position
from mail.inert import inert, plain
from mail.understood import Line

SHOWN = 30  # lines of the player's mail that are shown again
LONGEST = 100  # characters of one
LOG = 300  # orders of the log in one mail


class Note(NamedTuple):
    """An answer outside any game."""

    subject: str
    text: str
    html: str


def done(game: Game, seat: Seat, author: str, outcome: Outcome, asked: Sequence[Aside] = ()) -> Letter:
    """What was carried out, what waits, and the new position; and what was asked for besides."""
    with spoken_to(seat.user) as language:
        news = compose_news.News()
        if outcome.events:
            news = compose_news.happened(game, seat, language, after=outcome.events[0].seq - 1, table=False)
        context = {
            "done": news.lines, "words": [inert(in_quotes(text), game.kind) for text in outcome.said],
            "waiting": quoted(outcome.waiting, game.kind), "voided": quoted(outcome.voided, game.kind),
        }
        more, secrets = besides(game, seat, language, asked)
        return at_the_table("answer_done", game, seat, author, {**context, **more}, news.cells, secrets)


def refused(
    game: Game, seat: Seat, author: str, lines: Sequence[Line], error: RulesError | None, *, order: str = "",
    reason: str | Promise = "",
) -> Letter:
    """Why nothing was carried out. `order`: the one of several that `error` is about."""
    with spoken_to(seat.user) as language:
        why = str(reason) or (lexicon.tell_error(error, language) if error else "")
        if order:
            why = _("It is about the order “%(order)s”. %(reason)s") % {"order": spoken(order, game.kind), "reason": why}
        each = heard(lines, language, game) if len(lines) > 1 else []
        if error and each and any(line.error is error for line in lines):  # the list says it beside its line
            why = _("A line of it begins like an order and is none, so the others were left alone too.")
        context = {"reason": inert(why, game.kind), "heard": each}
        return at_the_table("answer_refused", game, seat, author, context)


def without_boundary() -> Promise:
    """Why the game is not left on the word of a mail that shows nothing of ours; in the language of who reads it."""
    return gettext_lazy("To leave the game for good, reply to a mail of the game with its text quoted, or use the page.")


def stale(game: Game, seat: Seat, author: str, lines: Sequence[Line]) -> Letter:
    """The mail was about a moment that is over."""
    with spoken_to(seat.user) as language:
        return at_the_table("answer_stale", game, seat, author, {"heard": heard(lines, language, game)})


def help_(game: Game, seat: Seat, author: str, asked: Sequence[Aside] = ()) -> Letter:
    """What was asked for, with the position; for a mail without orders how they are written, and which are legal now."""
    with spoken_to(seat.user) as language:
        context, secrets = besides(game, seat, language, asked)
        context["manual"] = context["manual"] or not asked
        return at_the_table("answer_help", game, seat, author, {"asked_for": bool(asked), **context}, (), secrets)


def besides(game: Game, seat: Seat, language: str, asked: Sequence[Aside]) -> tuple[dict[str, Any], sealed.Makers]:
    """What the answer to asides says, and the secrets in it. `seat.notes` are the new ones."""
    words = {aside.word for aside in asked}
    loud = [aside.word for aside in asked if aside.word in ("mute", "unmute")]
    context: dict[str, Any] = {"manual": "help" in words, "besides": [], "log": None, "leave": "", "running": False}
    if any(aside.word == "notes" and aside.text for aside in asked):
        context["besides"].append(kept(seat.notes))
    if loud:
        context["besides"].append(muted(loud[-1] == "mute"))
    context["besides"] += [inert(line, game.kind) for aside in asked for line in aside.answer]
    context["besides"] += [inert(line, game.kind) for line in ahead.told(game, seat, asked, language)]
    if "log" in words:
        context["log"] = compose_news.happened(game, seat, language, after=0, most=LOG)
    if "stop" not in words:
        return context, {}
    mark, secrets = leaving.secret(seat)
    return {**context, "leave": mark, "running": leaving.possible(game)}, secrets


def kept(notes: str) -> str:
    return _("Your notes are kept. Nobody else sees them.") if notes else _("Your notes on this game are empty now.")


def muted(now: bool) -> str:
    if now:
        return _("You get no more mails that it is your turn in this game.")
    return _("You get a mail again when it is your turn in this game.")


def too_many_notes() -> Promise:
    told: Promise = lazy(_too_many_notes, str)()  # type: ignore[assignment]
    return told


def _too_many_notes() -> str:
    return _("The notes were not kept: at most %(most)d characters fit.") % {"most": asides.LONGEST}


def unread(game: Game, seat: Seat, author: str, why: str) -> Letter:
    """The player's mail broke a limit, or our program failed on it (`why` "")."""
    with spoken_to(seat.user):
        reasons = {
            "too large": _("The mail is too large. Please write it anew, without attachments."),
            "too much text": _("The mail holds too much text. Please write only your orders."),
            "too many orders": _("The mail holds more orders than any turn has."),
        }
        reason = reasons.get(why, _("The mail could not be read. Please write it anew or use the page."))
        return letter(
            "answer", template="answer_unread", game=game, seat=seat, user=seat.user, address=author,
            context={"reason": reason}, token_version=answerable(game),
        )


def at_the_table(
    template: str, game: Game, seat: Seat, author: str, context: dict[str, Any], cells: Iterable[str] = (),
    secrets: sealed.Makers | None = None,
) -> Letter:
    """A letter with the position as it is now, and what has happened since the player's own last order."""
    language = get_language() or "en"
    if "done" not in context and not context.get("log"):
        news = compose_news.happened(game, seat, language, after=compose_news.since(game, seat))
        context, cells = {**context, "news": news}, cells or news.cells
    now = position(game, seat, language, highlight=cells)
    return letter(
        "answer", template=template, game=game, seat=seat, user=seat.user, address=author,
        context={**now.context, **context}, picture=now.picture, token_version=answerable(game), secrets=secrets,
    )


def answerable(game: Game) -> int | None:
    return game.version if game.status == Game.Status.RUNNING else None


def stranger(why: str, user: User | None) -> Note:
    """For somebody whose mail belongs to no game of theirs."""
    with spoken_to(user) as language:
        reasons = {
            "other sender": _("This reply address belongs to another player, or your address is not yet "
                              "confirmed. You can add it in your profile."),
            "unknown address": _("This reply address belongs to a player who has not confirmed your address. If it is "
                                 "yours, look for our question at your confirmed address."),
            "unknown token": _("The address that you wrote to is not known any more. Please reply to the "
                               "latest mail of the game."),
            "no token": _("The address that you wrote to does not say which game you mean. Please reply to "
                          "the latest mail of the game; if it tells of several games, write to the address "
                          "that it names for yours."),
            "several tokens": _("You wrote to the reply addresses of several mails at once. Please reply to "
                                "one of them at a time."),
        }
        values = {
            "boundary": boundary.line(""), "reason": reasons[why], "site": settings.SITE_URL, "language": language,
        }
        return Note(
            _("Your mail was not read"),
            plain(render_to_string("mail/answer_stranger.txt", values), "tigris"),
            render_to_string("mail/answer_stranger.html", values),
        )


def heard(lines: Sequence[Line], language: str, game: Game) -> list[str]:
    """Each line that was taken for orders or something to do, with what was made of it."""
    told = []
    for line in lines[:SHOWN]:
        text = line.text.strip()
        text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
        if line.error is not None:
            values = {"text": text, "reason": lexicon.tell_error(line.error, language)}
            told.append(_("The line “%(text)s” was not understood: %(reason)s") % values)
        elif line.aside is not None:
            told.append(_("The line “%(text)s” was understood, and not carried out.") % {"text": text})
        else:
            values = {"text": text, "orders": quoted(line.orders, game.kind)}
            told.append(_("The line “%(text)s” was understood as %(orders)s.") % values)
    if len(lines) > SHOWN:
        told.append("…")
    return [inert(line, game.kind) for line in told]

