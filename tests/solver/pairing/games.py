"""Small games of the family, and whether they can be won, by looking at every position."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from games.rules import RULES, Deck, Move, Pairing, Position, ordered_deck

OFF_OR_ON = (False, True)
# All rules on offer, and the same switches on fewer piles.
FAMILY = [rules for rules in RULES.values() if isinstance(rules, Pairing)]
BARONESSES = [rules for rules in FAMILY if not rules.refills]
SWITCHES = list(product(OFF_OR_ON, OFF_OR_ON, OFF_OR_ON, OFF_OR_ON, ("extra_piles", "first_piles")))


def tiny(switches: Sequence[object], piles: int, ranks: int, suits: int) -> Pairing:
    """Rules for a deck of a few cards; `switches` is one of `SWITCHES`."""
    kings_first, spaces, pair_beneath, forced_discards, grace = switches
    return Pairing(
        f"tiny-{piles}-piles-{ranks}-ranks-{suits}-suits-{switches}",
        pile_count=piles,
        kings_first=kings_first,
        spaces=spaces,
        pair_beneath=pair_beneath,
        forced_discards=forced_discards,
        grace=grace,
        ranks=ranks,
        suits=suits,
    )


def dealt(rules: Pairing, choose: Random) -> Position:
    """A deal of a deck in any order."""
    return rules.lay_out(any_deck(rules, choose))


def any_deck(rules: Pairing, choose: Random) -> Deck:
    """A deck of these rules in any order."""
    deck = list(ordered_deck(rules.ranks, rules.suits))
    choose.shuffle(deck)
    return tuple(deck)


def thrown(rules: Pairing, discarded: int, choose: Random) -> Position:
    """A position that no game leads to: piles of any height in any order, whole rows in stock."""
    deck = list(any_deck(rules, choose))
    kings = [card for card in deck if rules.is_king(card)] if rules.kings_first else []
    deck = [card for card in deck if card not in kings]
    gone, deck = deck[:discarded], deck[discarded:]
    short = rules.cards % rules.pile_count
    rows = max((len(deck) - short) // rules.pile_count - 1, 0)
    in_stock = choose.choice([0, *(short + row * rules.pile_count for row in range(rows + 1))])
    stock, table = deck[:in_stock], deck[in_stock:]
    grace = [(table.pop(),) for _ in range(rules.grace_count) if not stock and len(table) > 1]
    piles: list[list[int]] = [[] for _ in range(rules.pile_count)]
    for card in table:
        # One number for the pile, so that some piles stay empty and others get high.
        piles[int(rules.pile_count * choose.random() ** 2)].append(card)
    held = [tuple(pile) for pile in piles] + grace + [()] * (rules.grace_count - len(grace))
    return Position(rules, (*held, tuple(stock), (*kings, *gone)))


class Naive:
    """Searches that remember what was found for the positions they passed.

    Only `games.rules` is asked. In what order cards were discarded does not matter.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[tuple[int, ...], ...], bool] = {}

    def can_be_won(self, start: Position) -> bool:
        """Whether legal moves lead to a win."""
        found_from = {start.piles[:-1]: None}
        waiting = deque([start])
        while waiting:
            position = waiting.pop()
            step = position.piles[:-1]
            if position.is_won or self.known.get(step):
                while step is not None:
                    self.known[step] = True
                    step = found_from[step]
                return True
            if step in self.known:
                continue
            for move in position.legal_moves:
                after = position.play(move)
                if after.piles[:-1] not in found_from:
                    found_from[after.piles[:-1]] = step
                    waiting.append(after)
        self.known |= dict.fromkeys(found_from, False)
        return False


def fewest_moves(start: Position) -> int | None:
    """The length of a shortest line that wins, or None where there is none."""
    seen = {start.piles[:-1]}
    waiting = deque([(start, 0)])
    while waiting:
        position, moves = waiting.popleft()
        if position.is_won:
            return moves
        for move in position.legal_moves:
            after = position.play(move)
            if after.piles[:-1] not in seen:
                seen.add(after.piles[:-1])
                waiting.append((after, moves + 1))
    return None


def replayed(position: Position, line: Sequence[Move]) -> Iterator[Position]:
    """The positions of a line, which must be legal."""
    for move in line:
        assert move in position.legal_moves, f"{move} of {' '.join(map(str, line))}\n{position}"
        position = position.play(move)
        yield position


def assert_wins(position: Position, line: Sequence[Move]) -> None:
    """Replay a line, which must win."""
    for after in replayed(position, line):
        position = after
    assert position.is_won, f"\n{position}"
