"""When the solver may speak about a game, and that a game was helped."""

from collections import Counter

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game
from games.rules import RULES, GameFinished, GamePaused, parse_deck, rank
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
    others = own.values_list("rules", "deal__deck", "deal_id") if player else ()
    proofs = ranked_proofs(deck=deal.deck, now=timezone.now())
    ranked = proofs.values_list("rules", "deck", "deal_id")
    asked = _seen(rules, deal.deck)
    for their_rules, deck, deal_id in [*others, *ranked]:
        # Whether hidden cards are the same ones is not told: a refusal would tell of them.
        is_same = deal_id == deal.pk or (not RULES[their_rules].hidden and deck == deal.deck)
        if is_same or _seen(their_rules, deck) == asked:
            raise DealInPlay(deal.pk)


def _seen(rules_id: str, deck: str) -> object:
    """What a deal shows at its start, but for what may be exchanged without being another game.

    The suits of the cards can, and where all cards are seen the columns, too. Kings that slide
    bring several decks to one table.
    """
    rules = RULES[rules_id]
    piles = zip(rules.piles, rules.lay_out(parse_deck(deck)).piles, strict=True)
    shown = [
        tuple(map(rank, cards)) for pile, cards in piles if cards and pile.id not in rules.hidden
    ]
    return shown if rules.hidden else Counter(shown)
