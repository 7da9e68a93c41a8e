"""The webhook door, with payloads in the shapes that the providers document.

Each provider brings the same answer of a player to a turn mail; it has the same effect as by any other door, once.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from anymail.exceptions import AnymailAPIError, AnymailConfigurationError
from anymail.inbound import AnymailInboundMessage
from django.conf import LazySettings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from games.models import Game
from mail import incoming, reading
from mail.doors import rewriting, tracking, webhook
from mail.message import MAX_BYTES, body, header, parse
from mail.models import Incoming
from tests.conftest import NOW
from tests.mail.inbox import Desk, desk, outcome

pytestmark = [
    pytest.mark.django_db, pytest.mark.usefixtures("no_pictures"),
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning"),
]

SECRET = "tigris:a-long-secret"
SIGNING_KEY = "mailgun-signing-key"
PROVIDERS = ("amazon_ses", "brevo", "mailgun", "postmark", "sendgrid")
Payload = dict[str, Any]


@pytest.fixture(autouse=True)
def _our_addresses(settings: LazySettings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_LOCAL_PART = "play.example.org", "orders"
    settings.MAIL_FROM_ADDRESS = "orders@play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Tigris by mail <orders@play.example.org>"
    settings.WEBHOOK_SECRET = SECRET
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY, "BREVO_API_KEY": "brevo-key",
    }


@pytest.fixture
def at_desk(running_game: Game) -> Desk:
    return desk(running_game)


@pytest.fixture
def post(settings: LazySettings) -> Callable[..., HttpResponse]:
    """Posts as the provider does, with the secret that stands before the host in its URL."""

    def send(path: str, secret: str = SECRET, **request: Any) -> Any:
        settings.WEBHOOK_PROVIDER = path.split("/")[0]
        headers = {**request.pop("headers", {})}
        if secret:
            headers["authorization"] = "Basic " + base64.b64encode(secret.encode()).decode()
        return Client(headers=headers).post(f"/anymail/{path}", **request)

    return send


def signed(fields: Payload) -> Payload:
    """As Mailgun signs a form."""
    fields = {"timestamp": "1461261330", "token": "06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0", **fields}
    text = f"{fields['timestamp']}{fields['token']}".encode()
    return {**fields, "signature": hmac.new(SIGNING_KEY.encode(), text, hashlib.sha256).hexdigest()}


def of_sns(event: Payload) -> Payload:
    """As SNS posts what SES has to tell."""
    notice = {
        "Type": "Notification", "MessageId": "8f6dee70-c885-558a-be7d-bd48bbf5335e",
        "TopicArn": "arn:aws:sns:us-east-1:111111111111:SES_Inbound", "Message": json.dumps(event),
        "Subject": "Amazon SES Email Receipt Notification", "Timestamp": "2018-03-30T17:17:36.516Z",
        "SignatureVersion": "1", "Signature": "EXAMPLE_SIGNATURE==",
        "SigningCertURL": "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-12345abcde.pem",
    }
    return {
        "data": json.dumps(notice), "content_type": "text/plain; charset=UTF-8",
        "headers": {"x-amz-sns-message-type": "Notification", "x-amz-sns-message-id": notice["MessageId"]},
    }


def of_json(event: object) -> Payload:
    return {"data": json.dumps(event), "content_type": "application/json"}


def mailgun_mime(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    fields = {"recipient": to, "sender": sender, "from": sender, "subject": "Re: x", "body-mime": raw.decode("utf-8")}
    return "mailgun/inbound_mime/", {"data": signed(fields)}


def mailgun_parsed(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    head, text = taken_apart(raw)
    fields = {
        "recipient": to, "sender": sender, "from": sender, "subject": "Re: x", "body-plain": text,
        "stripped-text": "stripped", "stripped-signature": "",
        "message-headers": json.dumps([["X-Mailgun-Incoming", "Yes"], ["X-Envelope-From", f"<{sender}>"], *head]),
    }
    return "mailgun/inbound/", {"data": signed(fields)}


def postmark_raw(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    return "postmark/inbound/", of_json({**postmark_event(raw, sender, to), "RawEmail": raw.decode("utf-8")})


def postmark_parsed(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    return "postmark/inbound/", of_json(postmark_event(raw, sender, to))


def postmark_event(raw: bytes, sender: str, to: str) -> Payload:
    head, text = taken_apart(raw)
    kept = {"From", "To", "Cc", "Bcc", "Subject", "Date", "Reply-To"}  # told in fields of their own
    return {
        "FromName": "", "From": sender, "FromFull": {"Email": sender, "Name": "", "MailboxHash": ""},
        "To": to, "ToFull": [{"Email": to, "Name": "", "MailboxHash": to.partition("+")[2].partition("@")[0]}],
        "Cc": "", "CcFull": [], "Bcc": "", "BccFull": [], "OriginalRecipient": to, "Subject": "Re: x",
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90", "Date": "Wed, 11 Oct 2017 18:31:04 -0700",
        "MessageStream": "inbound", "TextBody": text, "HtmlBody": "", "StrippedTextReply": "stripped", "Tag": "",
        "Headers": [
            {"Name": "Return-Path", "Value": f"<{sender}>"},
            {"Name": "Received", "Value": "from mail.example.org by inbound.postmarkapp.com"},
            {"Name": "X-Spam-Status", "Value": "No"}, {"Name": "X-Spam-Score", "Value": "-0.1"},
            *({"Name": name, "Value": value} for name, value in head if name not in kept),
        ],
        "Attachments": [],
    }


def amazon_utf8(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    return "amazon_ses/inbound/", of_sns(amazon_event(raw.decode(), sender, to, "UTF8"))


def amazon_base64(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    return "amazon_ses/inbound/", of_sns(amazon_event(base64.b64encode(raw).decode(), sender, to, "BASE64"))


def amazon_event(content: str, sender: str, to: str, encoding: str) -> Payload:
    passed = {"status": "PASS"}
    return {
        "notificationType": "Received",
        "mail": {
            "timestamp": "2018-03-30T17:21:51.636Z", "source": sender, "destination": [to],
            "messageId": "jili9m351il3gkburn7o2f0u6788stij94c8ld01", "headersTruncated": False,
        },
        "receipt": {
            "timestamp": "2018-03-30T17:21:51.636Z", "processingTimeMillis": 357, "recipients": [to],
            "spamVerdict": passed, "virusVerdict": passed, "spfVerdict": passed, "dkimVerdict": passed,
            "dmarcVerdict": passed,
            "action": {"type": "SNS", "topicArn": "arn:aws:sns:us-east-1:111111111111:SES_Inbound", "encoding": encoding},
        },
        "content": content,
    }


def sendgrid_raw(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    fields = {
        "email": raw.decode("utf-8"), "from": sender, "to": to, "subject": "Re: x",
        "charsets": '{"to":"UTF-8","subject":"UTF-8","from":"UTF-8"}',
        "envelope": json.dumps({"to": [to], "from": sender}), "sender_ip": "10.10.1.71",
        "dkim": "{@example.org : pass}", "SPF": "pass", "spam_score": "1.7", "spam_report": "…",
    }
    return "sendgrid/inbound/", {"data": fields}


def brevo(raw: bytes, sender: str, to: str) -> tuple[str, Payload]:
    head, text = taken_apart(raw)
    item = {
        "Uuid": ["aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"], "MessageId": dict(head).get("Message-ID", ""),
        "InReplyTo": None, "From": {"Name": "Spieler", "Address": sender}, "To": [{"Name": None, "Address": to}],
        "Cc": [], "ReplyTo": None, "SentAtDate": "Mon, 17 Jul 2023 11:11:22 -0700", "Subject": "Re: x",
        "Attachments": [
            {"Name": "photo.png", "ContentType": "image/png", "ContentLength": 42, "ContentID": None,
             "DownloadToken": "a-token"},
        ],
        "Headers": {"Received": ["by outbound.example.org", "from [10.10.1.22]"], "MIME-Version": "1.0",
                    "Content-Type": "multipart/mixed", **dict(head)},
        "SpamScore": 2.9, "ExtractedMarkdownMessage": "stripped", "ExtractedMarkdownSignature": None,
        "RawHtmlBody": None, "RawTextBody": text,
    }
    return "brevo/inbound/", of_json({"items": [item]})


def taken_apart(raw: bytes) -> tuple[list[list[str]], str]:
    head, _, text = raw.decode("utf-8").partition("\n\n")
    return [line.split(": ", 1) for line in head.splitlines()], text


BY_PROVIDER = (mailgun_mime, mailgun_parsed, postmark_raw, postmark_parsed, amazon_utf8, amazon_base64, sendgrid_raw, brevo)
RAW = (mailgun_mime, postmark_raw, amazon_utf8, amazon_base64, sendgrid_raw)


@pytest.mark.parametrize("shape", BY_PROVIDER)
def test_a_players_answer_is_carried_out_once_however_often_it_is_posted(
    at_desk: Desk, post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]]
) -> None:
    raw = at_desk.write(f"Grüße!\n\n{at_desk.orders[0]}")
    path, request = shape(raw, at_desk.address, at_desk.reply_to)
    for _ in range(2):
        assert post(path, **request).status_code == 200
        reading.read_due(NOW)
    row = Incoming.objects.get()
    assert (row.door, row.status) == ("webhook", "done")
    assert (outcome(), at_desk.events()) == ("orders", [at_desk.orders[0]])
    assert len(at_desk.answers()) == 1


@pytest.mark.parametrize("shape", RAW)
def test_the_raw_message_and_its_envelope_are_stored_as_the_provider_gives_them(
    at_desk: Desk, post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]]
) -> None:
    raw = at_desk.write("Grüße! temple D5")
    path, request = shape(raw, "envelope@example.org", at_desk.reply_to)
    post(path, **request)
    row = Incoming.objects.get()
    assert (bytes(row.raw), row.sender, row.recipients) == (raw, "envelope@example.org", [at_desk.reply_to])


@pytest.mark.parametrize("shape", [mailgun_mime, sendgrid_raw])
def test_bytes_that_are_no_utf8_come_through_a_form_unchanged(
    at_desk: Desk, post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]]
) -> None:
    raw = at_desk.write("Hello") + b"\xe4\xf6\xfc \x00\xff\r\n"
    path, request = shape(b"MARK", at_desk.address, at_desk.reply_to)
    lines = []
    for name, value in request["data"].items():
        value = raw if value == "MARK" else value.encode()
        lines += [b"--xYzZY", b'Content-Disposition: form-data; name="%s"' % name.encode(), b"", value]
    body = b"\r\n".join([*lines, b"--xYzZY--", b""])
    assert post(path, data=body, content_type="multipart/form-data; boundary=xYzZY").status_code == 200
    assert bytes(Incoming.objects.get().raw) == raw


def test_mailguns_form_may_be_urlencoded(at_desk: Desk, post: Callable[..., HttpResponse]) -> None:
    raw = at_desk.write("Hello") + b"\xe4\n"
    _, request = mailgun_mime(b"", at_desk.address, at_desk.reply_to)
    body = urlencode({**request["data"], "body-mime": raw})
    post("mailgun/inbound_mime/", data=body, content_type="application/x-www-form-urlencoded")
    assert bytes(Incoming.objects.get().raw) == raw


@pytest.mark.parametrize("shape", BY_PROVIDER)
def test_nobody_without_the_secret_gets_in(
    at_desk: Desk, post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]]
) -> None:
    path, request = shape(at_desk.write("temple D5"), at_desk.address, at_desk.reply_to)
    assert post(path, secret="", **request).status_code in {400, 401}
    assert post(path, secret="tigris:guess", **request).status_code == 400
    assert not Incoming.objects.exists()


@pytest.mark.parametrize("shape", BY_PROVIDER)
def test_only_the_provider_in_use_has_a_door(
    settings: LazySettings, at_desk: Desk, shape: Callable[..., tuple[str, Payload]]
) -> None:
    path, request = shape(at_desk.write("temple D5"), at_desk.address, at_desk.reply_to)
    for provider in ("", "sparkpost", "postmark" if "postmark" not in path else "mailgun"):
        settings.WEBHOOK_PROVIDER = provider
        assert Client().post(f"/anymail/{path}", **request).status_code == 404


HOSTILE_HEADERS = {
    "Message-ID": "<[abc]@x>", "From": "a@example.org, b@example.org", "Subject": "two\r\nBcc: lines@example.org",
    "Content-Type": "text/plain; charset=no-such-charset", "Date": "yesterday", "To": ", ".join(["x@y"] * 5000),
}


@pytest.mark.parametrize("shape", BY_PROVIDER)
@pytest.mark.parametrize("name", HOSTILE_HEADERS)
def test_hostile_headers_are_taken_and_stored(
    at_desk: Desk, post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]], name: str
) -> None:
    raw = f"From: eve@example.org\n{name}: {HOSTILE_HEADERS[name]}\n\ntemple D5\n".encode()
    path, request = shape(b"From: eve@example.org\n\nhello", "eve@example.org", "orders@play.example.org")
    apart = [["From", "eve@example.org"], [name, HOSTILE_HEADERS[name]]]
    if shape is brevo:
        request = of_json({"items": [{"Headers": dict(apart), "RawTextBody": "temple D5"}]})
    elif shape is mailgun_parsed:
        request = {"data": signed({**request["data"], "message-headers": json.dumps(apart)})}
    elif shape is postmark_parsed:
        given = json.loads(request["data"])
        request = of_json({**given, "Headers": [{"Name": one, "Value": value} for one, value in apart]})
    else:
        path, request = shape(raw, "eve@example.org", "orders@play.example.org")
    assert post(path, **request).status_code == 200
    assert Incoming.objects.count() == 1
    reading.read_due(NOW)
    assert outcome() in {"ignore", "reject"}
    assert at_desk.events() == []


@pytest.mark.parametrize("shape", RAW)
def test_parts_within_parts_are_not_taken_apart_at_the_door(
    post: Callable[..., HttpResponse], shape: Callable[..., tuple[str, Payload]]
) -> None:
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(2000))
    path, request = shape(f"From: eve@example.org\n{nested}".encode(), "eve@example.org", "orders@play.example.org")
    assert post(path, **request).status_code == 200
    reading.read_due(NOW)
    assert outcome() == "ignore"


def test_a_mail_over_the_limit_is_refused_with_words_and_not_brought_again(
    settings: LazySettings, at_desk: Desk, post: Callable[..., HttpResponse]
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 48 * 1024 * 1024  # as settings.py has it where the door is open
    raw = at_desk.write(at_desk.orders[0]) + b"x" * (3 * MAX_BYTES)
    path, request = postmark_raw(raw, at_desk.address, at_desk.reply_to)
    assert post(path, **request).status_code == 200
    reading.read_due(NOW)
    assert (outcome(), len(at_desk.answers())) == ("reject", 1)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("body", ["", "[]", "{}", "null", "[" * 5000, '{"items": [[]]}', '{"Headers": 5}', "\0"])
def test_nonsense_with_the_secret_is_answered_and_leaves_no_trace_in_the_game(
    at_desk: Desk, post: Callable[..., HttpResponse], provider: str, body: str
) -> None:
    request: Payload = {"data": body, "content_type": "application/json"}
    if provider == "amazon_ses":
        request = of_sns({})
        request["data"] = json.dumps({**json.loads(request["data"]), "Message": body})
    if provider == "mailgun":
        request = {"data": signed({"message-headers": body, "recipient": "x"})}
    response = post_anyhow(post, f"{provider}/inbound/", request)
    assert response in {200, 400, 500}
    reading.read_due(NOW)
    assert at_desk.events() == []


def post_anyhow(post: Callable[..., HttpResponse], path: str, request: Payload) -> int:
    """The status, or 500 where anymail says that an administrator has mixed up two webhooks."""
    try:
        return post(path, **request).status_code
    except (AnymailAPIError, AnymailConfigurationError):
        return 500


def test_trouble_with_the_database_makes_the_provider_try_again(
    at_desk: Desk, post: Callable[..., HttpResponse], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(incoming, "store", away)
    path, request = postmark_raw(at_desk.write("temple D5"), at_desk.address, at_desk.reply_to)
    with pytest.raises(OperationalError):  # Django makes 500 of it
        post(path, **request)


def test_a_null_sender_is_known_as_such(at_desk: Desk, post: Callable[..., HttpResponse]) -> None:
    for sender in ("", "<>"):
        path, request = mailgun_mime(at_desk.write("temple D5", identifier=f"<a{sender}@x>"), sender, at_desk.reply_to)
        post(path, **request)
    assert set(Incoming.objects.values_list("sender", flat=True)) == {"<>"}


def test_the_same_fields_give_the_same_bytes_and_an_embedded_message_is_not_read_as_its_bearers_words() -> None:
    def made() -> bytes:
        inner = AnymailInboundMessage.construct_attachment("message/rfc822", "Subject: inner\n\nresign\n")
        picture = AnymailInboundMessage.construct_attachment("image/png", b"\x89PNG\xff", content_id="abc")
        return rewriting.written(AnymailInboundMessage.construct(
            headers=[("From", "Jörg <a@example.org>"), ("Subject", "Grüße")], text="temple D5", attachments=[inner, picture]
        ))

    assert made() == made()
    message = parse(made())
    assert body(message).text.strip() == "temple D5"
    assert "a@example.org" in header(message, "From")


SOFT = {"event": "bounce", "type": "blocked", "email": "ana@example.org", "reason": "try later", "timestamp": 1461095250}
TRACKED: list[tuple[str, str, Payload]] = [
    ("postmark", "hard", of_json({
        "RecordType": "Bounce", "ID": 901542550, "Type": "HardBounce", "TypeCode": 1, "Email": "ana@example.org",
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        "BouncedAt": "2016-04-27T16:28:50.3963933-04:00"})),
    ("postmark", "soft", of_json({
        "RecordType": "Bounce", "ID": 901542551, "Type": "SoftBounce", "TypeCode": 4096, "Email": "ana@example.org",
        "Details": "smtp;452 4.2.2 Mailbox full", "BouncedAt": "2016-04-27T16:28:50.3963933-04:00"})),
    ("postmark", "complaint", of_json({
        "RecordType": "SpamComplaint", "ID": 901542552, "Type": "SpamComplaint", "TypeCode": 512, "Description": "",
        "Email": "ana@example.org", "Details": "Test spam complaint details"})),
    ("amazon_ses", "hard", of_sns({
        "notificationType": "Bounce", "mail": {"destination": ["ana@example.org"]},
        "bounce": {"bounceType": "Permanent", "bounceSubType": "General", "bouncedRecipients": [
            {"emailAddress": "ana@example.org", "diagnosticCode": "smtp; 550 5.1.1 User unknown"}]}})),
    ("amazon_ses", "soft", of_sns({
        "eventType": "Bounce", "mail": {"destination": ["ana@example.org"]},
        "bounce": {"bounceType": "Transient", "bounceSubType": "MailboxFull", "bouncedRecipients": [
            {"emailAddress": "ana@example.org"}]}})),
    ("amazon_ses", "complaint", of_sns({
        "notificationType": "Complaint", "mail": {"destination": ["ana@example.org", "ben@example.org"]},
        "complaint": {"complainedRecipients": [{"emailAddress": "ana@example.org"}], "complaintFeedbackType": "abuse"}})),
    ("brevo", "hard", of_json({
        "event": "hard_bounce", "email": "ana@example.org", "ts_epoch": 1520363423000,
        "reason": " RecipientError: 550 5.5.0 mailbox unavailable."})),
    ("brevo", "soft", of_json({
        "event": "soft_bounce", "email": "ana@example.org", "ts_epoch": 1520363423000, "reason": "undefined Unable to find MX"})),
    ("brevo", "complaint", of_json({"event": "complaint", "email": "ana@example.org", "ts_epoch": 1520363423000})),
    ("sendgrid", "hard", of_json([{
        "event": "bounce", "type": "bounce", "status": "5.1.1", "email": "ana@example.org", "timestamp": 1461095250,
        "reason": "550 5.1.1 The email account that you tried to reach does not exist."}])),
    ("sendgrid", "soft", of_json([SOFT])),
    ("sendgrid", "complaint", of_json([{"event": "spamreport", "email": "ana@example.org", "timestamp": 1461095250}])),
]


def of_mailgun(event: Payload) -> Payload:
    fields = signed({})
    return of_json({"signature": {name: fields[name] for name in ("timestamp", "token", "signature")}, "event-data": event})


TRACKED += [
    ("mailgun", "hard", of_mailgun({
        "event": "failed", "severity": "permanent", "reason": "bounce", "recipient": "ana@example.org",
        "timestamp": 1534110422.389832, "delivery-status": {"code": 550, "message": "5.1.1 does not exist", "description": ""}})),
    ("mailgun", "complaint", of_mailgun({
        "event": "complained", "recipient": "ana@example.org", "timestamp": 1534110422.389832})),
]


@pytest.mark.parametrize(("provider", "kind", "request_"), TRACKED)
def test_bounces_and_complaints_that_a_provider_tells_are_counted(
    post: Callable[..., HttpResponse], monkeypatch: pytest.MonkeyPatch, provider: str, kind: str, request_: Payload
) -> None:
    counted: list[tuple[str, str]] = []
    monkeypatch.setattr(tracking.bounces, "record", lambda address, kind, *rest, **more: counted.append((address, kind)))
    assert post(f"{provider}/tracking/", **request_).status_code == 200
    assert counted == [("ana@example.org", kind)]
    assert not Incoming.objects.exists()


def test_what_else_a_provider_tells_is_taken_and_forgotten(
    post: Callable[..., HttpResponse], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracking.bounces, "record", lambda *told, **more: pytest.fail("counted"))
    for event in ({"RecordType": "Delivery", "Recipient": "ana@example.org", "DeliveredAt": "2014-08-01T13:28:10Z"},
                  {"RecordType": "Open", "Recipient": "ana@example.org"}, {"RecordType": "Bounce", "Type": "HardBounce"}):
        assert post("postmark/tracking/", **of_json(event)).status_code == 200


@pytest.mark.parametrize(("values", "provider"), [
    ({"ANYMAIL_BACKEND": "anymail.backends.postmark.EmailBackend", "ANYMAIL_WEBHOOK_SECRET": "a:b"}, "postmark"),
    ({"ANYMAIL_BACKEND": "anymail.backends.amazon_ses.EmailBackend", "ANYMAIL_WEBHOOK_SECRET": "a:b"}, "amazon_ses"),
    ({"MAIL_URL": "smtp://localhost", "ANYMAIL_INBOUND": "mailgun", "ANYMAIL_WEBHOOK_SECRET": "a:b"}, "mailgun"),
    ({"ANYMAIL_BACKEND": "anymail.backends.postmark.EmailBackend"}, ""),
    ({"ANYMAIL_WEBHOOK_SECRET": "a:b"}, ""),
])
def test_the_environment_opens_the_door(values: dict[str, str], provider: str, tmp_path: Path) -> None:
    cleared = {name: value for name, value in os.environ.items() if not name.startswith(("ANYMAIL_", "MAIL_"))}
    code = "from tigris_site import settings as s; print(s.WEBHOOK_PROVIDER)"
    done = subprocess.run([sys.executable, "-c", code], env={**cleared, "TIGRIS_VAR": str(tmp_path), **values},
                          capture_output=True, text=True, check=True)
    assert done.stdout.strip() == provider


def test_every_provider_named_here_has_a_view_of_anymails() -> None:
    for provider in PROVIDERS:
        assert resolve(f"/{provider}/inbound/", webhook.URLS).func.view_class.esp_name  # type: ignore[attr-defined]
