"""Pictures, meshes and scenes as the tool reads them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional

from .errors import UsageError
from .scene import to_json

if TYPE_CHECKING:
    from ._memory import Block

#: Pillow's modes that NumPy's files hold.
_MODES = {"L", "LA", "RGB", "RGBA"}

#: The keys of a scene whose values are pictures.
_IMAGE_KEYS = {"image", "mask", "backContents", "displacement"}


def is_path(value: Any) -> bool:
    """Whether a value names a file."""
    return isinstance(value, (str, os.PathLike))


def is_image(value: Any) -> bool:
    """Whether a value is a picture in memory: an array, a Pillow image or the bytes of a file."""
    return isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "__array_interface__") or hasattr(
        value, "__array__")


def _has_pixels(value: Any) -> bool:
    """Whether a picture is no list of numbers."""
    return getattr(value, "ndim", 2) >= 2 and getattr(getattr(value, "dtype", None), "kind", "u") in "ub"


def write_image(image: Any, block: Block, name: str) -> None:
    """Writes a picture in memory to a block: an array or a file."""
    if isinstance(image, (bytes, bytearray, memoryview)):
        block.write(memoryview(image))
        return
    from ._numpy import numpy

    mode = getattr(image, "mode", None)
    if isinstance(mode, str) and hasattr(image, "convert"):
        deep = mode.startswith("I;16")
        image = image if deep or mode in _MODES else image.convert("RGBA" if mode in ("P", "PA", "La", "RGBa") else "RGB")
        if image.mode == "LA":
            image = image.convert("RGBA")
    array = numpy.asarray(image)
    if array.dtype == numpy.bool_:
        array = array.astype(numpy.uint8) * 255
    if array.dtype.kind == "u" and array.dtype.itemsize == 2:
        array = array.astype(numpy.uint16, copy=False)
    if array.dtype not in (numpy.uint8, numpy.uint16):
        remedy = (
            "array.astype(numpy.uint8)" if array.dtype.kind in "iu"
            else "(255 * array).round().astype(numpy.uint8) for numbers of 0...1")
        raise UsageError(
            f"{name} is an array of {array.dtype}; use uint8 of 0...255 or uint16 of 0...65535: {remedy}")
    if array.ndim not in (2, 3) or array.ndim == 3 and array.shape[2] not in (1, 3, 4) or not array.size:
        frames = "; animate takes frames" if array.ndim == 4 else ""
        raise UsageError(
            f"{name} is an array of the shape {array.shape}; use (height, width, 4), (height, width, 3) or (height, width)"
            f"{frames}")
    block.write_array(array)


class Shared:
    """The values of a call that go to the tool through memory: collected first, so that all blocks are taken at once."""

    def __init__(self) -> None:
        self._values: list[tuple[str, Optional[Callable[[Block], None]], Place]] = []

    def _add(self, name: str, write: Optional[Callable[[Block], None]]) -> Place:
        place = Place()
        self._values.append((name, write, place))
        return place

    @property
    def count(self) -> int:
        """The number of blocks."""
        return len(self._values)

    def write(self, take: Callable[[str], Block]) -> None:
        """Writes all values, in the order in which they came."""
        for name, write, place in self._values:
            block = take(name)
            place.path = block.path
            if write is not None:
                write(block)
            else:
                place.block = block

    def image(self, image: Any, name: str) -> Any:
        """A picture's name for the tool: its path, or its place in memory."""
        if is_path(image):
            return os.fspath(image)
        if not is_image(image):
            raise UsageError(f"{name} is of the type {type(image).__name__}; use a file, an array, a Pillow image or bytes")
        return self._add(name, lambda block: write_image(image, block, name))

    def text(self, make: Callable[[], str], name: str) -> Place:
        """A text's place in memory; it may have places of values that came before."""
        return self._add(name, lambda block: block.write(make().encode()))

    def output(self, name: str) -> Place:
        """The place of a value that comes back."""
        return self._add(name, None)

    def scene(self, value: Any, key: str = "") -> Any:
        """A scene's object with places of memory for its pictures."""
        value = to_json(value)
        if isinstance(value, Mapping):
            return {name: self.scene(part, name) for name, part in value.items()}
        if is_image(value) and (key in _IMAGE_KEYS or _has_pixels(value)):
            return self.image(value, f"the array of {key}")
        if isinstance(value, (list, tuple)):
            return [self.scene(part) for part in value]
        return os.fspath(value) if isinstance(value, os.PathLike) else value


class Place:
    """The path of a block of memory that is taken later."""

    path = ""
    block: Optional[Block] = None

    def __fspath__(self) -> str:
        return self.path
