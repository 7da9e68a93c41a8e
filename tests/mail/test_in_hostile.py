"""What hostile mails may cost: counted in bytes, parts, lines and calls, not in seconds."""

from __future__ import annotations

import email.message
import email.parser
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from mail import html, identity, machines, message, reading, reports, text, tokens, understood
from mail.message import MAX_BYTES, MAX_HEADER, MAX_LINES, MAX_PARAMETERS, Unreadable, body, parse, parse_head
from mail.models import Incoming, Outgoing
from mail.reports import MOST_IDENTIFIERS, report
from mail.text import MAX_HTML, MAX_TEXT, MAX_UNKNOWN, answer_text, new_lines
from mail.understood import MAX_ORDERS, understand
from tests.mail.inbox import Desk, desk, receive

HEAD = b"From: ana@example.org\n"


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, size: Callable[..., int] = lambda *a, **k: 1) -> list[int]:
    """What each call of a function costs, from now on."""
    costs: list[int] = []
    real = getattr(owner, name)

    def counting(*args: Any, **values: Any) -> Any:
        costs.append(size(*args, **values))
        return real(*args, **values)

    monkeypatch.setattr(owner, name, counting)
    return costs


def nested(levels: int) -> bytes:
    return b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (level, level) for level in range(levels))


TOO_MUCH = {
    "2000 nested parts": HEAD + nested(2000),
    "2000 nested messages": HEAD + b"Content-Type: message/rfc822\n\n" * 2000,
    "20000 parts": HEAD + b'Content-Type: multipart/mixed; boundary="a"\n\n' + b"--a\n\nx\n" * 20_000,
    "20000 parts with a folded boundary": HEAD + b"Content-Type: multipart/mixed;\n boundary=a\n\n" + b"--a\n\nx\n" * 20_000,
    "20000 addresses": b"From: ana@example.org\nTo: " + b"a@b.example, " * 20_000 + b"\n\nx",
    "2000 headers": HEAD + b"X: y\n" * 2000 + b"\nx",
    "a megabyte and a byte": HEAD + b"\n" + b"x" * MAX_BYTES,
    "too many lines": HEAD + b"\n" + b"x\n" * MAX_LINES,
    "too many carriage returns": HEAD + b"\n" + b"\r" * (MAX_LINES + 1),
    "a report in 20000 groups": HEAD + b"Content-Type: message/delivery-status\n\n" + b"A: b\n\n" * 20_000,
}


