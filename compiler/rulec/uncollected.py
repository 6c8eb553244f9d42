"""Building something large without a search for garbage every few objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """A while in which reference cycles are not looked for; also a decorator.

    Whoever makes a million objects that all stay has them looked through again and again by the
    collector: that can take three quarters of the time. What is built must be bounded in size.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
