"""Which naive rules belong to a rules id: all have the same functions."""

from typing import Any

from tests.rules import naive, naive_pairing


def naive_of(rules_id: str) -> Any:
    """The module whose `parameters`, `deal`, `moves`, `play`, … know these rules."""
    return naive_pairing if rules_id.startswith(("baroness", "thirteens")) else naive


def goes_home(rules_id: str, move: str) -> bool:
    """Whether a written move takes cards to a foundation or discards them."""
    if naive_of(rules_id) is naive_pairing:
        return move != "n" and ">" not in move
    return move[1] == "h"