@pytest.mark.parametrize("raw", TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_message_over_a_cap_is_never_given_to_pythons_parser(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = counted(monkeypatch, email.parser.BytesParser, "parsebytes")
    with pytest.raises(Unreadable):
        parse(raw)
    assert parsed == []


@pytest.mark.django_db
@pytest.mark.parametrize("raw", TOO_MUCH.values(), ids=TOO_MUCH)
def test_it_is_stored_marked_and_final(raw: bytes) -> None:
    receive(raw)
    row = Incoming.objects.get()
    assert row.status in (Incoming.Status.UNREADABLE, Incoming.Status.DONE)
    assert row.outcome in ("ignore", "reject")
    assert len(row.raw) <= MAX_BYTES + 1
    assert reading.read_due(row.received) == 0
    assert not Outgoing.objects.exists()


@pytest.mark.parametrize("name", ["Content-Type", "Content-Disposition"])
def test_a_header_with_endless_parameters_is_looked_at_in_part(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's reader takes time with the square of their number."""
    costs = counted(monkeypatch, email.message, "_parseparam", lambda value: str(value).count(";"))
    part = f'{name}: text/plain; x="'.encode() + b";" * 500_000 + b"\n\nx\n"
    message = parse(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + part + b"--b--\n")
    machines.why_silent(message, "")
    body(message)
    assert costs
    assert max(costs) <= MAX_PARAMETERS


@pytest.mark.parametrize("name", ["From", "To", "Subject", "Message-ID", "References", "Authentication-Results", "X-Loop"])
@pytest.mark.parametrize("piece", [b"a@b.example, ", b"(", b'"\\', b"<", b"=?utf-8?q?", b"<[abc]@x> ", b"\xff\xfe", b"\x00", b"=0D=0A"])
def test_no_header_breaks_its_readers_and_none_looks_at_much_of_it(
    name: str, piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = counted(monkeypatch, machines, "getaddresses", lambda values: max(map(len, values), default=0))
    message = parse_head(name.encode() + b": " + piece * (60_000 // len(piece)) + b"\n\nx")
    machines.why_silent(message, "")
    machines.authors(message)
    identity.dmarc_failed(message)
    assert all(len(value) <= MAX_HEADER for value in identity.recipients(message, []))
    assert max(costs, default=0) <= MAX_HEADER


def test_a_header_that_comes_a_thousand_times_is_read_fifty_times() -> None:
    assert len(message.headers(parse_head(b"To: a@b.example\n" * 900 + b"\nx"), "To")) == 50


@pytest.mark.django_db
def test_few_tokens_are_looked_up_for_one_message(django_assert_max_num_queries: Any) -> None:
    addresses = [f"play+{number:a>24}@localhost".translate(str.maketrans("0189", "bcde")) for number in range(3000)]
    with django_assert_max_num_queries(1) as queries:
        assert tokens.find(addresses) == []
    assert str(queries.captured_queries[0]["sql"]).count("'") <= 2 * tokens.AT_MOST + 10


@pytest.mark.parametrize("line", ["a", "On 10 wrote a:", "From: a", "é" * 100, "\u200b" * 100, "- temple", "<a@b.example>:"])
def test_reading_stops_where_there_is_more_text_than_anybody_writes(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = counted(monkeypatch, text, "visible", lambda value: len(value))
    with pytest.raises(Unreadable):
        new_lines(f"{line}\n" * (20 * MAX_TEXT // len(line)))
    assert sum(seen) <= MAX_TEXT + len(line)


def test_the_pattern_for_unknown_quotes_sees_the_beginning_of_a_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pattern:
        seen = 0

        def search(self, value: str) -> None:
            Pattern.seen = len(value)

    monkeypatch.setattr(text, "quote_header", Pattern)
    new_lines("> x\n" * 40_000 + "On a wrote b\n" * 500)
    assert 0 < Pattern.seen <= 2 * MAX_UNKNOWN
    with pytest.raises(Unreadable):
        new_lines("x\n" * (MAX_UNKNOWN + 1))


def test_a_page_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = counted(monkeypatch, html, "to_text")
    with pytest.raises(Unreadable):
        answer_text(parse(HEAD + b"Content-Type: text/html\n\n" + b"<p>x</p>" * (MAX_HTML // 8 + 1)))
    assert read == []


@pytest.mark.parametrize("piece", ["<", "<!--", "<a b='", "<div>", "<blockquote>", "</p>", "&", "&#9", "<script>", "<style", "<p>x"])
def test_each_element_of_a_page_is_looked_at_once(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = piece * 20_000
    steps = [counted(monkeypatch, html._Page, name) for name in ("start", "end", "text", "end_line")]
    html.to_text(page)
    assert sum(map(len, steps)) <= 5 * 20_000 + 10


def test_no_more_lines_than_any_turn_has_orders_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    read = counted(monkeypatch, understood, "read")
    with pytest.raises(Unreadable):
        understand(["pass"] * 5000, "tigris")
    assert len(read) <= MAX_ORDERS + 1


def test_a_line_parted_into_thousands_is_prose() -> None:
    assert understand(["pass;" * 5000, "temple " * 5000, "x" * 60_000], "tigris").lines == ()


def test_a_report_names_few_mails_and_is_read_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = counted(monkeypatch, reports, "own_words", lambda value: len(value))
    raw = (b"From: MAILER-DAEMON@mx.example.org\n\n" +
           b"".join(b"<turn.%024x@localhost> 5.1.1 unknown\n" % number for number in range(15_000)))
    found = report(parse(raw), raw)
    assert found is not None
    assert len(found.identifiers) == MOST_IDENTIFIERS
    assert max(looked) <= reports.LOOKED_AT


@pytest.mark.django_db
@pytest.mark.usefixtures("no_pictures")
def test_an_answer_is_not_led_by_the_headers_of_the_mail(running_game: Game) -> None:
    """A subject or a Message-ID with line breaks becomes no header of ours."""
    at_desk: Desk = desk(running_game)
    evil = "=?utf-8?q?x=0D=0ABcc=3A_eve=40evil.example.org?="
    receive(at_desk.write(at_desk.orders[0], identifier="<a@b>\r\n <c@d>", Subject=evil))
    raw = bytes(at_desk.answers()[0].raw)
    assert b"eve@" not in raw
    assert parse(raw).keys() == parse(raw.replace(b"\r\n", b"\n")).keys()
    assert {"Bcc"}.isdisjoint(parse(raw).keys())
