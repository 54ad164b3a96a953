"""The solver's app: its commands, and no tables."""

from django.apps import AppConfig


class SolverWorkerConfig(AppConfig):
    """Lets `manage.py` find the commands; the solver itself is loaded by them alone."""

    name = "solver_worker"
