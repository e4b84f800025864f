"""The modules of scenes and presets: a class for each object of a scene file, and for each preset."""

import json
import re
import sys

from markdown import bounds
from words import NOTE, declared, filled, literal, pascal, snake

# Classes that are not called as the tables call them: meshrender.Mesh holds arrays, and a preset has a class each.
CLASS_NAMES = {"mesh": "InlineMesh", "preset": "PresetMesh"}
MESH = "layers[].mesh"
SCENE_HEAD = f'''"""Scenes: the objects of a scene file, with their keys in snake_case.

    Scene(canvas=Canvas(size=(400, 300)), layers=[Layer(contents=Contents(text="Hello"), mesh=presets.Wave(waves=2))])

A value that is None is not stated, and the tool takes its default. Dictionaries can stand for all objects. Give values
by name: the order of the fields may change.
"""

{NOTE}

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Tuple, Union

if TYPE_CHECKING:
    from ._types import ImageLike
    from .mesh import Mesh

#: The path of a file.
FilePath = Union[str, "os.PathLike[str]"]
#: An object as in a scene file.
JSON = Mapping[str, Any]
#: A CSS color, or red, green, blue and alpha, each 0 to 1; without alpha, it is 1.
Color = Union[str, Sequence[float]]
#: A timing function, such as "ease-in-out", or the control points (x1, y1, x2, y2) of a Bezier curve.
Timing = Union[str, Tuple[float, float, float, float]]


def to_json(value: Any) -> Any:
    """A value as in a scene file: without keys whose value is None, and with keys in camelCase.

    Goes through lists and dictionaries. Images and other values without a method to_json stay as they are.
    """
    if isinstance(value, (list, tuple)):
        return [to_json(element) for element in value]
    if isinstance(value, Mapping):
        # The keys of morph are names from a file.
        return {{_key(name): dict(element) if name == "morph" else to_json(element)
                for name, element in value.items() if element is not None}}
    return value.to_json() if hasattr(value, "to_json") else value


def _key(name: str) -> str:
    """`corner_radius` as cornerRadius, `from_` as from, `schema` as $schema."""
    if name == "schema":
        return "$schema"
    return re.sub("_([a-z0-9])", lambda found: found[1].upper(), name.rstrip("_")) if name.isidentifier() else name


@dataclass(repr=False)
class SceneObject:
    """The base of all objects of a scene."""

    def to_json(self) -> dict[str, Any]:
        """The object as in a scene file: without what is None, and with keys in camelCase."""
        result: dict[str, Any] = to_json({{key.name: getattr(self, key.name) for key in fields(self)}})
        return result

    def __repr__(self) -> str:
        values = [(key.name, getattr(self, key.name)) for key in fields(self) if key.init]
        stated = ", ".join(f"{{name}}={{value!r}}" for name, value in values if value is not None)
        return f"{{type(self).__name__}}({{stated}})"'''
SCENE_TAIL = '''

#: A mesh of a layer.
LayerMesh = Union[MeshObject, "Mesh", JSON]
#: A value of an animated property: a number, a boolean, a color, a transform, a point, a rectangle or a mesh.
AnimationValue = Union[float, str, Sequence[float], LayerMesh]
'''
PRESETS_HEAD = f'''"""Presets: meshes by their parameters.

    Layer(contents=Contents(text="Hello"), mesh=presets.Wave(waves=2))

A value that is None is not stated, and the tool takes its default.
"""

{NOTE}

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .scene import PresetMesh'''


def class_name(name):
    return CLASS_NAMES.get(name) or pascal(name)


def key_text(key):
    """The sentence of a key, with its unit, range and default."""
    notes = ", ".join(note for note in (key.get("unit"), bounds(key)) if note)
    text = key["summary"].rstrip(".") + (f" ({notes})." if notes else ".")
    if key.get("required"):
        return text + " Required."
    default = key.get("defaultText", key.get("default"))
    if isinstance(default, bool):
        default = str(default)
    elif not isinstance(default, str):
        default = json.dumps(default) if default != [] else "none"
    return f"{text} Default: {default}."


