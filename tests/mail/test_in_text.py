"""The player's own lines: every new one that can be told from a quote, and never a quoted one."""

from __future__ import annotations

import contextlib
import email
import time
from email.message import Message

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import Game
from mail import boundary, html
from mail.machines import why_silent
from mail.message import MAX_BYTES, Unreadable, body, header, headers, parse, parse_head
from mail.text import answer_text, new_lines
from mail.understood import MAX_ORDERS, understand
from tests.mail.inbox import desk, outcome, receive

LINE = boundary.line("abc234")
OLD = ["temple A1", "king A2", "commit 5"]
OURS = [LINE, "", "Hello Ana,", "It is your turn.", "With “temple D5” you place that tile.", "The board is below."]


def lines(text: str, sent: set[str] | None = None) -> list[str]:
    return [line.strip() for line in new_lines(text, sent or set()).lines]


def test_nothing_below_an_unmarked_boundary_is_read() -> None:
    assert lines(f"temple D5\n{LINE}\ntemple A1") == ["temple D5"]


def test_answers_below_and_between_marked_lines_are_read() -> None:
    assert lines(f"> {LINE}\n> temple A1\ntemple D5\n>> king A2\n > x\nking D6") == ["temple D5", "king D6"]


def test_the_boundary_is_found_behind_other_words_and_in_other_signs() -> None:
    assert lines(f"temple D5\nOn Sunday somebody wrote:   {LINE}\ntemple A1") == ["temple D5"]
    assert lines(f"temple D5\n\u200f\u00a0 {LINE.replace(' ', chr(0xa0))}\ntemple A1") == ["temple D5"]


def test_a_line_of_our_own_mail_after_a_marked_one_ends_the_reading() -> None:
    text = f"> {LINE}\n> Hello Ana,\nIt is your turn.\ntemple A1"
    assert lines(text, {"It is your turn."}) == []
    assert lines("It is your turn.\ntemple D5\n> x\n" + LINE, {"It is your turn."})[-1] == "temple D5"


def test_a_signature_is_no_order_but_an_answer_below_the_quote_is() -> None:
    assert lines(f"temple D5\n-- \nMarket 5\n> {LINE}\n> x\nking D6") == ["temple D5", "king D6"]


@pytest.mark.parametrize("words", [
    "On Tue, 3 Mar 2026 at 10:12, Somebody <play@example.org> wrote:",
    "Am 3. März 2026 um 10:12 schrieb Somebody <play@example.org>:",
    "El mar, 3 mar 2026 a las 10:12, Somebody (<play@example.org>) escribió:",
    "-----Original Message-----",
    "From: Somebody <play@example.org>\nSent: Tuesday, March 3, 2026 10:12 AM\nTo: Ana\nSubject: Turn",
    "Somebody <play+abc@localhost> kirjoitti näin:",
    "Le mar. 3 mars 2026 à 10:12, Somebody <play@example.org> a écrit :",
    "Von: Somebody\nGesendet: Dienstag, 3. März 2026 10:12\nAn: Ana\nBetreff: Zug",
])
def test_without_a_boundary_the_known_words_before_a_quote_end_the_reading(words: str) -> None:
    answer = new_lines(f"temple D5\n\n{words}\n\ntemple A1")
    assert ([line.strip() for line in answer.lines], answer.bounded) == (["temple D5"], False)


def test_a_long_line_said_in_format_flowed_stays_one_line() -> None:
    said = "say " + "a few words that go on and on " * 5
    cut = said.find(" ", 70) + 1
    message = email.message_from_string(
        f"Content-Type: text/plain; format=flowed\n\ntemple D5 \nking D6\n{said[:cut]}\n{said[cut:]}\n{LINE}\n"
    )
    assert [line.strip() for line in answer_text(message).lines] == ["temple D5", "king D6", said.strip()]


# HTML.


def test_quotes_in_html_are_marked_and_what_is_hidden_is_dropped() -> None:
    page = (
        "<p>temple D5</p><blockquote>king A1<br>x<blockquote>king A2</blockquote></blockquote>"
        "<div style='DISPLAY: none'>king A3</div><span hidden>king A4</span><style>king A5</style><!-- king A6 -->"
        "<s>king A7</s><div>farm&nbsp;<b>E</b>6<br>&#x200b;trader E7</div>"
    )
    assert html.to_text(page).splitlines() == [
        "temple D5", "> king A1", "> x", "> > king A2", "farm\xa0E6", "\u200btrader E7",
    ]


