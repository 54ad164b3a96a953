"""Games that build down on columns and up on foundations."""

from games.rules.families.building.catalogue import RULES, VARIANTS
from games.rules.families.building.fits import down_alternating, down_any_suit, down_in_suit
from games.rules.families.building.rules import Building

__all__ = [
    "RULES",
    "VARIANTS",
    "Building",
    "down_alternating",
    "down_any_suit",
    "down_in_suit",
]
