"""Every game of this family on offer, and every rules object."""

from dataclasses import replace

from games.rules.families.building.fits import down_alternating, down_any_suit
from games.rules.families.building.numberings import as_dealt, first_cells
from games.rules.families.building.parameters import EmptyColumns, Runs
from games.rules.families.building.rules import Building
from games.rules.position import Rules
from games.rules.variants import Level, Setting, Switch, Variant


def _bakers_game(cells: int, columns: int = 8, empty_columns: EmptyColumns = "any") -> Building:
    name = f"bakers-game-{cells}-cells"
    if columns != 8:
        name += f"-{columns}-columns"
    if empty_columns == "kings":
        name += "-kings"
    return Building(f"{name}-1", columns=columns, cells=cells, empty_columns=empty_columns)


_BAKERS_GAME_FILLS: tuple[EmptyColumns, ...] = ("any", "kings")
_BAKERS_GAMES: dict[tuple[Setting, ...], Rules] = {
    (cells, columns, empty_columns): _bakers_game(cells, columns, empty_columns)
    for cells in range(1, 11)
    for columns in range(4, 11)
    for empty_columns in _BAKERS_GAME_FILLS
}

_BAKERS_DOZEN = Building(
    "bakers-dozen-1",
    columns=13,
    cells=0,
    fits=down_any_suit,
    empty_columns="none",
    runs="never",
    kings="slide",
)


def _bakers_dozen(empty_columns: EmptyColumns, group_moves: bool) -> Building:
    name = "bakers-dozen"
    if empty_columns == "any":
        name += "-any-fill"
    if group_moves:
        name += "-group-moves"
    runs: Runs = "always" if group_moves else "never"
    return replace(_BAKERS_DOZEN, id=f"{name}-1", empty_columns=empty_columns, runs=runs)


_BAKERS_DOZEN_FILLS: tuple[EmptyColumns, ...] = ("none", "any")
_BAKERS_DOZENS: dict[tuple[Setting, ...], Rules] = {
    (empty_columns, group_moves): _bakers_dozen(empty_columns, group_moves)
    for empty_columns in _BAKERS_DOZEN_FILLS
    for group_moves in (False, True)
}

_GOOD_MEASURE = replace(_BAKERS_DOZEN, id="good-measure-1", columns=10, first_aces=2)
_SPANISH_PATIENCE = replace(
    _BAKERS_DOZEN, id="spanish-patience-1", foundations="alternating_colour"
)
_EIGHT_OFF = Building("eight-off-1", cells=8, empty_columns="kings", filled_cells="aceg")
_FREECELL = Building("freecell-1", fits=down_alternating)


def _levels(*levels: Level) -> dict[str, Level]:
    return {level.key: level for level in levels}


VARIANTS = (
    Variant(
        "bakers_game",
        "building",
        _levels(
            Level("easy", _BAKERS_GAMES[4, 8, "any"], proven=True),
            Level("medium", _BAKERS_GAMES[4, 8, "any"]),
            Level("hard", _BAKERS_GAMES[3, 8, "any"]),
            Level("custom", None),
        ),
        (
            Switch("cells", tuple(range(1, 11)), 4),
            Switch("columns", tuple(range(4, 11)), 8),
            Switch("empty_columns", _BAKERS_GAME_FILLS, "any"),
        ),
        _BAKERS_GAMES,
    ),
    Variant(
        "bakers_dozen",
        "building",
        _levels(
            Level("easy", _BAKERS_DOZENS["any", False], proven=True),
            Level("medium", _BAKERS_DOZENS["none", False]),
            Level("custom", None),
        ),
        (
            Switch("empty_columns", _BAKERS_DOZEN_FILLS, "none"),
            Switch("group_moves", (False, True), False),
        ),
        _BAKERS_DOZENS,
    ),
    Variant(
        "good_measure",
        "building",
        _levels(Level("easy", _GOOD_MEASURE, proven=True), Level("medium", _GOOD_MEASURE)),
    ),
    Variant("spanish_patience", "building", _levels(Level("medium", _SPANISH_PATIENCE))),
)

RULES: tuple[Rules, ...] = (
    *_BAKERS_GAMES.values(),
    *_BAKERS_DOZENS.values(),
    _GOOD_MEASURE,
    _SPANISH_PATIENCE,
    _EIGHT_OFF,
    _FREECELL,
    # Boards of other programs are played by these.
    as_dealt(_GOOD_MEASURE),
    first_cells(_EIGHT_OFF),
)
