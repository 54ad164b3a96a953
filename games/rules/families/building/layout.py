"""How a deck is laid out before play, and how it is read off the table again."""

from games.rules.cards import Card, Deck, require_full_deck
from games.rules.families.building.parameters import Parameters
from games.rules.position import Piles


def lay_out(rules: Parameters, deck: Deck) -> Piles:
    """Take the first aces out, deal left to right, row by row, fill cells, and slide the kings.

    All cards are face up. A king is slid only once no ace can be taken from under it.
    """
    require_full_deck(deck, rules.ranks, rules.suits)
    aces = [card for card in deck if card < rules.suits and not card >> 2][: rules.first_aces]
    dealt = tuple(card for card in deck if card not in aces)
    in_columns = len(dealt) - len(rules.filled_cells)
    columns = [dealt[:in_columns][at :: rules.columns] for at in range(rules.columns)]
    if rules.kings == "slide":
        columns = [slid(rules, column) for column in columns]
    piles: list[tuple[Card, ...]] = [*columns, *[()] * (rules.cells + rules.suits)]
    for cell, card in zip(rules.filled_cells, dealt[in_columns:], strict=True):
        piles[rules.index[cell]] = (card,)
    for ace in aces:
        piles[rules.first_foundation + ace] = (ace,)
    return tuple(piles)


def slid(rules: Parameters, column: tuple[Card, ...]) -> tuple[Card, ...]:
    """A column with its kings at the base; kings and other cards keep their order."""
    return (
        *(card for card in column if rules.is_king(card)),
        *(card for card in column if not rules.is_king(card)),
    )


def gathered(rules: Parameters, piles: Piles) -> Deck:
    """The cards as `lay_out` takes them: aces on foundations, columns row by row, filled cells."""
    columns = piles[: rules.columns]
    rows = (
        column[row]
        for row in range(max(map(len, columns)))
        for column in columns
        if row < len(column)
    )
    home = (card for pile in piles[rules.first_foundation :] for card in pile)
    held = (card for pile in piles[rules.columns : rules.first_foundation] for card in pile)
    return (*home, *rows, *held)
