"""A listening door on a free port, in a thread with a loop of its own, as in its own process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

Listen = Callable[[str, int], Awaitable[asyncio.Server]]


@contextmanager
def listening(listen: Listen) -> Iterator[int]:
    """The port."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(listen("127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(close(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def close(server: asyncio.Server) -> None:
    server.close()
    rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
