"""What is to become of a message: the questions of docs/mail.md in their order, and the orders carried out.

Caps, machines, DMARC, token, sender, text, orders, turn. The first no ends it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import Message

from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.db.models import Q

from accounts.models import User
from engine import RulesError
from engine.lexicon.vocabulary import plain as visible
from games import ahead, asides, away_lines, play
from games.models import Game, Seat, Submission
from mail import answers, claims, identity, limits, returned
from mail.compose import Letter, spoken_to
from mail.current import current
from mail.machines import authors, why_silent
from mail.message import Unreadable, header, parse, parse_head
from mail.models import Incoming, Outgoing, Token
from mail.text import Answer, answer_text
from mail.understood import Understood, understand

OVERTAKEN = 5
ANSWERED_CAPS = {"too large", "too much text", "too many orders"}
IDENTIFIER = re.compile(r"<[^<>\s]{1,240}>")
QUOTED_MAILS = 10  # latest mails to the seat whose lines are known again
QUOTED_LINE = 6  # characters of a line that is known again


@dataclass(frozen=True)
class Verdict:
    """What is made of a message. `answer` queues the reply under a key; None is silence."""

    outcome: str
    detail: str = ""
    author: str = ""
    token: Token | None = None
    trusted: bool = False  # the author plays the seat of the token
    words: str = ""
    answer: Callable[[], Letter | answers.Note] | None = None
    effect: Callable[[], object] | None = None  # what happens with the mark on the row, once
    status: str = Incoming.Status.DONE
    asked: bool = False  # the author asked for the answer in so many words


def judge(row: Incoming, now: datetime) -> Verdict:
    """What is to become of a message. Carries its orders out, if it comes to that."""
    raw = bytes(row.raw)
    top = parse_head(raw)
    unreadable = ""
    try:
        message = parse(raw)
    except Unreadable as error:
        message, unreadable = top, str(error)
    if silent := why_silent(message, row.sender):
        return Verdict("ignore", returned.take(row, message, raw, now) or silent)
    author = authors(message)[0]
    if unreadable and unreadable not in ANSWERED_CAPS:
        return Verdict("ignore", unreadable, author, status=Incoming.Status.UNREADABLE)
    if identity.dmarc_failed(message):
        return Verdict("ignore", "DMARC fail", author)
    found = identity.find_tokens(message, row.recipients)
    if len(found) != 1:
        return limited(unaddressed(message, row, author, len(found)), row, now)
    token, user = found[0], identity.user_of(author)
    if user is None or token.seat.user_id != user.pk:
        return limited(other_sender(row, message, author, token, user, now, readable=not unreadable), row, now)
    known = Verdict("", author=author, token=token, trusted=True)
    try:
        if unreadable:
            raise Unreadable(unreadable)
        return limited(at_the_table(row, message, known, now), row, now)
    except Unreadable as error:
        why = str(error)
        verdict = replace(known, outcome="reject", detail=why, status=Incoming.Status.UNREADABLE,
                          answer=lambda: answers.unread(token.seat.game, token.seat, author, why))
        return limited(verdict, row, now)


def fault(row: Incoming, where: str, now: datetime) -> Verdict:
    """Our program failed on the message. A player hears that nothing was carried out, if that is so."""
    failed = Verdict("error", where, status=Incoming.Status.UNREADABLE)
    message = parse_head(bytes(row.raw))
    if why_silent(message, row.sender) or identity.dmarc_failed(message):
        return failed
    if Submission.objects.filter(key=submission_key(row)).exists():
        return failed
    author = authors(message)[0]
    found, user = identity.find_tokens(message, row.recipients), identity.user_of(author)
    if len(found) != 1 or user is None or found[0].seat.user_id != user.pk:
        return failed
    token = found[0]
    return limited(replace(failed, author=author, token=token, trusted=True,
                           answer=lambda: answers.unread(token.seat.game, token.seat, author, "")), row, now)


def other_sender(
    row: Incoming, message: Message, author: str, token: Token, user: User | None, now: datetime, *, readable: bool
) -> Verdict:
    """Not the player of the token. If the address is nobody's, the player is asked whether it is theirs."""
    why = "other sender" if user or token.seat.user is None else "unknown address"
    verdict = Verdict("reject", why, author, token, answer=lambda: answers.stranger(why, user))
    if why == "other sender" or not readable:
        return verdict
    try:
        words = answer_text(message, quoted_lines(message, token.seat)).lines
    except Unreadable:
        return verdict
    return replace(verdict, effect=lambda: claims.ask(row, token.seat, author, words, now))


