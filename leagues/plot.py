"""A history of ratings as a line in a picture: points of an SVG, with a table beside it for those who can't see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 380, 190, 44, 10, 12, 26
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST = 200  # points drawn; of more the latest


@dataclass(frozen=True)
class Plot:
    """`line`: for a polyline; `dots`: (x, y) of each game; `levels`: (y, number) of the lines across."""

    width: int
    height: int
    left: int
    right: int
    line: str
    dots: tuple[tuple[float, float], ...]
    levels: tuple[tuple[float, int], ...]
    first: datetime
    last: datetime
    least: int
    most: int


def plot(history: Sequence[tuple[datetime, int, str]]) -> Plot | None:
    """Game after game, at equal distances; None with fewer than two."""
    shown = list(history)[-MOST:]
    if len(shown) < 2:
        return None
    numbers = [number for _, number, _ in shown]
    least, most = min(numbers), max(numbers)
    step = next((step for step in STEPS if (most - least) / step <= 4), 2000)
    bottom = least // step * step
    top = max(-(-most // step) * step, bottom + step)

    def height(number: float) -> float:
        return round(HEIGHT - BOTTOM - (number - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM), 1)

    wide = (WIDTH - LEFT - RIGHT) / (len(shown) - 1)
    dots = tuple((round(LEFT + index * wide, 1), height(number)) for index, number in enumerate(numbers))
    return Plot(
        WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, " ".join(f"{x},{y}" for x, y in dots), dots,
        tuple((height(level), level) for level in range(bottom, top + 1, step)), shown[0][0], shown[-1][0], least, most)
