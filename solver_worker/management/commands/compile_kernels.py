"""Compile the solvers' kernels, as a worker does when it starts."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from solver_worker.management.kernels import compile_all


class Command(BaseCommand):
    """Leaves the machine code beside its sources."""

    help = "Compile the solvers' kernels and keep them on disk, so that workers start at once."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile what is missing."""
        compile_all(settings.DATA_DIR)
