"""When the solver may speak about a game, and that a game was helped."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.rules import GameFinished, GamePaused
from games.selectors import is_played_ranked


class DealInPlay(Exception):
    """The deck is played where help is not allowed: a word about it would help there."""

    code = "deal_in_play"


class GameActive(Exception):
    """The game goes on, and the question is about a whole game."""

    code = "game_active"


def require_open_to_help(*, player: User, game: Game) -> None:
    """Raise what speaks against a hint or a verdict in the game as it stands.

    `GameFinished`, `GamePaused` while its cards are covered, `DealInPlay`.
    """
    if game.is_over:
        raise GameFinished("game_finished", game_status=game.status, version=game.version)
    if game.playthrough.is_paused:
        raise GamePaused("game_paused", version=game.version)
    _require_not_in_play(player, game)


def require_open_to_analysis(*, player: User, game: Game) -> None:
    """Raise what speaks against telling all about a game: `GameActive`, `DealInPlay`."""
    if not game.is_over:
        raise GameActive(game.pk)
    _require_not_in_play(player, game)


def mark_assisted(game: Game) -> bool:
    """Note in an open game that its player was helped; False when another writer was faster.

    Then nothing was written and the game is to be read again. Of this and the op that wins one
    comes first, so a result is never recorded as unassisted after help was given: see
    `Game.store`.
    """
    if not game.assisted:
        same = Game.objects.filter(pk=game.pk, version=game.version, status=Game.Status.ACTIVE)
        game.assisted = bool(same.update(assisted=True))
    return game.assisted


def _require_not_in_play(player: User, game: Game) -> None:
    counted = Q(mode=Game.Mode.CASUAL) | Q(mode=Game.Mode.DAILY)
    others = Game.objects.filter(counted, player_id=player.pk, status=Game.Status.ACTIVE)
    if others.exclude(pk=game.pk).filter(deal__deck=game.deal.deck).exists():
        raise DealInPlay(game.deal_id)
    if is_played_ranked(deal=game.deal, now=timezone.now()):
        raise DealInPlay(game.deal_id)
