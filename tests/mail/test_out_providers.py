"""What providers are given: the calls that anymail makes, with headers, addresses and pictures as they must arrive."""

from __future__ import annotations

import base64
import email
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from email.policy import default
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import requests
from django.conf import LazySettings

from accounts.models import User
from games.models import Game
from mail import sending, tokens
from mail.models import Outgoing
from tests.conftest import NOW
from tests.mail.test_out_sending import waiting

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG"


@dataclass
class Call:
    """What one call of a provider's interface says of the message."""

    to: str
    sender: str
    subject: str
    text: str
    html: str
    reply_to: str
    headers: dict[str, str]
    pictures: list[tuple[str, bytes]] = field(default_factory=list)  # Content-ID or "", bytes


def postmark(said: dict[str, Any]) -> Call:
    body = json.loads(said["data"])
    return Call(body["To"], body["From"], body["Subject"], body["TextBody"], body["HtmlBody"], body["ReplyTo"],
                {one["Name"]: one["Value"] for one in body["Headers"]},
                [(one["ContentID"].removeprefix("cid:"), base64.b64decode(one["Content"])) for one in body["Attachments"]])


def mailgun(said: dict[str, Any]) -> Call:
    body = said["data"]
    headers = {name.removeprefix("h:"): value for name, value in body.items() if name.startswith("h:")}
    return Call(body["to"][0], body["from"][0], body["subject"], body["text"], body["html"], headers.pop("Reply-To"),
                headers, [(name, data) for kind, (name, data, _type) in said["files"] if kind == "inline"])


def sendgrid(said: dict[str, Any]) -> Call:
    body = json.loads(said["data"])
    contents = {one["type"]: one["value"] for one in body["content"]}
    to = body["personalizations"][0]["to"][0]
    reply_to = body["reply_to"] if "reply_to" in body else body["reply_to_list"][0]
    return Call(to["email"], body["from"]["email"], body["subject"], contents["text/plain"], contents["text/html"],
                reply_to["email"], body["headers"],
                [(one["content_id"], base64.b64decode(one["content"])) for one in body["attachments"]])


def brevo(said: dict[str, Any]) -> Call:
    body = json.loads(said["data"])
    return Call(body["to"][0]["email"], body["sender"]["email"], body["subject"], body["textContent"],
                body["htmlContent"], body["replyTo"]["email"], body["headers"],
                [("", base64.b64decode(one["content"])) for one in body["attachment"]])


PROVIDERS: dict[str, tuple[Callable[[dict[str, Any]], Call], dict[str, Any]]] = {
    "postmark": (postmark, {"ErrorCode": 0, "Message": "OK", "MessageID": "x", "To": "ana@example.org"}),
    "mailgun": (mailgun, {"id": "<x@example.org>", "message": "Queued. Thank you."}),
    "sendgrid": (sendgrid, {}),
    "brevo": (brevo, {"messageId": "<x@example.org>"}),
}


