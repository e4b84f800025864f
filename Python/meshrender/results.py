"""What calls return, besides pictures."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

from .errors import Error

if TYPE_CHECKING:
    from ._types import Array, ImageLike, Path
    from .mesh import Mesh
    from .scene import Scene


class Clip(bytes):
    """An animated picture or a video, as the bytes of its file. A notebook shows a WebP, a GIF and an animated PNG."""

    #: The format of the bytes: webp, gif, apng, y4m, rgba or npy.
    format: str

    def __new__(cls, content: bytes, format: str) -> Clip:
        clip = super().__new__(cls, content)
        clip.format = format
        return clip

    def save(self, path: Path) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self)

    def _repr_html_(self) -> Optional[str]:
        if self.format not in ("webp", "gif", "apng"):
            return None
        return f'<img src="data:image/{self.format};base64,{base64.b64encode(self).decode()}">'

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return f"Clip({len(self)} bytes of {self.format})"


class Passes(dict[str, "Array"]):
    """The passes of a picture by their names: arrays of float32 with the shape (height, width) or (height, width, channels),
    NaN where nothing is seen; int32 with -1 there for layer, face and occlusion.

    Attributes:
        info: the names of the layers, the channels and the conventions.
    """

    def __init__(self, arrays: Mapping[str, Array], info: Mapping[str, Any]) -> None:
        super().__init__(arrays)
        self.info = info


@dataclass
class Fit:
    """A mesh through measured points, or of a page.

    Attributes:
        mesh: the mesh, for a layer of the size of the picture that it makes.
        report: what was found: residuals in pixels, their root mean square, points that were left out, a fold; of a page its
            model, its aspect and the focal length.
        size: the width and the height of the picture that it makes, in pixels.
    """

    mesh: Mesh
    report: Mapping[str, Any]
    size: tuple[float, float]

    def scene(self, content: ImageLike, *, flatten_light: bool = False) -> Scene:
        """The scene that shows a picture through the mesh: `meshrender.render(fit.scene(photo))`.

        Args:
            flatten_light: whether the paper of a photographed page becomes evenly white.
        """
        from .scene import Canvas, Contents, Layer, Scene

        layer = Layer(frame=(0, 0, *self.size), contents=Contents(image=content, flatten_light=flatten_light or None),
                      mesh=self.mesh)
        return Scene(canvas=Canvas(size=self.size), layers=[layer])


@dataclass
class Result:
    """What has become of one job of a batch.

    Attributes:
        index: its number in the list, from 0.
        value: what the call returns; None after an error.
        error: why it was not done; None if it was.
        warnings: what the tool warns of.
    """

    index: int
    value: Any = None
    error: Optional[Error] = None
    warnings: Sequence[str] = field(default_factory=list)

    def get(self) -> Any:
        """The value, or the exception."""
        if self.error is not None:
            raise self.error
        return self.value
