"""Messages in Redis: Kombu's transport, with workers that outlive every restart of it."""

from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """Counts the messages under way, of which a worker may have as many as it has processes.

    Kombu's own goes on counting one whose end it could not tell Redis, because that was away. If
    no message was awaited just then, nobody notices, and after a few of these the worker takes no
    more for ever, though it looks alive. What Redis still has of it is given to a worker again
    after the visibility timeout.
    """

    def ack(self, delivery_tag: Any) -> None:
        """Tell Redis that a message is done with; it is, even if Redis does not hear it."""
        try:
            super().ack(delivery_tag)
        except self.channel.connection_errors:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """Give a message back or drop it; it is out of these hands, even if Redis is away."""
        try:
            super().reject(delivery_tag, requeue)
        except self.channel.connection_errors:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """Kombu's channel, counting like this."""

    QoS = QoS


class Transport(redis.Transport):
    """Kombu's Redis transport with this channel."""

    Channel = Channel
