"""Quotas that hold exactly, under threads in one process and under processes on Redis."""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    # At run time DRF's views import this module while they are being made.
    from rest_framework.views import APIView

# Without Redis to count in, these are refused: each makes an account or tries a secret. The
# rest goes on uncounted, so that nobody's game stops with Redis.
FAIL_CLOSED = frozenset({"guests", "secrets", "staff"})
# A new guest has no user yet; a signed-in caller must not get a second quota of them.
BY_ADDRESS = frozenset({"guests"})


@dataclass(frozen=True)
class Usage:
    """Where a caller stands after a request: what is left, and seconds until there is more."""

    name: str
    quota: int
    window: int
    left: int
    wait: int
    is_allowed: bool

    def headers(self) -> dict[str, str]:
        """Return the header fields of the IETF draft "RateLimit header fields for HTTP"."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.left};t={self.wait}',
        }


class QuotaExceeded(Exception):
    """A caller has used a quota up."""

    code = "quota_exceeded"

    def __init__(self, usage: Usage) -> None:
        super().__init__(usage.name)
        self.wait = usage.wait
        self.members = {"violated-policies": [usage.name]}


class Meter:
    """Counts requests in a moving window, in memory or on Redis."""

    def __init__(self, redis_url: str) -> None:
        # One lock in the process: the memory storage drops a key's lock while others may wait
        # for it. Redis counts in a script of its own and needs none.
        self._lock = threading.Lock()
        self.storage = (
            RedisStorage(redis_url, socket_connect_timeout=1, socket_timeout=1)
            if redis_url
            else MemoryStorage()
        )
        self._limiter = MovingWindowRateLimiter(self.storage)

    def count(self, name: str, rate: str, caller: str) -> Usage:
        """Count one request of `caller` against the quota `name`."""
        item = _parsed(rate)
        if isinstance(self.storage, MemoryStorage):
            with self._lock:
                return self._count(name, item, caller)
        return self._count(name, item, caller)

    def _count(self, name: str, item: RateLimitItem, caller: str) -> Usage:
        is_allowed = self._limiter.hit(item, name, caller)
        reset, left = self._limiter.get_window_stats(item, name, caller)
        window = item.get_expiry()
        wait = min(window, max(1, math.ceil(reset - time.time())))
        return Usage(name, item.amount, window, max(0, left), wait, is_allowed)


@lru_cache(maxsize=32)
def _parsed(rate: str) -> RateLimitItem:
    return parse(rate)


@lru_cache(maxsize=1)
def meter() -> Meter:
    """Return the process's one meter."""
    return Meter(settings.REDIS_URL)


def client_address(request: HttpRequest) -> str:
    """Return the caller's address; of IPv6 the network, since a host may use all of a /64.

    `X-Forwarded-For` counts only as far as `TRUSTED_PROXY_COUNT` says, the same as for allauth.
    """
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return str(address)


def spend(request: HttpRequest, scope: str, caller: str) -> None:
    """Count a request against a quota; raise QuotaExceeded when there is nothing left.

    The usage stays on the request, and `headers.HeaderMiddleware` puts it on the answer.
    """
    try:
        usage = meter().count(scope, settings.RATE_LIMITS[scope], caller)
    except RedisError:
        if scope in FAIL_CLOSED:
            raise
        return
    request.quota = usage  # type: ignore[attr-defined]
    if not usage.is_allowed:
        raise QuotaExceeded(usage)


class QuotaThrottle(BaseThrottle):
    """Holds a view to the quota that its `throttle_scope` names in `settings.RATE_LIMITS`.

    Signed-in callers count by user, others by address.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; raise QuotaExceeded when there is nothing left."""
        scope = getattr(view, "throttle_scope", None)
        if scope is None:
            return True
        by_address = scope in BY_ADDRESS or not request.user.is_authenticated
        caller = client_address(request._request) if by_address else str(request.user.pk)
        spend(request._request, scope, caller)
        return True
