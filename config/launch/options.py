"""What the environment asks of the launcher and the web server."""

import os
import runpy
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

CHECKOUT = Path(__file__).resolve().parents[2]
# When the web server is told to stop, requests in flight may take this long to finish.
GRACEFUL_SECONDS = 20


class BadOption(Exception):
    """An environment variable has a value that cannot be used."""


def _number(name: str, default: int, *, least: int = 1, most: int = 65535) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise BadOption(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def require_good_settings(secret_key: str) -> None:
    """Raise `BadOption` for what the settings refuse, before any process stumbles over it."""
    os.environ["SECRET_KEY"] = secret_key
    try:
        for name in ("settings.py", "queues.py"):
            runpy.run_path(str(CHECKOUT / "config" / name))
    except ImproperlyConfigured as refusal:
        raise BadOption(str(refusal)) from refusal


@dataclass(frozen=True)
class Options:
    """The launcher's part of the environment; an empty variable counts as unset."""

    host: str
    port: int
    database_url: str
    redis_url: str
    state: Path
    web_processes: int
    web_threads: int
    solve_processes: int

    @classmethod
    def from_environment(cls) -> "Options":
        """Read the variables; `BadOption` names the one that cannot be used."""
        redis_url = os.environ.get("REDIS_URL") or ""
        processes = _number("WEB_PROCESSES", min(os.cpu_count() or 1, 8), most=256)
        return cls(
            host=os.environ.get("HOST") or "127.0.0.1",
            port=_number("PORT", 8000),
            database_url=os.environ.get("DATABASE_URL") or "",
            redis_url=redis_url,
            state=Path(os.environ.get("DATA_DIR") or CHECKOUT / "var").absolute(),
            # Without Redis the quotas are counted inside the process: one process, or no limit.
            web_processes=processes if redis_url else 1,
            web_threads=_number("WEB_THREADS", 8, most=1024),
            solve_processes=_number("SOLVE_PROCESSES", min(os.cpu_count() or 1, 8), most=256),
        )

    @property
    def address(self) -> str:
        """Where a client on this machine reaches the server."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
