"""NumPy, without which files become files all the same."""

from __future__ import annotations

from .errors import UsageError

try:
    import numpy as numpy
except ModuleNotFoundError:
    raise UsageError(
        "arrays need NumPy; install it (pip install numpy), or name an output, or a format for the bytes of a file") from None
