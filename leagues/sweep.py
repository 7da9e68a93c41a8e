"""The sweep of the leagues: steps that are due, games that have ended, seats whose players have vanished, ratings.

A step is claimed by a conditional UPDATE for the length of a lease, as everything here is; two owners of one step do
no harm, because all that it makes is keyed.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games import bell
from leagues import rated, results, rounds, vanished
from leagues.models import Season, Step
from leagues.steps import STEPS

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=settings.LEASE_SECONDS)
BATCH = 50


def sweep(now: datetime) -> int:
    """Does what is due; returns how many steps were done and results counted."""
    done = 0
    for season in Season.objects.filter(status=Season.Status.RUNNING).select_related("league").order_by("pk"):
        try:
            done += look_after(season, now=now)
        except Exception:
            logger.exception("season %s could not be looked after", season.pk)
    done += take_steps(now)
    try:
        rated.catch_up(now=now)
    except Exception:
        logger.exception("ratings could not be brought up to date")
    return done


def take_steps(now: datetime) -> int:
    free, done = Q(lease__isnull=True) | Q(lease__lte=now), 0
    for step in list(Step.objects.filter(free, done=None, due__lte=now).order_by("due", "pk")[:BATCH]):
        if Step.objects.filter(free, pk=step.pk, done=None, due__lte=now).update(lease=now + LEASE):
            done += take(step, now=now)
    return done


def take(step: Step, *, now: datetime) -> bool:
    """One step; whether it is done. One that fails is logged and tried again when its lease is over."""
    season = Season.objects.select_related("league").get(pk=step.season_id)
    try:
        again = STEPS[step.kind](season, step.number, now)
    except Exception:
        logger.exception("season %s: the step %s failed", season.pk, step.kind)
        return False
    if again is None:
        return bool(Step.objects.filter(pk=step.pk, done=None).update(done=now, lease=None))
    Step.objects.filter(pk=step.pk, done=None).update(due=again, lease=None)
    if again <= now:
        bell.ring("leagues.sweep")
    return False


def look_after(season: Season, *, now: datetime) -> int:
    """What a running season needs between its steps."""
    done = results.collect(season, now=now)
    done += vanished.replace(season, now=now)
    for made in season.rounds.filter(status="running"):
        if rounds.close_if_done(made, now=now):
            done += 1
    rounds.go_on(season, now=now)
    return done
