"""What the tests share: pictures, scenes and the processes of the tool."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import textwrap
from collections.abc import Sequence

import numpy

import meshrender

#: The tool, which the package takes as well.
PROGRAM = os.environ["MESHRENDER_PROGRAM"]


def picture(width: int = 48, height: int = 32, channels: int = 3) -> numpy.ndarray:
    """An array whose pixels all differ from their neighbors."""
    y, x = numpy.mgrid[0:height, 0:width]
    planes = [x * 255 // (width - 1), y * 255 // (height - 1), (x * 7 + y * 13) % 256, 255 - (x + y) % 200]
    return numpy.stack(planes[:channels], axis=-1).astype(numpy.uint8)


def scene(image, width: int = 48, height: int = 32) -> dict:
    """A scene with one layer, whose image may be an array."""
    layer = {"name": "card", "frame": [0, 0, width, height], "contents": {"image": image}}
    return {"canvas": {"size": [width, height]}, "layers": [layer]}


def tool(*arguments: str, given: bytes = b"") -> bytes:
    """What the tool prints."""
    return subprocess.run([PROGRAM, *arguments], input=given, check=True, capture_output=True).stdout


#: The environment of another Python that has the package and this module.
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(
    str(path) for path in (pathlib.Path(meshrender.__file__).parent.parent, pathlib.Path(__file__).parent))}


def python(program: str, before: Sequence[str] = ()) -> subprocess.Popen:
    """Another Python that runs a program with the package, perhaps by another program."""
    return subprocess.Popen(
        [*before, sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=ENVIRONMENT)


def descendants(parent: int) -> list[int]:
    """The processes below one, in sessions of their own, too."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found = [parent]
    for number in found:
        found += [child for child, other in parents.items() if other == number]
    return found[1:]


def is_running(process: int) -> bool:
    """Whether a process has not ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
