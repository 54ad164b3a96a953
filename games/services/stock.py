"""The stock of proven deals: nothing enters without its proof, nobody is served one twice."""

import secrets

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game, StockDeal
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


def add_proven_deal(*, variant: str, level: str, deck: Deck, line: str) -> StockDeal | None:
    """Take a deal into the stock of a level; None when its cards are there already.

    The line, moves separated by spaces, is played through the rules that will be served;
    `NotAProof` when a move is illegal or the last one does not win.
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
                deck=deck_text(deck),
            )
    except IntegrityError:
        if StockDeal.objects.filter(variant=variant, level=level, deck=deck_text(deck)).exists():
            return None
        raise


def claim_proven_deal(*, player: User, variant: str, level: str) -> Deal:
    """Take a proven deal out of the stock for this player, in the caller's transaction.

    One that was never served comes first; `SKIP LOCKED` lets simultaneous claims pass each
    other. When there is none, one that this player has not seen is served again; else
    `StockEmpty`.
    """
    rules = VARIANTS[variant].levels[level].rules
    # Deals proven under earlier rules of the level stay behind when the rules are corrected.
    stock = StockDeal.objects.filter(variant=variant, level=level, rules=rules and rules.id)
    stock = stock.select_related("deal")
    fresh = stock.filter(served_at__isnull=True).order_by("id")
    proven = fresh.select_for_update(skip_locked=True, of=("self",)).first()
    if proven is None:
        seen = Game.objects.filter(player=player, deal=OuterRef("deal"))
        proven = stock.exclude(Exists(seen)).order_by("served_at", "id").first()
    if proven is None:
        raise StockEmpty
    proven.served_at = timezone.now()
    proven.save(update_fields=["served_at"])
    return proven.deal
