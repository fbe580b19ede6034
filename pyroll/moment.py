"""Moments in UTC as ISO 8601 texts, and as they read on a wall clock some minutes away from UTC.

The clock itself comes from outside. Only ``2026-08-01T20:14:05Z``, with or without milliseconds, is a moment here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyroll.i18n import Text, text

__all__ = ["HOUR", "Local", "local", "read_moment", "write_moment"]

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

_MOMENT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?Z", re.ASCII
)  # no leap second
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAYS_TO_1970 = 719468  # from 0000-03-01, where the years of the reckoning below begin


@dataclass(frozen=True, slots=True)
class Local:
    """A moment on a wall clock; ``month`` and ``day`` count from 1."""

    year: int
    month: int
    day: int
    hour: int
    minute: int

    @property
    def date(self) -> Text:
        """The day: 01/08/2026."""
        return text("{day}/{month}/{year}", day=f"{self.day:02}", month=f"{self.month:02}", year=f"{self.year:04}")

    @property
    def time(self) -> Text:
        """The time of day: 21 h 14."""
        return text("{hour} h {minute}", hour=str(self.hour), minute=f"{self.minute:02}")


def read_moment(raw: str) -> int | None:
    """Milliseconds since 1970, or None if ``raw`` is no moment (a day that does not exist is none either)."""
    found = _MOMENT.fullmatch(raw)
    if found is None:
        return None
    year, month, day, hour, minute, second, milli = (int(part or 0) for part in found.groups())
    if not 1 <= month <= 12 or not 1 <= day <= _days_in(year, month):
        return None
    return _days(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND + milli


def write_moment(milliseconds: int) -> str:
    """The moment so many milliseconds after 1970 (years 0 to 9999)."""
    at = local(milliseconds, 0)
    rest = milliseconds % MINUTE
    date = f"{at.year:04}-{at.month:02}-{at.day:02}"
    return f"{date}T{at.hour:02}:{at.minute:02}:{rest // SECOND:02}.{rest % SECOND:03}Z"


def local(milliseconds: int, offset: int) -> Local:
    """The moment on a clock that is ``offset`` minutes ahead of UTC (behind, if negative)."""
    days, rest = divmod(milliseconds + offset * MINUTE, DAY)
    return Local(*_date(days), rest // HOUR, rest % HOUR // MINUTE)


def _days_in(year: int, month: int) -> int:
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _MONTHS[month - 1] + leap


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01, by years that begin in March, so that the leap day ends them."""
    years, months = (year, month - 3) if month > 2 else (year - 1, month + 9)
    era, of_era = divmod(years, 400)
    in_year = (153 * months + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + in_year - _DAYS_TO_1970


def _date(days: int) -> tuple[int, int, int]:
    """The inverse of ``_days``."""
    era, rest = divmod(days + _DAYS_TO_1970, 146097)
    of_era = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
    in_year = rest - (365 * of_era + of_era // 4 - of_era // 100)
    months = (5 * in_year + 2) // 153
    day = in_year - (153 * months + 2) // 5 + 1
    month = months + 3 if months < 10 else months - 9
    return era * 400 + of_era + (month <= 2), month, day
