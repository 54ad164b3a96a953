"""Games that discard pairs: Baroness and Thirteens."""

from games.rules.families.pairing.catalogue import RULES, VARIANTS
from games.rules.families.pairing.rules import Pairing

__all__ = ["RULES", "VARIANTS", "Pairing"]
