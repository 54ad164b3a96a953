"""A worker's start and its signs of life."""

import os
from typing import Any

from celery import shared_task
from celery.signals import worker_init
from django.conf import settings
from django.utils import timezone

from solver_worker.models import Heartbeat

# Players' requests go before what the solver thinks about.
NICENESS = 5


@worker_init.connect
def _prepare_to_solve(sender: Any, **_: Any) -> None:
    """Load the kernels before the first question, in the process that all others come from."""
    if "solve" not in sender.app.amqp.queues.consume_from:
        return
    # Late, like every import of the solver by tasks: other workers load this module too.
    from solver_worker.management.kernels import compile_all, load_all

    os.nice(NICENESS)
    compile_all(settings.DATA_DIR)
    load_all()


@shared_task(name="solver_worker.heartbeat", counted=False)
def heartbeat(queue: str) -> None:
    """Note that the workers of a queue take tasks and finish them."""
    Heartbeat.objects.update_or_create(queue=queue, defaults={"at": timezone.now()})
