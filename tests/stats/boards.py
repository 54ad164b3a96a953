"""Results with a game behind them, which boards take; and boards as they are read over HTTP."""

from datetime import UTC, datetime
from uuid import uuid4

from accounts.models import User
from games.models import Deal, Game

from .conftest import record

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAILY = "daily:2026-11-29:bakers_game"
SCORE = "best_score:bakers_game:medium"
TIME = "best_time:bakers_game:medium"
STREAK = "best_streak:bakers_game:medium"


def new_game(player):
    """A game for the constraint alone; nothing is played in it."""
    deal = Deal.objects.create(deck="x" * 104, salt="0" * 64)
    game = Game.objects.create(
        player=player,
        deal=deal,
        variant="bakers_game",
        level="medium",
        rules="bakers-game-4-cells-1",
        mode="practice",
        status="won",
        finished_at=NOON,
        request={"test": str(uuid4())},
    )
    return game.pk


def win(player, **changed):
    """Record a win that boards take; `daily` makes it one of a daily."""
    changed = {"finished_at": NOON, "is_ranked": True} | changed
    return record(player, game_id=new_game(player), **changed)


def full_player(**fields):
    """A player with an account, whom boards list."""
    return User.objects.create_user(f"{uuid4().hex}@example.org", **fields)


def board(client, key, part="", **query):
    """A board, or a part of it, as it is answered."""
    answer = client.get(f"/api/v1/leaderboards/{key}{part}", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def rows(client, key, limit=25):
    """All rows of a board, page by page from its top."""
    found, page = [], board(client, key, limit=limit)
    while True:
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        page = board(client, key, limit=limit, cursor=page["next_cursor"])


def ranked(client, key, limit=25):
    """Rank and player of every row."""
    return [
        (row["rank"], row["player"] and row["player"]["id"]) for row in rows(client, key, limit)
    ]