@pytest.fixture(params=PROVIDERS)
def provider(request: pytest.FixtureRequest, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A provider's interface; gives the reader of its calls, the calls, and the status that it answers."""
    name: str = request.param
    read, answer = PROVIDERS[name]
    found = SimpleNamespace(name=name, calls=[], status=202 if name == "sendgrid" else 200, answer=answer)

    def call(_self: requests.Session, **said: Any) -> requests.Response:
        if found.status < 300:
            found.calls.append(read(said))
        response = requests.Response()
        response.status_code = found.status
        response._content = json.dumps(found.answer).encode()
        response.headers["x-message-id"] = "x"
        response.request = requests.Request("POST", said["url"]).prepare()
        return response

    monkeypatch.setattr(requests.Session, "request", call)
    settings.MAIL_TRANSPORT, settings.POST_ROOM = f"anymail.backends.{name}.EmailBackend", False
    settings.ANYMAIL = {f"{name.upper()}_{key}": "secret" for key in ("API_KEY", "SERVER_TOKEN")}
    return found


@pytest.fixture
def row(table: Game, ana: User) -> Outgoing:
    seat = table.seats.get(user=table.host)
    return waiting(table.host, game=table, seat=seat, token_version=0, in_reply_to="<asked@mail.example.org>",
                   references=["<asked@mail.example.org>"])


def test_the_parts_arrive(provider: Any, row: Outgoing) -> None:
    assert sending.send_due(NOW) == 1
    (call,) = provider.calls
    assert "ana@example.org" in call.to
    assert "play@" in call.sender
    assert (call.subject, call.text.strip(), call.html.strip()) == ("Tigris: Ána", "temple", "<p>temple</p>")


def test_the_reply_address_carries_the_token(provider: Any, row: Outgoing) -> None:
    sending.send_due(NOW)
    (token,) = tokens.find([provider.calls[0].reply_to])
    assert token.seat == row.seat


def test_threads_machines_and_unsubscribing_are_told_in_headers(provider: Any, row: Outgoing) -> None:
    sending.send_due(NOW)
    headers = {name.lower(): value for name, value in provider.calls[0].headers.items()}
    assert headers["message-id"] == row.message_id
    assert headers["in-reply-to"] == "<asked@mail.example.org>"
    assert headers["references"].split()[-1] == "<asked@mail.example.org>"
    assert headers["references"].startswith(f"<{row.game.code}.")
    assert headers["auto-submitted"] == "auto-generated"
    assert headers["x-auto-response-suppress"] == "OOF"
    assert headers["x-tigris-loop"]
    assert headers["list-unsubscribe"].startswith("<http")
    assert headers["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert headers["x-pm-keepid"] == "true"
    assert not {"from", "to", "subject", "reply-to", "mime-version", "content-type"} & set(headers)


def test_the_board_stands_in_the_text_or_else_below_it(provider: Any, row: Outgoing) -> None:
    """Brevo's interface knows no pictures in the text."""
    sending.send_due(NOW)
    assert provider.calls[0].pictures == [("" if provider.name == "brevo" else "board@tigris", PNG)]


def test_it_is_posted_once(provider: Any, row: Outgoing) -> None:
    sending.send_due(NOW)
    sending.send_due(NOW)
    assert len(provider.calls) == 1


def test_a_provider_in_trouble_is_asked_again(provider: Any, row: Outgoing) -> None:
    provider.status = 503
    assert sending.send_due(NOW) == 0
    found = Outgoing.objects.get()
    assert (found.status, found.tries) == ("waiting", 1)
    provider.status = 200
    assert sending.send_due(found.due) == 1


def test_amazon_gets_the_bytes_as_they_were_stored(
    row: Outgoing, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[dict[str, Any]] = []

    def send_email(**params: Any) -> dict[str, str]:
        taken.append(params)
        return {"MessageId": "x"}

    client = SimpleNamespace(send_email=send_email, close=lambda: None)
    session = SimpleNamespace(Session=lambda **_: SimpleNamespace(client=lambda *_, **__: client))
    stand_ins: dict[str, dict[str, Any]] = {
        "boto3": {"session": session},
        "botocore": {}, "botocore.client": {"Config": lambda **_: None},
        "botocore.exceptions": {"BotoCoreError": OSError, "ClientError": OSError, "ConnectionError": OSError},
    }
    for name, values in stand_ins.items():
        module = ModuleType(name)
        module.__dict__.update(values)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "anymail.backends.amazon_ses", raising=False)
    settings.MAIL_TRANSPORT, settings.POST_ROOM = "anymail.backends.amazon_ses.EmailBackend", False
    assert sending.send_due(NOW) == 1
    (params,) = taken
    assert params["Destination"] == {"ToAddresses": ["ana@example.org"]}
    message = email.message_from_bytes(params["Content"]["Raw"]["Data"], policy=default)
    assert message["Message-ID"] == row.message_id
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert tokens.find([message["Reply-To"]])
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]
