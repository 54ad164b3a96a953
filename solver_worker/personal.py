"""What the worker holds of a person: which questions were asked about whose game."""

from accounts.privacy import impersonal, personal

# A line goes beyond what was answered: it would win the game.
personal(
    "solver_worker.Solve",
    "game__player",
    kept="id game kind version status answer asked_at started_at finished_at",
    untold="attempts line progress positions seconds error",
)
impersonal("solver_worker.UnfinishedTask", "id name args status attempts error first_at last_at")
impersonal("solver_worker.Heartbeat", "queue at")
