"""Two at once, for certain: both have read the position before either may write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from games.turn import Turn

PATIENCE = 20  # seconds until a test that hangs fails


@contextmanager
def both_read_before_either_writes(monkeypatch: pytest.MonkeyPatch, parties: int = 2) -> Iterator[None]:
    """Holds each thread's first attempt to write until all of them have come so far."""
    barrier, first, carry_out = threading.Barrier(parties), threading.local(), Turn.carry_out

    def held(*args: Any) -> Any:
        if not getattr(first, "over", False):
            first.over = True
            barrier.wait(PATIENCE)
        return carry_out(*args)

    with monkeypatch.context() as patch:
        patch.setattr(Turn, "carry_out", held)
        yield


def at_once(*calls: Callable[[], Any]) -> Sequence[Any]:
    """The results of the calls, each in a thread and with a connection of its own; raises what one of them raised."""
    results: list[Any] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(number: int) -> None:
        try:
            barrier.wait(PATIENCE)
            results[number] = calls[number]()
        except BaseException as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE * 2)
        assert not thread.is_alive()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results
