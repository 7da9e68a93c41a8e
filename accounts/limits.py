"""Where tries to log in are counted when Redis counts them for all machines.

While Redis is away nothing is counted and everybody gets in as usual: an unguarded hour does less harm than a closed
door, and codes still have few tries of their own.
"""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class Limits(RedisCache):
    """Django's cache on Redis; what allauth asks of it never fails."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(True, "add", *args, **kwargs))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._or(default, "get", key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._or(None, "set", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(False, "delete", *args, **kwargs))

    def _or(self, otherwise: Any, what: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(), what)(*args, **kwargs)
        except RedisError as error:
            logger.warning("limits are not counted, Redis does not answer: %s", type(error).__name__)
            return otherwise
