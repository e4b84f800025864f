"""Calls of the tool: their arguments, jobs of a kept process, and single runs."""

from __future__ import annotations

import difflib
import logging
import os
import re
import subprocess
import sys
import threading
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, Sequence

from . import _options
from ._flags import flag_value, light_text, mesh_text, transform_text
from ._images import Place, Shared, is_image, is_path
from ._memory import Lease, Memory
from ._process import started, to_text
from .errors import MeshrenderWarning, UsageError, error
from .scene import SceneObject, to_json


@dataclass
class Request:
    """One call of a command, as a job of `meshrender batch`."""

    command: str
    shared: Shared = field(default_factory=Shared)
    job: dict[str, Any] = field(default_factory=dict)
    #: The keys of the job that name values to come back, with what these are.
    outputs: dict[str, str] = field(default_factory=dict)

    def set_content(
        self, content: Any, scene: Any, images: Optional[Mapping[str, Any]], values: Optional[Mapping[str, Any]],
        *, allows_reading: bool,
    ) -> None:
        """An image or a scene, with other images and values in it."""
        if isinstance(content, Mapping) or hasattr(content, "to_json"):
            if scene is not None:
                raise UsageError("there are two scenes; keep one")
            content, scene = None, content
        if content is not None:
            if scene is not None:
                raise UsageError("there are both an image and a scene; show images in a scene by images={'layer': image}")
            self.job["input"] = self.shared.image(content, "the image")
        if scene is not None:
            self.job["scene"] = os.fspath(scene) if is_path(scene) else self.shared.scene(scene)
        values = {key: self.shared.scene(value) for key, value in (values or {}).items()}
        folders = _listed(self.job.pop("allow-read", None))
        if images is not None and not isinstance(images, Mapping):
            raise UsageError("images are not named; use the names of layers: images={'art': image}")
        for name, image in (images or {}).items():
            values[f"{name}.contents.image"] = place = self.shared.image(image, f"the image of {name}")
            if isinstance(place, str):
                values[f"{name}.contents.image"] = os.path.abspath(place)
                folders.append(os.path.dirname(os.path.abspath(place)))
        if folders and allows_reading:
            self.job["allow-read"] = folders
        if values:
            self.job["set"] = values

    def set_surface(self, mesh: Any, transform: Any, lights: Any) -> None:
        """The mesh, the transform and the lights of an image or a text."""
        if mesh is not None:
            if hasattr(mesh, "shape"):
                raise UsageError(
                    f"the mesh is an array of the shape {mesh.shape}; use Mesh(vertices, faces) or Mesh.grid(positions)")
            mesh = getattr(mesh, "mesh", mesh)  # of a fit
            if not is_path(mesh) and not isinstance(mesh, Mapping) and not hasattr(mesh, "to_json"):
                raise UsageError(f"the mesh is of the type {type(mesh).__name__}; use a preset, a file, Mesh or an object")
            is_preset = isinstance(mesh, (Mapping, SceneObject)) and "preset" in to_json(mesh)
            self.job["mesh"] = mesh_text(mesh) if is_preset else self.document(mesh, "the mesh")
        if transform is not None:
            self.job["transform"] = transform_text(transform)
        if lights is not None:
            several = isinstance(lights, Sequence) and not isinstance(lights, str)
            self.job["light"] = [light_text(light) for light in (lights if several else [lights])]

    def document(self, value: Any, name: str) -> Any:
        """A file, or an object's place in memory."""
        if is_path(value):
            return os.fspath(value)
        if is_image(value):
            raise UsageError(f"{name} is a picture; use a file or an object")
        value = self.shared.scene(value)
        return self.shared.text(lambda: to_text(value), name)

    def set_options(self, options: Mapping[str, Any]) -> None:
        """The flags of the command by their names with underscores."""
        known = _options.FLAGS[self.command]
        for name, value in options.items():
            if name not in known:
                near = difflib.get_close_matches(name, [*known, *_NAMED], 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise UsageError(f"{self.command} has no option {name!r}{hint}")
            if value is None:
                continue
            flag = name.rstrip("_").replace("_", "-")
            if name in _SWITCHES[self.command]:
                value = bool(value)
            elif isinstance(value, bool):
                raise UsageError(f"{name} is {value}; use a value")
            if is_image(value) and getattr(value, "ndim", 2) > 1:
                if name != "back":
                    raise UsageError(f"{name} is an array; use a file")
                self.job[flag] = self.shared.image(value, name)
            else:
                self.job[flag] = flag_value(name, value)

    def arguments(self) -> list[str]:
        """The flags of a single run, once the places of memory are known."""
        words = [self.command]
        for name, value in self.job.items():
            if name in ("command", "input", "scene"):
                continue
            if name == "set":
                words += [f"--set-json={key}={to_text(part)}" for key, part in value.items()]
                continue
            for part in value if isinstance(value, list) else [value]:
                if part is True:
                    words.append(f"--{name}")
                elif part == "":
                    # The tool takes the word after an empty value for the value.
                    words += [f"--{name}", ""]
                elif part is not False:
                    words.append(f"--{name}={os.fspath(part) if isinstance(part, os.PathLike) else part}")
        return words


#: The options that are True or False, of each command.
_SWITCHES = {
    command: {name for name, type in options.__annotations__.items() if getattr(type, "__forward_arg__", type) in ("bool", bool)}
    for command, options in (
        ("render", _options.RenderOptions), ("animate", _options.AnimateOptions), ("map", _options.MapOptions),
        ("passes", _options.PassesOptions), ("project", _options.ProjectOptions), ("hit", _options.HitOptions),
        ("fit", _options.FitOptions))
}

#: The arguments that are no flags.
_NAMED = ("scene", "images", "set", "mesh", "transform", "lights", "output", "format")


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [os.fspath(value)] if is_path(value) else [os.fspath(part) for part in value]


def deliver(answer: Mapping[str, Any], lease: Lease) -> None:
    """Warns of what the tool's result warns of, and raises its error."""
    # Of a scene in memory nobody sees lines and columns.
    own = re.compile(rf"the scene of job {answer['id']}(:\d+:\d+)?\b")

    def told(sentence: str) -> str:
        return lease.told(own.sub("scene", sentence))

    for warning in answer.get("warnings", []):
        warn(told(warning))
    for note in answer.get("notes", []):
        logging.getLogger("meshrender").info(told(note))
    if answer["status"] != "done":
        raise error(answer.get("code", 70), told(answer.get("message", "the job was not done")))


_heard = threading.local()


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collects the warnings of calls in this thread, which another thread or a coroutine has asked for."""
    _heard.sentences = []
    try:
        yield _heard.sentences
    finally:
        del _heard.sentences


def warn(sentence: str) -> None:
    """Warns at the place in the caller's program that called this package."""
    heard = getattr(_heard, "sentences", None)
    if heard is not None:
        heard.append(sentence)
        return
    level, folder = 2, os.path.dirname(__file__)
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == folder:
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, MeshrenderWarning, stacklevel=level)


