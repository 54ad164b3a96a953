"""Run all measurements: `python -m tests.bench`."""

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.bench import requests, rules

    rules.run()
    requests.run()
