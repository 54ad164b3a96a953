"""Every rules object and every variant on offer, family by family."""

from collections.abc import Mapping
from types import MappingProxyType

from games.rules.families import building, pairing
from games.rules.position import Rules
from games.rules.variants import Variant

_FAMILIES = (building, pairing)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for family in _FAMILIES for variant in family.VARIANTS}
)
RULES: Mapping[str, Rules] = MappingProxyType(
    {rules.id: rules for family in _FAMILIES for rules in family.RULES}
)
