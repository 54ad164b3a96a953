"""Games that build down on columns and up on foundations."""

from games.rules.families.building.catalogue import RULES, VARIANTS
from games.rules.families.building.rules import Building, down_in_suit

__all__ = ["RULES", "VARIANTS", "Building", "down_in_suit"]
