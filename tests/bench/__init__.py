"""Measurements: medians and ratios, printed and never judged."""
