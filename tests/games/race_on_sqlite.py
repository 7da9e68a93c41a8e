"""A program of its own, because tests have their SQLite in memory, where two can't write: many at once on a file.

`python -m tests.games.race_on_sqlite` with TIGRIS_VAR naming an empty folder. Prints "held" at the end.
"""

from __future__ import annotations

from functools import partial

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from accounts.models import User  # noqa: E402
from games import bell, play, sweep  # noqa: E402
from games.models import Chat, Event, Game, Submission  # noqa: E402
from tests.games.playing import NOW, make_game  # noqa: E402
from tests.games.racing import at_once  # noqa: E402

AT_ONCE = 8


def race() -> None:
    call_command("migrate", verbosity=0)
    bell._send = lambda task: None  # type: ignore[assignment]
    ana, ben = (User.objects.create_user(f"{name}@example.org", display_name=name) for name in ("ana", "ben"))
    game = make_game([ana, ben])

    def submitting(text: str, key: str) -> partial[play.Outcome]:
        return partial(play.submit, game=game, seat=0, text=text, seen=0, source="page", key=key, actor=ana, now=NOW)

    same = at_once(*[submitting("priest A2; say here I am", "one key")] * AT_ONCE)
    assert all(outcome.ok for outcome in same), same
    assert sum(not outcome.repeated for outcome in same) == 1
    assert Submission.objects.count() == Chat.objects.count() == Event.objects.count() == 1

    game = make_game([ana, ben])
    others = at_once(*(submitting(f"temple {column}5", f"tab {column}") for column in "ABCDEFGH"))
    assert sum(outcome.ok for outcome in others) == 1
    assert all(outcome.ok or outcome.moved_on for outcome in others)
    assert Game.objects.get(pk=game.pk).version == Event.objects.filter(game=game).count() == 1

    game = make_game(["random", ana])
    assert sum(at_once(*[partial(sweep.sweep, NOW)] * AT_ONCE)) == 1
    assert Game.objects.get(pk=game.pk).version == Event.objects.filter(game=game).count() > 0
    print("held")


if __name__ == "__main__":
    race()
