"""How allauth is bent to this product."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts by mail address. Messages say what is wrong and what helps."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("This is not the code we sent last. It looks like BCDF-GHJK; the newest mail has it."),
        "too_many_login_attempts": _("That was tried too often. Please wait a few minutes, then ask for a new code."),
        "rate_limited": _("That was a little fast. Please wait half a minute and try again."),
        "email_password_mismatch": _("This address and password don't belong together. A code by mail always works."),
    }
