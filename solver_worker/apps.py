"""The worker's app: what it was asked and what it has tried; only its tasks load the solver."""

from django.apps import AppConfig


class SolverWorkerConfig(AppConfig):
    """Registers the models of the work under way."""

    name = "solver_worker"
