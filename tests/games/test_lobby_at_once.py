"""Several people at the last seat in the same moment: one gets it, and the game starts once."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection

from games import tables
from games.models import Game, Notice
from games.tables import TableError
from tests.conftest import NOW, person


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_of_many_gets_the_last_seat_and_the_game_starts_once(table):
    people = [person(f"Guest {number}") for number in range(6)]
    line, outcomes = Barrier(len(people)), []

    def sit_down(user) -> None:
        try:
            line.wait()
            tables.join(game=table, user=user, now=NOW)
            outcomes.append("seat")
        except TableError as error:
            outcomes.append(str(error))
        finally:
            connection.close()

    threads = [Thread(target=sit_down, args=(user,)) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table.refresh_from_db()
    assert outcomes.count("seat") == 1
    assert outcomes.count("This game has started already.") == len(people) - 1
    assert (table.status, table.seats.count()) == (Game.Status.RUNNING, 3)
    assert Notice.objects.filter(kind=Notice.Kind.STARTED).count() == 3
