"""The examples in the docstrings of the rules run."""

import doctest
import importlib
import pkgutil

import pytest

import games.rules

MODULES = [
    "games.rules",
    *(each.name for each in pkgutil.walk_packages(games.rules.__path__, "games.rules.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert name != "games.rules" or result.attempted > 3
