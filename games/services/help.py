"""When the solver may speak about a game, and that a game was helped."""

from collections import Counter

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game
from games.rules import RULES, Card, GameFinished, GamePaused, parse_deck
from games.selectors import ranked_proofs


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
    require_not_in_play(player=player, rules=game.rules, deal=game.deal, game=game)


def require_open_to_analysis(*, player: User, game: Game) -> None:
    """Raise what speaks against telling all about a game: `GameActive`, `DealInPlay`."""
    if not game.is_over:
        raise GameActive(game.pk)
    require_not_in_play(player=player, rules=game.rules, deal=game.deal, game=game)


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


def require_not_in_play(
    *, player: User | None, rules: str, deal: Deal, game: Game | None = None
) -> None:
    """Raise `DealInPlay` where the cards are played for the ledger or a board.

    By the player in a counted game, other than `game`; or by anybody, as a daily whose board is
    open or as one to come.
    """
    counted = Q(mode=Game.Mode.CASUAL) | Q(mode=Game.Mode.DAILY)
    own = Game.objects.filter(counted, player=player, status=Game.Status.ACTIVE)
    if game is not None:
        own = own.exclude(pk=game.pk)
    others = own.values_list("rules", "deal__deck") if player else ()
    ranked = ranked_proofs(deck=deal.deck, now=timezone.now()).values_list("rules", "deck")
    table = _table(rules, deal.deck)
    for their_rules, deck in [*others, *ranked]:
        if deck == deal.deck or _table(their_rules, deck) == table:
            raise DealInPlay(deal.pk)


def _table(rules: str, deck: str) -> Counter[tuple[Card, ...]]:
    """The piles of a deal in no order: kings that slide bring several decks to one table."""
    return Counter(RULES[rules].lay_out(parse_deck(deck)).piles)
