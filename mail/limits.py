"""How often an unsuccessful mail is answered, so that two machines never write to each other for long.

Orders that were carried out are answered always: the game itself is the limit. Of everything else:

- A stranger (unknown token, another's token, no token) gets one answer of a kind a day.
- The same words of the same author on the same token within an hour, or prose without any order on the same
  seat within a day, come from a machine and get none. (Each of our answers carries a new token, so a loop would
  not be seen by the token alone.)
- A player who slips, corrects it and slips again is a person: `A_DAY` answers of a kind for each seat. One
  answer a day would leave them in silence at the second slip.
- All kinds together, `ONE_AUTHOR` a day for one author and `EVERYBODY` an hour for all.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from mail.models import Incoming, Token

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
A_DAY = {"refused": 20, "asked": 20, "no-orders": 6, "stale": 10, "reject": 5}
ONE_AUTHOR = 40
EVERYBODY = 300
SUCCESS = "orders"


def may_answer(
    *, outcome: str, author: str, token: Token | None, words: str, trusted: bool, now: datetime, asked: bool = False,
    besides: Incoming | None = None,
) -> bool:
    """Whether this mail gets an answer. `trusted`: the author owns the seat of `token`; `words`: a digest; `asked`: the
    mail asks for just this answer, as no machine does; `besides`: the mail itself, which may have been read before."""
    answered = Incoming.objects.filter(answered=True).exclude(outcome=SUCCESS).exclude(pk__in=[besides.pk] if besides else [])
    if answered.filter(done__gt=now - HOUR).count() >= EVERYBODY:
        return False
    today = answered.filter(author=author, received__gt=now - DAY)
    if today.count() >= ONE_AUTHOR:
        return False
    same_kind = today.filter(outcome=outcome)
    if not trusted or token is None:
        return not same_kind.exists()
    here = same_kind.filter(seat=token.seat_id)
    if outcome == "no-orders" and not asked and here.filter(words=words).exists():
        return False
    if today.filter(token=token, words=words, received__gt=now - HOUR).exists():
        return False
    return here.count() < A_DAY.get(outcome, 5)
