"""One kept process of the tool, and what it makes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Union, overload

from ._calls import Request, run
from ._flags import flag_value
from ._images import is_image, is_path
from ._keeper import Keeper
from ._memory import Block
from ._process import to_text
from .errors import UsageError

if TYPE_CHECKING:
    import sys

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

    from .arguments import AnimateArguments, MapArguments, PassesArguments, ProjectArguments, RenderArguments
    from ._options import FitOptions, HitOptions
    from ._types import Array, Content, ImageLike, Path, SceneLike
    from .frames import Frames
    from .pictures import Picture
    from .results import Clip, Fit, Passes

#: The passes that a call makes if it names none.
_USUAL_PASSES = ("uv", "backward", "depth", "normal", "albedo", "layer")


class Worker(Keeper):
    """Draws pictures in one process of the tool, which starts at the first call and keeps its renderer, decoded images,
    meshes, fonts and textures.

    Calls may come from several threads; while one picture is drawn, the next is read and the last one written. A process
    that has died is started again at the next call. A forked process has a process of its own. All ends with the program,
    with `close`, or with the end of a `with` block.

    Args:
        device: what draws: "auto" (a GPU if there is one), "gpu", "software", or a device's number, render node, CUDA number
            ("cuda:0"), PCI address or UUID from `info()`.
        threads: the cores on which a software rasterizer draws; default: all.
        timeout: seconds after which a call is given up.
        memory: bytes of memory of the process, as a number or a text such as "2G"; default: three quarters of the free memory.
        cache: bytes of memory for what is kept, such as "1G"; default: 512M.
        untrusted: whether files and scenes come from strangers: the process draws in a sandbox with lower limits, and reads
            only below the working directory.
        program: the path of the tool; default: the one of this package.
        options: further options of `meshrender batch`.
    """

    @overload
    def render(
        self, content: Content = ..., *, output: None = ..., format: None = ..., **arguments: Unpack[RenderArguments],
    ) -> Picture: ...
    @overload
    def render(
        self, content: Content = ..., *, output: None = ..., format: Literal["png", "jpeg", "webp", "exr", "npy"],
        **arguments: Unpack[RenderArguments],
    ) -> bytes: ...
    @overload
    def render(
        self, content: Content = ..., *, output: Path, format: Optional[str] = ..., **arguments: Unpack[RenderArguments],
    ) -> None: ...
    def render(
        self, content: Any = None, *, output: Any = None, format: Optional[str] = None, **arguments: Any,
    ) -> Any:
        """Draws a picture.

        Args:
            content: an image or a scene. An image is a file, an array of uint8 (0...255) or uint16 (0...65535) with the
                shape (height, width, 4), RGBA with straight alpha, (height, width, 3) or (height, width), a Pillow image, or
                the bytes of a file. A scene is a JSON file, a dictionary or `meshrender.scene.Scene`. Or use the option
                `text`.
            scene: a scene, as another name of `content`.
            mesh: a preset with its parameters ("ripple:waves=6,amplitude=0.08"), a file, a `Mesh`, measured points
                ("fit:points.csv,method=projective"), a page ("page:page.json"), a lens or a map.
            transform: a list of CSS transforms, such as "perspective(800) rotateX(-45deg)", or a matrix of the shape (4, 4)
                for column vectors; in points, y down, z toward the viewer.
            lights: one or several: "directional:direction=0.3/0.5/-1", or dictionaries or `scene.Light` with their type.
            images: images in place of the contents of the layers of a scene, by the names of the layers.
            set: other values of the scene: {"title.contents.text": "Ana"}.
            output: a file to write.
            format: the format of the file, or of the bytes to return: png, jpeg, webp, exr or npy.
            arguments: flags of `meshrender render`, with underscores: size=(400, 300), fit=True, background="white".

        Returns:
            an array of uint8, or of uint16 with depth=16, of the shape (height, width, 4), RGBA with straight alpha; with
            alpha="auto" it is RGB if it is opaque. The bytes of a file if there is a `format`; None if there is an `output`.

        Raises:
            Error: with the sentence of the tool; see `meshrender.errors`.
        """
        request = self._request("render", content, arguments)
        if output is not None:
            request.job["output"] = os.path.abspath(output)
            if format is not None:
                request.job["format"] = format
            return self._perform(request, lambda blocks: None)
        request.outputs["output"] = "the picture"
        request.job["format"] = format or "npy"
        if format is not None:
            return self._perform(request, lambda blocks: blocks["output"].read())
        from .pictures import Picture

        return self._perform(request, lambda blocks: blocks["output"].read_array().view(Picture))

    @overload
    def animate(
        self, content: Union[Content, Sequence[ImageLike]] = ..., *, output: None = ..., format: None = ...,
        **arguments: Unpack[AnimateArguments],
    ) -> Frames: ...
    @overload
    def animate(
        self, content: Content = ..., *, output: None = ..., format: Literal["apng", "webp", "gif", "y4m", "rgba", "npy"],
        **arguments: Unpack[AnimateArguments],
    ) -> Clip: ...
    @overload
    def animate(
        self, content: Content = ..., *, output: Path, format: Optional[str] = ..., **arguments: Unpack[AnimateArguments],
    ) -> None: ...
    def animate(
        self, content: Any = None, *, output: Any = None, format: Optional[str] = None, **arguments: Any,
    ) -> Any:
        """Makes a clip. Without `animate`, `from_` and `gestures` the mesh moves by itself.

        Args:
            content: as of `render`, and also a video or a GIF; or frames: an array of the shape (count, height, width,
                channels), or a sequence of arrays of one size, with content_fps.
            output: a file (.webp, .gif, .apng, .mp4, .webm, .mov, .mkv, .y4m, .npy) or a pattern (frame-%04d.png) to write.
            format: the format of the file, or of the bytes to return: webp, gif, apng, y4m, rgba or npy.
            arguments: flags of `meshrender animate`, with underscores: fps=25, duration="2s", animate="phase 0..2 2s loop".

        The other arguments are those of `render`.

        Returns:
            an iterator of pictures, which are drawn by a process of its own while the program goes on; a `Clip` if there is
            a `format`; None if there is an `output`.

        Raises:
            Error: with the sentence of the tool.
        """
        is_file = output is not None or format is not None
        if is_file and (content is None or is_path(content) or isinstance(content, Mapping)):
            frames = None
        else:
            from .frames import frames_of

            frames = frames_of(content)
        request = self._request("animate", None if frames is not None else content, arguments)
        if format is not None:
            request.job["format"] = format
        if output is not None:
            path = os.fspath(output)
            request.job["output"] = os.path.abspath(path) + ("/" if path.endswith("/") else "")
        if is_file and frames is None:
            return self._clip(request, output, format)
        return self._clip_of_its_own(request, frames, output, format)

    def _clip(self, request: Request, output: Any, format: Optional[str]) -> Any:
        """A file that the kept process makes."""
        if output is not None:
            return self._perform(request, lambda blocks: None)
        from .results import Clip

        request.outputs["output"] = "the clip"
        return self._perform(request, lambda blocks: Clip(blocks["output"].read(), str(format)))

    def _clip_of_its_own(self, request: Request, frames: Optional[Sequence[Any]], output: Any, format: Optional[str]) -> Any:
        """Frames, or a file of frames in memory, by another process."""
        from .frames import ClipProcess, Frames
        from .results import Clip

        if self._device is not None:
            request.job["device"] = str(self._device)
        place = request.shared.output("the clip") if output is None and format is not None else None
        if place is not None:
            request.job["output"] = place
        elif output is None:
            request.job.update(output="-", format="npy")
        clip = ClipProcess(request, frames, program=self._program, untrusted=self._is_untrusted)
        if output is None and format is None:
            return Frames(clip)
        content = clip.finish(place)
        return None if content is None else Clip(content, str(format))

    # Numbers

    @overload
    def map(self, content: Content = ..., *, output: None = ..., **arguments: Unpack[MapArguments]) -> Array: ...
    @overload
    def map(self, content: Content = ..., *, output: Path, **arguments: Unpack[MapArguments]) -> None: ...
    def map(self, content: Any = None, *, output: Any = None, **arguments: Any) -> Any:
        """Computes the map of a picture: for each of its pixels, the place in the content, as `cv2.remap` expects it.

        Args:
            content: as of `render`; of an image only the size matters, so that content_size=(640, 360) can replace it.
            output: a file to write (.npy, .exr, .png, .pgm, .yaml, .json, .flo).
            arguments: flags of `meshrender map`: forward=True for the place in the picture of each pixel of the content,
                layer="card" of a scene, outside=float("nan").

        Returns:
            an array of float32 of the shape (height, width, 2): x and y in pixels, whole numbers at the middle of a pixel,
            -1000000 outside the content. None if there is an `output`.
        """
        request = self._request("map", content, arguments)
        if output is not None:
            request.job["output"] = os.path.abspath(output)
            return self._perform(request, lambda blocks: None)
        request.outputs["output"] = "the map"
        return self._perform(request, lambda blocks: blocks["output"].read_array())

    @overload
    def passes(
        self, content: Content = ..., passes: Union[str, Sequence[str], None] = ..., *, output: None = ...,
        **arguments: Unpack[PassesArguments],
    ) -> Passes: ...
    @overload
    def passes(
        self, content: Content = ..., passes: Union[str, Sequence[str], None] = ..., *, output: Path,
        **arguments: Unpack[PassesArguments],
    ) -> None: ...
    def passes(
        self, content: Any = None, passes: Union[str, Sequence[str], None] = None, *, output: Any = None, **arguments: Any,
    ) -> Any:
        """Computes what each pixel of a picture shows, exactly.

        Args:
            content: as of `render`.
            passes: names: uv, backward, forward, depth, distance, normal, normal-layer, position, albedo, shading, layer,
                face, coverage. Default: uv, backward, depth, normal, albedo and layer.
            output: files to write, of a clip numbered ones: "truth/{pass}-%04d.npy", or one .exr.
            arguments: flags of `meshrender passes`: layer="card", minimum_alpha=0.5; of a clip fps=25.

        Returns:
            a dictionary of arrays by the names of the passes, whose `info` has the names of the layers; None if there is an
            `output`.
        """
        from .results import Passes

        chosen = passes.split(",") if isinstance(passes, str) else list(passes or _USUAL_PASSES)
        request = self._request("passes", content, arguments)
        if passes is not None or output is None:
            request.job["pass"] = ",".join(chosen)
        if output is not None:
            request.job["output"] = os.path.abspath(output)
            return self._perform(request, lambda blocks: None)
        if not {"fps", "duration", "frames"}.isdisjoint(request.job):
            raise UsageError("the passes of a clip become files; use output='truth/{pass}-%04d.npy'")
        request.job["output"] = "{pass}.npy"
        request.outputs["info"] = "the list of passes"
        for name in chosen:
            request.outputs[f"pass-file:{name}"] = f"the pass {name}"

        def read(blocks: Mapping[str, Block]) -> Passes:
            info = blocks["info"].read_json()
            for entry in info["passes"]:
                del entry["file"]
            return Passes({name: blocks[f"pass-file:{name}"].read_array() for name in chosen}, info)

        return self._perform(request, read)

    def project(
        self, content: Content = None, points: Any = None, **arguments: Unpack[ProjectArguments],
    ) -> Any:
        """Computes where points, boxes and polygons of an image or a layer lie in its picture.

        Args:
            content: as of `render`.
            points: an array of the shape (count, 2), x and y in pixels from the upper left corner, where the middle of the
                first pixel is (0.5, 0.5); or dictionaries: {"x": 1, "y": 2}, {"box": [x, y, width, height]}, {"polygon": [[x,
                y], ...]}, perhaps with a "layer" and keys of your own.
            arguments: flags of `meshrender project`: inverse=True for the way back, fps=25 for the frames of a clip.

        Returns:
            for an array an array of float64 of the shape (count, 2), of a clip (frames, count, 2), NaN for what the mesh does
            not show; for dictionaries dictionaries with "canvas" (or "content"), "side", "visible" and "inside".
        """
        if points is None:
            raise UsageError("there are no points; use an array of the shape (count, 2) or a list of dictionaries")
        request = self._request("project", content, arguments)
        is_array = hasattr(points, "shape")
        if is_array and (points.ndim != 2 or points.shape[1] != 2):
            raise UsageError(f"points have the shape {points.shape}; use (count, 2), or a list of dictionaries")
        if isinstance(points, Mapping):
            raise UsageError("the points are a single one; use a list of dictionaries")
        is_listed = not is_array and any(isinstance(point, Mapping) for point in points)
        records = list(points) if is_listed else [{"x": x, "y": y} for x, y in _pairs(points)]
        request.job["points"] = request.shared.text(
            lambda: "".join(to_text(record) + "\n" for record in records), "the points")
        request.outputs["output"] = "the places"
        key = "content" if arguments.get("inverse") else "canvas"

        def read(blocks: Mapping[str, Block]) -> Any:
            found = [json.loads(line) for line in blocks["output"].read().splitlines()]
            if not is_array:
                return found
            from ._numpy import numpy

            nowhere = (float("nan"), float("nan"))
            places = numpy.array([place.get(key) or nowhere for place in found], numpy.float64)
            is_clip = bool(found) and "frame" in found[0]
            return places.reshape((-1, len(records), 2) if is_clip else (-1, 2))

        return self._perform(request, read)

    def hit(self, scene: SceneLike, points: Any, **options: Unpack[HitOptions]) -> list[Any]:
        """Lists the layers of a scene under points of its picture.

        Args:
            scene: a JSON file, a dictionary or `scene.Scene`.
            points: pairs of x and y in pixels of the picture, from its upper left corner.
            options: flags of `meshrender hit`: all=True for all layers, not only the front one.

        Returns:
            for each point a dictionary with its hits from front to back.
        """
        request = Request("hit")
        request.set_options(options)
        source = request.document(scene, "scene")
        given = "".join(f"{x!r},{y!r}\n" for x, y in _pairs(points))
        found = self._run(lambda: [*request.arguments(), "--", source], request, given=given)
        return [json.loads(line) for line in found.printed.splitlines()]

    def fit(
        self, points: Any, size: Union[Sequence[float], ImageLike, None] = None, **options: Unpack[FitOptions],
    ) -> Fit:
        """Makes a mesh of measured points, or of the outline of a page.

        Args:
            points: an array of the shape (count, 4): x and y in the content, then x and y in the picture, in pixels from the
                upper left corners; or a file; or the outline of a page, {"top": [[x, y], ...], "bottom": [...]}.
            size: the size of the content in pixels, (640, 480), or the image.
            arguments: flags of `meshrender fit`: method="projective", to_size=(1920, 1080), reject=2.
        """
        from .mesh import Mesh
        from .results import Fit

        request = Request("fit")
        request.set_options(options)
        if hasattr(points, "ndim") and (points.ndim != 2 or points.shape[1] != 4):
            raise UsageError(f"points have the shape {points.shape}; use (count, 4): x and y there, x and y here")
        if size is None and not is_path(points):
            raise UsageError("the size of the content is missing; use fit(points, (640, 480)), or the image in place of the size")
        if size is not None and (is_path(size) or is_image(size) and getattr(size, "ndim", 2) > 1):
            request.job["from-size"] = request.shared.image(size, "the image")
        elif size is not None:
            request.job["from-size"] = flag_value("from_size", size)
        source = request.document(points.tolist() if hasattr(points, "tolist") else points, "the points")
        mesh = request.shared.output("the mesh")
        found = self._run(lambda: [*request.arguments(), "--output", mesh, "--", source], request, output=mesh)
        report = json.loads(found.printed)
        width, height = report["size"]
        return Fit(Mesh.load(json.loads(found.value or b"{}")), report, (width, height))

    def info(self) -> Mapping[str, Any]:
        """The devices, the one that draws, its limits, and the memory."""
        words = ["info", "--json"] + ([] if self._device is None else [f"--device={self._device}"])
        result: Mapping[str, Any] = json.loads(run(lambda: words, program=self._program).printed)
        return result

    def __reduce__(self) -> Union[str, tuple[Any, ...]]:
        return "shared" if self is shared else super().__reduce__()


def _pairs(points: Any) -> list[tuple[float, float]]:
    """Points as pairs of numbers."""
    try:
        return [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError):
        raise UsageError("the points are not pairs of numbers; use [(x, y), ...] or an array of the shape (count, 2)") from None


#: The worker of the functions of the package. No process starts before the first call.
shared = Worker()
