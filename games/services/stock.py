"""The stock of proven deals: nothing enters without its proof, no player is served one twice."""

import secrets
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import SERVING_ORDER, Deal, Game, Share, StockDeal, daily_levels
from games.rules import VARIANTS, Deck, Playthrough, RulesViolation, deck_text


class StockEmpty(Exception):
    """No proven deal is left that this player has not seen."""

    code = "pool_empty"


class NotAProof(ValueError):
    """The line does not win the deal under the rules of the level."""


def create_deal(deck: Deck, *, scheme: str | None = None, number: int | None = None) -> Deal:
    """Store a deal of this deck, with a fresh salt for its commitment."""
    return Deal.objects.create(
        deck=deck_text(deck), salt=secrets.token_hex(32), scheme=scheme, number=number
    )


def add_proven_deal(
    *, variant: str, level: str, deck: Deck, line: str, solver: dict[str, Any] | None = None
) -> StockDeal | None:
    """Take a deal into the stock of a level; None when its cards are there already.

    The line, moves separated by spaces, is played through the rules that will be served;
    `NotAProof` when a move is illegal or the last one does not win. `solver` says what found it.
    """
    rules = VARIANTS[variant].levels[level].rules
    if rules is None:
        raise NotAProof(f"{variant} {level} has no rules of its own")
    try:
        played = Playthrough(rules, deck).append(0, line.split(), 0)
    except RulesViolation as refused:
        raise NotAProof(f"the line does not replay: {refused}") from refused
    if not played.is_won:
        raise NotAProof("the line ends before the game is won")
    try:
        with transaction.atomic():
            return StockDeal.objects.create(
                deal=create_deal(deck),
                variant=variant,
                level=level,
                rules=rules.id,
                line=line,
                solver=solver,
                deck=deck_text(deck),
            )
    except IntegrityError:
        if StockDeal.objects.filter(variant=variant, level=level, deck=deck_text(deck)).exists():
            return None
        raise


def wanted_stock() -> dict[tuple[str, str], int]:
    """How many unserved deals each (variant, level) should have.

    Levels that promise proven deals have a stock for their players; the level of a daily has the
    deals that the coming days are laid from.
    """
    wanted = {
        (variant.key, level.key): settings.STOCK_SIZE
        for variant in VARIANTS.values()
        for level in variant.levels.values()
        if level.proven
    }
    return wanted | dict.fromkeys(daily_levels().items(), settings.DAILY_SPARES)


def missing_stock(*, variant: str, level: str) -> int:
    """How many deals the stock of a level lacks, as it is now."""
    return max(0, wanted_stock()[variant, level] - fresh_stock(variant, level).count())


def claim_proven_deal(*, player: User, variant: str, level: str) -> Deal:
    """Take a proven deal out of the stock for this player, in the caller's transaction.

    One that was never served comes first; when there is none, one that this player has not seen
    is served again, that which was served longest ago; else `StockEmpty`. `SKIP LOCKED` lets
    simultaneous claims pass each other.
    """
    # Asked for by itself, so that a deal that another claim has just served is passed over.
    proven = _first_free(fresh_stock(variant, level))
    if proven is None:
        seen = Game.objects.filter(player=player, deal=OuterRef("deal"))
        # Everybody can look at the cards of a replay that was shared.
        shared = Share.objects.filter(game__deal=OuterRef("deal"))
        unseen = _stock(variant, level).exclude(Exists(seen)).exclude(Exists(shared))
        # Where the last deal is being claimed, the next one waits to see what becomes of it.
        proven = _first_free(unseen) or unseen.select_for_update(of=("self",)).first()
    if proven is None:
        raise StockEmpty
    proven.served_at = timezone.now()
    proven.save(update_fields=["served_at"])
    return proven.deal


def fresh_stock(variant: str, level: str) -> QuerySet[StockDeal]:
    """The deals of a level that were never served, in the order of serving."""
    return _stock(variant, level).filter(served_at__isnull=True)


def _first_free(stock: QuerySet[StockDeal]) -> StockDeal | None:
    locked = stock.select_for_update(skip_locked=True, of=("self",))
    return locked.select_related("deal").first()


def _stock(variant: str, level: str) -> QuerySet[StockDeal]:
    # Deals proven under earlier rules of the level stay behind when the rules are corrected. Of
    # those in the open data everybody can read the line.
    rules = VARIANTS[variant].levels[level].rules
    stock = StockDeal.objects.filter(variant=variant, level=level, rules=rules and rules.id)
    return stock.filter(published_in__isnull=True).order_by(*SERVING_ORDER)
