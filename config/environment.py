"""Environment variables as settings take them; an empty one counts as unset."""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


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


def words(name: str, default: str) -> list[str]:
    """What stands between the commas."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]


def database(url: str) -> dict[str, object]:
    """Django's form of a database address.

    A Unix socket is given by its folder: `postgres:///patience?host=/run/postgresql`. What the
    query has beside host, port, user and password goes to libpq: `?sslmode=verify-full`.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or postgresql://.")
    options = dict(parse_qsl(parts.query))
    place = {
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": options.pop("port", str(parts.port or "")),
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
