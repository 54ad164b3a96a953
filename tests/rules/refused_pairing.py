"""What each reason claims about a refused move of a pairing game, read from its board alone."""

from games.rules import Position
from tests.rules import naive_pairing as naive


class RefusedPairing:
    """One refused move; a method a reason, true where the reason is."""

    def __init__(self, position: Position, text: str) -> None:
        self.rules = naive.parameters(position.rules.id)
        self.table = naive.read_board(self.rules, str(position))
        self.text = text
        self.places = self.table.places
        self.source, self.destination = text[0], text[1:].removeprefix(">")[:1]
        self.cards = self.places.get(self.source, [])

    def is_pair(self) -> bool:
        """Whether it is written as a pair of two piles of the table."""
        return len(self.text) == 2 and self.destination in self.places

    def is_to_space(self) -> bool:
        return ">" in self.text and bool(self.cards) and self.destination in self.places

    def no_such_pile(self) -> bool:
        return not {self.source, self.destination or self.source} <= {*self.places}

    def source_empty(self) -> bool:
        onto = self.cards if ">" in self.text else self.places[self.destination or self.source]
        return not (self.cards and onto)

    def count_not_allowed(self) -> bool:
        return len(self.text) == 3 and ">" not in self.text

    def not_a_king(self) -> bool:
        return len(self.text) == 1 and self.cards[-1][0] != "K"

    def same_pile(self) -> bool:
        return self.is_pair() and self.source == self.destination and not self.rules.beneath

    def nothing_beneath(self) -> bool:
        return self.is_pair() and self.source == self.destination and len(self.cards) == 1

    def wrong_total(self) -> bool:
        other = self.places[self.destination]
        two = self.cards[-2:] if self.source == self.destination else [self.cards[-1], other[-1]]
        return self.is_pair() and len(two) == 2 and not naive.are_pair(two)

    def lower_place_first(self) -> bool:
        turned = self.text[::-1]
        return self.is_pair() and turned in naive.moves(self.table)

    def spaces_stay_empty(self) -> bool:
        return self.is_to_space() and not self.rules.spaces

    def space_occupied(self) -> bool:
        return self.is_to_space() and bool(self.places[self.destination])

    def grace_is_no_space(self) -> bool:
        return self.is_to_space() and self.table.grace.get(self.destination) == []

    def no_effect(self) -> bool:
        idle = len(self.cards) == 1 and self.source in self.table.piles and not self.table.stock
        return self.is_to_space() and idle and self.table.piles[self.destination] == []

    def stock_empty(self) -> bool:
        return self.text == "n" and not self.table.stock

    def discards_left(self) -> bool:
        possible = [*naive.discards(self.table)]
        return self.text == "n" and self.rules.forced and bool(self.table.stock and possible)

    def refills_by_itself(self) -> bool:
        return self.text == "n" and self.rules.fills_itself
