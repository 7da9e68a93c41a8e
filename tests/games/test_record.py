"""The record of a game, the log for one reader, the check of the bag, and `manage.py game check`."""

from __future__ import annotations

from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from engine import GAMES
from engine.record import Record, replay
from games import chance, play, positions
from games.models import Event, Game
from games.record import export
from tests.games.playing import done, make_game, play_on

pytestmark = pytest.mark.django_db


def test_a_finished_game_exports_a_record_that_replays_to_the_same_position(game: Game) -> None:
    done(game, 0, "priest A2")
    done(game, 0, "undo")
    play_on(game, 3000)
    text = export(game, None)
    assert "undo" not in text
    assert f"draw: {game.draw}\n" in text
    *_, (_seat, _order, state, _facts) = replay(Record.parse(text))
    assert GAMES["tigris"].digest(state) == GAMES["tigris"].digest(play.position(game))


def test_the_record_is_written_as_the_engine_writes_it(game: Game) -> None:
    play_on(game, 3000)
    text = export(game, None)
    assert str(Record.parse(text)) == text


def test_the_record_of_a_running_game_has_no_bag_and_hides_what_others_swapped(game: Game) -> None:
    done(game, 0, "swap temple farm; pass")
    assert "lion: swap temple farm\n" in export(game, 0)
    for reader in (1, 2, None):
        text = export(game, reader)
        assert "lion: swap 2\n" in text
        assert "draw:" not in text


def test_names_are_written_without_what_a_record_cannot_hold(ana: User, ben: User) -> None:
    ana.display_name = "Ana María #1 = best"
    ana.save()
    text = export(make_game([ana, ben]), None)
    assert "players: lion=Ana_María_-1_-_best bull=Ben\n" in text


def test_the_log_hides_which_tiles_others_swapped(game: Game) -> None:
    done(game, 0, "swap temple farm; pass")
    assert [entry.order for entry in play.history(game, 0)] == ["swap temple farm", "pass"]
    for reader in (1, 2, None):
        (swap, _pass) = play.history(game, reader)
        assert swap.order == "swap 2"
        assert all(fact.secret is None for fact in swap.facts)


def test_the_log_since_an_order_leaves_out_what_came_before(game: Game) -> None:
    done(game, 0, "priest A2; temple A1")
    assert [entry.event.seq for entry in play.history(game, 1, since=1)] == [2]


def test_undo_upon_undo_marks_each_order_taken_back(game: Game) -> None:
    done(game, 0, "priest A2")
    done(game, 0, "undo")
    done(game, 0, "farmer A2")
    done(game, 0, "undo")
    assert [(entry.order, entry.undone) for entry in play.history(game, 0)] == [
        ("priest A2", True), ("undo", False), ("farmer A2", True), ("undo", False)]  # fmt: skip


def test_the_seal_is_the_sum_of_salt_and_bag(game: Game) -> None:
    assert game.commitment == sha256((game.salt + game.draw).encode()).hexdigest()
    assert chance.check(game) is None
    play_on(game, 3000)
    check = chance.check(game)
    assert check.holds
    assert check.command == f"printf '%s' '{game.salt}{game.draw}' | sha256sum"


def test_another_bag_breaks_the_seal(game: Game) -> None:
    play_on(game, 3000)
    tiles = list(chance.unfold(game.draw))
    game.draw = chance.fold(tiles[::-1])
    assert not chance.check(game).holds


def test_a_bag_that_is_not_the_games_breaks_the_seal_even_with_the_right_sum(game: Game) -> None:
    play_on(game, 3000)
    game.draw = chance.fold(("temple",) * 143)
    game.commitment = chance.commitment(game.salt, game.draw)
    assert not chance.check(game).holds


def test_a_bag_reads_back_as_it_was_written() -> None:
    tiles = ("farm", "farm", "temple", "farm")
    assert chance.fold(tiles) == "farm*2 temple farm"
    assert chance.unfold(chance.fold(tiles)) == tiles


def test_game_check_finds_nothing_wrong_with_games_as_they_were_played(game: Game) -> None:
    play_on(game, 40)
    out = StringIO()
    call_command("game", "check", stdout=out)
    assert out.getvalue() == "1 games checked, 0 differ\n"


def test_game_check_names_the_first_order_that_comes_out_differently(game: Game) -> None:
    play_on(game, 40)
    Event.objects.filter(game=game, seq=17).update(digest="0" * 64)
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("game", "check", stdout=out)
    assert stopped.value.code == 1
    assert f"FAIL game {game.code}, order 17:" in out.getvalue()


def test_a_game_whose_log_comes_out_differently_is_not_played_on(game: Game) -> None:
    done(game, 0, "priest A2")
    Event.objects.filter(game=game).update(digest="0" * 64)
    with pytest.raises(positions.Differs):
        play.view(game, 0)