class Scenes:
    def __init__(self, reference):
        self.presets = reference["presets"]
        self.objects = {item["name"]: item for item in reference["objects"]}
        self.paths = {item["path"]: class_name(item["name"]) for item in self.objects.values()}
        meshes = [self.names(item) for item in self.objects.values() if item["path"] == MESH]
        keys = self.objects["preset"]["keys"][1:]
        # The keys of all meshes, and those of meshes that an image can displace.
        self.common = [key for key in keys if all(key["name"] in names for names in meshes)]
        self.displacing = [key for key in keys if key not in self.common]

    @staticmethod
    def names(item):
        return {key["name"] for key in item["keys"]}

    def type(self, words, key, path, depth=0):
        """The type of a value by the words of the tables, such as `array of 2 numbers` or `string or layer`."""
        # In an array, `or` separates elements: `array of arrays of 3 integers or integer`.
        if " or " in words and (depth or not words.startswith("array")):
            return " | ".join(self.type(part, key, path, depth) for part in words.split(" or ", 1))
        array = re.fullmatch(r"arrays? of (?:(\d+)(?: to \d+)? )?(.*)", words)
        if array:
            count, element = array[1], self.type(array[2], key, path + "[]", depth + 1)
            isTuple = depth == 0 and count and int(count) <= 4 and "[" not in element
            return f"tuple[{', '.join([element] * int(count))}]" if isTuple else f"Sequence[{element}]"
        word = words[:-1] if depth and words.endswith("s") else words
        if word == "string":
            return self.text_type(key["summary"])
        if word == "name":
            return literal([value["name"] for value in key["values"]])
        if word.startswith('"'):
            return f"Literal[{word}]"
        plain = {"number": "float", "integer": "int", "boolean": "bool", "color": "Color", "timing": "Timing",
                 "animationValue": "AnimationValue", "mesh": "LayerMesh"}
        if word in plain:
            return plain[word]
        name = self.paths.get(path) if word == "object" else class_name(word) if word in self.objects else None
        if name:
            return f"{name} | JSON"
        if word == "object" and path == f"{MESH}.morph":
            return "Mapping[str, float | str]"
        sys.exit(f"{path} is a {word}, which has no type in Scripts/python_api/objects.py")

    @staticmethod
    def text_type(summary):
        if re.match("The path of (an image|a PNG)", summary):
            return "ImageLike"
        return "FilePath" if "the path of" in summary.lower() else "str"

    def lines(self, name, base, summary, keys, path, first=()):
        """A class, whose documentation has the texts of its keys."""
        keys = sorted(keys, key=lambda key: key["name"].startswith("$"))
        yield f"\n\n@dataclass(repr=False)\nclass {name}({base}):"
        yield from filled(f'"""{summary}' + ("" if keys else '"""'), "    ", "    ")
        if not keys:
            return
        yield "\n    Attributes:"
        for key in keys:
            yield from filled(f"{snake(key['name'])}: {key_text(key)}", " " * 8, " " * 12)
        yield '    """\n'
        yield from first
        for key in keys:
            type = self.type(key["type"], key, f"{path}.{key['name']}".lstrip("."))
            yield from declared(snake(key["name"]), f"{type} | None", " = None")

    def mesh(self, item):
        """A mesh, which declares what its base does not, or says otherwise."""
        isDisplaceable = {key["name"] for key in self.displacing} <= self.names(item)
        base, inherited = "MeshObject", self.common
        if isDisplaceable:
            base, inherited = "DisplaceableMesh", self.common + self.displacing
        keys = [key for key in item["keys"] if key not in inherited and item["name"] != "preset"]
        return self.lines(class_name(item["name"]), base, item["summary"], keys, MESH)

    def scene_module(self):
        lines = [SCENE_HEAD]
        for name, item in self.objects.items():
            if item["path"] != MESH:
                lines += self.lines(class_name(name), "SceneObject", item["summary"], item["keys"], item["path"])
        lines += self.lines("MeshObject", "SceneObject", "The keys of all meshes.", self.common, MESH)
        lines += self.lines("DisplaceableMesh", "MeshObject", "The keys of meshes that an image can displace.",
                            self.displacing, MESH)
        for item in self.objects.values():
            if item["path"] == MESH:
                lines += self.mesh(item)
        return "\n".join(lines) + "\n" + SCENE_TAIL

    def presets_module(self):
        lines = [PRESETS_HEAD]
        for preset in self.presets:
            name = preset["name"]
            first = [f'    preset: Literal["{name}"] = field(default="{name}", init=False)']
            lines += self.lines(pascal(name), "PresetMesh", preset["summary"], preset["parameters"], MESH, first)
        return "\n".join(lines) + "\n"
