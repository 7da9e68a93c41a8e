"""The bag; see `engine.supply`."""

from __future__ import annotations

from engine.supply import draw, left

__all__ = ["draw", "left"]
