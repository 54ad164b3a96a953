"""Dailies, attempts and notices as answers carry them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import User
from games.api.texts import NOTICE_TEXTS
from games.models import Daily, Game
from games.selectors import (
    WARNED_DAYS,
    attempts_at,
    dailies,
    games_lately_expired,
    games_soon_lost,
    results_of_attempts,
)
from stats.days import playable_days
from stats.models import GameResult
from stats.selectors.reviews import corrections_lately, decisions_lately


def daily_documents(
    shown: Iterable[Daily], *, player: User | None, now: datetime
) -> list[dict[str, Any]]:
    """Dailies as this player may see them: nothing of their cards."""
    shown = list(shown)
    playable = list(dailies().filter(date__in=playable_days(now)))
    attempts = attempts_at({*shown, *playable}, player=player) if player else {}
    results = results_of_attempts(shown, player=player) if player else {}
    unfinished: dict[str, int] = {}
    for daily in playable:  # The oldest first, so that a streak can still be saved.
        game = attempts.get(daily.pk)
        if game is None or not (game.is_over or game.is_overdue(now)):
            unfinished.setdefault(daily.variant, daily.pk)
    return [
        {
            **_document(daily, now),
            "my_attempt": _attempt(attempts.get(daily.pk), results, now),
            "recommended": unfinished.get(daily.variant) == daily.pk,
        }
        for daily in shown
    ]


def _document(daily: Daily, now: datetime) -> dict[str, Any]:
    deal = daily.proof.deal
    return {
        "date": daily.date,
        "variant": daily.variant,
        "level": daily.level,
        "rules": daily.proof.rules,
        "opens_at": daily.opens_at,
        "ranked_until": daily.ranked_until,
        "streak_until": daily.streak_until,
        "status": daily.status(now),
        "commitment": deal.commitment,
        "deal_id": str(deal.pk) if now >= daily.ranked_until else None,
    }


def _attempt(
    game: Game | None, results: dict[UUID, GameResult], now: datetime
) -> dict[str, Any] | None:
    if game is None:
        return None
    reason = game.unranked_reason(now)
    ineligible = _streak_ineligible_reason(game, now)
    result = results.get(game.pk)
    if result and result.is_annulled:
        reason = reason or Game.Unranked.ANNULLED
        ineligible = ineligible or "annulled"
    elif result and result.verdict is False:
        reason = reason or Game.Unranked.REJECTED
    return {
        "game_id": str(game.pk),
        "status": game.status,
        "revealed_at": game.created_at,
        "ranked": reason is None,
        "unranked_reason": reason,
        "streak_eligible": ineligible is None,
        "streak_ineligible_reason": ineligible,
    }


def _streak_ineligible_reason(game: Game, now: datetime) -> str | None:
    if game.is_overdue(now):  # As it will be found to have ended.
        return None if game.playthrough.left().is_won else "closed"
    if game.reason == Game.Reason.DAILY_CLOSED:
        return "closed"
    return "lost" if game.status == Game.Status.LOST else None


def notice_documents(*, player: User, now: datetime) -> list[dict[str, Any]]:
    """What the player should know now, the latest first.

    It is read from games and reviews themselves: no notice can be lost, none outlives its reason.
    """
    warned = timedelta(days=WARNED_DAYS)
    notices = [
        _notice("game_expires", game, game.due_at - warned, game.due_at)
        for game in games_soon_lost(player=player, now=now)
    ]
    for game in games_lately_expired(player=player, now=now):
        assert game.finished_at is not None
        notices.append(_notice("game_expired", game, game.finished_at, game.finished_at))
    for decision in decisions_lately(player_id=player.pk, now=now):
        kind = "result_accepted" if decision.accepted else "result_rejected"
        ended = decision.result
        about = _notice(kind, ended, decision.decided_at, ended.finished_at)
        notices.append({**about, "game_id": str(ended.game_id), "reason": decision.reason})
    for correction in corrections_lately(player_id=player.pk, now=now):
        kind = "result_annulled" if correction.annulled else "result_restored"
        ended = correction.result
        about = _notice(kind, ended, correction.corrected_at, ended.finished_at)
        notices.append({**about, "game_id": str(ended.game_id), "reason": correction.reason})
    return sorted(notices, key=lambda notice: notice["at"], reverse=True)


def _notice(kind: str, game: Game | GameResult, at: datetime, ends_at: datetime) -> dict[str, Any]:
    return {
        "kind": kind,
        "text": str(NOTICE_TEXTS[kind]),
        "at": at,
        "game_id": str(game.pk),
        "variant": game.variant,
        "level": game.level,
        "ends_at": ends_at,
        "reason": None,
    }
