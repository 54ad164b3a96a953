# Every command goes through one script, which makes .venv when needed.
#   make run | demo | manage | test | bench | bench-load | bench-solver | install     ARGS="…" are passed on
#   make lint                                              the checks of .ci/run

SHELL := /bin/sh
.DEFAULT_GOAL := help
COMMANDS := run demo manage test bench bench-load bench-solver install
.PHONY: $(COMMANDS) lint help

# `exec`: the script takes the shell's place, so a signal to make's child reaches it.
$(COMMANDS):
	@if [ -n "$$PYTHON" ]; then set -- "$$PYTHON"; \
	else set -- python3 python3.14 python3.13 python3.12 python3.11 python; fi; \
	for python in "$$@"; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    exec "$$python" -P config/launch/bootstrap.py $@ $(ARGS); \
	  fi; \
	done; \
	echo "No Python 3.11 or newer found (tried: $$*). Install one, or name it: make $@ PYTHON=/path/to/python3" >&2; \
	exit 1

lint:
	@bash .ci/run lint

help:
	@sed -n '2,3s/^# *//p' Makefile
