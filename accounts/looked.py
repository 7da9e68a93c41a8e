"""Rows that staff look at: nothing is added, changed or deleted by hand, only by the actions of their page."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class Looked(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at; only actions change them."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_mend_permission(self, request: HttpRequest) -> bool:
        """Whether this member of staff may do more than look."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))
