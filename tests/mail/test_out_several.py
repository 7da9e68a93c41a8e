"""Several games of one player: one mail a moment, at the hours they have chosen, each game with its own address."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from email.message import Message
from email.policy import default
from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games import play, seating
from games.models import Game, Notice, Seat
from mail import boundary, notices, outbox, sending, tokens
from mail.html import to_text
from mail.inert import is_inert
from mail.judging import quoted_lines
from mail.models import Outgoing, Token
from mail.opened import opened
from tests.conftest import NOW
from tests.games.playing import days, done, make_game
from tests.mail.inbox import outcome, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Status = Outgoing.Status


@pytest.fixture
def games(ana: User, ben: User) -> list[Game]:
    """Ana begins all of three games against Ben."""
    return [make_game([ana, ben]) for _number in range(3)]


def sent(user: User, after: datetime = NOW) -> list[Outgoing]:
    """What has left for the player, once the moment is over."""
    sending.send_due(after)
    sending.send_due(after + notices.WINDOW)
    return list(Outgoing.objects.filter(user=user, status=Status.SENT).order_by("pk"))


def choose(user: User, **values: object) -> None:
    User.objects.filter(pk=user.pk).update(**values)


def addresses(mail: Outgoing) -> list[str]:
    """The reply addresses in the text, in order."""
    return re.findall(r"^play\+[a-z2-7]+@\S+$", opened(bytes(mail.raw)).text, re.MULTILINE)


def test_three_games_of_one_moment_are_one_mail_with_all_positions(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    assert mail.kind == "games"
    assert mail.text.count("It is your turn") == 3
    assert mail.text.count("     A   B   C") >= 3
    page = opened(bytes(mail.raw))
    assert len(page.pictures) == 3
    for game in games:
        assert f"{game.code}: Ana, Ben" in mail.text
        assert f"/games/{game.code}/" in mail.text
    for name in page.pictures:
        assert page.html.count(f'src="cid:{name}"') == 1


def test_each_game_has_an_address_of_its_own_and_the_mail_has_none(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    message = email.message_from_bytes(bytes(mail.raw), policy=default)
    assert message["Reply-To"] is None
    found = [tokens.find([address]) for address in addresses(mail)]
    assert [[token.seat.game for token in one] for one in found] == [[game] for game in games]
    assert {token.seat.user for one in found for token in one} == {ana}


def test_a_link_opens_an_answer_with_the_boundary_of_its_game(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    links = re.findall(r'href="(mailto:[^"]+)"', opened(bytes(mail.raw)).html)
    assert len(links) == 3
    for game, link, address in zip(games, links, addresses(mail), strict=True):
        assert urlsplit(link).path == address
        assert boundary.line(game.code) in unquote(link)
        assert f"subject=Tigris%20{game.code}" in link


def test_addresses_are_kept_nowhere_but_in_the_message(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    assert addresses(mail)
    assert not any(address in mail.text for address in addresses(mail))
    assert "play+" not in mail.text


def test_games_that_come_up_seconds_apart_are_of_one_moment(ana: User, ben: User) -> None:
    first, second = make_game([ana, ben]), make_game([ben, ana])
    done(second, 0, "pass")
    Notice.objects.filter(game=second).update(created=NOW + timedelta(seconds=15), due=NOW + timedelta(seconds=15))
    assert sending.send_due(NOW) == 0
    mails = sent(ana, NOW + notices.WINDOW)
    assert [mail.kind for mail in mails] == ["games"]
    assert {part.game for part in mails[0].parts.all()} == {first, second}


def test_who_plays_one_game_waits_for_no_company(ana: User, ben: User) -> None:
    make_game([ana, ben])
    sending.send_due(NOW)
    assert list(Outgoing.objects.filter(user=ana).values_list("kind", "status")) == [("turn", "sent")]


def test_one_of_several_games_is_told_in_its_own_mail(ana: User, ben: User) -> None:
    games = [make_game([ana, ben]) for _number in range(2)]
    sent(ana)
    done(games[0], 0, "pass")
    done(games[0], 1, "pass")
    mails = sent(ana, NOW + HOUR)
    assert [mail.kind for mail in mails] == ["games", "turn"]
    assert tokens.find([email.message_from_bytes(bytes(mails[1].raw))["Reply-To"]])


def test_a_game_that_was_answered_meanwhile_is_left_out(games: list[Game], ana: User) -> None:
    notices.collapse_due(NOW + notices.WINDOW)
    done(games[1], 0, "pass")
    mails = sent(ana, NOW + HOUR)
    assert Outgoing.objects.filter(user=ana, status=Status.DROPPED).count() == 1
    assert "It is your turn" in mails[-1].text
    about = {part.game for mail in mails for part in mail.parts.all()} | {mail.game for mail in mails if mail.game}
    assert {games[0], games[2]} <= about
    assert not any(f"games/{games[1].code}/" in mail.text and "It is your turn" in mail.text.partition(
        games[1].code)[2].partition("####")[0] for mail in mails)


def test_no_line_of_a_mail_about_several_games_is_an_order(games: list[Game], ana: User, ben: User) -> None:
    for language in ("en", "es", "de"):
        choose(ana, language=language, display_name="pass")
        choose(ben, display_name="temple D5")
        Outgoing.objects.all().delete()
        Notice.objects.filter(user=ana).update(told=None, due=NOW)
        for game in games:
            Notice.objects.create(game=game, seat=game.seats.get(user=ana), user=ana, kind="chat", version=0,
                                  data={"name": "pass", "text": "king D5"}, created=NOW, due=NOW)
        (mail,) = sent(ana)
        page = opened(bytes(mail.raw))
        for line in (*page.text.splitlines(), *to_text(page.html).splitlines()):
            assert is_inert(line, "tigris"), line


def test_it_stays_small_enough_to_be_shown_whole(ana: User, ben: User) -> None:
    for _number in range(10):
        make_game([ana, ben])
    (mail,) = sent(ana)
    page = opened(bytes(mail.raw))
    assert len(page.html.encode()) < 100_000
    assert page.text.count("It is your turn") == 10
    assert len(addresses(mail)) == 10
    wide = [line for line in page.text.splitlines() if len(line) > 72 and "http" not in line and "play+" not in line]
    assert wide == []


def test_one_click_stops_the_mails_of_all_games_and_another_gives_them_back(games: list[Game], ana: User) -> None:
    choose(ana, mail_mode="digest")
    Seat.objects.filter(game=games[0], user=ana).update(mail_mode="turns")
    ana.refresh_from_db()
    path = urlsplit(outbox.stop_url(ana)).path
    program = Client(enforce_csrf_checks=True)
    assert program.get(path).status_code == 200
    ana.refresh_from_db()
    assert ana.mail_mode == "digest"
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert {seat.mailed for seat in Seat.objects.filter(user=ana)} == {"silent"}
    program.post(path, {"again": "1"})
    assert {seat.mailed for seat in Seat.objects.filter(user=ana)} == {"digest"}
    assert program.post(path[:-4] + "abc/").status_code == 404


def test_its_headers_let_programs_stop_and_thread_it(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    message = email.message_from_bytes(bytes(mail.raw), policy=default)
    assert "/mail/stop/" in message["List-Unsubscribe"]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["References"] == f"<games.{ana.pk}@{message['Message-ID'].rpartition('@')[2].strip('>')}>"


# ---- digests, quiet hours, silence


@pytest.fixture
def digest(ana: User) -> User:
    """Ana wants her mails at 8 and at 18 o'clock; it is noon, 12:00 UTC."""
    choose(ana, mail_mode="digest", digest_hours=[8, 18])
    return ana


