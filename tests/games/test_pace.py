"""The pace of a game: what it may say, how it is kept, and its words."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from games import pace
from games.pace import BANK, DAYS, HOUR, NO_CLOCK, PRESETS, Pace, PaceError

STEADY = PRESETS["steady"]


@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_is_sound_and_survives_being_kept(name: str) -> None:
    pace.check(PRESETS[name])
    assert pace.from_dict(PRESETS[name].as_dict()) == PRESETS[name]
    assert name in pace.TITLES


def test_no_clock_is_kept_as_nothing() -> None:
    assert NO_CLOCK.as_dict() == {}
    assert pace.from_dict({}) == pace.from_dict(None) == NO_CLOCK


@pytest.mark.parametrize(("change", "about"), [
    ({"kind": "sand"}, "kind"), ({"bank": 0}, "bank"), ({"bank": True}, "bank"), ({"bank": "72"}, "bank"),
    ({"increment": 0}, "increment"), ({"cap": 71}, "cap"), ({"cap": 99999}, "cap"), ({"answer_increment": 0}, "answer_increment"),
    ({"answer_increment": 25}, "answer_increment"), ({"kind": DAYS, "days": 0}, "days"), ({"kind": DAYS, "days": 61}, "days"),
    ({"zone": "Europe/Atlantis"}, "zone"), ({"still_from": 22}, "still_until"), ({"still_from": 7, "still_until": 7}, "still_until"),
    ({"still_from": 24, "still_until": 7}, "still_from"), ({"still_from": 2, "still_until": 23}, "still_until"),
    ({"on_expiry": "shout"}, "on_expiry"), ({"misses": 10}, "misses"), ({"misses": -1}, "misses"), ({"vacation": 1}, "vacation"),
])
def test_what_cannot_be_is_refused_and_the_field_is_named(change: dict[str, Any], about: str) -> None:
    with pytest.raises(PaceError) as refused:
        pace.from_dict(STEADY.as_dict() | change)
    assert refused.value.about == about
    assert str(refused.value)


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PaceError, match="hourglass"):
        pace.from_dict({"kind": DAYS, "days": 1, "hourglass": 3})


def test_a_decision_brings_its_increment_up_to_the_cap() -> None:
    assert STEADY.allowance(None, own_turn=True) == 96 * HOUR
    assert STEADY.allowance(0, own_turn=True) == 24 * HOUR
    assert STEADY.allowance(110 * HOUR, own_turn=True) == 120 * HOUR
    assert STEADY.allowance(0, own_turn=False) == 12 * HOUR


def test_what_staff_have_given_beyond_the_cap_is_not_taken_away() -> None:
    assert STEADY.allowance(200 * HOUR, own_turn=True) == 200 * HOUR


def test_fixed_days_are_fresh_each_time_and_shorter_for_an_answer() -> None:
    week = PRESETS["week"]
    assert week.allowance(5, own_turn=True) == week.allowance(None, own_turn=True) == 7 * 24 * HOUR
    assert week.allowance(None, own_turn=False) == 72 * HOUR
    assert Pace(DAYS, days=2).allowance(None, own_turn=False) == 48 * HOUR
    assert NO_CLOCK.allowance(None, own_turn=True) is None


def test_all_that_a_pace_does_is_said_in_words() -> None:
    said = " ".join(pace.in_words(Pace(
        BANK, bank=72, increment=30, cap=120, answer_increment=12, weekend_off=True, still_from=22, still_until=7,
        zone="Europe/Berlin", vacation=False, on_expiry="bot", misses=3, substitutes=False)))
    for words in ("3 days", "30 hours", "5 days", "12 hours", "Saturdays", "22:00", "07:00", "Europe/Berlin", "does not stop",
                  "a bot plays", "After 3 missed", "Nobody else"):
        assert words in said


def test_the_words_of_no_clock_are_one_sentence() -> None:
    assert len(pace.in_words(NO_CLOCK)) == 1


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_preset_has_words_in_every_language(language: str) -> None:
    with translation.override(language):
        for preset in PRESETS.values():
            assert all(pace.in_words(preset))
            assert "%" not in "".join(pace.in_words(preset)) + pace.short(preset)
