"""The request's id, wherever something is done for it: in its answer, its log lines, its tasks."""

from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

# The name of the id everywhere: in log lines, in problem documents and in messages' headers.
NAME = "trace_id"


def trace_id() -> str:
    """Return the id of the request that something is done for; empty where there is none."""
    return str(get_contextvars().get(NAME, ""))


def _hand_over(headers: dict[str, Any], **_: Any) -> None:
    """Give a task the id of the request that sends it, or of the task that goes on with it."""
    if trace_id():
        headers[NAME] = trace_id()


def _take_over(task: Any, task_id: str, **_: Any) -> None:
    """Name the task and its request in every line that the task logs."""
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    if given := task.request.get(NAME):
        bind_contextvars(**{NAME: given})


def _put_down(**_: Any) -> None:
    clear_contextvars()


def follow_tasks() -> None:
    """Let the id go with every message that is sent from now on, and come with every task."""
    before_task_publish.connect(_hand_over)
    task_prerun.connect(_take_over)
    task_postrun.connect(_put_down)
