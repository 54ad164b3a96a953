"""How many examples the properties are tried on: `--hypothesis-profile=fuzz` for many more."""

from hypothesis import settings

settings.register_profile("fuzz", max_examples=2_500)
