"""A mail server that nobody answers at."""

from django.core.mail.backends.base import BaseEmailBackend


class Backend(BaseEmailBackend):
    def send_messages(self, email_messages):
        raise ConnectionRefusedError("nobody there")