class Output(NamedTuple):
    """What one run has written."""

    printed: bytes
    #: The value that came back through memory.
    value: Optional[bytes]


def run(
    arguments: Callable[[], Sequence[Any]], *, shared: Optional[Shared] = None, output: Optional[Place] = None, given: bytes = b"",
    program: Optional[str] = None,
) -> Output:
    """Runs the tool once.

    Args:
        arguments: makes the command line, once the places of `shared` are known.
        output: the place of a value that comes back.
        given: its standard input.
    """
    shared = shared or Shared()
    memory = Memory(shared.count)
    try:
        with memory.blocks(shared.count) as lease:
            shared.write(lease.take)
            words = [os.fspath(word) for word in arguments()]
            with started(program, words, memory, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                try:
                    printed, messages = process.communicate(given)
                except BaseException:
                    process.kill()
                    raise
            report(process.returncode, messages.decode(errors="replace"), lease)
            return Output(printed, None if output is None or output.block is None else output.block.read())
    finally:
        memory.close()


def report(status: int, messages: str, lease: Lease) -> None:
    """Warns and raises by what the tool has printed."""
    sentence = ""
    for line in messages.splitlines():
        if line.startswith("Warning: "):
            warn(lease.told(line[len("Warning: ") :]))
        elif line.startswith("Error: "):
            sentence = line[len("Error: ") :]
    if status:
        words = messages.strip().splitlines()
        code = 128 - status if status < 0 else status
        raise error(code, lease.told(sentence or (words[-1] if words else f"meshrender has ended with {status}")))