def unaddressed(message: Message, row: Incoming, author: str, count: int) -> Verdict:
    """No token of ours, or several. Only people who play here hear of it; others get no mail they did not ask for."""
    user = identity.user_of(author)
    tagged = any("+" in address.partition("@")[0] for address in identity.recipients(message, row.recipients))
    why = "several tokens" if count else "unknown token" if tagged else "no token"
    return Verdict("reject", why, author, answer=(lambda: answers.stranger(why, user)) if user else None)


def at_the_table(row: Incoming, message: Message, known: Verdict, now: datetime) -> Verdict:
    """A player's own mail for their seat: what it says, whether that is still asked, and the orders."""
    assert known.token is not None
    seat, version, author = known.token.seat, known.token.version, known.author
    answer = answer_text(message, quoted_lines(message, seat))
    read = understand(answer.lines, seat.game.kind)
    known = replace(known, words=digest(answer))
    if read.error is not None:
        return replace(known, outcome="refused", detail=read.error.key,
                       answer=lambda: answers.refused(seat.game, seat, author, read.lines, read.error))
    if asides.too_long(notes := asides.noted(seat.notes, read.asides)):
        return replace(known, outcome="refused", detail="too many notes", answer=lambda: answers.refused(
            seat.game, seat, author, read.lines, None, reason=answers.too_many_notes()))
    try:
        ahead.check(seat.game, seat, read.asides)
    except RulesError as error:
        why = error
        return replace(known, outcome="refused", detail=why.key,
                       answer=lambda: answers.refused(seat.game, seat, author, read.lines, why))
    try:
        with spoken_to(seat.user):
            read = rehearsed(read, seat, now)
    except ValidationError as error:
        reason, lines = error.messages[0], read.lines
        return replace(known, outcome="refused", detail="away", answer=lambda: answers.refused(
            seat.game, seat, author, lines, None, reason=reason))
    if read.asides:
        seat.notes = notes  # as the answer shows them
        known = replace(known, asked=True, effect=lambda: do_besides(row, read, seat, version, now))
    if not read.orders:
        words = dict.fromkeys(aside.word for aside in read.asides)
        return replace(known, outcome="asked" if set(words) - {"help"} else "no-orders", detail=", ".join(words),
                       answer=lambda: answers.help_(seat.game, seat, author, read.asides))
    if not answer.bounded and any(order.word == "resign" for order in read.orders):
        return replace(known, outcome="refused", detail="resign without boundary", answer=lambda: answers.refused(
            seat.game, seat, author, read.lines, None, reason=answers.without_boundary()))
    return carry_out(row, read, known, version, now)