def rounds(start: datetime, end: datetime) -> Iterator[datetime]:
    """The sweeps in between, a few minutes apart."""
    while start <= end:
        yield start
        start += timedelta(minutes=5)


def when_told(user: User, end: datetime) -> list[datetime]:
    for now in rounds(NOW, end):
        sending.send_due(now)
    return [mail.sent.replace(second=0, microsecond=0) for mail in Outgoing.objects.filter(user=user).order_by("pk") if mail.sent]


def test_a_digest_comes_at_its_hour_with_all_games(games: list[Game], digest: User) -> None:
    assert when_told(digest, NOW + DAY) == [NOW.replace(hour=18)]
    assert Outgoing.objects.get(user=digest).kind == "games"


def test_a_digest_of_one_game_can_be_answered_directly(ana: User, ben: User, digest: User) -> None:
    make_game([ana, ben])
    assert when_told(digest, NOW + DAY) == [NOW.replace(hour=18)]
    assert Outgoing.objects.get(user=digest).kind == "turn"


def test_hours_are_those_of_the_players_zone(ana: User, ben: User, digest: User) -> None:
    choose(ana, time_zone="America/New_York")  # noon UTC is 7 there
    make_game([ana, ben])
    assert when_told(digest, NOW + DAY) == [NOW.replace(hour=13)]


def test_a_turn_that_was_taken_before_its_digest_is_not_in_it(games: list[Game], digest: User) -> None:
    done(games[0], 0, "pass")
    when_told(digest, NOW + 7 * HOUR)
    mail = Outgoing.objects.get(user=digest)
    assert mail.text.count("It is your turn") == 2


def test_a_deadline_before_the_digest_is_told_at_once(ana: User, ben: User, digest: User) -> None:
    game = make_game([ana, ben], pace=days(1))
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 5 * HOUR)
    assert when_told(digest, NOW + HOUR) == [NOW]


def test_a_change_of_mind_is_seen_before_the_digest(ana: User, ben: User, digest: User) -> None:
    make_game([ana, ben])
    when_told(digest, NOW)
    choose(ana, mail_mode="turns")
    assert when_told(digest, NOW + HOUR)[0] <= NOW + notices.LOOK_AGAIN


