"""Staff's view of games that fail in the sweep: which, since when, and when they are tried again.

Nothing of a position is shown; what went wrong in full stands in the server's log.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext

from accounts.looked import Looked
from games.models import Due


@admin.register(Due)
class DueAdmin(Looked):
    """Those that failed come first."""

    list_display = ("code", "kind", "due", "tries", "error", "lease")
    list_filter = ("kind",)
    search_fields = ("game__code",)
    ordering = ("-tries", "due")
    list_select_related = ("game",)
    fields = ("code", "kind", "version", "due", "tries", "error", "lease")
    actions = ("try_now",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Due]:
        """Without plans and standing answers that wait for their moment: nobody else knows of them, nor when."""
        rows: QuerySet[Due] = super().get_queryset(request)
        return rows.exclude(kind=Due.Kind.PLANNED, tries=0)

    @admin.display(description=gettext_lazy("game"), ordering="game__code")
    def code(self, row: Due) -> str:
        return row.game.code

    @admin.action(description=gettext_lazy("Try again now"), permissions=["mend"])
    def try_now(self, request: HttpRequest, rows: QuerySet[Due]) -> None:
        count = rows.filter(tries__gt=0).update(lease=None)
        self.message_user(request, ngettext("%(count)d move is tried with the next sweep.",
                                            "%(count)d moves are tried with the next sweep.", count) % {"count": count})
