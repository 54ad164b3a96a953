"""Every game of this family on offer, and every rules object."""

from itertools import product

from games.rules.families.pairing.parameters import Grace
from games.rules.families.pairing.rules import Pairing
from games.rules.position import Rules
from games.rules.variants import Level, Setting, Switch, Variant


def _baroness(
    pile_count: int,
    kings_first: bool = False,
    spaces: bool = False,
    pair_beneath: bool = False,
    forced_discards: bool = False,
    grace: Grace = "extra_piles",
) -> Pairing:
    name = f"baroness-{pile_count}-piles"
    if kings_first:
        name += "-kings-first"
    if spaces:
        name += "-spaces"
    if pair_beneath:
        name += "-beneath"
    if forced_discards:
        name += "-forced"
    if grace == "first_piles":
        name += "-first-piles"
    return Pairing(
        f"{name}-1",
        pile_count=pile_count,
        kings_first=kings_first,
        spaces=spaces,
        pair_beneath=pair_beneath,
        forced_discards=forced_discards,
        grace=grace,
    )


_PILES = (5, 6, 7)
_OFF_OR_ON = (False, True)
_GRACE: tuple[Grace, ...] = ("extra_piles", "first_piles")
_BARONESSES: dict[tuple[Setting, ...], Rules] = {
    settings: _baroness(*settings)
    for settings in product(_PILES, _OFF_OR_ON, _OFF_OR_ON, _OFF_OR_ON, _OFF_OR_ON, _GRACE)
}
_OPTIONAL, _FORCED = _baroness(5), _baroness(5, forced_discards=True)
_THIRTEENS = Pairing("thirteens-1", pile_count=10, refills=True)

VARIANTS = (
    Variant(
        "baroness",
        "pairing",
        {
            level.key: level
            for level in (
                Level("easy", _OPTIONAL, proven=True),
                Level("medium", _OPTIONAL),
                Level("hard", _FORCED),
                Level("custom", None),
            )
        },
        (
            Switch("piles", _PILES, 5),
            Switch("kings_first", _OFF_OR_ON, False),
            Switch("spaces", _OFF_OR_ON, False),
            Switch("pair_beneath", _OFF_OR_ON, False),
            Switch("forced_discards", _OFF_OR_ON, False),
            Switch("grace", _GRACE, "extra_piles"),
        ),
        _BARONESSES,
    ),
    Variant("thirteens", "pairing", {"medium": Level("medium", _THIRTEENS)}),
)

RULES: tuple[Rules, ...] = (*_BARONESSES.values(), _THIRTEENS)
