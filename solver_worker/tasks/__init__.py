"""What the worker does; nothing else of the service loads the solver."""

from solver_worker.tasks import life, pruning, questions, stock, verifying

__all__ = ["life", "pruning", "questions", "stock", "verifying"]
