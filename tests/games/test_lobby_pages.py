"""The lobby's pages: what each of the stock people and a visitor see and may do."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from accounts.forms import newcomer
from accounts.models import User
from games import play, tables
from games.models import Game, Notice
from tests.conftest import NOW, person
from tests.games.playing import days

pytestmark = pytest.mark.django_db
LOBBY, NEW = reverse("lobby"), reverse("game_new")
CHOICES = {
    "title": "Evenings", "size": "3", "pace": "week", "public": "yes", "board": "advanced", "scores": "open",
    "support": "english", "wonder": "on", "buildings": "off", "invite": "", "bot_1": "", "bot_2": "", "bot_3": "",
}


def url(game: Game) -> str:
    return reverse("table", args=(game.code,))


def act(game: Game, action: str) -> str:
    return reverse("table_action", args=(game.code, action))


def text(response) -> str:
    return response.content.decode()


def test_the_lobby_shows_games_that_wait_for_me_first(client_for, ana, ben):
    for title, decider in (("theirs", ben), ("mine", ana), ("theirs too", ben)):
        game = tables.create(host=ana, now=NOW, size=2, title=title)
        tables.join(game=game, user=ben, now=NOW)
        game.refresh_from_db()
        game.decider = game.seats.get(user=decider).index
        game.save()
    page = text(client_for(ana).get(LOBBY))
    assert page.index(">mine<") < page.index(">theirs<")
    assert page.count("waits for you") == 1
    assert page.count("Ben decides") == 2


def test_what_is_due_sooner_stands_higher(client_for, ana, ben):
    for title, pace in (("slow", None), ("middle", days(7)), ("quick", days(1))):
        game = tables.create(host=ana, now=NOW, size=2, title=title, pace=pace)
        tables.join(game=game, user=ben, now=NOW)
        game.refresh_from_db()
        Game.objects.filter(pk=game.pk).update(decider=game.seats.get(user=ana).index)
    page = text(client_for(ana).get(LOBBY))
    assert page.index(">quick<") < page.index(">middle<") < page.index(">slow<")


def test_the_lobby_lists_tables_with_a_free_seat_and_no_private_ones(client_for, ana, ben, cleo):
    tables.create(host=ana, now=NOW, title="open one")
    tables.create(host=ana, now=NOW, title="secret", public=False)
    full = tables.create(host=ana, now=NOW, size=2, title="kept")
    tables.invite(game=full, user=ana, address="dora@example.org", now=NOW)
    page = text(client_for(ben).get(LOBBY))
    assert "open one" in page
    assert "secret" not in page
    assert "kept" not in page


def test_an_invitation_is_shown_to_the_invited_alone(client_for, ana, ben, cleo):
    game = tables.create(host=ana, now=NOW, size=3, title="secret", public=False)
    tables.invite(game=game, user=ana, address="ben@example.org", now=NOW)
    assert "You are invited" in text(client_for(ben).get(LOBBY))
    assert "secret" not in text(client_for(cleo).get(LOBBY))


def test_finished_games_come_last_and_not_all_at_once(client_for, running_game, ana):
    for number in range(12):
        game = tables.create(host=ana, now=NOW, size=2, bots=["random"], title=f"old {number:02}")
        Game.objects.filter(pk=game.pk).update(status="finished", ended=NOW + timedelta(days=number))
    client = client_for(ana)
    page = text(client.get(LOBBY))
    assert "old 11" in page
    assert "old 00" not in page
    assert "old 00" in text(client.get(LOBBY, {"finished": "all"}))


def test_a_visitor_is_asked_to_log_in(client):
    for page in (LOBBY, NEW):
        assert client.get(page).url.startswith(reverse("account_request_login_code"))


def test_a_new_table_has_what_was_chosen(client_for, ana):
    response = client_for(ana).post(NEW, CHOICES | {"invite": "ben@example.org"})
    game = Game.objects.get()
    assert response.url == url(game)
    assert (game.title, game.size, game.pace["days"], game.public, game.host) == ("Evenings", 3, 7, True, ana)
    assert game.options == {
        "board": "advanced", "scores": "open", "support": "english", "wonder": "on", "buildings": "off"}
    assert game.seats.get(invited="ben@example.org").invitation


def test_a_table_full_of_bots_leads_to_the_game(client_for, ana):
    response = client_for(ana).post(NEW, CHOICES | {"bot_1": "greedy", "bot_2": "random"})
    assert response.url == reverse("game", args=(Game.objects.get().code,))


@pytest.mark.parametrize(("wrong", "words"), [
    ({"invite": "ben@example.org nonsense"}, "“nonsense” is not a mail address"),
    ({"invite": "ben@example.org", "bot_1": "greedy", "bot_2": "greedy"}, "these are 4 for 3 seats"),
    ({"invite": "b@example.org, c@example.org; d@example.org"}, "these are 4 for 3 seats"),
    ({"size": "2", "bot_1": "greedy", "bot_2": "greedy"}, "more than 2 players"),
    ({"size": "7"}, "marked below"),
    ({"board": "round"}, "marked below"),
])
def test_a_form_that_does_not_fit_makes_nothing_and_keeps_what_was_typed(client_for, ana, wrong, words):
    page = text(client_for(ana).post(NEW, CHOICES | wrong))
    assert words in page
    assert 'value="Evenings"' in page
    assert wrong.get("invite", "") in page
    assert not Game.objects.exists()
    assert not Notice.objects.exists()


def test_a_table_page_says_who_sits_and_what_i_can_do(client_for, table, ana, ben, cleo):
    for user, can, cannot in (
        (ana, ("Cancel this table", "Invite", "Link to join"), ("Sit down", "Leave the table")),
        (ben, ("Leave the table", "Link to join"), ("Sit down", "Cancel this table", "Invite by mail")),
        (cleo, ("Sit down",), ("Leave the table", "Cancel this table", "Link to join")),
    ):
        page = text(client_for(user).get(url(table)))
        assert "Ana" in page
        assert "Ben" in page
        for words in can:
            assert words in page, (user, words)
        for words in cannot:
            assert words not in page, (user, words)


def test_addresses_of_the_invited_are_for_the_host(client_for, table, ana, ben):
    tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    assert "dora@example.org" in text(client_for(ana).get(url(table)))
    assert "dora@example.org" not in text(client_for(ben).get(url(table)))


def test_a_private_table_is_not_there_for_others(client_for, ana, ben):
    game = tables.create(host=ana, now=NOW, public=False)
    assert client_for(ben).get(url(game)).status_code == 404
    for action in ("join", "invite", "cancel"):
        assert client_for(ben).post(act(game, action)).status_code == 404


def test_sitting_down_on_the_page_starts_the_full_table(client_for, table, cleo):
    response = client_for(cleo).post(act(table, "join"), follow=True)
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING
    assert response.redirect_chain[-1][0] == reverse("game", args=(table.code,))


def test_what_changes_something_needs_a_post(client_for, table, ana, cleo):
    for action in ("join", "leave", "cancel", "invite", "bot", "remove"):
        assert client_for(cleo).get(act(table, action)).status_code == 405
    assert client_for(ana).post(act(table, "explode")).status_code == 404


def test_joining_twice_is_said_and_harms_nothing(client_for, table, ben):
    assert "You already sit at this table" in text(client_for(ben).post(act(table, "join"), follow=True))


def test_a_wrong_address_to_invite_stays_in_the_form(client_for, table, ana):
    page = text(client_for(ana).post(act(table, "invite"), {"address": "dora at home"}))
    assert 'value="dora at home"' in page
    assert "is not a mail address" in page


def test_the_host_seats_a_bot_and_takes_it_back(client_for, ana):
    game = tables.create(host=ana, now=NOW, size=4)
    client = client_for(ana)
    assert "Greedy bot sits" in text(client.post(act(game, "bot"), {"bot": "greedy"}, follow=True))
    seat = game.seats.get(bot="greedy")
    assert "free again" in text(client.post(act(game, "remove"), {"seat": seat.pk}, follow=True))
    assert game.seats.count() == 1


def test_two_bots_of_a_kind_have_two_names(client_for, ana):
    game = tables.create(host=ana, now=NOW, size=4, bots=["greedy", "random", "greedy"])
    names = play.names(Game.objects.get(pk=game.pk))
    assert sorted(names) == ["Ana", "Greedy bot 1", "Greedy bot 2", "Random bot"]
    assert names == play.names(Game.objects.prefetch_related("seats__user").get(pk=game.pk))


def test_a_link_with_impossible_signs_leads_nowhere(client):
    assert client.get("/join/%00/").status_code == 404


def test_seats_of_other_tables_are_out_of_reach(client_for, ana, ben):
    mine = tables.create(host=ben, now=NOW, size=4)
    other = tables.create(host=ana, now=NOW, size=4, bots=["greedy"])
    seat = other.seats.get(bot="greedy")
    assert client_for(ben).post(act(mine, "remove"), {"seat": seat.pk}).status_code == 404
    assert client_for(ben).post(act(mine, "remove"), {"seat": "x"}).status_code == 404


def test_a_member_leaves_and_the_host_cancels(client_for, table, ana, ben):
    assert client_for(ben).post(act(table, "leave")).url == LOBBY
    page = text(client_for(ana).post(act(table, "cancel"), follow=True))
    assert "has cancelled this table" in page
    table.refresh_from_db()
    assert table.status == Game.Status.CANCELLED


def test_the_waiting_page_goes_to_the_game_when_it_starts(client_for, running_game, ana):
    client = client_for(ana)
    game = reverse("game", args=(running_game.code,))
    assert client.get(url(running_game)).url == game
    assert client.get(url(running_game), headers={"HX-Request": "true"})["HX-Redirect"] == game


def test_a_link_leads_a_newcomer_to_an_account_and_back_to_the_table(client, table, settings):
    seat = tables.invite(game=table, user=table.host, address="dora@example.org", now=NOW)
    link = reverse("join", args=(seat.invitation,))
    page = text(client.get(link))
    assert "Ana invites you" in page
    entry = next(part for part in page.split('"') if part.startswith(reverse("account_request_login_code") + "?"))
    assert parse_qs(urlsplit(entry).query)["next"] == [link]
    assert 'value="dora@example.org"' in text(client.get(entry))  # the address is filled in
    dora = newcomer("dora@example.org")
    client.force_login(dora)
    assert client.get(link).url.startswith(reverse("welcome"))
    User.objects.filter(pk=dora.pk).update(display_name="Dora")
    assert "Sit down" in text(client.get(link))
    client.post(link)
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING
    assert table.seats.get(user=dora).pk == seat.pk


def test_looking_at_a_link_changes_nothing(client_for, table, cleo):
    client_for(cleo).get(reverse("join", args=(table.invitation,)))
    assert table.seats.count() == 2


def test_a_link_says_when_it_came_too_late(client_for, running_game, client):
    page = text(client_for(person("Dora")).get(reverse("join", args=(running_game.invitation,))))
    assert "has started without you" in page
    assert "Sit down" not in page
    assert "Go on with my mail address" not in text(client.get(reverse("join", args=(running_game.invitation,))))


def test_a_link_of_somebody_who_sits_leads_to_the_table(client_for, table, ben):
    assert client_for(ben).get(reverse("join", args=(table.invitation,))).url == url(table)


def test_a_link_that_was_taken_back_is_explained(client, table, ana):
    seat = tables.invite(game=table, user=ana, address="dora@example.org", now=NOW)
    tables.remove_seat(game=table, user=ana, seat=seat)
    response = client.get(reverse("join", args=(seat.invitation,)))
    assert response.status_code == 404
    assert "leads nowhere any more" in text(response)


def test_titles_and_names_are_no_html(client_for, ana, ben):
    tables.create(host=ana, now=NOW, title="<b>bold</b>")
    page = text(client_for(ben).get(LOBBY))
    assert "<b>bold</b>" not in page
    assert "&lt;b&gt;bold" in page


def test_a_title_holds_only_what_can_be_seen(client_for, ana):
    client_for(ana).post(NEW, CHOICES | {"title": "Even\u202eings\n1"})
    assert Game.objects.get().title == "Evenings1"
