"""Plays the text of a replay of Baker's Game or Baker's Dozen, without a line of our rules."""

from itertools import pairwise

RANKS = "A23456789TJQK"
COLUMNS, CELLS = "123456789ABCD", "abcdefgklm"


def read(text: str) -> tuple[dict[str, str], list[str], list[str]]:
    """The facts, the lines of the board and the moves of a replay."""
    lines = text.splitlines()
    facts = dict(line[2:].split(": ", 1) for line in lines if ": " in line and line[0] == "#")
    rest = "\n".join(line for line in lines if not line.startswith("#")).strip()
    board, _, moves = rest.partition("\n\n")
    return facts, board.splitlines(), moves.split()


def fits(card: str, on: str, in_suit: bool) -> bool:
    is_next = RANKS.index(card[0]) + 1 == RANKS.index(on[0])
    return is_next and (card[1] == on[1] or not in_suit)


def piles_of(board: list[str]) -> dict[str, list[str]]:
    piles: dict[str, list[str]] = {suit + "-": [] for suit in "CDHS"}
    rows = [line.partition(":")[2].split() for line in board if line.startswith(":")]
    piles.update(zip(COLUMNS, rows, strict=False))
    for line in board:
        if line.startswith("Freecells:"):
            held = line.split()[1:]
            piles.update((cell, [c] * (c != "-")) for cell, c in zip(CELLS, held, strict=False))
    return piles


def play(piles: dict[str, list[str]], move: str, in_suit: bool) -> None:
    source, to = piles[move[0]], move[1]
    if to == "h":
        home = piles[source[-1][1] + "-"]
        assert RANKS[len(home)] == source[-1][0], move
        home.append(source.pop())
        return
    target, count = piles[to], int(move[3:], 16) if "v" in move else 1
    if to in COLUMNS and target:
        count = next(n for n in range(1, 14) if fits(source[-n], target[-1], in_suit))
    run = source[-count:]
    assert len(run) == count, move
    assert all(fits(low, high, in_suit) for high, low in pairwise(run)), move
    spare = sum(piles.get(cell) == [] for cell in CELLS)
    columns = sum(piles.get(each) == [] for each in COLUMNS) - (not target and to in COLUMNS)
    assert count == 1 or count <= (1 + spare) << max(columns, 0), move
    assert to in COLUMNS or not target, move
    del source[-count:]
    target.extend(run)


def is_won(text: str) -> bool:
    facts, board, moves = read(text)
    piles = piles_of(board)
    for move in moves:
        play(piles, move, facts["Rules"].startswith("bakers-game"))
    return all(len(piles[suit + "-"]) == 13 for suit in "CDHS")
