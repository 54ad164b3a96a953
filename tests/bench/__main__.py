"""Run all measurements: `python -m tests.bench`."""

import os

import django
from django.test.utils import setup_test_environment

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    setup_test_environment()
    from tests.bench import boards, questions, requests, rules, stock, verify, web

    rules.run()
    requests.run()
    questions.run()
    stock.run()
    boards.run(entries=100_000)
    verify.run(games=5_000)
    web.run()
