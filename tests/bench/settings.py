"""The service's settings, with the yardstick's address beside its own."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
