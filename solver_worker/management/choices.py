"""The options with which a command is told which game is meant and how far to search."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from django.core.management.base import CommandError

from games.rules import RULES, VARIANTS, Rules, Setting, Switch
from solver_worker.solver import Limits

# Each as large as the kernels can count, and more than any machine has.
_MOST_POSITIONS = 2**63 - 1
_MOST_MEGABYTES = 1_000_000
_MOST_JOBS = 1_000
_SWITCHES = {switch.name: switch for each in VARIANTS.values() for switch in each.switches}


def add_game_options(parser: ArgumentParser) -> None:
    """Add `--rules`, `--variant`, `--level` and an option for each switch of a custom level."""
    parser.add_argument("--rules", type=_rules_id, metavar="ID", help="instead of the level")
    parser.add_argument("--variant", choices=VARIANTS, help="bakers_game if unset")
    parser.add_argument("--level", help="a level of the variant; medium if unset")
    for switch in _SWITCHES.values():
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
        type=natural_to(_MOST_POSITIONS),
        default=Limits.positions,
        metavar="N",
        help="give up on a deal after so many positions; %(default)s if unset",
    )
    parser.add_argument(
        "--megabytes",
        type=natural_to(_MOST_MEGABYTES),
        default=Limits.megabytes,
        metavar="N",
        help="give up on a deal before its search needs more memory; %(default)s if unset",
    )


def add_jobs_option(parser: ArgumentParser) -> None:
    """Add `--jobs`."""
    parser.add_argument("--jobs", type=natural_to(_MOST_JOBS), default=1, help="processes")


def natural(text: str) -> int:
    """Read a whole number above zero."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a whole number above zero")
    return int(text)


def natural_to(most: int) -> Callable[[str], int]:
    """Read a whole number from one to `most`."""

    def read(text: str) -> int:
        number = natural(text)
        if number > most:
            raise ArgumentTypeError(f"{text!r} is more than {most}")
        return number

    return read


def limits_of(options: Mapping[str, Any]) -> Limits:
    """The limits that the options ask for."""
    return Limits(positions=options["positions"], megabytes=options["megabytes"])


def rules_of(options: Mapping[str, Any]) -> Rules:
    """The rules that the options ask for; `CommandError` when there are no such ones."""
    if options["rules"]:
        _require_nothing_beside_rules(options)
        return RULES[options["rules"]]
    variant = VARIANTS[options["variant"] or "bakers_game"]
    level = variant.levels.get(options["level"] or "medium")
    if level is None:
        raise CommandError(f"{variant.key} has the levels {', '.join(variant.levels)}.")
    names = [switch.name for switch in variant.switches if options[switch.name] is not None]
    given = {name: options[name] for name in names}
    if level.rules is None:
        defaults = {switch.name: switch.default for switch in variant.switches}
        return variant.custom_rules(defaults | given)
    if given:
        raise CommandError(f"The level {level.key} is fixed; switches go with --level custom.")
    return level.rules


def option_of(switch: Switch) -> str:
    """How a switch is spelled on the command line."""
    return "--" + switch.name.replace("_", "-")


def _require_nothing_beside_rules(options: Mapping[str, Any]) -> None:
    if any(options[name] is not None for name in ("variant", "level", *_SWITCHES)):
        raise CommandError("--rules says it all; no variant, level or switch goes with it.")


def _rules_id(text: str) -> str:
    if text not in RULES:
        similar = " or ".join(get_close_matches(text[:100], RULES))
        asked = f"; is {similar} meant?" if similar else ""
        raise ArgumentTypeError(f"{text[:100]!r} is no rules' id{asked}")
    return text


def _reader(switch: Switch) -> Callable[[str], Setting]:
    values = {str(value).lower(): value for value in switch.values}

    def read(text: str) -> Setting:
        if text not in values:
            raise ArgumentTypeError(f"{text!r} is none of {', '.join(values)}")
        return values[text]

    return read
