"""What statistics hold of a person: nothing but whose they are."""

from accounts.privacy import personal

personal(
    "stats.GameResult",
    "player",
    kept="id game_id player variant level won reason assisted score time_ms moves undos "
    "scoring_version finished_at",
)
personal(
    "stats.Totals",
    "player",
    kept="id player variant level won lost current_streak best_streak best_score best_time_ms "
    "best_moves assisted_won assisted_best_score assisted_best_time_ms assisted_best_moves "
    "time_ms_of_wins moves_of_wins",
)
