"""The Celery app: what every process that sends, schedules or runs tasks agrees on."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.exceptions import CPendingDeprecationWarning
from celery.platforms import SecurityWarning
from celery.signals import setup_logging, worker_ready
from kombu import Connection

from config.metrics import count_together, serve
from config.tracing import follow_tasks

# How long a process waits at most between two tries to reach a broker that is away.
RECONNECT_SECONDS = 2


class PromptConnection(Connection):
    """A connection that is back soon after its broker is.

    Kombu waits up to 30 s between two tries, which no setting of Celery changes: as long as all
    that was missed may take.
    """

    def _ensure_connection(  # type: ignore[override]
        self,
        errback: Any = None,
        max_retries: int | None = None,
        interval_start: float = 0.2,
        interval_step: float = 0.2,
        interval_max: float = RECONNECT_SECONDS,
        **others: Any,
    ) -> Any:
        return super()._ensure_connection(
            errback, max_retries, interval_start, interval_step, interval_max, **others
        )


class PromptAMQP(AMQP):
    """Makes all of the app's connections such ones."""

    Connection = PromptConnection


@setup_logging.connect
def _keep_logging(**_: Any) -> None:
    """Leave logging as Django's settings have it, which answering this signal does."""


@worker_ready.connect
def _keep_calm(**_: Any) -> None:
    """Do not tell at every lost connection that tasks go on without it; they shall."""
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)


@worker_ready.connect
def _show_metrics(**_: Any) -> None:
    """Offer a worker's counts at a port of its own, where it shall have one."""
    # Late: this module is loaded before the settings can be.
    from django.conf import settings

    if settings.METRICS_PORT and settings.METRICS_TOKEN:
        serve(settings.HOST, settings.METRICS_PORT, settings.METRICS_TOKEN)


# It warns root of messages that run code: ours are JSON, and nothing else is accepted.
warnings.filterwarnings("ignore", category=SecurityWarning)

follow_tasks()
count_together()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("patience", amqp=PromptAMQP, task_cls="config.tasks:CountedTask")
app.config_from_object("config.queues")
app.autodiscover_tasks()
