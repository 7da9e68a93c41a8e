"""Links that answer a decision with few answers: each shows a page with the position and one button.

A link is signed, for one seat and its player, one order, and one decision: it is void as soon as that is answered,
and never taken for an answer to the next one. Looking at the page changes nothing; mail scanners follow links.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from engine import View
from games import page, play
from games.models import Game, Seat
from mail import asked, sealed
from mail.inert import inert

SALT = "mail.answer"
FEW = 8  # more answers are no choice at a glance; they are written or chosen on the page
NO_CHOICE = frozenset({"undo", "resign"})


@dataclass(frozen=True)
class Link:
    """One answer. `mark` stands for the address until the message is made."""

    words: str
    mark: str
    make: Callable[[datetime], str] = field(repr=False)


@dataclass(frozen=True)
class Answer:
    """What a link says. `version`: of the game when it was made."""

    seat: Seat
    version: int
    question: str
    order: str
    key: str


def links(game: Game, seat: Seat | None, view: View, language: str) -> list[Link]:
    """The answers to the viewer's decision, if they are few."""
    decision = view.decision
    if seat is None or seat.user_id is None or decision is None or decision.seat != seat.index or decision.kind == "turn":
        return []
    answers = [answer for answer in page.whole_answers(view, language) if answer.order.split()[0] not in NO_CHOICE]
    if not 0 < len(answers) <= FEW:
        return []
    question = name_of(view)
    return [
        Link(inert(_("Answer: %(words)s") % {"words": answer.words}, game.kind),
             sealed.mark("answer", seat.pk, number), _maker(seat, game.version, question, answer.order))
        for number, answer in enumerate(answers)
    ]


def _maker(seat: Seat, version: int, question: str, order: str) -> Callable[[datetime], str]:
    return lambda now: url(seat, version, question, order)


def url(seat: Seat, version: int, question: str, order: str) -> str:
    signed = signing.Signer(salt=SALT).sign_object([seat.pk, seat.user_id, version, question, order])
    return settings.SITE_URL + reverse("mail_answer", args=[signed])


def name_of(view: View) -> str:
    """Tells one decision from every other: who is asked what, in which conflict."""
    decision, fought = view.decision, view.conflict
    assert decision is not None
    asked_for = (decision.seat, decision.kind, sorted((key, str(value)) for key, value in decision.values.items()))
    where = (fought.kind, fought.leader, fought.attacker.cell, fought.defender.cell) if fought else ()
    return hashlib.sha256(repr((asked_for, where, view.wars)).encode()).hexdigest()[:16]


def read(signed: str) -> Answer | None:
    """The answer of a link; None if it is none of ours, or its seat is another player's by now."""
    try:
        pk, user, version, question, order = signing.Signer(salt=SALT).unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    seat = Seat.objects.select_related("user", "game").filter(pk=pk, user=user, user__is_active=True).first()
    key = f"link:{hashlib.sha256(signed.encode()).hexdigest()}"
    return Answer(seat, version, question, order, key) if seat is not None else None


def still_asked(game: Game, answer: Answer) -> bool:
    """Whether the very decision is open that the link was made for."""
    if not asked.still(game, answer.seat, answer.version):
        return False
    return name_of(play.view(game, answer.seat)) == answer.question
