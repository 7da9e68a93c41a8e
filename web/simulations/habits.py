"""What sort of people there are in a simulated club, and at which paces they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from accounts.models import Mails, User
from games.pace import BANK, BOT, DAYS, NO_CLOCK, Pace

ZONES = ("Pacific/Pago_Pago", "America/Los_Angeles", "America/New_York", "America/St_Johns", "Atlantic/Azores",
         "Europe/London", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo", "Australia/Sydney",
         "Pacific/Kiritimati")  # from -11 to +14
PACES = (
    Pace(BANK, bank=24, increment=8, cap=72, answer_increment=4, on_expiry=BOT),
    Pace(BANK, bank=72, increment=24, cap=120, answer_increment=12),
    Pace(BANK, bank=12, increment=6, cap=24, zone="Asia/Tokyo", still_from=22, still_until=8, misses=1),
    Pace(BANK, bank=36, increment=12, cap=48, weekend_off=True, zone="America/New_York", on_expiry=BOT, misses=3),
    Pace(DAYS, days=1, answer_increment=12),
    Pace(DAYS, days=1, vacation=False, on_expiry=BOT, substitutes=False),
    Pace(DAYS, days=1, misses=0, still_from=0, still_until=6, zone="Australia/Sydney"),
    Pace(DAYS, days=2, weekend_off=True, zone="Europe/Berlin", still_from=23, still_until=7),
    Pace(DAYS, days=2, vacation=False, misses=1, weekend_off=True, zone="Pacific/Pago_Pago"),
    Pace(DAYS, days=3, answer_increment=36, on_expiry=BOT),
    NO_CLOCK,
)


@dataclass
class Member:
    """One person. `looks`: local hours; `vanishes`: from then on never seen again; `silent`: not seen in between."""

    user: User
    random: Random = field(repr=False)
    looks: tuple[int, ...]
    answers: float  # the chance that a game is answered when it is looked at
    faithful: bool  # plays games without a clock, and never vanishes
    plans: float = 0
    stands: bool = False  # gives standing answers
    helps: bool = False  # takes open seats
    votes: float = 0
    vanishes: datetime | None = None
    silent: tuple[datetime, datetime] | None = None

    def here(self, now: datetime) -> bool:
        if self.vanishes is not None and now >= self.vanishes:
            return False
        return self.silent is None or not self.silent[0] <= now < self.silent[1]

    def next_look(self, now: datetime) -> datetime:
        """The next of the hours at which they look, at some minute of it."""
        zone = ZoneInfo(self.user.time_zone)
        today = now.astimezone(zone).date()
        moments = [datetime.combine(today + timedelta(days=step), time(hour), zone).astimezone(UTC)
                   for step in (0, 1) for hour in self.looks]
        return min(when for when in moments if when > now + timedelta(hours=1)) + timedelta(minutes=self.random.randrange(50))


def member(number: int, random: Random, begin: datetime, days: int) -> Member:
    """The habits follow from the number, so that every sort is there in a small club, too."""
    def some_day(share: float = 1) -> datetime:
        return begin + timedelta(minutes=random.randrange(int(days * share * 1440)))

    faithful = number % 3 == 0
    user = User.objects.create(
        email=f"player{number}@example.org", display_name=f"Player {number}", language=("en", "es", "de")[number % 3],
        time_zone=ZONES[number % len(ZONES)], mail_mode=(Mails.TURNS, Mails.DIGEST, Mails.SILENT)[number % 7 % 3],
        quiet_from=time(22) if number % 2 else None, quiet_until=time(7) if number % 2 else None,
        auto_vacation=number % 4 == 1, remind_hours=[12] if number % 5 == 0 else [],
        overview_hour=9 if number % 11 == 0 else None,
    )
    found = Member(
        user, random, looks=tuple(sorted(random.sample((6, 8, 12, 17, 20, 22), 1 + number % 3 if not faithful else 3))),
        answers=0.6 if number % 5 == 2 else 0.95, faithful=faithful, plans=0.3 if number % 3 == 1 else 0,
        stands=number % 4 == 0, helps=number % 5 in (0, 3), votes=0.01 if number % 6 == 0 else 0)
    if not faithful and number % 5 == 1:
        found.vanishes = some_day(0.7)
    elif number % 4 == 2:
        start = some_day(0.7)
        found.silent = start, start + timedelta(days=3 + random.randrange(7))
    return found
