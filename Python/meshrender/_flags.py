"""Values of Python as the texts of the tool's flags."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

from .errors import UsageError
from .scene import to_json

#: Options that are a width and a height.
_SIZES = {"size", "content_size", "from_size", "to_size", "sheet"}
#: Options that are CSS colors.
_COLORS = {"background", "color", "back"}


def flag_value(name: str, value: Any) -> Any:
    """The value of an option as JSON: a text, a number, a truth value or a list of these."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping) or hasattr(value, "to_json"):
        return _properties(to_json(value))
    if isinstance(value, float) and not value - value == 0:
        return str(value)
    if not isinstance(value, (list, tuple)):
        return value
    if name in _SIZES:
        if len(value) != 2 or not all(isinstance(side, (int, float)) for side in value):
            raise UsageError(f"{name} is {value!r}; use a width and a height, such as (640, 480)")
        return "x".join(f"{side:g}" if side < 1e6 else str(side) for side in value)
    if name in _COLORS and value and all(isinstance(part, (int, float)) for part in value):
        if len(value) not in (3, 4):
            raise UsageError(f"{name} is {value!r}; use red, green and blue of 0...1, perhaps with alpha, or a CSS color")
        if not all(0 <= part <= 1 for part in value):
            raise UsageError(f"{name} is {value!r}; use red, green and blue of 0...1, or a CSS color such as 'rgb(255 0 0)'")
        color = " ".join(repr(255 * part) for part in value[:3])
        return f"rgb({color} / {value[3] if len(value) == 4 else 1})"
    return [flag_value(name, part) for part in value]


def transform_text(transform: Any) -> str:
    """A list of CSS transforms."""
    if isinstance(transform, str):
        return transform
    if isinstance(transform, Sequence) and all(isinstance(part, str) for part in transform):
        return " ".join(transform)
    rows = transform.tolist() if hasattr(transform, "tolist") else transform
    if not isinstance(rows, Sequence) or len(rows) != 4 or any(not isinstance(row, Sequence) or len(row) != 4 for row in rows):
        raise UsageError("a transform is neither a text nor a matrix of 4 rows and 4 columns; use 'rotateX(-40deg)', say")
    # CSS lists columns.
    return "matrix3d(" + ", ".join(repr(float(row[column])) for column in range(4) for row in rows) + ")"


def light_text(light: Any) -> str:
    """A light with its properties."""
    return light if isinstance(light, str) else _named(light, "type", "directional")


def mesh_text(preset: Any) -> str:
    """A preset with its parameters."""
    return _named(preset, "preset", "flat")


def _named(value: Any, key: str, default: str) -> str:
    values = dict(to_json(value))
    name = values.pop(key, default)
    return f"{name}:{_properties(values)}" if values else str(name)


def _properties(values: Mapping[str, Any]) -> str:
    return ",".join(f"{key}={_property(value)}" for key, value in values.items())


def _property(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        raise UsageError(f"{value!r} is an object; use a scene, which has objects in objects")
    return value if isinstance(value, str) else "/".join(map(str, value)) if hasattr(value, "__iter__") else str(value)
