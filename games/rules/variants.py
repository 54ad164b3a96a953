"""What a game on offer is: its levels, its switches and the rules they stand for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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

    def rules_of(self, level: str, settings: Mapping[str, Setting] | None) -> Rules:
        """The rules of a level; of a custom one, which alone has settings, those of these."""
        rules = self.levels[level].rules
        if rules is None:
            return self.custom_rules(settings or {})
        if settings is not None:
            raise ValueError(f"the level {level} has no settings")
        return rules
