"""What may still be unread when a deadline has passed: an order that came in before the instant counts.

Whoever takes orders in registers a question here (mail does); the sweep asks before it acts on a deadline.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from games.models import Game

PATIENCE = timedelta(minutes=10)  # longer nobody waits for what is still unread

Question = Callable[[Game, datetime], bool]  # may something for this game that came in up to then be unread?
questions: list[Question] = []


def register(question: Question) -> None:
    if question not in questions:
        questions.append(question)


def unread(game: Game, *, now: datetime) -> bool:
    """Whether the game's deadline must wait for something."""
    if game.deadline is None or now >= game.deadline + PATIENCE:
        return False
    return any(question(game, game.deadline) for question in questions)
