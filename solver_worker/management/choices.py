"""The options with which a command is told which game is meant and how far to search."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import CommandError

from games.rules import RULES, VARIANTS, Rules, Setting, Switch, Variant
from solver_worker.solver import Limits


def add_game_options(parser: ArgumentParser) -> None:
    """Add `--rules`, `--variant`, `--level` and an option for each switch of a custom level."""
    parser.add_argument("--rules", choices=RULES, metavar="ID", help="instead of the level")
    parser.add_argument("--variant", choices=VARIANTS, default="bakers_game")
    parser.add_argument("--level", default="medium", help="a level of the variant; medium if unset")
    switches = {switch.name: switch for each in VARIANTS.values() for switch in each.switches}
    for switch in switches.values():
        values = ", ".join(map(str, switch.values))
        parser.add_argument(
            option_of(switch),
            type=_reader(switch),
            metavar="VALUE",
            help=f"with --level custom: {values}; {switch.default} if unset",
        )


def add_limit_options(parser: ArgumentParser) -> None:
    """Add the limits of one deal's search."""
    parser.add_argument(
        "--positions",
        type=natural,
        default=Limits.positions,
        metavar="N",
        help="give up on a deal after so many positions; %(default)s if unset",
    )
    parser.add_argument(
        "--megabytes",
        type=natural,
        default=Limits.megabytes,
        metavar="N",
        help="give up on a deal before its search needs more memory; %(default)s if unset",
    )


def natural(text: str) -> int:
    """Read a whole number above zero."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a whole number above zero")
    return int(text)


def limits_of(options: Mapping[str, Any]) -> Limits:
    """The limits that the options ask for."""
    return Limits(positions=options["positions"], megabytes=options["megabytes"])


def rules_of(options: Mapping[str, Any]) -> Rules:
    """The rules that the options ask for; `CommandError` when there are no such ones."""
    if options["rules"]:
        return RULES[options["rules"]]
    variant = VARIANTS[options["variant"]]
    level = variant.levels.get(options["level"])
    if level is None:
        raise CommandError(f"{variant.key} has the levels {', '.join(variant.levels)}.")
    given = {name: options[name] for name in _switch_names(variant) if options[name] is not None}
    if level.rules is None:
        defaults = {switch.name: switch.default for switch in variant.switches}
        return variant.custom_rules(defaults | given)
    if given:
        raise CommandError(f"The level {level.key} is fixed; switches go with --level custom.")
    return level.rules


def option_of(switch: Switch) -> str:
    """How a switch is spelled on the command line."""
    return "--" + switch.name.replace("_", "-")


def _switch_names(variant: Variant) -> list[str]:
    return [switch.name for switch in variant.switches]


def _reader(switch: Switch) -> Callable[[str], Setting]:
    values = {str(value).lower(): value for value in switch.values}

    def read(text: str) -> Setting:
        if text not in values:
            raise ArgumentTypeError(f"{text!r} is none of {', '.join(values)}")
        return values[text]

    return read
