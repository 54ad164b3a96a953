"""The composition root; the Celery app comes with it, so that every process has its queues."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
