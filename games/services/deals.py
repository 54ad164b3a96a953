"""What may be told of a deal, and to whom: its cards once they are no secret any more."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from games.models import Daily, Deal, Game, Share, SolvedDeal, StockDeal
from games.selectors import dailies, games_of
from games.services.help import DealInPlay, require_not_in_play


class DealNotFound(LookupError):
    """No deal with this id that the caller may know of, or no certificate of it."""

    code = "not_found"


@dataclass(frozen=True)
class KnownDeal:
    """A deal that a caller knows of, as a game of it or as a daily.

    `is_revealed` says that all may be told; else `reveals_at` is when, if that is known: a
    daily's board closes then, while a game ends when its player likes. `is_covered` says that the
    player has paused a game of it, which covers the cards.
    """

    deal: Deal
    variant: str
    level: str
    rules: str
    reveals_at: datetime | None
    is_revealed: bool
    is_covered: bool
    daily: Daily | None


def known_deal(*, player: User | None, deal_id: UUID) -> KnownDeal:
    """A deal of a game of the player, of a daily whose board has closed, or of a shared replay.

    Until its board closes a daily is known to those who attempt it alone, and its cards to
    nobody but through their attempt. Nobody is told the cards of a deal that they have open.
    Raises `DealNotFound`.
    """
    now = timezone.now()
    own = list(games_of(player).filter(deal_id=deal_id)) if player else []
    daily = dailies().filter(proof__deal_id=deal_id).first()
    is_secret = daily is not None and now < daily.ranked_until
    game = own[0] if own else _shared_game(deal_id)
    open_games = [each for each in own if not each.is_over]
    # A daily is laid from a deal of the stock, which has all that a game has.
    played = game or (daily.proof if daily else None)
    if played is None or (game is None and is_secret):
        raise DealNotFound(deal_id)
    return KnownDeal(
        deal=played.deal,
        variant=played.variant,
        level=played.level,
        rules=played.rules,
        reveals_at=daily.ranked_until if daily else None,
        is_revealed=not is_secret and not open_games,
        is_covered=any(each.playthrough.is_paused for each in open_games),
        daily=daily,
    )


def certificate_of(*, player: User | None, deal_id: UUID) -> StockDeal:
    """The line that proves a deal winnable, to whom the deal is revealed.

    Raises `DealNotFound` also where there is none, and `DealInPlay` before.
    """
    known = known_deal(player=player, deal_id=deal_id)
    if not known.is_revealed:
        raise DealInPlay(deal_id)
    require_not_in_play(player=player, rules=known.rules, deal=known.deal)
    proof = StockDeal.objects.select_related("deal").filter(deal_id=deal_id).first()
    if proof is None:
        raise DealNotFound(deal_id)
    return proof


def found_of(known: KnownDeal, *, player: User | None) -> SolvedDeal | None:
    """What the solver has found of a deal; None if nothing, or nothing that the player may know.

    It is told to whom the deal is revealed, but not to help with the same cards elsewhere.
    """
    if not known.is_revealed:
        return None
    try:
        require_not_in_play(player=player, rules=known.rules, deal=known.deal)
    except DealInPlay:
        return None
    return SolvedDeal.objects.filter(deal=known.deal, rules=known.rules).first()


def keep_found(
    *, game: Game, verdict: str, par: int | None, positions: int | None, solver: dict[str, Any]
) -> None:
    """Keep what the solver found of a game's deal; what was found last stays."""
    found = SolvedDeal(
        deal_id=game.deal_id,
        rules=game.rules,
        verdict=verdict,
        par=par,
        positions=positions,
        solver=solver,
    )
    SolvedDeal.objects.bulk_create(
        [found],
        update_conflicts=True,
        unique_fields=["deal", "rules"],
        update_fields=["verdict", "par", "positions", "solver"],
    )


def _shared_game(deal_id: UUID) -> Game | None:
    share = Share.objects.select_related("game__deal").filter(game__deal=deal_id).first()
    return share.game if share else None
