"""What Prometheus reads of the database, as it is when it asks."""

from collections.abc import Callable, Iterable

from django.db import Error, transaction
from django.utils import timezone
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.selectors import days_laid_ahead
from games.services.stock import fresh_stock, wanted_stock
from solver_worker import selectors


class Gauges(Collector):
    """Levels of the stock, days laid ahead, and how long work and workers have been waiting."""

    def collect(self) -> Iterable[Metric]:
        """Give all of them, or only that the database does not answer."""
        up = GaugeMetricFamily("patience_database_up", "Whether the database answers.")
        try:
            with transaction.atomic():
                found = [family for each in _FAMILIES for family in each()]
        except Error:
            found = []
        up.add_metric([], bool(found))
        return [up, *found]


def _stock() -> Iterable[Metric]:
    names = ["variant", "level"]
    fresh = GaugeMetricFamily(
        "patience_stock_deals", "Proven deals that nobody was served.", labels=names
    )
    wanted = GaugeMetricFamily(
        "patience_stock_wanted_deals", "How many there should be.", labels=names
    )
    for level, number in wanted_stock().items():
        fresh.add_metric(level, fresh_stock(*level).count())
        wanted.add_metric(level, number)
    return fresh, wanted


def _dailies() -> Iterable[Metric]:
    text = "Days after today that have all their dailies."
    return [GaugeMetricFamily("patience_dailies_days", text, days_laid_ahead(timezone.now()))]


def _questions() -> Iterable[Metric]:
    waiting = GaugeMetricFamily(
        "patience_questions_waiting", "Questions without an answer.", labels=["kind"]
    )
    oldest = GaugeMetricFamily(
        "patience_questions_oldest_seconds", "Since when the oldest waits.", labels=["kind"]
    )
    for kind, number, seconds in selectors.waiting(timezone.now()):
        waiting.add_metric([kind], number)
        oldest.add_metric([kind], seconds)
    return waiting, oldest


def _workers() -> Iterable[Metric]:
    silence = GaugeMetricFamily(
        "patience_worker_silence_seconds", "Since a queue's last task.", labels=["queue"]
    )
    for queue, seconds in selectors.silences(timezone.now()):
        silence.add_metric([queue], seconds)
    text = "Tasks and questions that were given up."
    return silence, GaugeMetricFamily("patience_given_up", text, selectors.given_up())


_FAMILIES: tuple[Callable[[], Iterable[Metric]], ...] = (_stock, _dailies, _questions, _workers)
