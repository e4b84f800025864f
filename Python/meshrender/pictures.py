"""Pictures as arrays."""

from __future__ import annotations

from typing import Any, Optional

from ._numpy import numpy


class Picture(numpy.ndarray[Any, Any]):
    """A picture: an array of uint8 or uint16 with the shape (height, width, channels), RGBA with straight alpha, or RGB.

    A notebook shows it.
    """

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What is computed of a picture is an array or a number."""
        plain = numpy.asarray(array)
        return plain[()] if plain.ndim == 0 else plain

    def _repr_png_(self) -> Optional[bytes]:
        if self.ndim not in (2, 3) or self.dtype not in (numpy.uint8, numpy.uint16) or not self.size:
            return None
        from . import render

        return render(numpy.asarray(self), format="png")
