"""The client's words on its pages, to which also belong those that its modules speak."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import format_date, format_datetime, format_skeleton, format_time
from babel.numbers import format_decimal
from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.http.client import FOLDER

register = template.Library()
_BLANK = re.compile(r"\{(\w+)\}")
_HOUR = 3600
_PAGES = Path(__file__).parent / "catalogue"  # What no module has need of.


@cache
def words(language: str) -> dict[str, Any]:
    """The messages of a language by their keys, plural forms by their names."""
    files = (_PAGES / f"{language}.json", FOLDER / "i18n" / f"{language}.json")
    return {key: text for file in files for key, text in json.loads(file.read_text()).items()}


def _language() -> str:
    return get_language() or "en"


def knows(key: str) -> bool:
    """Whether there is a message of this key."""
    return key in words(_language())


@register.simple_tag
def word(key: str, **values: Any) -> SafeString:
    """The message of a key; `n` among the values chooses its plural form."""
    language = _language()
    text = words(language)[key]
    if isinstance(text, dict):
        text = text.get(Locale(language).plural_form(values["n"]), text["other"])

    def filled(blank: re.Match[str]) -> str:
        value = values[blank[1]]
        return conditional_escape(number(value) if isinstance(value, int | float) else value)

    return mark_safe(_BLANK.sub(filled, conditional_escape(text)))  # noqa: S308  Escaped above.


@register.filter
def number(value: float) -> str:
    """A number as the language writes it."""
    return format_decimal(value, locale=_language())


@register.filter
def clock(milliseconds: float) -> str:
    """Milliseconds as minutes and seconds, and hours if there are any."""
    seconds = int(milliseconds // 1000)
    minutes = f"{seconds // 60 % 60}:{seconds % 60:02}"
    if seconds < _HOUR:
        return minutes
    return f"{seconds // _HOUR}:{minutes:0>5}"


@register.filter
def instant(spelled: str, style: str = "full") -> SafeString:
    """An instant in UTC; a module turns it into the reader's time zone.

    `style` is `full`, or `time` for the time of the day alone.
    """
    at = datetime.fromisoformat(spelled)
    spell = format_time if style == "time" else format_datetime
    text = spell(at, "short" if style == "time" else "medium", locale=_language())
    return format_html('<time datetime="{}" data-kind="{}">{} UTC</time>', spelled, style, text)


@register.filter
def day(spelled: str, skeleton: str = "") -> str:
    """A day as the language writes it: by a skeleton of CLDR, else with its whole weekday."""
    on, locale = date.fromisoformat(spelled), Locale(_language())
    if skeleton:
        return format_skeleton(skeleton, on, locale=locale)
    # CLDR has the order of the parts for the short weekday alone.
    pattern = locale.datetime_skeletons["MMMMEd"].pattern.replace("E", "EEEE")
    return format_date(on, pattern, locale=locale)
