"""Replays of finished games: their players' own, shared ones, and those on closed boards."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Game, Share, StockDeal
from games.selectors import GameNotFound, get_game
from games.services.help import DealInPlay, require_not_in_play, require_open_to_analysis
from stats.boards import daily_board
from stats.days import day_closing_at
from stats.models import BoardEntry


class ReplayNotFound(LookupError):
    """No replay was shared under this address."""

    code = "not_found"


def own_replay(*, player: User, game_id: UUID) -> Game:
    """A game of the player that is over and may be told as a whole.

    Raises `GameNotFound`, `GameActive` and, while its cards are played for a board or in another
    counted game of the player, `DealInPlay`.
    """
    game = get_game(player=player, game_id=game_id)
    require_open_to_analysis(player=player, game=game)
    return game


def daily_replay(*, game_id: UUID, reader: User | None) -> Game:
    """A game that is listed on the board of a daily that has closed, for everybody.

    Raises `GameNotFound` for any other, and `DealInPlay` as `shared_replay` does.
    """
    game = Game.objects.select_related("deal", "player").filter(pk=game_id).first()
    if game is None or not _stands_on_a_closed_daily(game):
        raise GameNotFound(game_id)
    require_not_in_play(player=reader, rules=game.rules, deal=game.deal)
    return game


def _stands_on_a_closed_daily(game: Game) -> bool:
    """Found by player and board: of a game by itself there is no index."""
    if game.closes_at is None:
        return False
    board = daily_board(day_closing_at(game.closes_at), game.variant)
    listed = BoardEntry.objects.filter(player=game.player, board=board.key, game_id=game.pk)
    return listed.filter(is_listed=True, closes_at__lte=timezone.now()).exists()


def share_game(*, player: User, game_id: UUID) -> tuple[Share, bool]:
    """Show a finished game to everybody; the flag says whether it was not shown before.

    Raises what `own_replay` does, and `DealInPlay` while anybody plays the deal for the ledger.
    """
    game = own_replay(player=player, game_id=game_id)
    with transaction.atomic():
        # Whoever is served this deal holds this lock, or finds it shared.
        list(StockDeal.objects.select_for_update().filter(deal_id=game.deal_id))
        counted = Q(mode=Game.Mode.CASUAL) | Q(mode=Game.Mode.DAILY)
        if Game.objects.filter(counted, deal_id=game.deal_id, status="active").exists():
            raise DealInPlay(game.deal_id)
        return Share.objects.get_or_create(game=game)


def shared_replay(*, slug: str, reader: User | None) -> Share:
    """A shared game; `DealInPlay` for a reader who has its cards open in a counted game."""
    share = Share.objects.select_related("game__deal", "game__player").filter(slug=slug).first()
    if share is None:
        raise ReplayNotFound(slug)
    require_not_in_play(player=reader, rules=share.game.rules, deal=share.game.deal)
    return share