def test_an_answer_between_the_quotes_of_html_is_not_marked() -> None:
    page = "<div class='gmail_quote'><blockquote>a</blockquote><div>temple D5</div><blockquote>b</blockquote></div>"
    assert html.to_text(page).splitlines() == ["> a", "temple D5", "> b"]


def test_a_misplaced_end_of_an_element_closes_no_quote() -> None:
    assert html.to_text("<b>x<blockquote>king A1</b><br>king A2</blockquote>y").splitlines()[1:] == [
        "> king A1", "> king A2", "y",
    ]


@pytest.mark.parametrize("piece", [
    "<", "<!", "<!--", "<a ", "</", "<?", "<a b='", '<a b="', "&", "&#", "<script>", "<a =", "<div>", "<blockquote>",
    "<b><p></b>", "<style></style", "<p", "<div style='" + "a" * 3000 + "'>",
])
def test_broken_html_takes_no_long_time(piece: str) -> None:
    start = time.process_time()
    html.to_text(piece * (400_000 // len(piece)))
    assert time.process_time() - start < 10


@pytest.mark.parametrize("piece", ["On ", "On a wrote ", "From: ", "> ", "\n", "On Mon, a\n", "Am 3. schrieb ", "- "])
def test_endless_text_takes_no_long_time(piece: str) -> None:
    start = time.process_time()
    with contextlib.suppress(Unreadable):
        new_lines(piece * (60_000 // len(piece)))
    assert time.process_time() - start < 10


# Messages.


def test_a_charset_that_is_none_and_bytes_that_are_wrong_still_give_text() -> None:
    for charset, raw, text in [
        ("x-nonsense", "König".encode(), "König"), ("us-ascii", "König".encode("cp1252"), "König"),
        ("punycode", b"temple D5", "temple D5"), ("utf-8", b"temple D5\x00", "temple D5"),
        ("zip", b"temple D5", "temple D5"),
    ]:
        message = parse(b"Content-Type: text/plain; charset=" + charset.encode() + b"\n\n" + raw)
        assert body(message).text == text


def test_headers_that_break_pythons_own_reader_are_read() -> None:
    message = parse(b"Message-ID: <[abc]@x>\nSubject: a\n b\nFrom: \xff\xfe <ana@example.org>\n\nx")
    assert header(message, "Message-ID") == "<[abc]@x>"
    assert "ana@example.org" in header(message, "From")
    assert headers(message, "Cc") == []
    assert len(header(parse_head(b"To: " + b"a@b.example, " * 20000), "To")) < 10_000


@pytest.mark.parametrize("raw", [
    b"x" * (MAX_BYTES + 1),
    b"A: b\n" * 2000 + b"\nx",
    b"A: " + b"b" * 100_000 + b"\n\nx",
    b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(100)),
    b"Content-Type: message/rfc822\n\n" * 500,
    b'Content-Type: multipart/mixed; boundary="a"\n\n' + b"--a\n\nx\n" * 1000,
])
def test_a_message_over_a_limit_is_not_parsed(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        parse(raw)


def test_more_orders_than_any_turn_has_are_not_read() -> None:
    with pytest.raises(Unreadable):
        understand(["pass"] * (MAX_ORDERS + 1), "tigris")


@given(st.binary(max_size=2000))
@settings(max_examples=200, deadline=None)
def test_no_bytes_whatever_break_the_reader(raw: bytes) -> None:
    for rubbish in (raw, b"From: ana@example.org\nContent-Type: text/html\n\n" + raw, b"Content-Type: " + raw):
        try:
            message = parse(rubbish)
            why_silent(message, "")
            understand(answer_text(message).lines, "tigris")
        except Unreadable:
            pass


# Machines.


@pytest.mark.parametrize(("head", "silent"), [
    ("From: ana@example.org", False),
    ("From: ana@example.org\nAuto-Submitted: no", False),
    ("From: ana@example.org\nX-Auto-Response-Suppress: All", False),
    ("From: ana@example.org\nPrecedence: first-class", False),
    ("From: ana@example.org\nAuto-Submitted: auto-replied; owner-token=x", True),
    ("From: ana@example.org\nPrecedence: Bulk", True),
    ("From: ana@example.org\nList-Id: <talk.example.org>", True),
    ("From: ana@example.org\nX-Autoreply: yes", True),
    ("From: ana@example.org\nX-Spam-Flag: YES", True),
    ("From: ana@example.org\nReturn-Path: <>", True),
    ("From: MAILER-DAEMON@example.org", True),
    ("From: No-Reply@example.org", True),
    ("From: play+abc@localhost", True),
    ("From: ana@example.org, ben@example.org", True),
    ("From: ana@example.org\nFrom: ben@example.org", True),
    ("Subject: no sender", True),
])
def test_machines_are_told_from_people(head: str, silent: bool) -> None:
    assert bool(why_silent(email.message_from_string(f"{head}\n\ntemple D5\n"), "ana@example.org")) is silent


# All ways of quoting, mixed.


def marked(text: list[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in text]


def deep(text: list[str]) -> list[str]:
    return [f"> > {line}".rstrip() for line in text]


def indented(text: list[str]) -> list[str]:
    return [f"  {line}" for line in text]


def as_page(text: list[str], quote: str) -> Message:
    new = "".join(f"<div>{line}</div>" for line in text)
    old = "<br>".join([*OURS, *OLD])
    wrapped = {
        "blockquote": f"<blockquote>{old}</blockquote>", "bare": f"<hr><div>{old}</div>",
        "yahoo": f"<div class='yahoo_quoted'>{old}</div>",
    }[quote]
    return email.message_from_string(f"Content-Type: text/html; charset=utf-8\n\n<html><body>{new}{wrapped}</body></html>")


NEW = st.lists(st.sampled_from(["temple D5", "King E6", "say hello", "farm B2; pass", "help"]), min_size=1, max_size=4)
PROSE = st.lists(st.sampled_from(["", "Thanks!", "Best wishes, Ana", "Sent from my telephone"]), max_size=2)
ATTRIBUTION = st.sampled_from(["", "On Tue, somebody wrote:", "Am Dienstag schrieb jemand:", "________________"])


@given(new=NEW, below=NEW, prose=PROSE, attribution=ATTRIBUTION, way=st.sampled_from([marked, deep]),
       bottom=st.booleans())
def test_marked_quotes_give_all_new_orders_and_no_old_one(
    new: list[str], below: list[str], prose: list[str], attribution: str, way: type, bottom: bool
) -> None:
    quote = way([*OURS, *OLD])
    text = [*new, *prose, attribution, *quote, *(below if bottom else [])]
    wanted = [*new, *(below if bottom else [])]
    read = understand(new_lines("\n".join(text), set(OURS)).lines, "tigris")
    assert [line.text.strip() for line in read.lines] == wanted


@given(new=NEW, prose=PROSE, attribution=ATTRIBUTION, way=st.sampled_from([list, indented]))
def test_unmarked_quotes_give_all_orders_above_and_no_old_one(
    new: list[str], prose: list[str], attribution: str, way: type
) -> None:
    text = [*new, *prose, attribution, *way([*OURS, *OLD])]
    read = understand(new_lines("\n".join(text), set(OURS)).lines, "tigris")
    assert [line.text.strip() for line in read.lines] == new


@given(new=NEW, quote=st.sampled_from(["blockquote", "bare", "yahoo"]))
def test_pages_give_all_new_orders_and_no_old_one(new: list[str], quote: str) -> None:
    read = understand(answer_text(as_page(new, quote)).lines, "tigris")
    assert [line.text.strip() for line in read.lines] == new


@pytest.mark.django_db
@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("wrap", ["<blockquote>{}</blockquote>", "<hr>{}", "<div class='gmail_quote'>{}</div>"])
def test_our_own_page_comes_back_inert(running_game: Game, wrap: str) -> None:
    """A program that sends HTML alone quotes the HTML part of our mail, marked or not."""
    at_desk = desk(running_game)
    ours = next(part for part in email.message_from_bytes(bytes(at_desk.mail.raw)).walk()
                if part.get_content_type() == "text/html").get_payload(decode=True)
    assert isinstance(ours, bytes)
    page = f"<div>{at_desk.orders[0]}</div>{wrap.format(ours.decode())}"
    raw = (f"From: {at_desk.address}\nTo: {at_desk.reply_to}\nMessage-ID: <1@example.org>\n"
           f"Content-Type: text/html; charset=utf-8\n\n{page}").encode()
    receive(raw)
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