def test_one_game_may_come_at_once_and_the_others_together(games: list[Game], digest: User) -> None:
    Seat.objects.filter(game=games[0], user=digest).update(mail_mode="turns")
    told = when_told(digest, NOW + DAY)
    assert len(told) == 2
    assert told[0] <= NOW + timedelta(minutes=5)
    assert told[1] == NOW.replace(hour=18)
    assert Outgoing.objects.filter(user=digest).earliest("pk").game == games[0]


def test_quiet_hours_hold_mails_until_they_end(ana: User, ben: User) -> None:
    choose(ana, quiet_from=time(11), quiet_until=time(14, 30))
    make_game([ana, ben])
    assert when_told(ana, NOW + DAY) == [NOW.replace(hour=14, minute=30)]


def test_a_deadline_in_the_quiet_hours_breaks_them(ana: User, ben: User) -> None:
    choose(ana, quiet_from=time(11), quiet_until=time(14, 30))
    game = make_game([ana, ben], pace=days(1))
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 2 * HOUR)
    assert when_told(ana, NOW + DAY)[0] == NOW


def test_a_mail_that_a_server_held_up_does_not_come_at_night(ana: User, ben: User) -> None:
    choose(ana, quiet_from=time(12, 30), quiet_until=time(20))
    make_game([ana, ben])
    notices.collapse_due(NOW)
    Outgoing.objects.filter(user=ana).update(due=NOW + HOUR, tries=2)  # the server was away
    assert when_told(ana, NOW + DAY) == [NOW.replace(hour=20)]


def test_silence_is_kept_but_for_the_end(ana: User, ben: User) -> None:
    choose(ana, mail_mode="silent")
    game = make_game([ana, ben])
    done(game, 0, "pass")
    done(game, 1, "say hello")
    done(game, 1, "resign")
    when_told(ana, NOW + DAY)
    assert set(Outgoing.objects.filter(user=ana).values_list("kind", flat=True)) == {"ended"}


def test_a_combined_mail_is_dropped_whole_when_its_reader_wants_none_any_more(games: list[Game], ana: User) -> None:
    Notice.objects.filter(kind="started").delete()
    notices.collapse_due(NOW + notices.WINDOW)
    choose(ana, mail_mode="silent")
    sending.send_due(NOW + HOUR)
    assert list(Outgoing.objects.filter(user=ana).values_list("kind", "status")) == [("games", "dropped")]


def test_an_answer_to_one_address_is_for_that_game_alone(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    to = addresses(mail)[1]
    quoted = "\n".join(f"> {line}" for line in opened(bytes(mail.raw)).text.splitlines())
    raw = (f"From: {ana.email}\nTo: {to}\nMessage-ID: <a@mail.example.org>\nIn-Reply-To: {mail.message_id}\n\n"
           f"pass\n\nSomebody wrote:\n{quoted}\n")
    receive(raw.encode())
    assert [Game.objects.get(pk=game.pk).version for game in games] == [0, 1, 0]
    assert play.history(Game.objects.get(pk=games[1].pk), None)[0].order == "pass"


def test_a_plain_answer_does_nothing_and_says_what_to_do(games: list[Game], ana: User) -> None:
    (mail,) = sent(ana)
    sender = email.message_from_bytes(bytes(mail.raw), policy=default)["From"]
    receive(f"From: {ana.email}\nTo: {sender}\nMessage-ID: <b@mail.example.org>\n\npass\n".encode())
    assert outcome() == "reject"
    assert "which game you mean" in " ".join(Outgoing.objects.filter(kind="answer").latest("pk").text.split())
    assert [Game.objects.get(pk=game.pk).version for game in games] == [0, 0, 0]


def test_tokens_are_made_with_the_message_and_not_before(games: list[Game], ana: User) -> None:
    notices.collapse_due(NOW + notices.WINDOW)
    made = Token.objects.filter(seat__user=ana).count()
    sent(ana, NOW + notices.WINDOW)
    assert made == Token.objects.filter(seat__user=ana).count() == 3


def test_its_lines_are_known_again_when_they_come_back_unmarked(games: list[Game], ana: User) -> None:

    (mail,) = sent(ana)
    answer = Message()
    answer["In-Reply-To"] = mail.message_id
    for game in games:
        assert any("It is your turn" in line for line in quoted_lines(answer, game.seats.get(user=ana)))


def test_who_loses_the_seat_in_one_game_still_hears_of_the_others(games: list[Game], ana: User, cleo: User) -> None:
    notices.collapse_due(NOW + notices.WINDOW)
    row = Outgoing.objects.get(user=ana)
    assert (row.kind, row.status) == ("games", Status.WAITING)
    assert seating.give(games[0], games[0].seats.get(user=ana), to=cleo, now=NOW)
    row.refresh_from_db()
    assert row.status == Status.DROPPED
    (mail,) = sent(ana)
    assert mail.text.count("It is your turn") == 2
    assert games[0].code not in mail.text
    assert not Notice.objects.filter(user=ana, told=None).exists()
