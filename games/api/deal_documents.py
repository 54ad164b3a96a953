"""Deals, their fairness and their proof as answers carry them."""

from typing import Any

from accounts.models import User
from games.api.texts import FAIRNESS_STEPS
from games.models import SolvedDeal, StockDeal
from games.rules import RULES, Playthrough, moves_played, parse_deck, standard_move, view_of
from games.services.deals import KnownDeal, found_of


def deal_document(known: KnownDeal, *, player: User | None) -> dict[str, Any]:
    """What may be seen of a deal; of hidden piles only how many cards they have."""
    deal, rules = known.deal, RULES[known.rules]
    start = Playthrough(rules, parse_deck(deal.deck))
    document: dict[str, Any] = {
        "id": str(deal.pk),
        "commitment": deal.commitment,
        "variant": known.variant,
        "level": known.level,
        "rules": known.rules,
        "proven": StockDeal.objects.filter(deal=deal, rules=known.rules).exists(),
        "daily": known.daily and {"date": known.daily.date, "variant": known.daily.variant},
        "piles": None if known.is_covered else view_of(start, 0)["piles"],
        "revealed": known.is_revealed,
        "difficulty": _difficulty(found_of(known, player=player)),
    }
    secrets = {
        "scheme": deal.scheme,
        "number": deal.number,
        "board": str(start.position),
        "deck": deal.deck,
        "salt": deal.salt,
    }
    return document | (secrets if known.is_revealed else dict.fromkeys(secrets))


def _difficulty(found: SolvedDeal | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "verdict": found.verdict,
        "par": found.par,
        "positions": found.positions,
        "solver": found.solver,
    }


def fairness_document(known: KnownDeal) -> dict[str, Any]:
    """The promise of a deal, how it is checked, and once revealed what it was made of."""
    deal = known.deal
    later = "ranked_until" if known.reveals_at else "game_over"
    return {
        "kind": "fairness",
        "deal_id": str(deal.pk),
        "commitment": deal.commitment,
        "algorithm": "sha256(deck + salt)",
        "deck": deal.deck if known.is_revealed else None,
        "salt": deal.salt if known.is_revealed else None,
        "revealed": "now" if known.is_revealed else later,
        "reveals_at": known.reveals_at,
        "steps": [str(step) for step in FAIRNESS_STEPS],
    }


def certificate_document(proof: StockDeal) -> dict[str, Any]:
    """The line that wins a deal, with all that is needed to check it."""
    deal = proof.deal
    dealt = Playthrough(RULES[proof.rules], parse_deck(deal.deck))
    won = dealt.append(0, proof.line.split(), 0)
    return {
        "kind": "certificate",
        "deal_id": str(deal.pk),
        "variant": proof.variant,
        "level": proof.level,
        "rules": proof.rules,
        "commitment": deal.commitment,
        "deck": deal.deck,
        "salt": deal.salt,
        "board": str(dealt.position),
        "solver": proof.solver,
        "moves": [standard_move(move) for move in moves_played(won)],
    }
