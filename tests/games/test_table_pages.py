"""The table's pages: choosing a pace, the clock on the game's page, votes, open seats, what staff can do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import substitutes, sweep, votes
from games.models import Game, Seat, TableEvent
from games.pace import BANK, DAYS, Pace, from_dict
from tests.conftest import person
from tests.games.playing import NOW, days, make_game

pytestmark = pytest.mark.django_db
Log = Callable[[User], Client]
NEW = {"title": "", "size": "2", "public": "yes", "board": "standard", "scores": "hidden", "support": "standard", "wonder": "off",
       "buildings": "off", "pace": "own", "pace_kind": "bank", "bank": "48", "increment": "12", "cap": "96", "answer_increment": "6",
       "weekend_off": "on", "still_from": "22", "still_until": "7", "zone": "Europe/Berlin", "vacation": "no", "on_expiry": "bot",
       "misses": "3", "substitutes": "no"}
MINE = Pace(BANK, bank=48, increment=12, cap=96, answer_increment=6, weekend_off=True, still_from=22, still_until=7,
            zone="Europe/Berlin", vacation=False, on_expiry="bot", misses=3, substitutes=False)


@pytest.fixture
def opened(ana: User, ben: User) -> Game:
    game = make_game([ana, ben], pace=days(1, misses=1))
    sweep.sweep(NOW + timedelta(days=1))
    game.refresh_from_db()
    return game


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def page(client: Client, game: Game) -> str:
    return text(client.get(reverse("game", args=(game.code,))))


def link(game: Game) -> str:
    return reverse("open_seat", args=(Seat.objects.get(game=game, index=0).invitation,))


def test_every_number_of_a_pace_can_be_chosen(client_for: Log, ana: User) -> None:
    client_for(ana).post(reverse("game_new"), NEW)
    assert from_dict(Game.objects.get().pace) == MINE


def test_a_preset_goes_with_its_own_numbers(client_for: Log, ana: User) -> None:
    client_for(ana).post(reverse("game_new"), NEW | {"pace": "week", "bank": "", "cap": "1"})
    found = from_dict(Game.objects.get().pace)
    assert (found.kind, found.days, found.zone, found.misses) == (DAYS, 7, "Europe/Berlin", 3)


def test_numbers_that_do_not_fit_are_marked_and_kept(client_for: Log, ana: User) -> None:
    answer = client_for(ana).post(reverse("game_new"), NEW | {"cap": "20"})
    assert answer.status_code == 422
    assert not Game.objects.exists()
    assert "can&#x27;t be less than" in text(answer)
    assert 'value="20"' in text(answer)


def test_a_form_without_the_fine_print_is_enough(client_for: Log, ana: User) -> None:
    short = {name: value for name, value in NEW.items() if name in ("title", "size", "public", "board", "scores", "support", "wonder", "buildings")}
    client_for(ana).post(reverse("game_new"), short | {"pace": "day"})
    assert from_dict(Game.objects.get().pace) == Pace(DAYS, days=1, answer_increment=12)


def test_the_pace_is_said_before_one_joins_and_in_the_game(client_for: Log, ana: User, ben: User) -> None:
    from games import tables

    table = tables.create(host=ana, now=NOW, size=2, pace=MINE)
    for url in (reverse("table", args=(table.code,)), reverse("join", args=(table.invitation,))):
        assert "from 22:00 to 07:00 (time zone Europe/Berlin)" in text(client_for(ben).get(url))
    assert "clock 48 h + 12 h" in text(client_for(ben).get(reverse("lobby")))
    assert "Each player&#x27;s clock starts with 2 days" in page(client_for(ana), make_game([ana, ben], pace=MINE))


def test_the_page_says_until_when_and_what_is_left(client_for: Log, ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=Pace(BANK, bank=72, increment=24, cap=120))
    User.objects.filter(pk=ana.pk).update(time_zone="Pacific/Kiritimati")
    shown = page(client_for(User.objects.get(pk=ana.pk)), game)
    assert "Until Friday" in shown
    assert "(Pacific/Kiritimati)" in shown
    assert "Left on the clock" in shown


def test_a_pause_is_voted_on_by_buttons(client_for: Log, ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    url = reverse("game_vote", args=(game.code,))
    client_for(ana).post(url, {"on": "pause", "yes": "1"})
    shown = page(client_for(ben), game)
    assert "Pause the game" in shown
    assert "For it: Ana." in shown
    assert "I agree" in shown
    client_for(ben).post(url, {"on": "pause", "yes": "1"})
    game.refresh_from_db()
    assert game.paused
    assert "the clock stands still" in page(client_for(ben), game)
    assert "The game is paused" in page(client_for(ben), game)


def test_another_pace_is_proposed_and_agreed_on(client_for: Log, ana: User, ben: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    assert client_for(ana).get(reverse("game_pace", args=(game.code,))).status_code == 200
    client_for(ana).post(reverse("game_pace", args=(game.code,)), {"pace": "week"})
    url, (ballot,) = reverse("game_vote", args=(game.code,)), votes.ballots(game, now=timezone.now())
    client_for(ben).post(url, {"on": "pace", "mark": "another", "yes": "1"})
    game.refresh_from_db()
    assert game.pace["days"] == 2
    client_for(ben).post(url, {"on": "pace", "mark": ballot.mark, "yes": "1"})
    game.refresh_from_db()
    assert game.pace["days"] == 7


def test_a_spectator_cannot_vote(client_for: Log, ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(2))
    client_for(cleo).post(reverse("game_vote", args=(game.code,)), {"on": "end", "yes": "1"})
    assert client_for(cleo).get(reverse("game_pace", args=(game.code,))).status_code == 404
    assert not TableEvent.objects.exists()
    assert "Propose something" not in page(client_for(cleo), game)


def test_the_log_says_what_happened_at_the_table(client_for: Log, opened: Game, cleo: User) -> None:
    for url in (reverse("game", args=(opened.code,)), reverse("game_log", args=(opened.code,))):
        shown = text(client_for(cleo).get(url))
        assert "Ana missed a deadline." in shown
        assert "The seat of Ana is open now" in shown


def test_an_open_seat_is_found_and_taken(client_for: Log, opened: Game, cleo: User) -> None:
    client = client_for(cleo)
    assert "1 seat waits" in text(client.get(reverse("lobby")))
    assert link(opened) in text(client.get(reverse("open_seats")))
    assert "Play on for Ana" in text(client.get(link(opened)))
    taken = link(opened)
    assert client.post(taken).status_code == 302
    assert Seat.objects.get(game=opened, index=0).user == cleo
    assert client.get(taken).status_code == 404


def test_the_link_works_for_somebody_without_an_account_as_an_invitation(client: Client, opened: Game) -> None:
    shown = text(client.get(link(opened)))
    assert "Go on with my mail address" in shown
    client.post(link(opened))
    assert Seat.objects.get(game=opened, index=0).opened


def test_the_link_of_a_private_game_stands_on_its_players_page_alone(client_for: Log, ana: User, ben: User, cleo: User) -> None:
    game = make_game([ana, ben], pace=days(1, misses=1), public=False)
    sweep.sweep(NOW + timedelta(days=1))
    assert link(game) in page(client_for(ben), game)
    assert link(game) not in text(client_for(cleo).get(reverse("open_seats")))
    client_for(cleo).post(link(game))
    assert Seat.objects.get(game=game, index=0).user == cleo


def test_im_back_is_one_click(client_for: Log, opened: Game, ana: User) -> None:
    assert "back</button>" in page(client_for(ana), opened)
    client_for(ana).post(reverse("game_back", args=(opened.code,)))
    assert Seat.objects.get(game=opened, index=0).opened is None
    assert "back</button>" not in page(client_for(ana), opened)


def test_who_has_lost_the_seat_sees_its_hand_no_more(client_for: Log, opened: Game, ana: User, cleo: User) -> None:
    substitutes.take_seat(game=opened, seat=Seat.objects.get(game=opened, index=0), user=cleo, now=NOW)
    assert "My hand" not in page(client_for(ana), opened)
    assert "My hand" in page(client_for(cleo), opened)
    assert reverse("game_back", args=(opened.code,)) not in page(client_for(ana), opened)


def test_staff_give_time_and_the_table_reads_why(client_for: Log, ana: User, ben: User) -> None:
    game, staff = make_game([ana, ben], pace=days(2)), person("Staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    url = reverse("game_staff", args=(game.code,))
    client = client_for(User.objects.get(pk=staff.pk))
    assert client.get(url).status_code == 200
    client.post(url, {"do": "extend", "hours": "12", "reason": "Our server was down."})
    game.refresh_from_db()
    assert game.deadline == NOW + timedelta(hours=60)
    assert "Our server was down." in page(client_for(ben), game)


@pytest.mark.parametrize("who", ["ana", "cleo"])
def test_nobody_else_can_do_what_staff_can(client_for: Log, ana: User, ben: User, cleo: User, who: str) -> None:
    game = make_game([ana, ben], pace=days(2))
    url = reverse("game_staff", args=(game.code,))
    answer = client_for({"ana": ana, "cleo": cleo}[who]).post(url, {"do": "end", "reason": "x"})
    assert answer.status_code == 302
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_staff_who_play_cannot_act_in_their_own_game(client_for: Log, ana: User, ben: User) -> None:
    User.objects.filter(pk=ana.pk).update(is_staff=True)
    game = make_game([ana, ben], pace=days(2))
    client_for(User.objects.get(pk=ana.pk)).post(reverse("game_staff", args=(game.code,)), {"do": "end", "reason": "I lead"})
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_the_present_time_is_the_databases(db: None) -> None:
    from games.instant import database_now

    assert abs(database_now() - timezone.now()) < timedelta(minutes=1)
