"""What is logged and how."""

from typing import Any


def logging_settings(level: str) -> dict[str, Any]:
    """Django's `LOGGING`: lines on standard error from this level on, each with its trace id."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"trace": {"()": "config.http.tracing.TraceFilter"}},
        "formatters": {
            "plain": {"format": "{asctime} {levelname} {name} [{trace_id}] {message}", "style": "{"}
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["trace"],
                "formatter": "plain",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            # Two lines for every task, a few of which run every few seconds.
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
        },
    }
