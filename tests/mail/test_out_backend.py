"""What Django and allauth send goes through the outbox."""

from __future__ import annotations

import email
from email.policy import default

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection, send_mail

from accounts.models import User
from mail.models import Outgoing

pytestmark = pytest.mark.django_db
BACKEND = "mail.backend.OutboxBackend"


def test_a_mail_becomes_a_row_for_its_user(ana: User) -> None:
    sent = send_mail("Your code", "ABC123\n", None, ["Ana@Example.org"], connection=get_connection(BACKEND))
    assert sent == 1
    row = Outgoing.objects.get()
    assert (row.user, row.kind, row.status, row.text) == (ana, "account", "waiting", "ABC123\n")
    message = email.message_from_bytes(bytes(row.raw), policy=default)
    assert message["Message-ID"] == row.message_id
    assert message["Auto-Submitted"] == "auto-generated"


def test_each_recipient_gets_a_message_of_their_own(db: None) -> None:
    message = EmailMultiAlternatives("Hello", "text", to=["a@example.org", "b@example.org"], bcc=["c@example.org"],
                                     connection=get_connection(BACKEND))
    message.attach_alternative("<p>html</p>", "text/html")
    message.send()
    rows = list(Outgoing.objects.order_by("address"))
    assert [row.address for row in rows] == ["a@example.org", "b@example.org", "c@example.org"]
    assert all(b"b@example.org" not in bytes(row.raw) for row in rows if row.address != "b@example.org")
