"""`manage.py lmtp_door`: the LMTP door on LMTP_DOOR_HOST and LMTP_DOOR_PORT, in the foreground."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

from mail.doors import lmtp
from web.management.commands import smtp_door


class Command(smtp_door.Command):
    help = "Take mail by LMTP until stopped."
    door = "LMTP"
    module: ClassVar[ModuleType] = lmtp
