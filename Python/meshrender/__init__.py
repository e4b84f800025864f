"""Bends images, text and scenes of layers with meshes, in perspective and lit.

    import meshrender

    picture = meshrender.render("photo.png", mesh="flag", transform="perspective(1500)", lights="directional", fit=True)
    meshrender.animate("photo.png", mesh="wave", output="waves.gif")
    labels = meshrender.passes("card.json", ["depth", "normal", "layer"])

The functions are methods of one `Worker`, whose process of the tool starts at the first call and ends with the program.
`meshrender.aio` has them as coroutines; `Pool` and `batch` use all cores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional

from . import scene
from .errors import DataError, Error, InputMissingError, MeshrenderWarning, NoDeviceError, OutputError, UsageError
from .mesh import Mesh
from .scene import Scene
from .worker import Worker, shared

if TYPE_CHECKING:
    from . import aio, arguments, presets
    from .frames import Frames
    from .pool import Pool
    from .pictures import Picture
    from .results import Clip, Fit, Passes, Result

__all__ = [
    "Clip", "DataError", "Error", "Fit", "Frames", "InputMissingError", "Mesh", "MeshrenderWarning", "NoDeviceError",
    "OutputError", "Passes", "Picture", "Pool", "Result", "Scene", "UsageError", "Worker", "animate", "batch", "fit", "hit",
    "aio", "arguments", "info", "map", "passes", "presets", "project", "render", "scene", "version",
]

#: The tool's version.
__version__: str

render, animate, map, passes = shared.render, shared.animate, shared.map, shared.passes
project, hit, fit, info = shared.project, shared.hit, shared.fit, shared.info


def batch(
    jobs: Iterable[Mapping[str, Any]], *, workers: Optional[int] = None, progress: Optional[bool] = None,
) -> Iterator[Result]:
    """Does a list of calls on all cores.

    Args:
        jobs: the arguments of each call, and its name as "command" if that is not render: {"content": "a.png", "mesh":
            "wave"}, {"command": "map", "content": "b.png", "mesh": "lens"}. The list may be endless.
        workers: the number of processes; default: one for each core.
        progress: whether tqdm shows a bar, if it is installed; default: in notebooks and terminals.

    Returns:
        the results in the order of the jobs. One that fails has an `error`, and does not stop the others.
    """
    from .pool import Pool

    with Pool(workers) as pool:
        yield from pool.batch(jobs, progress=progress)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        # Modules and types that few programs name, some of which need NumPy.
        import importlib

        if name == "__version__":
            return version()
        if name in ("aio", "arguments", "presets"):
            return importlib.import_module(f".{name}", __name__)
        modules = {"Frames": "frames", "Picture": "pictures", "Pool": "pool"}
        module = modules.get(name, "results" if name in ("Clip", "Fit", "Passes", "Result") else None)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f".{module}", __name__), name)


def version() -> str:
    """The version of the tool."""
    from ._calls import run

    return run(lambda: ["--version"]).printed.decode().strip()
