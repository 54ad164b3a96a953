"""A game in which nothing is hard, to be won, undone and timed at will."""

from games.rules import RULES, Playthrough, ordered_deck

# Aces were dealt last, so that every card may go home at once, and none has to.
EASY = Playthrough(RULES["bakers-game-4-cells-1"], ordered_deck()[::-1])
SECOND = 1000
MINUTE = 60 * SECOND


def going_home() -> list[str]:
    moves, position = [], EASY.position
    while not position.is_won:
        moves.append(next(move for move in position.legal_moves if move.destination == "h"))
        position = position.play(moves[-1])
    return [str(move) for move in moves]


HOME = going_home()


def play(*timed: tuple[int, str], ranked: bool = False) -> Playthrough:
    """A game of ops with their moments."""
    game = Playthrough(EASY.rules, EASY.deck, ranked=ranked)
    for at_ms, text in timed:
        game = game.append(game.version, [text], at_ms)
    return game
