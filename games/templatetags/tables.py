"""Filters for the pages of tables."""

from __future__ import annotations

from django import template

from games import words

register = template.Library()
register.filter("seat_name", words.seat_name)
