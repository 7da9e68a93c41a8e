"""Staff's view of the mail: what came in and what became of it, what waits to leave, which addresses are silent.

Nobody sees another player's tiles or keys by looking: of a message its headers, outcome and its author's own words
are shown, reply tokens blanked, and nothing at all of a running game that the member of staff plays in. The whole
message, which quotes its author's hand, takes a button of its own, and who pressed it is noted.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts.looked import Looked
from games.models import Game, TableEvent
from mail import again, bounces, outbox, tokens
from mail.identity import user_of
from mail.judging import quoted_lines
from mail.message import Unreadable, headers, parse, parse_head
from mail.models import Bounce, Claim, Incoming, Outgoing, Silence
from mail.text import answer_text

MOST_HEADERS = 100
Request = HttpRequest


@admin.register(Incoming)
class IncomingAdmin(Looked):
    list_display = ("pk", "received", "door", "status", "outcome", "detail", "author", "game", "again", "kept")
    list_filter = ("status", "outcome", "door", "received", "kept")
    search_fields = ("author", "detail")
    ordering = ("-pk",)
    list_select_related = ("token__seat__game",)
    fields = ("received", "door", "sender", "status", "outcome", "detail", "author", "game", "answered", "done", "tries", "again",
              "kept", "head", "own_words")
    readonly_fields = fields
    actions = ("read_again",)
    change_form_template = "mail/staff_incoming.html"

    def get_queryset(self, request: Request) -> QuerySet[Incoming]:
        rows: QuerySet[Incoming] = super().get_queryset(request).defer("raw")
        return rows

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: Incoming) -> str:
        return row.token.seat.game.code if row.token else ""

    @admin.display(description=gettext_lazy("headers"))
    def head(self, row: Incoming) -> str:
        message = parse_head(bytes(row.raw))
        names = list(dict.fromkeys(name for name in message.keys()[:MOST_HEADERS]))
        lines = [f"{name}: {value}" for name in names for value in headers(message, name)]
        return format_html("<pre style='white-space:pre-wrap'>{}</pre>", tokens.blanked("\n".join(lines)))

    @admin.display(description=gettext_lazy("the author's own words"))
    def own_words(self, row: Incoming) -> str:
        if getattr(row, "plays", False):
            return _("Not shown, because you play in this game.")
        try:
            message = parse(bytes(row.raw))
            lines = answer_text(message, quoted_lines(message, row.token.seat) if row.token else ()).lines
        except Unreadable as error:
            return f"({error})"
        return format_html("<pre style='white-space:pre-wrap'>{}</pre>", tokens.blanked("\n".join(lines)))

    def get_object(self, request: Request, object_id: str, from_field: str | None = None) -> Incoming | None:
        row: Incoming | None = super().get_object(request, object_id, from_field)
        if row is not None:
            row.plays = plays(request, row)  # type: ignore[attr-defined]
        return row

    @admin.action(description=gettext_lazy("Process again"), permissions=["mend"])
    def read_again(self, request: Request, rows: QuerySet[Incoming]) -> None:
        count = 0
        for row in rows:
            if again.put_back(row):
                self.log_change(request, row, "Put back to be read again.")
                count += 1
        self.message_user(request, ngettext("%(count)d message is read again.", "%(count)d messages are read again.", count)
                          % {"count": count})
        if left := rows.count() - count:
            self.message_user(request, ngettext(
                "%(count)d message had its effect, waits already, or is not kept any more.",
                "%(count)d messages had their effect, wait already, or are not kept any more.", left) % {"count": left},
                messages.WARNING)

    def get_urls(self) -> list[URLPattern]:
        raw = self.admin_site.admin_view(require_POST(self.raw))
        return [path("<int:pk>/raw/", raw, name="mail_incoming_raw"), *super().get_urls()]

    def raw(self, request: Request, pk: int) -> HttpResponse:
        """The whole message; who looked is noted."""
        row = self.get_object(request, str(pk))
        if row is None or not row.kept:
            raise Http404
        if not self.has_mend_permission(request) or row.plays:  # type: ignore[attr-defined]
            raise PermissionDenied
        self.log_change(request, row, "Looked at the whole message.")
        return HttpResponse(tokens.blanked(bytes(row.raw).decode("latin-1")).encode("latin-1", "replace"),
                            content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})


def plays(request: Request, row: Incoming) -> bool:
    """Whether this member of staff has a seat in the running game that the message is about; or, where its key is void
    or unknown, in a game whose hand its author may know."""
    mine = Game.objects.filter(status=Game.Status.RUNNING, seats__user=request.user.pk)
    if (seat := row.token.seat if row.token else row.seat) is not None:
        return mine.filter(pk=seat.game_id).exists()
    author = user_of(row.author)
    if author is None or author.pk == request.user.pk:
        return False
    left = Q(table_events__kind=TableEvent.Kind.SUBSTITUTED, table_events__data__left=author.pk)
    return mine.filter(Q(seats__user=author) | left).exists()


@admin.register(Outgoing)
class OutgoingAdmin(Looked):
    list_display = ("pk", "kind", "address", "status", "created", "due", "tries", "sent", "error", "age")
    list_filter = ("status", "kind", "created")
    search_fields = ("address", "subject", "error")
    ordering = ("-pk",)
    fields = ("kind", "address", "user", "game", "subject", "status", "created", "due", "tries", "sent", "error")
    actions = ("send_now",)
    change_list_template = "mail/staff_outgoing.html"

    def get_queryset(self, request: Request) -> QuerySet[Outgoing]:
        rows: QuerySet[Outgoing] = super().get_queryset(request).defer("raw", "text")
        return rows

    @admin.display(description=gettext_lazy("waiting for"))
    def age(self, row: Outgoing) -> str:
        return timesince(row.created) if row.status == Outgoing.Status.WAITING else ""

    def changelist_view(self, request: Request, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        now = timezone.now()
        age = outbox.oldest_waiting(now)
        return super().changelist_view(request, {**(extra_context or {}), "oldest": timesince(now - age, now) if age else ""})

    @admin.action(description=gettext_lazy("Try to send now"), permissions=["mend"])
    def send_now(self, request: Request, rows: QuerySet[Outgoing]) -> None:
        count = rows.filter(status=Outgoing.Status.WAITING).update(due=timezone.now())
        self.message_user(request, ngettext("%(count)d message is sent now.", "%(count)d messages are sent now.", count)
                          % {"count": count})


@admin.register(Silence)
class SilenceAdmin(Looked):
    list_display = ("address", "kind", "since", "detail")
    list_filter = ("kind", "since")
    search_fields = ("address",)
    ordering = ("-since",)
    actions = ("lift",)

    @admin.action(description=gettext_lazy("Send mail to the address again"), permissions=["mend"])
    def lift(self, request: Request, rows: QuerySet[Silence]) -> None:
        for row in rows:
            bounces.lift(row.address, timezone.now())


@admin.register(Bounce)
class BounceAdmin(Looked):
    list_display = ("at", "address", "kind", "detail", "outgoing", "cleared")
    list_filter = ("kind", "at")
    search_fields = ("address",)
    ordering = ("-at",)


@admin.register(Claim)
class ClaimAdmin(Looked):
    list_display = ("created", "user", "address", "settled", "mine")
    list_filter = ("mine", "created")
    search_fields = ("address",)
    ordering = ("-created",)
