"""Baker's Dozen and its like, where empty columns stay empty: verdicts, and lines as proofs."""

from solver_worker.solver.bakers_dozen.verdicts import proof, verdict

__all__ = ["proof", "verdict"]
