"""What is logged and how: one line of JSON an event, or a line that is pleasant to read."""

import logging
from typing import Any

import structlog
from structlog.stdlib import ExtraAdder, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from accounts.hiding import without_secrets
from config.environment import is_terminal, log_format, log_level
from config.tracing import NAME

# What may be told beside the message. Not all that a library has on a record: Django's requests
# come with their cookies.
FACTS = ("method", "path", "status", "seconds", "kind", "solve", "attempts", "rows")


def _hide(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for name, value in event.items():
        if isinstance(value, str) and not name.startswith("_"):
            event[name] = without_secrets(value)
    return event


def _add_trace(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    # Django logs refused requests when their answer is made, outside of every middleware.
    record: logging.LogRecord = event["_record"]
    request = getattr(record, "request", None)
    if NAME not in event and hasattr(request, NAME):
        event[NAME] = getattr(request, NAME)
    return event


def formatter(style: str) -> ProcessorFormatter:
    """Lines with their time, level, logger and trace, and tracebacks without local variables."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        ExtraAdder(allow=FACTS),
        _add_trace,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _hide,
    ]
    renderer: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    if style == "console":
        renderer = structlog.dev.ConsoleRenderer(
            colors=is_terminal(), exception_formatter=structlog.dev.plain_traceback
        )
    return ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[ProcessorFormatter.remove_processors_meta, renderer],
    )


def logging_settings() -> dict[str, Any]:
    """Django's `LOGGING`, and Gunicorn's: lines on standard error, as the environment asks."""
    level, style = log_level("LOG_LEVEL", "INFO"), log_format("LOG_FORMAT")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "config.logs.formatter", "style": style}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            # What it tells below this level are statements with all that is secret in them.
            "django.db.backends": {"level": "INFO"},
            # Two lines for every task, a few of which run every few seconds.
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "gunicorn.error": {"handlers": [], "propagate": True, "level": "WARNING"},
        },
    }
