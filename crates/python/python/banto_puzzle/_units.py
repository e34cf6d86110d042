"""Amounts as people write them: ``"10s"``, ``"2GiB"``, ``"1M"``."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Union

from .errors import RequestError

Time = Union[float, int, str, timedelta]
Size = Union[int, str]

_TIMES = {"ms": 0.001, "sec": 1.0, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0, "": 1.0}
_KIB = 1024
_SIZES = {
    "kib": _KIB,
    "mib": _KIB**2,
    "gib": _KIB**3,
    "kb": 1000,
    "mb": 1000**2,
    "gb": 1000**3,
    "k": _KIB,
    "m": _KIB**2,
    "g": _KIB**3,
    "b": 1,
    "": 1,
}
_COUNTS = {"k": 1000, "m": 1000**2, "g": 1000**3, "": 1}


def _scaled(text: str, units: dict[str, float] | dict[str, int], expected: str) -> float:
    plain = text.strip().lower().replace("_", "").replace(",", "")
    number = plain.rstrip("abcdefghijklmnopqrstuvwxyz").rstrip()
    unit = plain[len(number) :].strip()
    try:
        if unit not in units:
            raise ValueError
        value = float(number) * units[unit]
    except ValueError:
        raise RequestError(f"{text!r}: expected {expected}") from None
    return value


def seconds(time: Time | None) -> float | None:
    """A time in seconds."""
    if time is None:
        return None
    if isinstance(time, timedelta):
        value = time.total_seconds()
    elif isinstance(time, str):
        value = _scaled(time, _TIMES, "a time such as '500ms', '10s' or '2m'")
    else:
        value = float(time)
    if not 0 <= value < 1e15:
        raise RequestError("that time is out of range")
    return value


def size(amount: Size | None) -> int | None:
    """A size in bytes; more than the machine has is as good as all of it."""
    if amount is None:
        return None
    if isinstance(amount, str):
        value = int(_scaled(amount, _SIZES, "a size such as '256MiB' or '2GiB'"))
    else:
        value = int(amount)
    if not 0 <= value < 2**63:
        raise RequestError("that size is out of range")
    return min(value, _machine())


def count(amount: Size | None) -> int | None:
    """A count such as 5000 or ``"1M"``."""
    if amount is None:
        return None
    if isinstance(amount, str):
        value = int(_scaled(amount, _COUNTS, "a number such as 5000 or '1M'"))
    else:
        value = int(amount)
    if not 0 <= value < 2**63:
        raise RequestError("that number is out of range")
    return value


def _machine() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 2**62
