"""Positions of pairing games from and to text."""

from games.rules.boardtext import Line, Place, read_lines, require_each_once, require_whole_deck
from games.rules.cards import NAMES, Card
from games.rules.errors import InvalidBoard
from games.rules.families.pairing.parameters import Parameters
from games.rules.position import DISCARD, STOCK, Piles, Position

_GRACE = "grace"


def _cards(places: tuple[Place, ...]) -> tuple[Card, ...]:
    return tuple(place.card for place in places if place.card is not None)


def _grace_piles(places: tuple[Place, ...], size: int) -> Piles:
    if len(places) > size:
        _, line, column = places[size]
        count = len(places)
        raise InvalidBoard("too_many_grace_cards", count=count, most=size, line=line, column=column)
    held = tuple(() if place.card is None else (place.card,) for place in places)
    return held + ((),) * (size - len(held))


def parse_position(rules: Parameters, text: str) -> Piles:
    """Read the piles: a line each, base first, then lines for grace piles, stock and discard.

    A pile may start with `:` and must when it is empty. `Grace:` has a card or `-` for each grace
    pile; `Stock:` is in dealing order. Every card is there once, and the stock fits the table;
    `InvalidBoard` says what is wrong, and where when it is in one place.
    """
    columns: list[tuple[Place, ...]] = []
    named: dict[str, tuple[Place, ...]] = {_GRACE: (), STOCK: (), DISCARD: ()}
    for line in read_lines(text):
        if line.label == "":
            columns.append(line.places())
        elif line.label in named:
            named[line.label] = _read(line)
        else:
            raise line.unknown()
    if len(columns) != rules.pile_count:
        raise InvalidBoard("wrong_column_count", count=len(columns), right=rules.pile_count)
    piles = (
        *map(_cards, columns),
        *_grace_piles(named[_GRACE], rules.grace_count),
        _cards(named[STOCK]),
        _cards(named[DISCARD]),
    )
    require_each_once([place for places in (*columns, *named.values()) for place in places])
    require_whole_deck(piles, rules.ranks, rules.suits)
    _require_possible(rules, piles)
    return piles


def _read(line: Line) -> tuple[Place, ...]:
    return line.places_or_empty() if line.label == _GRACE else line.places()


def _require_possible(rules: Parameters, piles: Piles) -> None:
    """Raise `InvalidBoard` for a table that no game comes to, and where laying would go wrong."""
    *places, stock, _ = piles
    if rules.kings_first and any(rules.is_king(card) for pile in piles[:-1] for card in pile):
        raise InvalidBoard("kings_not_discarded")
    if rules.refills:
        if any(len(pile) > 1 or (stock and not pile) for pile in places):
            raise InvalidBoard("not_refilled")
    elif stock and any(places[rules.pile_count :]):
        raise InvalidBoard("grace_before_end")
    elif stock and (len(stock) - rules.cards) % rules.pile_count:
        raise InvalidBoard("stock_size_wrong", count=len(stock))


def position_text(position: Position) -> str:
    """Write a position so that `parse_position` reads it back."""
    held: dict[str, list[tuple[Card, ...]]] = {}
    for pile, cards in zip(position.rules.piles, position.piles, strict=True):
        held.setdefault(pile.kind, []).append(cards)
    lines = [_line("", column) for column in held["column"]]
    if _GRACE in held:
        names = (NAMES[cards[0]] if cards else "-" for cards in held[_GRACE])
        lines.append(" ".join(["Grace:", *names]))
    lines += [_line("Stock", *held[STOCK]), _line("Discard", *held[DISCARD])]
    return "\n".join(lines) + "\n"


def _line(label: str, cards: tuple[Card, ...]) -> str:
    return " ".join([f"{label}:", *(NAMES[card] for card in cards)])
