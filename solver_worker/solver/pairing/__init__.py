"""x"""
from solver_worker.solver.pairing.verdicts import verdict
