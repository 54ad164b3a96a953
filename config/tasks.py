"""The kind that every task is: tried five times for one subject, then put aside for the staff."""

from typing import Any

from celery import Task
from celery.exceptions import Ignore
from django.apps import apps


class CountedTask(Task):
    """Counts its tries in the database before they are made, also those that kill the worker.

    What is counted is the task with its arguments: the kind, the subject and the period of work.
    `counted = False` is for tasks whose rows count their tries themselves.
    """

    abstract = True
    counted = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task, unless it has been tried often enough."""
        if not self.counted:
            return super().__call__(*args, **kwargs)
        # Looked up late: this class is made with the app, before there are models.
        tries = apps.get_model("solver_worker", "UnfinishedTask").objects
        name = str(self.name)
        if not tries.begin(name, args):
            raise Ignore
        try:
            result = super().__call__(*args, **kwargs)
        except Exception as problem:
            tries.note(name, args, problem)
            raise
        tries.end(name, args)
        return result
