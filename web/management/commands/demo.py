"""manage.py demo: ana, ben and cleo in a running game of each kind, for ./run --demo. Doing it twice does no harm."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from web.demo import make_demo


class Command(BaseCommand):
    help = "Sets up ana, ben and cleo in a running game of each kind, where mail ends in the post room."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.POST_ROOM:
            raise CommandError("The demo needs the post room: unset MAIL_URL and ANYMAIL_BACKEND.")
        codes = " and ".join(game.code for game in make_demo(timezone.now()))
        self.stdout.write(f"{settings.SITE_URL}/demo/ leads into the games {codes} as Ana, Ben or Cleo.")
