"""Every game of this family on offer, and every rules object."""

from games.rules.families.building.rules import Building, EmptyColumns
from games.rules.position import Rules
from games.rules.variants import Level, Setting, Switch, Variant


def _bakers_game(cells: int, columns: int = 8, empty_columns: EmptyColumns = "any") -> Building:
    name = f"bakers-game-{cells}-cells"
    if columns != 8:
        name += f"-{columns}-columns"
    if empty_columns == "kings":
        name += "-kings"
    return Building(f"{name}-1", columns=columns, cells=cells, empty_columns=empty_columns)


_EMPTY_COLUMNS: tuple[EmptyColumns, ...] = ("any", "kings")
_BAKERS_GAMES: dict[tuple[Setting, ...], Rules] = {
    (cells, columns, empty_columns): _bakers_game(cells, columns, empty_columns)
    for cells in range(1, 11)
    for columns in range(4, 11)
    for empty_columns in _EMPTY_COLUMNS
}

VARIANTS = (
    Variant(
        "bakers_game",
        "building",
        {
            level.key: level
            for level in (
                Level("easy", _BAKERS_GAMES[4, 8, "any"], proven=True),
                Level("medium", _BAKERS_GAMES[4, 8, "any"]),
                Level("hard", _BAKERS_GAMES[3, 8, "any"]),
                Level("custom", None),
            )
        },
        (
            Switch("cells", tuple(range(1, 11)), 4),
            Switch("columns", tuple(range(4, 11)), 8),
            Switch("empty_columns", _EMPTY_COLUMNS, "any"),
        ),
        _BAKERS_GAMES,
    ),
)

RULES: tuple[Rules, ...] = tuple(_BAKERS_GAMES.values())
