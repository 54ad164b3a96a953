"""Every rules object and every variant on offer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from games.rules.families.building import Building, EmptyColumns
from games.rules.position import Rules

Setting = int | str | bool


@dataclass(frozen=True)
class Switch:
    """A parameter of a custom level: its name, the values it takes and the one it has unset."""

    name: str
    values: tuple[Setting, ...]
    default: Setting


@dataclass(frozen=True)
class Level:
    """A difficulty of a variant: fixed rules or switches; `proven` deals are all winnable."""

    key: str
    rules: Rules | None
    proven: bool = False


@dataclass(frozen=True)
class Variant:
    """A kind of game, its levels, and the rules that each choice of switches stands for."""

    key: str
    family: str
    levels: Mapping[str, Level]
    switches: tuple[Switch, ...] = ()
    customs: Mapping[tuple[Setting, ...], Rules] = field(default_factory=dict)

    def custom_rules(self, settings: Mapping[str, Setting]) -> Rules:
        """The rules of a custom level; every switch must have one of its values."""
        return self.customs[tuple(settings[switch.name] for switch in self.switches)]


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

_VARIANTS = (
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

VARIANTS: Mapping[str, Variant] = MappingProxyType({each.key: each for each in _VARIANTS})
RULES: Mapping[str, Rules] = MappingProxyType({each.id: each for each in _BAKERS_GAMES.values()})