def carry_out(row: Incoming, read: Understood, known: Verdict, version: int, now: datetime) -> Verdict:
    """All orders or none, if the mail that was answered is still about what is asked."""
    assert known.token is not None
    seat, author = known.token.seat, known.author
    user = seat.user
    key = submission_key(row)
    text = "\n".join(map(str, read.orders))
    for _attempt in range(OVERTAKEN):
        game = Game.objects.prefetch_related("seats__user").get(pk=seat.game_id)
        before = Submission.objects.filter(key=key).exists()
        if not before and not read.only_words and not current(game, seat, version):
            return replace(known, outcome="stale", effect=None, answer=lambda: answers.stale(fresh(seat), seat, author, read.lines))
        outcome = play.submit(game=game, seat=seat, text=text, seen=None if before else game.version, source="mail",
                              key=key, actor=user, now=now, received=row.received)
        if not outcome.moved_on:
            break
    if outcome.ok:
        wanted = user is not None and (user.mail_answers or known.asked)
        reached = outcome.events[-1].seq if outcome.events else version
        effect = (lambda: do_besides(row, read, seat, reached, now)) if read.asides else None
        return replace(known, outcome="orders", effect=effect, detail=f"{len(outcome.events)} events",
                       answer=(lambda: answers.done(fresh(seat), seat, author, outcome, read.asides)) if wanted else None)
    if outcome.error is None:
        raise OperationalError("always overtaken")
    return replace(known, outcome="refused", detail=outcome.error.key, effect=None, answer=lambda: answers.refused(
        fresh(seat), seat, author, read.lines, outcome.error, order=outcome.refused))


def do_besides(row: Incoming, read: Understood, seat: Seat, version: int, now: datetime) -> None:
    """What a mail asks for besides orders. `version`: what its author saw, with the orders of the mail."""
    asides.carry_out(seat, read.asides)
    if seat.user is not None:
        away_lines.carry_out(seat.user, read.asides, now=now)
    ahead.write(seat.game, seat, read.asides, version=version, key=submission_key(row), now=now)


def rehearsed(read: Understood, seat: Seat, now: datetime) -> Understood:
    """With what its lines about absences would do, and the deadline as it would be then. Raises ValidationError."""
    about = [line for line in read.lines if line.aside is not None and line.aside.word in away_lines.WORDS]
    if not about or seat.user is None:
        return read
    asked = [line.aside for line in about if line.aside is not None]
    done = dict(zip(map(id, about), away_lines.rehearse(seat.user, asked, game=seat.game, now=now), strict=True))
    return replace(read, lines=tuple(replace(line, aside=done.get(id(line), line.aside)) for line in read.lines))


def submission_key(row: Incoming) -> str:
    return f"mail:{row.key}"


def limited(verdict: Verdict, row: Incoming, now: datetime) -> Verdict:
    """The same without an answer, where there have been enough, or where a second reading came to the same end."""
    if verdict.answer is None or verdict.outcome == limits.SUCCESS:
        return verdict
    if row.again and row.answered and verdict.outcome == row.outcome:
        return replace(verdict, answer=None)
    if limits.may_answer(outcome=verdict.outcome, author=verdict.author, token=verdict.token, words=verdict.words,
                         trusted=verdict.trusted, asked=verdict.asked, now=now, besides=row):
        return verdict
    return replace(verdict, answer=None, detail=f"{verdict.detail}, limit".strip(", "))


def fresh(seat: Seat) -> Game:
    return Game.objects.prefetch_related("seats__user").get(pk=seat.game_id)


def quoted_lines(message: Message, seat: Seat) -> set[str]:
    """The lines of the mails that this one may quote: those it names, and the latest ones to the seat."""
    names = IDENTIFIER.findall(f"{header(message, 'In-Reply-To')} {header(message, 'References')}")[-50:]
    mails = Outgoing.objects.filter(Q(seat=seat) | Q(parts__seat=seat))
    texts = [*mails.filter(message_id__in=names).values_list("text", flat=True)[:QUOTED_MAILS],
             *mails.order_by("-pk").values_list("text", flat=True)[:QUOTED_MAILS]]
    lines = {visible(line) for text in texts for line in text.splitlines()}
    return {line for line in lines if len(line) >= QUOTED_LINE}


def digest(answer: Answer) -> str:
    """To know the same words again without keeping them."""
    return hashlib.sha256("\n".join(map(visible, answer.lines)).lower().encode()).hexdigest()
