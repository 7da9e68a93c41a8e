"""Instants and spans in words, in the language and time zone of the reader: the same on every page and in every mail."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

HOUR = timedelta(hours=1)


def moment(when: datetime) -> str:
    """An absolute time, the zone named."""
    local = timezone.localtime(when)
    return _("%(day)s at %(time)s (%(zone)s)") % {
        "day": date_format(local, "l, " + str(get_format("DATE_FORMAT"))), "time": date_format(local, "TIME_FORMAT"),
        "zone": timezone.get_current_timezone_name(),
    }


def span(length: timedelta) -> str:
    """How long something is, in the two largest of days, hours and minutes; never rounded up."""
    minutes = max(0, int(length.total_seconds())) // 60
    days, hours, minutes = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = []
    if days:
        parts.append(ngettext("%d day", "%d days", days) % days)
    if hours:
        parts.append(ngettext("%d hour", "%d hours", hours) % hours)
    if not days and (minutes or not hours):
        parts.append(ngettext("%d minute", "%d minutes", minutes) % minutes)
    return parts[0] if len(parts) == 1 else _("%(more)s and %(less)s") % {"more": parts[0], "less": parts[1]}
