"""What the worker does; nothing else of the service loads the solver."""

from solver_worker.tasks import life, questions, stock

__all__ = ["life", "questions", "stock"]
