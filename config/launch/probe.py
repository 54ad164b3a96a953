"""Whether a container does its work: `python -m config.launch.probe web|fast|solve|beat`."""

import http.client
import sys
from urllib.parse import urlsplit

import psycopg

from config.environment import words
from config.launch.options import Options

# A worker's sign of life is due every 15 seconds, behind tasks that may take two minutes.
SILENCE_SECONDS = 180
_HEARTBEATS = """
    SELECT count(*) FROM solver_worker_heartbeat
    WHERE (queue = %(name)s OR %(name)s = 'beat')
      AND at > now() - make_interval(secs => %(seconds)s)
"""


def answers(options: Options) -> bool:
    """Whether the web server answers, under a name that it answers to."""
    connection = http.client.HTTPConnection(urlsplit(options.address).netloc, timeout=5)
    host = words("ALLOWED_HOSTS", "localhost")[0].lstrip(".").replace("*", "localhost")
    try:
        connection.request("GET", "/health/live", headers={"Host": host})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def works(name: str, options: Options) -> bool:
    """Whether the workers of a queue have lately done a task; for the beat, those of any queue.

    Tasks come from the beat and go to all workers of a queue, so this is the health of the queue.
    """
    try:
        with psycopg.connect(options.database_url, connect_timeout=5) as connection:
            values = {"name": name, "seconds": SILENCE_SECONDS}
            found = connection.execute(_HEARTBEATS, values).fetchone()
    except psycopg.Error:
        return False
    return bool(found and found[0])


def main(name: str) -> int:
    """The exit status that says it."""
    options = Options.from_environment()
    is_well = answers(options) if name == "web" else works(name, options)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
