"""What statistics hold of a person: whose they are, and what was said in reviews."""

from accounts.privacy import impersonal, personal

personal(
    "stats.GameResult",
    "player",
    kept="id game_id player variant level won reason assisted score time_ms moves undos "
    "scoring_version finished_at daily is_ranked doubts line_key",
)
personal(
    "stats.Totals",
    "player",
    kept="id player variant level won lost current_streak best_streak best_score best_time_ms "
    "best_moves assisted_won assisted_best_score assisted_best_time_ms assisted_best_moves "
    "time_ms_of_wins moves_of_wins ranked_streak pending_streak",
)
personal(
    "stats.BoardEntry",
    "player",
    kept="id board player game_id finished_at score time_ms moves undos streak closes_at is_held "
    "by_guest is_withheld is_listed bucket first second third",
)
personal(
    "stats.Decision",
    "result__player",
    kept="id result accepted decided_at",
    blank={"reason": "(erased)", "appeal": ""},
    untold="decided_by",
)
personal(
    "stats.Correction",
    "result__player",
    kept="id result annulled corrected_at",
    blank={"reason": "(erased)"},
    untold="corrected_by",
)
impersonal("stats.BoardCount", "id board scale bucket entries")
