"""The Celery application. Its messages are doorbells: what must happen is a row in the database."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tigris_site.settings")

app = Celery("tigris_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
