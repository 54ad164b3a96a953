# One image for the web server, the workers, the beat and the migrations: see docker-compose.yml.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    DATA_DIR=/var/lib/patience \
    NUMBA_CACHE_DIR=/var/cache/patience

RUN useradd --system --uid 10001 --home-dir /var/lib/patience --shell /usr/sbin/nologin patience \
    && install -d -o patience /var/lib/patience /var/lib/patience/dumps /var/cache/patience

WORKDIR /app
COPY requirements/run.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt

COPY . .
# Layers keep times in whole seconds only. What is compiled below is known by the times of its
# sources, and with a fraction in them it would all be compiled anew when a container starts.
RUN find . -name '*.py' -exec touch -d 2026-01-01 {} + \
    && python -c 'from pathlib import Path; from config.launch.translations import compile_translations; compile_translations(Path())' \
    && python -m compileall -q .

USER patience
# For the processor of this machine. On a kind that differs a solving worker compiles at its start.
RUN SECRET_KEY=of-no-use-later python manage.py compile_kernels

EXPOSE 8000
CMD ["gunicorn", "-c", "python:config.launch.server", "config.wsgi:application"]
