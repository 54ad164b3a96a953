"""Environment variables as settings take them; an empty one counts as unset."""

import os
import re
import sys
from pathlib import Path
from typing import TextIO
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

CHECKOUT = Path(__file__).resolve().parent.parent


def text(name: str, default: str) -> str:
    """A variable as it stands."""
    return os.environ.get(name) or default


def flag(name: str, default: str) -> bool:
    """Whether a variable says yes."""
    return text(name, default).lower() in {"1", "true", "yes", "on"}


def number(name: str, default: int) -> int:
    """A whole number, 0 or more."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def folder(name: str, default: str) -> Path:
    """A folder; the default is one of the checkout."""
    return Path(os.environ.get(name) or CHECKOUT / default).absolute()


def words(name: str, default: str) -> list[str]:
    """What stands between the commas."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]


def public_address(name: str, hosts: list[str], *, is_tls: bool) -> str:
    """Where players reach the service, without a slash at its end.

    Unless it is given, it is the first of the hosts; of a host and all below it (`.a.org`) that
    host itself.
    """
    value = text(name, "").rstrip("/")
    named = [host.lstrip(".") for host in hosts if host != "*"]
    if not value and named:
        value = f"https://{named[0]}" if is_tls else f"http://{named[0]}:{text('PORT', '8000')}"
    if not re.fullmatch(r"https?://[^\s/?#@\\]+", value):
        raise ImproperlyConfigured(
            f"{name} must be an address as https://play.example.org, not {value!r}; "
            "without it the first host in ALLOWED_HOSTS is taken."
        )
    return value


def log_level(name: str, default: str) -> str:
    """How grave a message must be to be logged."""
    value = text(name, default).upper()
    levels = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
    if value not in levels:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(levels)}, not {value!r}.")
    return value


def is_terminal() -> bool:
    """Whether somebody reads standard error as it comes; whoever started us may have closed it."""
    stream: TextIO | None = sys.stderr
    return stream is not None and stream.isatty()


def log_format(name: str) -> str:
    """How lines are logged: for whoever reads the terminal, else for programs."""
    value = text(name, "console" if is_terminal() else "json")
    if value not in {"console", "json"}:
        raise ImproperlyConfigured(f"{name} must be console or json, not {value!r}.")
    return value


def rates(name: str, defaults: dict[str, str]) -> dict[str, str]:
    """The quotas, of which a variable changes some."""
    changed = {}
    for limit in words(name, ""):
        key, _equals, rate = limit.partition("=")
        if key not in defaults or not re.fullmatch(r"\d+/(second|minute|hour|day)", rate):
            raise ImproperlyConfigured(
                f"{name} has {limit!r}; it takes {', '.join(defaults)} as in ops=240/minute."
            )
        changed[key] = rate
    return defaults | changed


def redis_address(name: str) -> str:
    """The address of a Redis, or nothing."""
    value = text(name, "")
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} must begin with redis://, rediss:// or unix://.")
    return value


def database(url: str) -> dict[str, object]:
    """Django's form of a database address.

    A Unix socket is given by its folder: `postgres:///patience?host=/run/postgresql`. What the
    query has beside host, port, user and password goes to libpq: `?sslmode=verify-full`.
    """
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError as problem:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {problem}.") from None
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or postgresql://.")
    options = dict(parse_qsl(parts.query))
    place = {
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": options.pop("port", port),
        "USER": options.pop("user", unquote(parts.username or "")),
        "PASSWORD": options.pop("password", unquote(parts.password or "")),
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        **place,
        "OPTIONS": options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
