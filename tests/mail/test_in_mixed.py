"""Real mails of ours, all kinds in all languages, quoted in the ways of many programs, with orders above, below and
between: every new order that can be told from a quote is read, and never a quoted one."""

from __future__ import annotations

import email
import textwrap
from collections.abc import Callable
from email.message import Message
from html import escape
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from engine import Order
from engine.lexicon.vocabulary import plain as visible
from games import chance
from mail import boundary, compose_position
from mail.html import to_text
from mail.inert import is_inert
from mail.text import answer_text
from mail.understood import understand
from tests.mail.conftest import PNG
from tests.mail.corpus import LANGUAGES, Sent, sent_mails

pytestmark = pytest.mark.django_db  # the corpus needs it, and pytest-django looks at the tests
TEMPLATES = Path(__file__).parents[2] / "templates" / "mail"


class Corpus(NamedTuple):
    mails: list[Sent]
    templates: set[str]

    def __repr__(self) -> str:
        return f"{len(self.mails)} mails"


@pytest.fixture(scope="module")
def corpus(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Corpus:
    """Made once for all tests here, and nothing of it stays."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(chance, "shuffle", lambda deck: tuple(Random(3).sample(list(deck), len(deck))))
        patch.setattr(compose_position.drawing, "png", lambda *args, **values: PNG)
        made = Corpus(*sent_mails())
        transaction.set_rollback(True)
    return made


def test_the_corpus_holds_every_kind_of_mail_in_every_language(corpus: Corpus) -> None:
    whole = {f"mail/{path.name}" for path in TEMPLATES.glob("*.txt") if not path.name.startswith(("_", "base"))}
    assert whole - corpus.templates == set()
    assert {mail.language for mail in corpus.mails} == set(LANGUAGES)
    assert all(boundary.is_boundary(mail.text.splitlines()[0]) for mail in corpus.mails)


def test_no_line_of_any_mail_is_an_order_or_an_aside(corpus: Corpus) -> None:
    lines = {line for mail in corpus.mails for line in (*mail.text.splitlines(), *to_text(mail.html).splitlines())}
    assert [line for line in lines if not is_inert(line, "tigris")] == []


# What programs write before a quote; {} is who wrote it.
ATTRIBUTIONS = (
    "On Tue, 3 Mar 2026 at 10:12, {} <play+x@example.org> wrote:",
    "On Tue, Mar 3, 2026 at 10:12 AM {}\n<play+abcdefghijklmnop@play.example.org> wrote:",
    "Am Di., 3. März 2026 um 10:12 Uhr schrieb {} <play@example.org>:", "Am 03.03.26 um 10:12 schrieb {}:",
    "El mar, 3 mar 2026 a las 10:12, {} (<play@example.org>) escribió:", "El 3/3/26 a las 10:12, {} escribió:",
    "Le mar. 3 mars 2026 à 10:12, {} <play@example.org> a écrit :", "Il giorno mar 3 mar 2026 alle 10:12 {} ha scritto:",
    "Op di 3 mrt 2026 om 10:12 schreef {} <play@example.org>:", "Em ter., 3 de mar. de 2026 às 10:12, {} escreveu:",
    "вт, 3 мар. 2026 г. в 10:12, {} <play@example.org>:", "2026年3月3日(火) 10:12 {} <play@example.org>:",
    "Den tis 3 mars 2026 kl 10:12 skrev {} <play@example.org>:", "{} wrote:",
)
BLOCKS = (
    "From: {} <play@example.org>\nSent: Tuesday, March 3, 2026 10:12 AM\nTo: Ana <ana@example.org>\nSubject: Tigris abc: Ana",
    "________________________________\nFrom: {}\nSent: Tuesday, March 3, 2026 10:12:00 AM\nTo: Ana\nCc: Ben\nSubject: x",
    "-----Original Message-----\nFrom: {}\nTo: Ana", "-------- Original message --------\nFrom: {}\nDate: 03/03/2026 10:12",
    "Von: {}\nGesendet: Dienstag, 3. März 2026 10:12\nAn: Ana\nBetreff: Tigris",
    "-----Ursprüngliche Nachricht-----\nVon: {}\nGesendet: Dienstag, 3. März 2026 10:12",
    "Gesendet: Dienstag, 3. März 2026 um 10:12\nVon: {}\nAn: Ana\nBetreff: Tigris",
    "De: {}\nEnviado: martes, 3 de marzo de 2026 10:12\nPara: Ana\nAsunto: Tigris",
    "De : {}\nEnvoyé : mardi 3 mars 2026 10:12\nÀ : Ana\nObjet : Tigris",
    "Da: {}\nInviato: martedì 3 marzo 2026 10:12\nA: Ana\nOggetto: Tigris",
    "Van: {}\nVerzonden: dinsdag 3 maart 2026 10:12\nAan: Ana\nOnderwerp: Tigris",
    "*From:* {}\n*Date:* Tue, 3 Mar 2026\n*To:* Ana", "---------- Forwarded message ---------\nFrom: {}\nDate: Tue\nTo: Ana",
)
NEW = ("temple D5", "King E6.", "say hello", "farm B2; pass", "Tempel F6", "mercado C3", "log", "notes he is strong")
OLD = ("temple A1", "king A2", "commit 5", "swap temple", "stop", "board", "say old words", "notes old", "mute")
PROSE = ("", "Thanks!", "Best wishes, Ana", "Viele Grüße", "Sent from my telephone", "Un saludo", "Nice move, Ben.")

news = st.lists(st.sampled_from(NEW), min_size=0, max_size=4)
olds = st.lists(st.sampled_from(OLD), min_size=0, max_size=3)
prose = st.lists(st.sampled_from(PROSE), max_size=2)


class Quoted(NamedTuple):
    """The text of an answer and whether the new lines below the quote can be told from it."""

    text: str
    below_counts: bool


def marked(lines: list[str], mark: str = "> ") -> list[str]:
    return [f"{mark}{line}".rstrip() for line in lines]


def by_marks(ours: list[str], head: str, width: int) -> list[str]:
    return [*head.splitlines(), *marked(ours)]


def by_marks_without_blanks(ours: list[str], head: str, width: int) -> list[str]:
    return [*head.splitlines(), "", *marked(ours, ">"), ""]


def by_two_marks(ours: list[str], head: str, width: int) -> list[str]:
    return [*head.splitlines(), *marked(marked(ours, ">"))]


def by_marks_wrapped(ours: list[str], head: str, width: int) -> list[str]:
    """All pieces of a line that is too long are marked."""
    return [*head.splitlines(), *marked([piece for line in ours for piece in textwrap.wrap(line, width) or [""]])]


def by_marks_broken(ours: list[str], head: str, width: int) -> list[str]:
    """Only the first piece of a line that is too long is marked."""
    found = head.splitlines()
    for line in ours:
        first, *rest = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
        found += [f"> {first}", *rest]
    return found


def by_indent(ours: list[str], head: str, width: int) -> list[str]:
    return [*head.splitlines(), "", *(f"    {line}".rstrip() for line in ours)]


def by_nothing(ours: list[str], head: str, width: int) -> list[str]:
    return [*head.splitlines(), "", *ours]


def by_nothing_joined(ours: list[str], head: str, width: int) -> list[str]:
    """Paragraphs run together, blank lines lost."""
    return [*head.splitlines(), ours[0], " ".join(line.strip() for line in ours[1:])]


MARKING: tuple[Callable[[list[str], str, int], list[str]], ...] = (
    by_marks, by_marks_without_blanks, by_two_marks, by_marks_wrapped, by_marks_broken)
BARE: tuple[Callable[[list[str], str, int], list[str]], ...] = (by_indent, by_nothing, by_nothing_joined)


def read(text: str, sent: set[str], kind: str = "plain") -> list[str]:
    message = email.message_from_bytes(f"Content-Type: text/{kind}; charset=utf-8\n\n{text}".encode())
    return said_by(message, sent)


def said_by(message: Message, sent: set[str]) -> list[str]:
    """The lines that would be obeyed, as the reader sees them."""
    return [visible(line.text) for line in understand(answer_text(message, sent).lines, "tigris").lines]


def lines_of(mail: Sent) -> set[str]:
    """What `mail.judging.quoted_lines` knows of a mail."""
    return {visible(line) for line in mail.text.splitlines() if len(visible(line)) >= 6}


def wanted(new: list[str]) -> list[str]:
    return [visible(line) for line in new]


@settings(max_examples=250)
@given(data=st.data(), new=news, below=news, words=prose, head=st.sampled_from(ATTRIBUTIONS), way=st.sampled_from(MARKING),
       width=st.integers(36, 71))
def test_where_quotes_are_marked_all_new_orders_are_read_and_nothing_else(
    corpus: Corpus, data: st.DataObject, new: list[str], below: list[str], words: list[str], head: str,
    way: Callable[[list[str], str, int], list[str]], width: int,
) -> None:
    mail = data.draw(st.sampled_from(corpus.mails))
    quote = way(mail.text.splitlines(), head.format("Tigris by mail"), width)
    text = "\n".join([*new, "", *words, "", *quote, "", *below])
    assert read(text, lines_of(mail)) == wanted([*new, *below])


@settings(max_examples=250)
@given(data=st.data(), new=news, words=prose, head=st.sampled_from((*ATTRIBUTIONS, *BLOCKS)), way=st.sampled_from(BARE),
       below=olds)
def test_where_nothing_is_marked_all_orders_above_are_read_and_nothing_else(
    corpus: Corpus, data: st.DataObject, new: list[str], words: list[str], head: str,
    way: Callable[[list[str], str, int], list[str]], below: list[str],
) -> None:
    mail = data.draw(st.sampled_from(corpus.mails))
    text = "\n".join([*new, "", *words, "", *way(mail.text.splitlines(), head.format("Tigris by mail"), 72), *below])
    assert read(text, lines_of(mail)) == wanted(new)


@settings(max_examples=250)
@given(data=st.data(), new=news, old=olds, words=prose, first=st.sampled_from((*ATTRIBUTIONS, *BLOCKS)),
       second=st.sampled_from((*ATTRIBUTIONS, *BLOCKS)), way=st.sampled_from((*MARKING, *BARE)), outer=st.booleans())
def test_an_own_answer_below_the_new_one_is_never_obeyed_again(
    corpus: Corpus, data: st.DataObject, new: list[str], old: list[str], words: list[str], first: str, second: str,
    way: Callable[[list[str], str, int], list[str]], outer: bool,
) -> None:
    """An answer to one's own answer, which quotes our mail in any way; the program marks it, or does not."""
    mail = data.draw(st.sampled_from(corpus.mails))
    earlier = [*old, "", *words, "", *way(mail.text.splitlines(), second.format("Tigris by mail"), 60)]
    below = marked(earlier) if outer else earlier
    text = "\n".join([*new, "", *first.format("Ana").splitlines(), "", *below])
    assert read(text, lines_of(mail)) == wanted(new)


PAGES = (
    "{new}<div class='gmail_quote'><div class='gmail_attr'>{head}<br></div><blockquote>{ours}</blockquote></div>{below}",
    "{new}<blockquote type='cite'><div>{head}</div>{ours}</blockquote>{below}",
    "<p>{new}</p><div class='moz-cite-prefix'>{head}<br></div><blockquote type='cite'>{ours}</blockquote><p>{below}</p>",
    "{new}<div class='yahoo_quoted'><div>{head}</div><div>{ours}</div></div>{below}",
    "{new}<div name='quote'><div>{head}</div><div name='quoted-content'>{ours}</div></div>{below}",
)
BARE_PAGES = (
    "<div>{new}</div><hr><div id='divRplyFwdMsg'>{head}</div><div>{ours}</div>{old}",
    "{new}<br><br>{head}<br><br>{ours}{old}",
    "<table><tr><td>{new}</td></tr></table><p>{head}</p><table><tr><td>{ours}</td></tr></table>{old}",
)


def as_page(lines: list[str]) -> str:
    return "".join(f"<div>{escape(line)}</div>" for line in lines)


@settings(max_examples=150)
@given(data=st.data(), new=news, below=news, old=olds, head=st.sampled_from((*ATTRIBUTIONS, *BLOCKS)), whole=st.booleans(),
       page=st.sampled_from((*PAGES, *BARE_PAGES)))
def test_pages_give_all_new_orders_and_no_quoted_one(
    corpus: Corpus, data: st.DataObject, new: list[str], below: list[str], old: list[str], head: str, whole: bool, page: str
) -> None:
    """The quote is the page of our mail, or what a program makes of its text."""
    mail = data.draw(st.sampled_from([mail for mail in corpus.mails if mail.html]))
    ours = mail.html if whole else as_page(mail.text.splitlines())
    head = escape(head.format("Tigris by mail")).replace("\n", "<br>")
    told = read(page.format(new=as_page(new), below=as_page(below), old=as_page(old), head=head, ours=ours), lines_of(mail), "html")
    assert told == wanted([*new, *below] if page in PAGES else new)


def test_the_orders_of_these_tests_are_orders() -> None:
    """Or they would prove nothing."""
    for line in (*NEW, *OLD):
        (found,) = understand([line], "tigris").lines
        assert found.error is None
        assert found.aside or all(isinstance(order, Order) for order in found.orders), line
    assert understand(PROSE, "tigris").lines == ()
