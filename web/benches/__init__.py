"""Measurements by hand: each module here is one, `manage.py bench NAME` calls its `run`."""
